import { isExistingOrganization } from '../../access/existing-organization.ts'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import { notFound } from '../../base/errors.ts'
import { contentDisposition, createDownloadHandler, type Download } from '../../http/downloads.ts'
import type { Context } from '../../request/context.ts'
import type { StoredBlob } from '../content/blob-paths.ts'
import { openBlob } from '../content/blobs.ts'

type Services = Pick<Context, 'config' | 'database'>

interface SpecDocument extends StoredBlob {
  readonly fileName: string
  readonly contentType: string
  readonly isPublic: boolean
}

/**
 * Serves the original documents of specifications: `GET /openapi/<organization>/<slug>/<version>`, or the latest without
 * a version. Private documents require a signature. Every invalid request gets the same NOT_FOUND.
 */
export const createSpecDownloadHandler = (services: Services) =>
  createDownloadHandler(async (target) => {
    const document = await findDocument(services, target)
    return { headers: headersOf(document), stream: await openBlob(services.config, document) }
  })

async function findDocument({ database }: Services, target: string): Promise<SpecDocument> {
  const url = URL.parse(target, 'http://specs')
  const [, organizationId, slug, versionId] =
    /^\/openapi\/([a-z0-9]+)\/([a-z0-9-]+)(?:\/([a-z0-9]+))?$/.exec(url?.pathname ?? '') ?? []
  const [document] = await database.query<SpecDocument>(
    `SELECT v."fileName", v."contentType", b.hash, b.size, s.visibility = 'PUBLIC' AS "isPublic"
     FROM "OpenAPISpec" s
     JOIN "OpenAPISpecVersion" v ON v."specId" = s.id AND v.id = coalesce($3, s."lastVersionId")
     JOIN "Blob" b ON b.hash = v."sourceBlobHash"
     WHERE s."organizationId" = $1 AND s.slug = $2 AND ${isExistingOrganization('s."organizationId"')}`,
    [organizationId, slug, versionId],
  )
  if (!document || !(document.isPublic || (await verifySignedUrl(database, target)))) throw notFound()
  return document
}

const headersOf = (document: SpecDocument): Download['headers'] => ({
  ETag: `"${document.hash}"`,
  'Content-Type': document.contentType,
  'Content-Length': document.size,
  'Content-Disposition': contentDisposition('attachment', document.fileName),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Must be revalidated, because a public specification may become private.
  'Cache-Control': document.isPublic ? 'public, no-cache' : 'private, max-age=600',
  ...(document.isPublic && { 'Access-Control-Allow-Origin': '*' }),
})
