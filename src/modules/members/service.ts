import { authorizeOrganization } from '../../access/authorize.ts'
import { notFound } from '../../base/errors.ts'
import type { Member } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'

/** Loads a member. The viewer must be that member or be allowed to list the members of the organization. */
export async function loadMember(context: Context, organizationId: string, userId: string): Promise<Member> {
  await loadOrganization(context, organizationId)
  authorizeOrganization(context, organizationId, { own: userId === memberOf(context).userId })
  const member = await context.database.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
  })
  if (!member) throw notFound()
  return member
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
