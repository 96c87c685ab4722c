import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Config } from '../../base/config.ts'
import { type ByteRange, parseByteRange } from '../../http/byte-range.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, sendResponse, sendStreamResponse } from '../../http/response.ts'
import type { StoredBlob } from './blob-paths.ts'
import { openBlob } from './blobs.ts'

interface SentBlob {
  readonly config: Pick<Config, 'dataDir'>
  readonly blob: StoredBlob
  readonly headers: OutgoingHttpHeaders & { readonly ETag: string }
}

/**
 * Sends stored bytes, or the range of them that the client asks for: browsers play a video by its parts, some only so.
 * Sends neither if the client has them already. Throws an error if the bytes are missing.
 */
export async function sendBlob(
  request: IncomingMessage,
  response: ServerResponse,
  { config, blob, headers }: SentBlob,
): Promise<void> {
  if (matchesEntityTag(request, headers.ETag))
    return sendResponse(request, response, emptyResponse(304, headers))
  const range = parseByteRange(request.headers.range, blob.size)
  if (range === 'unsatisfiable')
    return sendResponse(request, response, emptyResponse(416, { 'Content-Range': `bytes */${blob.size}` }))
  const bytes = await openBlob(config, blob, range)
  await sendStreamResponse(request, response, {
    status: range ? 206 : 200,
    headers: { ...headers, 'Accept-Ranges': 'bytes', ...lengthHeaders(blob, range) },
    body: bytes,
  })
}

function lengthHeaders({ size }: StoredBlob, range: ByteRange | undefined): OutgoingHttpHeaders {
  if (!range) return { 'Content-Length': size }
  return {
    'Content-Length': range.end - range.start + 1,
    'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
  }
}
