import { isDeepStrictEqual } from 'node:util'
import type { PageState } from './content-snapshot.ts'
import { mergeFrontMatter } from './merge-front-matter.ts'
import {
  areEqual,
  type MergeProgress,
  mergeDocument,
  mergeFields,
  mergeGit,
  mergeMembers,
  type Sides,
  type Subject,
} from './merge-state.ts'

/** The members of a page that are merged individually. */
export const pageFields = [
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'target',
  'computed',
  'computedSeed',
] as const satisfies readonly (keyof PageState)[]

const positionMembers = ['parentId', 'position'] as const satisfies readonly (keyof PageState)[]

const edited = [...pageFields, ...positionMembers, 'documentId', 'frontMatter'] as const

/** Returns whether a page was edited or moved. Dates and git metadata are ignored. */
export const isEdited = (before: PageState, after: PageState): boolean => !areEqual(before, after, edited)

export const pageSubject = ({ pageId, title }: PageState): Subject => ({
  object: 'PAGE',
  objectId: pageId,
  title,
})

/** Returns the parent and position of a page for a conflict. */
export const treePositionOf = ({ parentId, position }: PageState) => ({ parent: parentId, position })

/** Merges a page that all three sides have. */
export function mergePage(sides: Sides<PageState>, progress: MergeProgress): PageState {
  const { base, ours, theirs } = sides
  const subject = pageSubject(theirs)
  const fields = mergeFields(sides, pageFields, subject, progress)
  const frontMatter = mergeFrontMatter(sides, subject, progress)
  // How the title is written in the file of the page, which goes with the title.
  const { heading } = mergeMembers(sides, ['heading'], () => {})
  const documentId = mergeDocument(sides, subject, progress)
  const treePosition = mergeMembers(sides, positionMembers, () =>
    progress.conflicts.push({
      ...subject,
      kind: 'STRUCTURE',
      field: 'place',
      // A page that the base does not have has no position there.
      base: base.position === undefined ? null : treePositionOf(base),
      ours: treePositionOf(ours),
      theirs: treePositionOf(theirs),
    }),
  )
  const isNewBody = documentId !== ours.documentId && documentId !== theirs.documentId
  const merged = {
    ...theirs,
    ...fields,
    frontMatter,
    heading,
    ...treePosition,
    documentId,
    ...mergeGit(sides, isNewBody),
  }
  return dated(merged, ours, theirs)
}

/** Returns the page of ours if the merge did not change it; otherwise the merged page with the later update date. */
function dated(merged: PageState, ours: PageState, theirs: PageState): PageState {
  if (isDeepStrictEqual({ ...merged, updatedAt: ours.updatedAt }, ours)) return ours
  return { ...merged, updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt }
}
