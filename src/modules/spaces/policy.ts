import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { contentOfSpaces } from '../collections/policy.ts'

/** The spaces the viewer may read. Deleted ones are in no list and open to no operation. */
export const readableSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: null,
  ...contentOfSpaces(viewer),
})

/** The spaces the viewer may read by id: deleted ones too, which those who administer them may restore. */
export const readableSpacesWithDeleted = (viewer: Viewer): Prisma.SpaceWhereInput => contentOfSpaces(viewer)
