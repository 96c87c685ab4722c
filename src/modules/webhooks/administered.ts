import { authorizeOrganization } from '../../access/authorize.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'

/** Loads an organization. Throws FORBIDDEN for members who do not administer it. */
export async function administeredOrganization(
  context: Context,
  organizationId: string,
): Promise<Organization> {
  const organization = await loadOrganization(context, organizationId)
  authorizeOrganization(context, organization.id)
  return organization
}
