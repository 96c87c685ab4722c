import type { RunStatement } from '../../database/rows.ts'
import type { Body, StoredDocument } from '../../formats/body/documents.ts'
import type { ReadSides } from '../../formats/git/read-sides.ts'
import type { GitContent } from '../../formats/git/types.ts'
import { mergeBodies } from '../../formats/merge/merge-bodies.ts'
import { mergeContent } from '../../formats/merge/merge-content.ts'
import { mergeVariables } from '../../formats/merge/merge-variables.ts'
import type { ContentConflict } from '../../formats/merge/types.ts'
import { differences } from '../content/differences.ts'
import { readBodies } from '../content/snapshots.ts'

/** The content that both sides get. */
export interface MergedContent {
  readonly content: GitContent
  /** Bodies that the space does not have yet. */
  readonly documents: readonly StoredDocument[]
  readonly conflicts: readonly ContentConflict[]
}

interface MergeSides {
  readonly base: GitContent
  /** The content of the branch. */
  readonly git: GitContent
  /** The content of the space, which a conflict leaves as it is. */
  readonly live: GitContent
  /** The bodies that were read from files. */
  readonly read: ReadSides['bodies']
  readonly owner: string
}

/** Merges the content of a branch into that of the space. Of a conflict the result has what the space has. */
export async function mergeGit(
  run: RunStatement,
  { base, git, live, read, owner }: MergeSides,
): Promise<MergedContent> {
  const sides = { base, ours: git, theirs: live }
  const { content, created, conflicts } = await mergeContents(run, sides, { read, owner })
  return { content, documents: [...usedDocuments(content, read), ...created.values()], conflicts }
}

/** Merges two contents with a common base. Of a conflict the result has what `theirs` has. */
export async function mergeContents(
  run: RunStatement,
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', GitContent>>,
  { read, owner }: Pick<MergeSides, 'read' | 'owner'>,
): Promise<Omit<MergedContent, 'documents'> & { readonly created: ReadonlyMap<string, StoredDocument> }> {
  const sides = { base: base.snapshot, ours: ours.snapshot, theirs: theirs.snapshot }
  const bodies = new Map<string, Body>([...(await readBodies(run, sides)), ...read])
  const mergedBodies = await mergeBodies(sides, bodies, owner)
  const merged = await mergeContent({ ...sides, bodies, mergedBodies })
  const { pages, files, reusable, bodies: created, conflicts } = merged
  const variables = mergeVariables({
    base: base.variables,
    ours: ours.variables,
    theirs: theirs.variables,
  })
  return {
    content: { snapshot: { pages, files, reusable }, variables: variables.variables },
    created,
    conflicts: [...conflicts, ...variables.conflicts],
  }
}

export function isSameContent(one: GitContent, other: GitContent): boolean {
  const { pages, files, reusable } = differences(one.snapshot, other.snapshot)
  return (
    [pages, files, reusable].every(({ written, removed }) => written.length + removed.length === 0) &&
    JSON.stringify(one.variables) === JSON.stringify(other.variables)
  )
}

/** Returns the bodies that were read from files and that content has. */
export function usedDocuments({ snapshot }: GitContent, read: ReadSides['bodies']): StoredDocument[] {
  const states = [...snapshot.pages.values(), ...snapshot.reusable.values()]
  const ids = new Set(states.flatMap(({ documentId }) => documentId ?? []))
  return [...ids].flatMap((id) => read.get(id) ?? [])
}
