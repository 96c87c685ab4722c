import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../../http/downloads.ts'
import { rowIn } from '../../content/revision-rows.ts'
import { sendBlob } from '../../content/send-blob.ts'
import { cachingHeaders } from '../responses/caching.ts'
import type { SiteExchange } from '../responses/responses.ts'
import { shownContentOf } from '../visible-content/shown-content.ts'
import type { Visit } from '../visits/visit.ts'

interface SiteFile {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/**
 * Sends the file at `~files/<version>/<name>`. Returns false for files of spaces that are not visible on the site, and for
 * those that nothing refers to which the visitor is shown.
 */
export async function sendFile(
  { request, response, visit }: SiteExchange,
  versionId: string,
): Promise<boolean> {
  const file = await findFile(visit, versionId)
  if (!file) return false
  const tag = `"${file.hash}"`
  await sendBlob(request, response, {
    config: visit.services.config,
    blob: file,
    headers: {
      ...cachingHeaders(visit, response, { tag, isLasting: true }),
      ETag: tag,
      ...uploadPolicyHeaders,
      'Content-Type': file.contentType,
      'Content-Disposition': contentDisposition(uploadDisposition(file.contentType), file.name),
    },
  })
  return true
}

/** Finds a file version that is current in one of the visible spaces, where the visitor is shown the file. */
async function findFile(visit: Visit, versionId: string): Promise<SiteFile | undefined> {
  const { services, structure } = visit
  const { rows } = await services.database.pool.query<SiteFile & { fileId: string; revisionId: string }>(
    `SELECT v.name, v."contentType", b.hash, b.size, v."fileId", r.id AS "revisionId"
     FROM "FileVersion" f
     CROSS JOIN "Revision" r
     CROSS JOIN LATERAL (${rowIn('FileVersion', 'r', 'f."fileId"')}) v
     JOIN "Blob" b ON b.hash = v."blobHash"
     WHERE f.id = $1 AND r.id = ANY($2::text[]) AND v.id = f.id`,
    [versionId, structure.siteSpaces.map(({ space }) => space.revisionId)],
  )
  for (const { fileId, revisionId, ...file } of rows)
    if ((await shownContentOf(visit, revisionId)).files.has(fileId)) return file
  return undefined
}
