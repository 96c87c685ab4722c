import { isMember, tokenAllowsOrganization } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { loadOrganization } from '../organizations/service.ts'
import { admitViewer, assertJoinable } from './admission.ts'

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

async function domainOfViewer(context: Context): Promise<string> {
  const { email } = await context.database.prisma.user.findUniqueOrThrow({
    where: { id: memberOf(context).userId },
  })
  return domainOf(email)
}

const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

/**
 * Returns the organizations that users of an email domain may join, or none if the caller's email address has another
 * domain. Throws NOT_FOUND for an invalid domain.
 */
export async function organizationsOfDomain(context: Context, domain: string): Promise<Organization[]> {
  if (!hostName.test(domain)) throw notFound()
  if ((await domainOfViewer(context)) !== domain.toLowerCase()) return []
  const organizations = await context.database.prisma.organization.findMany({
    where: { provenEmailDomains: { has: domain.toLowerCase() }, deletedAt: null },
    orderBy: { id: 'asc' },
  })
  return organizations.filter(({ id }) => tokenAllowsOrganization(memberOf(context), id))
}

/** Makes the caller a member, with the default role, of an organization that allows their email domain. */
export async function joinByDomain(context: Context, organizationId: string): Promise<Organization> {
  const viewer = memberOf(context)
  // Existing members keep their role.
  if (isMember(viewer, organizationId)) return loadOrganization(context, organizationId)
  if (!tokenAllowsOrganization(viewer, organizationId)) throw notFound()
  const organization = await context.database.prisma.organization.findFirst({
    where: {
      id: organizationId,
      deletedAt: null,
      provenEmailDomains: { has: await domainOfViewer(context) },
    },
  })
  if (!organization) throw notFound()
  assertJoinable(organization)
  await context.database.transaction((transaction) =>
    admitViewer(context, transaction, {
      organizationId: organization.id,
      userId: viewer.userId,
      role: organization.defaultRole,
    }),
  )
  return organization
}
