import { noRows, type ShownContent, shownIn, type Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Where } from '../../graph/sql/where.ts'
import { readableSpaces } from '../spaces/policy.ts'
import type { ReadAs } from './located-content.ts'

/**
 * Returns the filter for revisions of spaces that the viewer may read. Visitors of a site read the revision that a space
 * publishes, and no earlier one.
 */
export const readableRevisions = (viewer: Viewer): Prisma.RevisionWhereInput =>
  viewer.kind === 'visitor' ? { activeIn: readableSpaces(viewer) } : { space: readableSpaces(viewer) }

/** Returns the filter for content of readable revisions: visitors of a site see what is shown of each. */
const shownToVisitors =
  (column: 'fileId' | 'reusableId', idsOf: (shown: ShownContent) => ReadonlySet<string>) =>
  (viewer: Viewer): Where =>
    viewer.kind === 'visitor'
      ? {
          OR: [
            noRows,
            ...[...viewer.visit.shown].map(([revisionId, shown]) => ({
              revisionId,
              [column]: { in: [...idsOf(shown)] },
            })),
          ],
        }
      : {}

/** Returns the filter for files: visitors see those that shown content refers to. */
export const readableFiles = shownToVisitors('fileId', ({ files }) => files)

/** Returns the filter for reusable contents: visitors see those that are included. */
export const readableReusableContents = shownToVisitors(
  'reusableId',
  ({ reusableContents }) => reusableContents,
)

/** Returns whether the viewer may read a file of a readable revision. */
export const mayReadFile = (viewer: Viewer, revisionId: string, { fileId }: { fileId: string }): boolean =>
  viewer.kind === 'member' || shownIn(viewer.visit, revisionId).files.has(fileId)

/** Returns whether the viewer may read a reusable content of a readable revision: visitors see those that are shown. */
export const mayReadReusableContent = (
  viewer: Viewer,
  revisionId: string,
  { reusableId }: { reusableId: string },
): boolean => viewer.kind === 'member' || shownIn(viewer.visit, revisionId).reusableContents.has(reusableId)

/** Selects a revision of a space, the head of a change request (by id or number), or the active revision. */
export interface RevisionAddress {
  readonly spaceId: string
  readonly revisionId?: string | null
  readonly changeRequestId?: string | null
}

/** Returns how an address selects a revision. */
export const selectionOf = ({ revisionId, changeRequestId }: RevisionAddress): ReadAs | undefined => {
  if (revisionId) return undefined
  return changeRequestId ? 'CHANGE_REQUEST' : 'LIVE'
}

export const revisionAt = (viewer: Viewer, address: RevisionAddress): Prisma.RevisionWhereInput => ({
  AND: [namedRevision(address), readableRevisions(viewer)],
})

function namedRevision({ spaceId, revisionId, changeRequestId }: RevisionAddress): Prisma.RevisionWhereInput {
  if (!revisionId && !changeRequestId) return { activeIn: { id: spaceId } }
  return {
    spaceId,
    id: revisionId || undefined,
    headOf: changeRequestId ? { spaceId, ...changeRequestNamed(changeRequestId) } : undefined,
  }
}

const largestNumber = 2 ** 31 - 1

/** Returns the filter for a change request by its id or number. Ids never consist of digits only. */
export function changeRequestNamed(name: string): { id: string } | { number: number } {
  const isNumber = /^[1-9]\d{0,9}$/.test(name) && Number(name) <= largestNumber
  return isNumber ? { number: Number(name) } : { id: name }
}
