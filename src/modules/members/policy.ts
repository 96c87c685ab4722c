import { mayOnOrganization, organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Matches the members of organizations whose members the viewer may list. */
export const readableMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-members') },
})

/**
 * Matches also the members whom a guest meets: the guest, the members of the guest's teams, and those who commented on
 * spaces that the guest may read.
 */
export const visibleMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  OR: [
    readableMembers(viewer),
    ...[...viewer.memberships.keys()]
      .filter((organizationId) => !mayOnOrganization(viewer, 'organization:list-members', organizationId))
      .map((organizationId) => ({ organizationId, OR: metByGuest(viewer, organizationId) })),
  ],
})

function metByGuest(viewer: Viewer, organizationId: string): Prisma.MemberWhereInput[] {
  const teams = [...viewer.teams].filter(([, team]) => team.organizationId === organizationId)
  const written = { some: { space: { AND: [{ organizationId }, readableSpaces(viewer)] } } }
  return [
    { userId: viewer.userId },
    { user: { teamMemberships: { some: { teamId: { in: teams.map(([id]) => id) } } } } },
    { user: { comments: written } },
    { user: { commentReplies: { some: { comment: written.some } } } },
  ]
}

/** To read of a member what not every member of the organization may. */
export const memberPermission = { self: 'organization:view', others: 'organization:list-members' } as const
