import type { GitProblem } from '../../formats/git/types.ts'

/** A change that a sync makes, or would make, on one of the sides. */
export interface ReportedChange {
  readonly side: 'SPACE' | 'BRANCH'
  readonly kind: 'ADDED' | 'CHANGED' | 'MOVED' | 'REMOVED'
  /** The path of a file of the branch, or the title of an object of the space. */
  readonly name: string
  /** The former path of a file that moves. */
  readonly from?: string
}

/** The results of a sync. They are filled in while it goes on. */
export interface SyncReport {
  isTrial: boolean
  /** The first changes of both sides, and the number of all. */
  changes: ReportedChange[]
  changeCount: number
  /** The revision that took the changes of the branch. */
  revisionId: string | null
  /** The commits that were pushed. */
  pushedCommits: number
  /** The commit that both sides have. */
  commitOid: string | null
  conflictCount: number
  /** The change request with the conflicts. */
  changeRequestId: string | null
  /** The branch that keeps what the branch had before the first sync. */
  keptBranch: string | null
  isHistoryRewritten: boolean
  problems: GitProblem[]
}

export const newReport = (isTrial: boolean): SyncReport => ({
  isTrial,
  changes: [],
  changeCount: 0,
  revisionId: null,
  pushedCommits: 0,
  commitOid: null,
  conflictCount: 0,
  changeRequestId: null,
  keptBranch: null,
  isHistoryRewritten: false,
  problems: [],
})
