import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type ByteRange, parseByteRange } from '../../http/byte-range.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, redirectResponse, sendResponse, sendStreamResponse } from '../../http/response.ts'
import { fileStorage } from '../../storage/open-storage.ts'
import { type BlobConfig, blobKey, type StoredBlob } from './blob-paths.ts'
import { openBlob } from './blobs.ts'

interface SentBlob {
  readonly config: BlobConfig
  readonly blob: StoredBlob
  readonly headers: OutgoingHttpHeaders & { readonly ETag: string }
  /** Whether clients may be sent to the server of the bucket, which adds none of the headers but type and disposition. */
  readonly mayRedirect?: boolean
}

/** The size from which on another request for the bytes costs less than passing them on. */
const redirectedBytes = 256 * 1024
/** The seconds for which a client keeps the address that it was sent to, which is valid for longer. */
const keptSeconds = 300

/**
 * Sends stored bytes, or the range of them that the client asks for: browsers play a video by its parts, some only so.
 * Sends neither if the client has them already. Throws an error if the bytes are missing.
 */
export async function sendBlob(
  request: IncomingMessage,
  response: ServerResponse,
  { config, blob, headers, mayRedirect = false }: SentBlob,
): Promise<void> {
  if (matchesEntityTag(request, headers.ETag))
    return sendResponse(request, response, emptyResponse(304, headers))
  const address = mayRedirect ? await addressOf(request, config, blob, headers) : undefined
  if (address !== undefined)
    return sendResponse(
      request,
      response,
      redirectResponse(302, address, { 'Cache-Control': `private, max-age=${keptSeconds}` }),
    )
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

/** An SVG is shown with a policy that only this server sends, so that scripts in it have no rights. */
const isShownWithPolicy = (contentType: unknown) => /svg/i.test(String(contentType))

async function addressOf(
  { method }: IncomingMessage,
  config: BlobConfig,
  { hash, size }: StoredBlob,
  headers: SentBlob['headers'],
): Promise<string | undefined> {
  const contentType = headers['Content-Type']
  if (method !== 'GET' || size < redirectedBytes || isShownWithPolicy(contentType)) return undefined
  return fileStorage(config).downloadAddress(blobKey(hash), {
    contentType: String(contentType),
    disposition: String(headers['Content-Disposition']),
  })
}

function lengthHeaders({ size }: StoredBlob, range: ByteRange | undefined): OutgoingHttpHeaders {
  if (!range) return { 'Content-Length': size }
  return {
    'Content-Length': range.end - range.start + 1,
    'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
  }
}
