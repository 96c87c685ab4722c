import { organizationsWith } from '../../access/authorize.ts'
import { noRows, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/**
 * Matches the viewer, and all users who share an organization with the viewer. Visitors of a site see those whom the content
 * mentions that they are shown.
 */
export function readableUsers(viewer: Viewer): Prisma.UserWhereInput {
  const memberships = { some: { organizationId: { in: visibleOrganizations(viewer) } } }
  return viewer.kind === 'visitor'
    ? { id: { in: [...viewer.visit.shown.values()].flatMap(({ users }) => [...users]) }, memberships }
    : { OR: [{ id: viewer.userId }, { memberships }] }
}

/** Matches the viewer, and the members of the organizations whose members the viewer may list. Guests list none, nor do visitors. */
export const usersWithVisibleEmail = (viewer: Viewer): Prisma.UserWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : {
        OR: [
          { id: viewer.userId },
          {
            memberships: {
              some: { organizationId: { in: organizationsWith(viewer, 'organization:list-members') } },
            },
          },
        ],
      }

/**
 * Matches also the users who left but wrote something that the viewer may read: their name and picture stay with it.
 * Their email address does not, which is shown for `usersWithVisibleEmail` only. Visitors of a site read nothing that users wrote
 * beside content.
 */
export const knownUsers = (viewer: Viewer): Prisma.UserWhereInput => {
  if (viewer.kind === 'visitor') return readableUsers(viewer)
  const space = readableSpaces(viewer)
  const changeRequest = { space }
  return {
    OR: [
      readableUsers(viewer),
      { comments: { some: { space } } },
      { resolvedComments: { some: { space } } },
      { commentReplies: { some: { comment: { space } } } },
      { reactions: { some: { OR: [{ comment: { space } }, { reply: { comment: { space } } }] } } },
      { changeRequests: { some: changeRequest } },
      { mergedChangeRequests: { some: changeRequest } },
      { revisions: { some: { branch: { kind: 'CHANGE_REQUEST' }, space } } },
      { reviews: { some: { changeRequest } } },
      { reviewsRequested: { some: { changeRequest } } },
      { reviewRequests: { some: { changeRequest } } },
      { reviewRequestsMade: { some: { changeRequest } } },
      {
        emailInvites: {
          some: { organizationId: { in: organizationsWith(viewer, 'organization:administer') } },
        },
      },
    ],
  }
}
