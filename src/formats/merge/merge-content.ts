import { isDeepStrictEqual } from 'node:util'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { FileState, ReusableState } from './content-snapshot.ts'
import { isEdited, mergePage, pageSubject, treePositionOf } from './merge-pages.ts'
import { mergePresence } from './merge-presence.ts'
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
import { mergeStructure } from './merge-structure.ts'
import type { ContentConflict, MergeInput, MergeResult } from './types.ts'

/**
 * Merges the primary content (ours) and the content of a change request (theirs), which have a common base. A change of
 * structure, members or body lines by one side only is applied. Different changes by both sides are a conflict, for
 * which the result has the version of theirs. Other requests are answered between the steps.
 */
export async function mergeContent(input: MergeInput): Promise<MergeResult> {
  const steps = mergeSteps(input)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldToEventLoop()
  }
}

/** Merges like `mergeContent`, one step at a time. It is pure, and its result does not depend on the order of the maps. */
export function* mergeSteps({
  base,
  ours,
  theirs,
  bodies,
  mergedBodies = new Map(),
}: MergeInput): Generator<void, MergeResult> {
  const progress: MergeProgress = { bodies, mergedBodies, created: new Map(), conflicts: [] }
  const pages = yield* mergePresence(
    { base: base.pages, ours: ours.pages, theirs: theirs.pages },
    { isEdited, merge: mergePage, subject: pageSubject, summarize: treePositionOf },
    progress,
  )
  const { conflicts } = progress
  mergeStructure({
    base: base.pages,
    ours: ours.pages,
    theirs: theirs.pages,
    merged: pages,
    conflicts,
    displaced: new Set(),
  })
  const files = yield* mergePresence(
    { base: base.files, ours: ours.files, theirs: theirs.files },
    {
      isEdited: (before, after) => !areEqual(before, after, ['name', 'contentType', ...bytes]),
      merge: mergeFile,
      subject: fileSubject,
      summarize: ({ name }) => ({ name }),
    },
    progress,
  )
  const reusable = yield* mergePresence(
    { base: base.reusable, ours: ours.reusable, theirs: theirs.reusable },
    {
      isEdited: (before, after) => !areEqual(before, after, ['title', 'documentId']),
      merge: mergeReusable,
      subject: reusableSubject,
      summarize: ({ title }) => ({ title }),
    },
    progress,
  )
  return { pages, files, reusable, bodies: progress.created, conflicts: inFixedOrder(conflicts) }
}

const bytes = ['blobHash', 'width', 'height'] as const

const fileSubject = ({ fileId, name }: FileState): Subject => ({
  object: 'FILE',
  objectId: fileId,
  title: name,
})

function mergeFile(sides: Sides<FileState>, progress: MergeProgress): FileState {
  const { base, ours, theirs } = sides
  const subject = fileSubject(theirs)
  const fields = mergeFields(sides, ['name', 'contentType'], subject, progress)
  const content = mergeMembers(sides, bytes, () =>
    progress.conflicts.push({
      ...subject,
      kind: 'FIELD',
      field: 'content',
      base: base.blobHash ?? null,
      ours: ours.blobHash,
      theirs: theirs.blobHash,
    }),
  )
  const merged = { ...theirs, ...fields, ...content, ...mergeGit(sides, false) }
  return isDeepStrictEqual(merged, ours) ? ours : merged
}

const reusableSubject = ({ reusableId, title }: ReusableState): Subject => ({
  object: 'REUSABLE_CONTENT',
  objectId: reusableId,
  title,
})

function mergeReusable(sides: Sides<ReusableState>, progress: MergeProgress): ReusableState {
  const { ours, theirs } = sides
  const subject = reusableSubject(theirs)
  const fields = mergeFields(sides, ['title'], subject, progress)
  const documentId = mergeDocument(sides, subject, progress)
  const isNewBody = documentId !== ours.documentId && documentId !== theirs.documentId
  const merged = { ...theirs, ...fields, documentId, ...mergeGit(sides, isNewBody) }
  return isDeepStrictEqual(merged, ours) ? ours : merged
}

const kinds = ['STRUCTURE', 'FIELD', 'BODY']
const objects = ['PAGE', 'FILE', 'REUSABLE_CONTENT']

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts conflicts. Conflicts within a body are already in line order, which the stable sort keeps. */
const inFixedOrder = (conflicts: readonly ContentConflict[]): ContentConflict[] =>
  [...conflicts].sort(
    (a, b) =>
      objects.indexOf(a.object) - objects.indexOf(b.object) ||
      compare(a.objectId, b.objectId) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      compare(a.field ?? '', b.field ?? ''),
  )
