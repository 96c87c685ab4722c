import type { OutgoingHttpHeaders } from 'node:http'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, sendResponse } from '../../http/response.ts'
import { withBlobFile } from '../../modules/content/blobs.ts'
import { rowIn } from '../../modules/content/revision-rows.ts'
import { sendBlob } from '../../modules/content/send-blob.ts'
import { shownContentOf } from '../../modules/published-sites/visible-content/shown-content.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { formWidthsOf, type PictureFile } from '../../pictures/known-picture.ts'
import { readPictureForm } from '../../pictures/picture-forms.ts'
import { cachingHeaders } from '../responses/caching.ts'
import type { SiteExchange } from '../responses/responses.ts'

interface SiteFile extends PictureFile {
  readonly name: string
  readonly hash: string
  readonly size: number
}

/**
 * Sends the file at `~files/<version>/<name>`, and at `?width=<pixels>` a smaller form of a picture. Returns false for files of
 * spaces that are not visible on the site, and for those that nothing refers to which the visitor is shown.
 */
export async function sendFile(exchange: SiteExchange, versionId: string): Promise<boolean> {
  const { request, response, visit } = exchange
  const file = await findFile(visit, versionId)
  if (!file) return false
  const width = Number(visit.query.get('width'))
  const form = formWidthsOf(file).includes(width) ? await sendForm(exchange, file, width) : 'itself'
  if (form === 'sent') return true
  const tag = `"${file.hash}"`
  await sendBlob(request, response, {
    config: visit.services.config,
    blob: file,
    headers: {
      ...cachingHeaders(visit, response, { tag, isLasting: true }),
      ETag: tag,
      ...fileHeaders(file.contentType, file.name),
      // The smaller form is there for the next reader.
      ...(form === 'later' && { 'Cache-Control': 'no-store' }),
    },
  })
  return true
}

const fileHeaders = (contentType: string, name: string): OutgoingHttpHeaders => ({
  ...uploadPolicyHeaders,
  'Content-Type': contentType,
  'Content-Disposition': contentDisposition(uploadDisposition(contentType), name),
})

/** Sends a smaller form of a picture, if there is one now. */
async function sendForm(
  { request, response, visit }: SiteExchange,
  { hash, name, size }: SiteFile,
  width: number,
): Promise<'sent' | 'itself' | 'later'> {
  const { config } = visit.services
  const picture = {
    hash,
    size,
    withFile: <Result>(run: (path: string) => Promise<Result>) => withBlobFile(config, { hash, size }, run),
  }
  const form = await readPictureForm(picture, { config, width, owner: visit.site.id })
  if (typeof form === 'string') return form
  const tag = `"${hash}-${width}"`
  const headers = {
    ...cachingHeaders(visit, response, { tag, isLasting: true }),
    ...fileHeaders('image/webp', `${name.replace(/\.\w+$/, '')}.webp`),
  }
  sendResponse(
    request,
    response,
    matchesEntityTag(request, tag) ? emptyResponse(304, headers) : { status: 200, headers, body: form },
  )
  return 'sent'
}

/** Finds a file version that is current in one of the visible spaces, where the visitor is shown the file. */
async function findFile(visit: Visit, versionId: string): Promise<SiteFile | undefined> {
  const { services, structure } = visit
  const rows = await services.database.query<SiteFile & { fileId: string; revisionId: string }>(
    `SELECT v.name, v."contentType", v.width, v.height, b.hash, b.size, v."fileId", r.id AS "revisionId"
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
