import { type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the organizations that the viewer is an active member of, or whose site they visit. */
export const readableOrganizations = (viewer: Viewer): Prisma.OrganizationWhereInput => ({
  id: { in: visibleOrganizations(viewer) },
})
