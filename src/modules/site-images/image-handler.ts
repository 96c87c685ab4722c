import type { IncomingMessage, ServerResponse } from 'node:http'
import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { contentDisposition, uploadDisposition, uploadPolicyHeaders } from '../../http/downloads.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { sendBlob } from '../content/send-blob.ts'

interface ServedImage {
  readonly name: string
  readonly contentType: string
  readonly hash: string
  readonly size: number
}

/**
 * Serves the pictures of sites: `GET /site-images/<image>/<name>`. Pages of other hosts may show them too, because sites have host
 * names of their own.
 */
export function createSiteImageHandler({ config, database }: { config: Config; database: Database }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    assertMethod(request, 'GET', 'HEAD')
    const image = await findImage(database, request.url ?? '')
    if (!image) throw notFound()
    await sendBlob(request, response, {
      config,
      blob: image,
      headers: {
        'Content-Type': image.contentType,
        'Content-Disposition': contentDisposition(uploadDisposition(image.contentType), image.name),
        ...uploadPolicyHeaders,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `"${image.hash}"`,
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  }
}

async function findImage({ query }: Database, address: string): Promise<ServedImage | undefined> {
  const id = /^\/site-images\/([a-z0-9]+)\/[^/?]*(?:\?|$)/.exec(address)?.[1]
  if (id === undefined) return undefined
  const [image] = await query<ServedImage>(
    `SELECT i.name, i."contentType", b.hash, b.size FROM "SiteImage" i JOIN "Blob" b ON b.hash = i."blobHash"
     JOIN "Site" s ON s.id = i."siteId"
     WHERE i.id = $1 AND ${isExistingOrganization('s."organizationId"')}`,
    [id],
  )
  return image
}
