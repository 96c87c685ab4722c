import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { type ImageInput, storeImage } from '../content/sent-images.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { uploadedLogo } from '../organizations/uploaded-logos.ts'

/** Makes a picture the logo of an organization, in place of the one that it had. */
export async function uploadOrganizationLogo(
  context: Context,
  organizationId: string,
  input: ImageInput,
): Promise<Organization> {
  // Nothing of those who may not change the organization is stored.
  await loadAuthorizedOrganization(context, organizationId)
  const { name, contentType, blobHash } = await storeImage(context, input)
  const id = newId('OrganizationLogo')
  return context.database.transaction(async (transaction) => {
    const organization = await transaction.organization.update({
      where: { id: organizationId },
      data: { logo: uploadedLogo({ id, name }) },
    })
    await transaction.organizationLogo.deleteMany({ where: { organizationId } })
    await transaction.organizationLogo.create({ data: { id, organizationId, name, contentType, blobHash } })
    return organization
  })
}

/** Deletes the pictures of organizations that have another logo by now, or none. */
export async function removeUnusedLogos(database: Pick<Database, 'write'>): Promise<void> {
  await database.write(
    `DELETE FROM "OrganizationLogo" l USING "Organization" o
     WHERE o.id = l."organizationId" AND position(l.id IN coalesce(o.logo, '')) = 0 RETURNING l.id`,
    [],
  )
}
