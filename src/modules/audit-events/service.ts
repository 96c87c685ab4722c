import { authorizeOrganization } from '../../access/authorize.ts'
import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'

export const exportLifetimeSeconds = 600

/** Loads an organization. Throws FORBIDDEN for members who do not administer it. */
export async function loadAdministered(context: Context, organizationId: string): Promise<Organization> {
  const organization = await loadOrganization(context, organizationId)
  authorizeOrganization(context, organization.id)
  return organization
}

/** The times between which events are listed or exported, both included. */
export interface Period {
  readonly from?: Date | null
  readonly to?: Date | null
}

/** Creates a URL to download the events of an organization. */
export async function createExportLink(
  context: Context,
  organizationId: string,
  { from, to }: Period,
): Promise<string> {
  const { id } = await loadAdministered(context, organizationId)
  const period = { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) }
  return signUrl(context, `/audit-events/${id}`, period, expiryAfter(exportLifetimeSeconds))
}
