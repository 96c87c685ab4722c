import { pipeline } from 'node:stream/promises'
import { readBlob } from '../../content/blobs.ts'
import { encodeFileName } from '../../content/file-handler.ts'
import { rowIn } from '../../content/revision-rows.ts'
import { hasAnswer, setCaching } from '../responses/caching.ts'
import type { SiteExchange } from '../responses/responses.ts'
import type { Visit } from '../visits/visit.ts'

interface SiteFile {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/** What a browser may show in place; whatever else there is it downloads. */
const shownInPlace =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)|(video|audio)\/[\w.+-]+|application\/pdf|text\/plain)\s*(;|$)/i

/** Sends `~files/<version>/<name>`; false for what is in no space that the site shows its visitor. */
export async function sendFile(
  { request, response, visit }: SiteExchange,
  versionId: string,
): Promise<boolean> {
  const file = await findFile(visit, versionId)
  if (!file) return false
  const tag = `"${file.hash}"`
  setCaching(response, visit, { tag })
  response.setHeaders(
    new Map([
      // An SVG is an image that may hold scripts: opened by itself it gets no rights at all.
      ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
      ['X-Content-Type-Options', 'nosniff'],
    ]),
  )
  if (hasAnswer(request, tag)) {
    response.writeHead(304).end()
    return true
  }
  const bytes = await readBlob(visit.scope.config, file)
  if (!bytes) throw new Error(`the bytes of file version ${versionId} are gone`)
  const disposition = shownInPlace.test(file.contentType) ? 'inline' : 'attachment'
  response.writeHead(200, {
    'Content-Type': file.contentType,
    'Content-Length': file.size,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFileName(file.name)}`,
  })
  if (request.method === 'HEAD') {
    bytes.destroy()
    response.end()
    return true
  }
  // A client that goes away in the middle is no fault of anyone.
  await pipeline(bytes, response).catch(() => response.destroy())
  return true
}

/** The version of a file that holds now in a space that the site shows. */
async function findFile({ scope, structure }: Visit, versionId: string): Promise<SiteFile | undefined> {
  const { rows } = await scope.database.pool.query<SiteFile>(
    `SELECT v.name, v."contentType", b.hash, b.size
     FROM "FileVersion" f
     CROSS JOIN "Revision" r
     CROSS JOIN LATERAL (${rowIn('FileVersion', 'r', 'f."fileId"')}) v
     JOIN "Blob" b ON b.hash = v."blobHash"
     WHERE f.id = $1 AND r.id = ANY($2::text[]) AND v.id = f.id LIMIT 1`,
    [versionId, structure.siteSpaces.map(({ space }) => space.revisionId)],
  )
  return rows[0]
}
