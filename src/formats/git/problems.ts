import { type ProblemTable, problemsOf, type SaidError } from '../../base/problems.ts'
import type { Problem } from '../../base/templates.ts'
import { problemOfPart } from '../source-problems.ts'
import type { GitProblem, GitProblemCode } from './types.ts'

/** Why a file of a branch is left as it is, by name. */
export const gitFileProblems = {
  GIT_FILE_SYMBOLIC_LINK: [],
  GIT_FILE_SUBMODULE: [],
  GIT_FILE_TOO_LARGE: ['count', 'maximum'],
  GIT_FILE_NAME_UNREADABLE: [],
  GIT_FILE_WITH_SAME_NAME: ['path'],
  GIT_FILE_REFUSED: ['problem'],
  GIT_FILE_NOT_WRITTEN: [],
  GIT_CONFIG_LEADS_OUTSIDE: [],
  GIT_CONTENTS_IN_CONFLICT: [],
  GIT_CONTENTS_EMPTY: [],
  GIT_CONTENTS_LIST_MISSING: ['path'],
  GIT_FRONT_MATTER_NOT_READ: ['problem'],
  GIT_FRONT_MATTER_NOT_WRITTEN: [],
  GIT_VARIABLES_NOT_WRITTEN: [],
} as const satisfies ProblemTable

/** Why a file is left as it is: the words in English, with the name and the values by which it is told in other languages. */
export type GitFileProblem = Problem & { readonly name: keyof typeof gitFileProblems }

export const gitFileProblem = problemsOf(gitFileProblems)

export const problemOfFile = (
  code: GitProblemCode,
  file: string,
  problem: GitFileProblem,
  line?: number,
): GitProblem => ({ code, file, ...problem, ...(line !== undefined && { line }) })

/** Returns what the reader of a file says of it. */
export const fileRefused = (error: SaidError, message = error.message): GitFileProblem =>
  gitFileProblem('GIT_FILE_REFUSED', message, { problem: problemOfPart(error) })
