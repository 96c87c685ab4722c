import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the viewer, and all users who share an organization with the viewer. */
export const readableUsers = (viewer: Viewer): Prisma.UserWhereInput => ({
  OR: [
    { id: viewer.userId },
    { memberships: { some: { organizationId: { in: [...viewer.memberships.keys()] } } } },
  ],
})
