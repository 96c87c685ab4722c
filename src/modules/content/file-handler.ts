import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { notFound } from '../../errors.ts'
import { type ByteRange, parseByteRange } from '../../http/byte-range.ts'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, sendResponse, sendStreamResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { readBlob } from './blobs.ts'

interface ServedFile {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/**
 * Serves `GET /files/<version>/<name>?expires=…&signature=…`. Every invalid or expired link is answered with the same
 * NOT_FOUND, so that links reveal nothing about files.
 */
export function createFileHandler({ config, database }: { config: Config; database: Database }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const { versionId, expires } = await checkLink(database, request.url ?? '')
    const file = await findFile(database, versionId)
    const headers = fileHeaders(file, expires)
    if (matchesEntityTag(request, headers.ETag))
      return sendResponse(request, response, emptyResponse(304, headers))
    const range = parseByteRange(request.headers.range, file.size)
    if (range === 'unsatisfiable')
      return sendResponse(request, response, emptyResponse(416, { 'Content-Range': `bytes */${file.size}` }))
    const bytes = await readBlob(config, file, range)
    if (!bytes) throw new Error(`the bytes of file version ${versionId} are missing`)
    await sendStreamResponse(request, response, {
      status: range ? 206 : 200,
      headers: { ...headers, ...lengthHeaders(file, range) },
      body: bytes,
    })
  }
}

async function checkLink(database: Database, address: string) {
  const url = await verifySignedUrl(database, address)
  const versionId = /^\/files\/([a-z0-9]+)\/[^/]*$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !versionId) throw notFound()
  return { versionId, expires: Number(url.searchParams.get('expires')) }
}

async function findFile({ pool }: Database, versionId: string): Promise<ServedFile> {
  const { rows } = await pool.query<ServedFile>(
    `SELECT f.name, f."contentType", b.hash, b.size
     FROM "FileVersion" f JOIN "Blob" b ON b.hash = f."blobHash" WHERE f.id = $1`,
    [versionId],
  )
  const file = rows[0]
  if (!file) throw notFound()
  return file
}

function fileHeaders({ name, contentType, hash }: ServedFile, expires: number) {
  const seconds = Math.max(0, expires - Math.ceil(Date.now() / 1000))
  return {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(uploadDisposition(contentType), name),
    ...uploadPolicyHeaders,
    ETag: `"${hash}"`,
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    'Accept-Ranges': 'bytes',
  }
}

function lengthHeaders({ size }: ServedFile, range: ByteRange | undefined): OutgoingHttpHeaders {
  if (!range) return { 'Content-Length': size }
  return {
    'Content-Length': range.end - range.start + 1,
    'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
  }
}
