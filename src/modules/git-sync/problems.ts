import { type ProblemTable, problemsOf } from '../../base/problems.ts'
import type { Problem } from '../../base/templates.ts'
import { type FailureCode, type GitStateCode, gitStates, isFailure } from './states.ts'

const problemName = (code: FailureCode) => `GIT_STATE_${code}` as const

/** The states in which a sync fails: see `GIT_SYNC_FAILED`. */
export const gitSyncProblems = {
  ...(Object.fromEntries(
    Object.keys(gitStates)
      .filter((code) => isFailure(code as GitStateCode))
      .map((code) => [problemName(code as FailureCode), []]),
  ) as unknown as Readonly<Record<ReturnType<typeof problemName>, readonly []>>),
  /** A state with the words of git, of its server or of the reader of the files. */
  GIT_STATE_QUOTED: ['problem', 'quote'],
} as const satisfies ProblemTable

const gitSyncProblem = problemsOf(gitSyncProblems)

/** Returns a failure as a problem, whose words in English are `words`. */
export function problemOfFailure(code: FailureCode, message: string, words: string): Problem {
  const problem = gitSyncProblem(problemName(code), gitStates[code].description)
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
