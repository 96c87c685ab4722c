import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { spacesWithAdministerRole, spacesWithViewRole } from '../collections/policy.ts'
import { retentionStart } from '../organizations/retention.ts'

/** Matches the spaces that the viewer may read, without deleted ones. */
export const readableSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: null,
  ...spacesWithViewRole(viewer),
})

/** Matches the deleted spaces that the viewer may restore. */
export const restorableSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: { gte: retentionStart(new Date()) },
  ...spacesWithAdministerRole(viewer),
})

/** Matches the spaces that the viewer may read by id: also deleted ones that the viewer may restore. */
export const readableSpacesWithDeleted = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  OR: [readableSpaces(viewer), restorableSpaces(viewer)],
})
