import { assertPermission, mayOnOrganization, organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the members of organizations whose members the viewer may list. */
export const readableMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-members') },
})

/** What is told of a member only to those who may list the members of the organization, and to that member. */
export function authorizeMember(
  viewer: Viewer,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): void {
  const permission = 'organization:list-members'
  assertPermission(
    userId === viewer.userId || mayOnOrganization(viewer, permission, organizationId),
    permission,
  )
}
