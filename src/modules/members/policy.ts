import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the members of organizations whose members the viewer may list. */
export const readableMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-members') },
})

/** Matches the members that the viewer may read by id: also their own memberships. */
export const visibleMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  OR: [
    readableMembers(viewer),
    { userId: viewer.userId, organizationId: { in: organizationsWith(viewer, 'organization:view') } },
  ],
})

/** To read of a member what not every member of the organization may. */
export const memberPermission = { self: 'organization:view', others: 'organization:list-members' } as const
