import type { Problem } from '../../base/templates.ts'
import { type GitError, type GitFailure, gitFailures } from '../../git/git-error.ts'
import { gitProblem } from '../../git/problems.ts'
import { gitSyncProblem } from './problems.ts'
import { type GitStateCode, type SyncState, stateOf } from './states.ts'

/** Sentences about the failures that have no state of their own. */
const unnamed = {
  DISK_FULL: gitProblem('GIT_DISK_FULL', gitFailures.DISK_FULL),
  CACHE_BROKEN: gitProblem('GIT_COPY_BROKEN', gitFailures.CACHE_BROKEN),
  CANCELED: gitProblem('GIT_CANCELED', gitFailures.CANCELED),
} satisfies Partial<Record<GitFailure, Problem>>

const isUnnamed = (failure: GitFailure): failure is keyof typeof unnamed => failure in unnamed

/** Returns the state that a failure of git leaves. */
export function stateOfGitError({ failure, detail, problem: cause }: GitError): SyncState {
  if (!isUnnamed(failure)) {
    const code: GitStateCode = failure === 'REF_GONE' ? 'BRANCH_GONE' : failure
    return stateOf(code, cause ?? { quote: detail })
  }
  const about = unnamed[failure]
  if (detail === '') return stateOf('FAILED', about)
  const message = `${about.message} ${detail}`
  return stateOf(
    'FAILED',
    cause
      ? gitSyncProblem('GIT_STATE_DETAILED', message, { problem: about, cause })
      : gitSyncProblem('GIT_STATE_QUOTED', message, { problem: about, quote: detail }),
  )
}
