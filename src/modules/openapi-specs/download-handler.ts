import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { AppError, notFound } from '../../errors.ts'
import { verifySignedUrl } from '../../signed-links.ts'
import { readBlob, type StoredBlob } from '../content/blobs.ts'
import { encodeFileName } from '../content/file-handler.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

interface Download extends StoredBlob {
  readonly fileName: string
  readonly contentType: string
  readonly isPublic: boolean
}

/**
 * Serves the original documents of specifications: `GET /openapi/<organization>/<slug>/<version>`, or the latest without
 * a version. Private documents require a signature. Every invalid request gets the same NOT_FOUND.
 */
export function createSpecDownloadHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    const download = await openDownload(services, request.url ?? '')
    const stream = await readBlob(services.config, download)
    if (!stream) throw new Error(`the bytes ${download.hash} are missing`)
    response.writeHead(200, headersOf(download))
    if (request.method === 'HEAD') {
      stream.destroy()
      response.end()
      return
    }
    // A client may disconnect before the end, which is not an error.
    await pipeline(stream, response).catch(() => response.destroy())
  }
}

async function openDownload({ database }: Services, address: string): Promise<Download> {
  const url = URL.parse(address, 'http://specs')
  const [, organizationId, slug, versionId] =
    /^\/openapi\/([a-z0-9]+)\/([a-z0-9-]+)(?:\/([a-z0-9]+))?$/.exec(url?.pathname ?? '') ?? []
  const { rows } = await database.pool.query<Download>(
    `SELECT v."fileName", v."contentType", b.hash, b.size, s.visibility = 'PUBLIC' AS "isPublic"
     FROM "OpenAPISpec" s
     JOIN "OpenAPISpecVersion" v ON v."specId" = s.id AND v.id = coalesce($3, s."lastVersionId")
     JOIN "Blob" b ON b.hash = v."sourceBlobHash"
     WHERE s."organizationId" = $1 AND s.slug = $2`,
    [organizationId, slug, versionId],
  )
  const [download] = rows
  if (!download || !(download.isPublic || (await verifySignedUrl(database, address)))) throw notFound()
  return download
}

const headersOf = (download: Download) => ({
  'Content-Type': download.contentType,
  'Content-Length': download.size,
  'Content-Disposition': `attachment; filename*=UTF-8''${encodeFileName(download.fileName)}`,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Must be revalidated, because a public specification may become private.
  'Cache-Control': download.isPublic ? 'public, no-cache' : 'private, max-age=600',
  ...(download.isPublic && { 'Access-Control-Allow-Origin': '*' }),
})
