import { organizationsWith } from '../../access/authorize.ts'
import { mayOnlyRead, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { collectionsWith, spacesWith } from '../collections/policy.ts'

/** Matches invitations by email that were not accepted, of organizations that the viewer administers. */
export const readableEmailInvites = (viewer: Viewer): Prisma.EmailInviteWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:administer') },
  acceptedAt: null,
})

/**
 * Matches invite links of organizations that the viewer administers, and of content whose links they may see. The id of a
 * link is the secret with which users join, so that no read-only token may see it.
 */
export const readableInviteLinks = (viewer: Viewer): Prisma.LinkInviteWhereInput => ({
  organizationId: { in: mayOnlyRead(viewer) ? [] : visibleOrganizations(viewer) },
  OR: [
    {
      spaceId: null,
      collectionId: null,
      organizationId: { in: organizationsWith(viewer, 'organization:administer') },
    },
    {
      space: {
        deletedAt: null,
        ...spacesWith(viewer, 'space:view-invite-links'),
      },
    },
    {
      collection: {
        deletedAt: null,
        ...collectionsWith(viewer, 'collection:view-invite-links'),
      },
    },
  ],
})

/** Matches those of them that still lead to content of their organization: a space can be moved to another. */
export const usableInviteLinks = (viewer: Viewer): Prisma.LinkInviteWhereInput => ({
  AND: [
    readableInviteLinks(viewer),
    {
      OR: [
        { spaceId: null, collectionId: null },
        ...visibleOrganizations(viewer).flatMap((organizationId) => [
          { organizationId, space: { organizationId } },
          { organizationId, collection: { organizationId } },
        ]),
      ],
    },
  ],
})
