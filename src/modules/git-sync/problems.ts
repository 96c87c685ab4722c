import { type ProblemTable, problemsOf } from '../../base/problems.ts'
import type { Problem } from '../../base/templates.ts'
import { type FailureCode, type GitStateCode, gitStates, isFailure, type SyncState } from './states.ts'

const problemName = (code: FailureCode) => `GIT_STATE_${code}` as const

/** The states in which a sync fails: see `GIT_SYNC_FAILED`. */
export const gitSyncProblems = {
  ...(Object.fromEntries(
    Object.keys(gitStates)
      .filter((code) => isFailure(code as GitStateCode))
      .map((code) => [problemName(code as FailureCode), []]),
  ) as unknown as Readonly<Record<ReturnType<typeof problemName>, readonly []>>),
  /** There is nothing to push. */
  GIT_SPACE_EMPTY: [],
  /** A state with the words of git or of its server. */
  GIT_STATE_QUOTED: ['problem', 'quote'],
  /** A state with what is said here of this case. */
  GIT_STATE_DETAILED: ['problem', 'cause'],
} as const satisfies ProblemTable

export const gitSyncProblem = problemsOf(gitSyncProblems)

/** A state that a sync leaves which failed. */
interface FailedState extends Pick<SyncState, 'message' | 'problem'> {
  readonly code: FailureCode
}

/** Returns a failure as a problem, whose words in English are `words`. */
export function problemOfFailure({ code, message, problem: cause }: FailedState, words: string): Problem {
  const problem = gitSyncProblem(problemName(code), gitStates[code].description)
  if (cause) return gitSyncProblem('GIT_STATE_DETAILED', words, { problem, cause })
  const quote = detailOf(code, message)
  return quote === undefined
    ? { ...problem, message: words }
    : gitSyncProblem('GIT_STATE_QUOTED', words, { problem, quote })
}

/** Returns what a message says of one case, behind the sentence with which each message of the state begins. */
export function detailOf(code: GitStateCode, message: string): string | undefined {
  const { description } = gitStates[code]
  if (message === description) return undefined
  return message.startsWith(`${description} `) ? message.slice(description.length + 1) : message
}
