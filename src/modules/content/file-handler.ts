import type { IncomingMessage, ServerResponse } from 'node:http'
import { isExistingOrganization } from '../../access/existing-organization.ts'
import { verifySignedUrl } from '../../access/signed-urls.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { daysAfterRemoval } from './file-links.ts'
import type { ServedFile } from './image-handler.ts'
import { sendBlob } from './send-blob.ts'

/**
 * Serves `GET /files/<version>/<name>?expires=…&signature=…`, and `?site=…&signature=…` as long as everybody may visit the
 * site. Every invalid or expired link is answered with the same NOT_FOUND, so that links reveal nothing about files.
 */
export function createFileHandler({ config, database }: { config: Config; database: Database }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const { versionId, siteId, expires } = await checkLink(database, request.url ?? '')
    const file = await (siteId === null
      ? findFile(database, versionId)
      : findPublicFile(database, versionId, siteId))
    if (!file) throw notFound()
    await sendBlob(request, response, {
      config,
      blob: file,
      headers: fileHeaders(file, expires),
      mayRedirect: true,
    })
  }
}

async function checkLink(database: Database, address: string) {
  const url = await verifySignedUrl(database, address)
  const versionId = /^\/files\/([a-z0-9]+)\/[^/]*$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !versionId) throw notFound()
  const expires = url.searchParams.get('expires')
  return {
    versionId,
    siteId: url.searchParams.get('site'),
    expires: expires === null ? null : Number(expires),
  }
}

const served = `SELECT f.name, f."contentType", b.hash, b.size
  FROM "FileVersion" f JOIN "Blob" b ON b.hash = f."blobHash"`

async function findFile({ query }: Database, versionId: string): Promise<ServedFile | undefined> {
  const [file] = await query<ServedFile>(
    `${served} JOIN "Branch" branch ON branch.id = f."branchId" JOIN "Space" o ON o.id = branch."spaceId"
     WHERE f.id = $1 AND ${isExistingOrganization('o."organizationId"')}`,
    [versionId],
  )
  return file
}

/** Finds a file version that a site for everybody shows, or has shown until a few days ago. */
async function findPublicFile(
  { query }: Database,
  versionId: string,
  siteId: string,
): Promise<ServedFile | undefined> {
  const [file] = await query<ServedFile>(
    `${served} JOIN "Branch" branch ON branch.id = f."branchId"
     LEFT JOIN "Revision" removal ON removal."branchId" = f."branchId" AND removal.sequence = f."endSequence"
     WHERE f.id = $1 AND (f."endSequence" IS NULL OR removal."createdAt" > now() - make_interval(days => $3))
       AND EXISTS (
         SELECT 1 FROM "Site" s JOIN "SiteSpace" x ON x."siteId" = s.id JOIN "Space" o ON o.id = x."spaceId"
         WHERE s.id = $2 AND s.published AND s.visibility IN ('PUBLIC', 'UNLISTED')
           AND o.id = branch."spaceId" AND o."deletedAt" IS NULL
           AND ${isExistingOrganization('s."organizationId"')})`,
    [versionId, siteId, daysAfterRemoval],
  )
  return file
}

/** Returns how long a response may be kept: as long as its link is valid, which is always the same version. */
function cachingOf(expires: number | null): string {
  if (expires === null) return 'public, max-age=31536000, immutable'
  const seconds = Math.max(0, expires - Math.ceil(Date.now() / 1000))
  return `private, max-age=${seconds}, immutable`
}

function fileHeaders({ name, contentType, hash }: ServedFile, expires: number | null) {
  return {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(uploadDisposition(contentType), name),
    ...uploadPolicyHeaders,
    ETag: `"${hash}"`,
    'Cache-Control': cachingOf(expires),
  }
}
