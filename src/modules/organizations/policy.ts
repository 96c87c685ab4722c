import { noRows, type Viewer, visibleOrganizations } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { retentionStart } from './retention.ts'

/** Matches the organizations that the viewer is an active member of, or whose site they visit. */
export const readableOrganizations = (viewer: Viewer): Prisma.OrganizationWhereInput => ({
  id: { in: visibleOrganizations(viewer) },
})

/** Matches the deleted organizations that the viewer administers, as long as they can be restored. */
export const restorableOrganizations = (viewer: Viewer): Prisma.OrganizationWhereInput =>
  viewer.kind === 'visitor'
    ? noRows
    : {
        id: { in: [...viewer.deletedOrganizations] },
        deletedAt: { gte: retentionStart(new Date()) },
      }
