import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the organizations that the viewer is an active member of. */
export const readableOrganizations = (viewer: Viewer): Prisma.OrganizationWhereInput => ({
  id: { in: [...viewer.memberships.keys()] },
})
