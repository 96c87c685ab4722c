import type { Body } from '../body/documents.ts'
import type { CommitTree, GitContent, GitEntry, GitProblem, GitWrite } from './types.ts'

export interface WritesRequest {
  /** The content that the branch is to have. */
  readonly content: GitContent
  /** The commit that is written upon, and its files that content stands in. */
  readonly tree: CommitTree
  readonly entries: readonly GitEntry[]
  /** The title of the space, for a new SUMMARY.md. */
  readonly title: string
  /** Whether files of the branch that content does not stand in yet are overwritten: at a first sync from the space. */
  readonly isFromSpace?: boolean
  /** Returns the bodies with these ids. */
  readonly readBodies: (documentIds: readonly string[]) => Promise<ReadonlyMap<string, Body>>
  /** Returns the ids of the pages and reusable contents whose bodies link to any of these pages, files or contents. */
  readonly linkersOf: (objectIds: readonly string[]) => Promise<readonly string[]>
  /** For whom texts are parsed. */
  readonly owner: string
}

export interface PlannedWrites {
  /** Empty if the branch says it all already. Each path is in at most one. */
  readonly writes: readonly GitWrite[]
  /** The files that content stands in after the writes. */
  readonly entries: readonly GitEntry[]
  readonly problems: readonly GitProblem[]
}

/**
 * Plans what a commit must change so that the branch says what the space has. A file whose object is unchanged is not read
 * and not written; of one with a change, only the lines are written that say it.
 */
export async function planWrites(_request: WritesRequest): Promise<PlannedWrites> {
  throw new Error('not built yet')
}
