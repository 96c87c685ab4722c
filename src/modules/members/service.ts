import { authorizeOrganization } from '../../access/authorize.ts'
import type { Member } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'

/** Throws NOT_FOUND or FORBIDDEN unless the viewer is that member or may list the members of the organization. */
export async function authorizeMember(
  context: Context,
  organizationId: string,
  userId: string,
): Promise<void> {
  await loadOrganization(context, organizationId)
  authorizeOrganization(context, organizationId, { own: userId === memberOf(context).userId })
}

/** Records the time of a visit of the caller. */
export async function recordOrganizationVisit(context: Context, organizationId: string): Promise<Member> {
  await loadOrganization(context, organizationId)
  return context.database.transaction((transaction) =>
    transaction.member.update({
      where: { organizationId_userId: { organizationId, userId: memberOf(context).userId } },
      data: { lastSeenAt: new Date() },
    }),
  )
}
