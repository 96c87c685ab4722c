import { mayOnOrganization } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** The members of organizations whose members the viewer may list. */
export const readableMembers = (viewer: Viewer): Prisma.MemberWhereInput => ({
  organizationId: {
    in: [...viewer.memberships.keys()].filter((id) =>
      mayOnOrganization(viewer, 'organization:list-members', id),
    ),
  },
})
