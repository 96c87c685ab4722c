import { isDeepStrictEqual } from 'node:util'
import {
  type MergeProgress,
  mergeDocument,
  mergeFields,
  mergeGit,
  mergeMembers,
  type Sides,
  type Subject,
} from './merge-state.ts'
import type { PageState } from './types.ts'

/** The members of a page that are merged each by itself. */
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

const place = ['parentId', 'position'] as const satisfies readonly (keyof PageState)[]

const edited = [...pageFields, ...place, 'documentId'] as const

/** Whether somebody did something to a page; dates and git say nothing of that. */
export const isEdited = (before: PageState, after: PageState): boolean =>
  before !== after && edited.some((name) => !isDeepStrictEqual(before[name], after[name]))

export const pageSubject = ({ pageId, title }: PageState): Subject => ({
  object: 'PAGE',
  objectId: pageId,
  title,
})

/** Where a page stands, as a conflict shows it. */
export const placeOf = ({ parentId, position }: PageState) => ({ parent: parentId, position })

/** Merges a page that all three sides have. */
export function mergePage(sides: Sides<PageState>, progress: MergeProgress): PageState {
  const { base, ours, theirs } = sides
  const subject = pageSubject(theirs)
  const fields = mergeFields(sides, pageFields, subject, progress)
  const documentId = mergeDocument(sides, subject, progress)
  const stands = mergeMembers(sides, place, () =>
    progress.conflicts.push({
      ...subject,
      kind: 'STRUCTURE',
      field: 'place',
      // A page that only the two sides have stands nowhere in their base.
      base: base.position === undefined ? null : placeOf(base),
      ours: placeOf(ours),
      theirs: placeOf(theirs),
    }),
  )
  const isNewBody = documentId !== ours.documentId && documentId !== theirs.documentId
  const merged = { ...theirs, ...fields, ...stands, documentId, ...mergeGit(sides, isNewBody) }
  return dated(merged, ours, theirs)
}

/** A page that came out as ours has it is that page; else it changed when the later of the two did. */
function dated(merged: PageState, ours: PageState, theirs: PageState): PageState {
  if (isDeepStrictEqual({ ...merged, updatedAt: ours.updatedAt }, ours)) return ours
  return { ...merged, updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt }
}
