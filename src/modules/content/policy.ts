import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** The revisions of the spaces the viewer may read. */
export const readableRevisions = (viewer: Viewer): Prisma.RevisionWhereInput => ({
  space: readableSpaces(viewer),
})

/** One revision of a space: the named one, or the active one. */
export const revisionOfSpace = (
  viewer: Viewer,
  spaceId: string,
  revisionId: string | null | undefined,
): Prisma.RevisionWhereInput => ({
  AND: [revisionId ? { id: revisionId, spaceId } : { activeIn: { id: spaceId } }, readableRevisions(viewer)],
})
