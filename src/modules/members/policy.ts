import { mayOnOrganization, organizationsWith } from '../../access/authorize.ts'
import { type Member, noRows, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Matches the members of organizations whose members the viewer may list. */
const readableMembers = (viewer: Viewer) => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-members') },
})

/**
 * Matches also the members whom a guest meets: the guest, the members of the guest's teams, and those who commented on
 * spaces that the guest may read. Visitors of a site meet nobody.
 */
export const visibleMembers = (viewer: Viewer): Prisma.MemberWhereInput =>
  viewer.kind === 'visitor' ? noRows : { OR: [readableMembers(viewer), ...membersMetByGuest(viewer)] }

/** Matches the rows by which the members of teams that `visibleMembers` matches are in them. */
export const visiblePlacesInTeams = (viewer: Viewer): Prisma.TeamMemberWhereInput =>
  viewer.kind === 'visitor'
    ? { teamId: { in: [] } }
    : {
        OR: [
          { team: readableMembers(viewer) },
          ...membersMetByGuest(viewer).map((met) => ({
            team: { organizationId: met.organizationId },
            user: { memberships: { some: met } },
          })),
        ],
      }

/** Returns for each organization where the viewer is a guest what matches the members whom they meet. */
const membersMetByGuest = (guest: Member) =>
  visibleOrganizations(guest)
    .filter((organizationId) => !mayOnOrganization(guest, 'organization:list-members', organizationId))
    .map((organizationId) => ({ organizationId, OR: metByGuest(guest, organizationId) }))

function metByGuest(guest: Member, organizationId: string): Prisma.MemberWhereInput[] {
  const teams = [...guest.teams].filter(([, team]) => team.organizationId === organizationId)
  const written = { some: { space: { AND: [{ organizationId }, readableSpaces(guest)] } } }
  return [
    { userId: guest.userId },
    { user: { teamMemberships: { some: { teamId: { in: teams.map(([id]) => id) } } } } },
    { user: { comments: written } },
    { user: { commentReplies: { some: { comment: written.some } } } },
  ]
}

/** Matches the members of whom the viewer may read what `memberPermission` protects: also themselves. */
export const openMembers = (viewer: Viewer): Prisma.MemberWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : {
        OR: [
          readableMembers(viewer),
          { organizationId: { in: visibleOrganizations(viewer) }, userId: viewer.userId },
        ],
      }

/** To read of a member what not every member of the organization may. */
export const memberPermission = { self: 'organization:view', others: 'organization:list-members' } as const
