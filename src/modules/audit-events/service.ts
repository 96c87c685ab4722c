import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import type { Context } from '../../request/context.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'

export const exportLifetimeSeconds = 600

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
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  const period = { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) }
  return signUrl(context, `/audit-events/${id}`, period, expiryAfter(exportLifetimeSeconds))
}
