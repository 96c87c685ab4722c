import { serviceUnavailable } from '../../admission/reasons.ts'
import type { GitEntry, GitProblem } from '../../formats/git/types.ts'
import type { GitLink, Space } from '../../generated/prisma/client.ts'
import type { BlobReader } from '../../git/blobs.ts'
import type { GitRepository } from '../../git/repository.ts'
import { ConcurrencyLimiter } from '../../workers/concurrency-limiter.ts'
import type { GitPlace, SyncServices } from './connection.ts'
import { mergesAtOnce } from './limits.ts'
import type { SyncReport } from './report.ts'
import type { RevisionOfContent } from './space-content.ts'

/** A sync that goes on, or the trial of one. */
export interface SyncSession extends SyncServices {
  /** Null for a sync with a branch that the space is not connected with. */
  readonly connection: GitLink | null
  /** The message of the commit that it writes, if it is not that of a revision. */
  readonly message?: string | undefined
  readonly space: Space
  readonly place: GitPlace
  readonly copy: GitRepository
  readonly blobs: BlobReader
  readonly signal: AbortSignal
  /** Whether nothing is written, but for the copy on this server. */
  readonly isTrial: boolean
  /** The reading and merging that is done, and all of it. */
  readonly onProgress: (done: number, total: number) => void
  readonly report: SyncReport
}

/** A commit and a revision that have the same content, and the files of the commit. */
export interface Standing {
  /** Undefined before the first commit of a branch. */
  readonly commit: string | undefined
  readonly revision: RevisionOfContent
  readonly entries: readonly GitEntry[]
  /** Whether the revision has more than the commit, because that could not be pushed. */
  readonly isAhead: boolean
  /** Who wrote that, each as `Name <address>`. */
  readonly aheadAuthors?: readonly string[]
}

const merges = new ConcurrencyLimiter({
  name: 'git merges',
  maxConcurrent: mergesAtOnce,
  maxConcurrentOfOwner: 1,
  maxQueued: Number.POSITIVE_INFINITY,
  queueFull: () => serviceUnavailable('SERVER_BUSY'),
})

/** Runs what reads or writes whole contents, in one of the slots that the syncs of this process share. */
export const inMergeSlot = <Result>(
  { signal, space }: Pick<SyncSession, 'signal' | 'space'>,
  run: () => Promise<Result>,
): Promise<Result> => merges.run(run, { owner: space.id, signal })

/** Adds problems to the report, each file and cause once. */
export function addProblems({ report }: SyncSession, problems: readonly GitProblem[]): void {
  for (const problem of problems) {
    const isKnown = report.problems.some(
      ({ code, file, line }) => code === problem.code && file === problem.file && line === problem.line,
    )
    if (!isKnown) report.problems.push(problem)
  }
}
