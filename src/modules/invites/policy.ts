import { organizationsWith } from '../../access/authorize.ts'
import { permissionTable } from '../../access/permissions.ts'
import { isReadOnly } from '../../access/tokens.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { contentWithRole } from '../collections/policy.ts'

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
  organizationId: { in: isReadOnly(viewer.scopes) ? [] : [...viewer.memberships.keys()] },
  OR: [
    {
      spaceId: null,
      collectionId: null,
      organizationId: { in: organizationsWith(viewer, 'organization:administer') },
    },
    {
      space: {
        deletedAt: null,
        ...contentWithRole(viewer, viewer.grants.spaces, permissionTable['space:view-invite-links']),
      },
    },
    {
      collection: {
        deletedAt: null,
        ...contentWithRole(
          viewer,
          viewer.grants.collections,
          permissionTable['collection:view-invite-links'],
        ),
      },
    },
  ],
})
