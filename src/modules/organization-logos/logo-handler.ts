import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { imageHandler, type ServedFile } from '../content/image-handler.ts'
import { uploadedLogoId } from '../organizations/uploaded-logos.ts'

/** Serves the uploaded logos of organizations: `GET /organization-logos/<logo>/<name>`. */
export const createLogoHandler = ({ config, database }: { config: Config; database: Database }) =>
  imageHandler(config, (address) => findLogo(database, address))

async function findLogo({ query }: Database, address: string): Promise<ServedFile | undefined> {
  const id = uploadedLogoId(address)
  if (id === undefined) return undefined
  const [image] = await query<ServedFile>(
    `SELECT l.name, l."contentType", b.hash, b.size FROM "OrganizationLogo" l JOIN "Blob" b ON b.hash = l."blobHash"
     JOIN "Organization" o ON o.id = l."organizationId"
     WHERE l.id = $1 AND position(l.id IN coalesce(o.logo, '')) > 0 AND ${isExistingOrganization('o.id')}`,
    [id],
  )
  return image
}
