import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { imageHandler, type ServedFile } from '../content/image-handler.ts'

/** Serves the pictures of sites: `GET /site-images/<image>/<name>`. */
export const createSiteImageHandler = ({ config, database }: { config: Config; database: Database }) =>
  imageHandler(config, (address) => findImage(database, address))

async function findImage({ query }: Database, address: string): Promise<ServedFile | undefined> {
  const id = /^\/site-images\/([a-z0-9]+)\/[^/?]*(?:\?|$)/.exec(address)?.[1]
  if (id === undefined) return undefined
  const [image] = await query<ServedFile>(
    `SELECT i.name, i."contentType", b.hash, b.size FROM "SiteImage" i JOIN "Blob" b ON b.hash = i."blobHash"
     JOIN "Site" s ON s.id = i."siteId"
     WHERE i.id = $1 AND ${isExistingOrganization('s."organizationId"')}`,
    [id],
  )
  return image
}
