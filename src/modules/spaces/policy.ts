import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { administrableContentOfSpaces, contentOfSpaces } from '../collections/policy.ts'
import { endOfRetention } from './retention.ts'

/** The spaces the viewer may read. Deleted ones are in no list and open to no operation. */
export const readableSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: null,
  ...contentOfSpaces(viewer),
})

/** Deleted spaces that the viewer may restore. */
const restorableSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: { gte: endOfRetention(new Date()) },
  ...administrableContentOfSpaces(viewer),
})

/** The spaces the viewer may read by id: deleted ones too, if they may administer them. */
export const readableSpacesWithDeleted = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  OR: [readableSpaces(viewer), restorableSpaces(viewer)],
})
