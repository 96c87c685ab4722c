import { type ProblemTable, problemsOf } from '../base/problems.ts'

/** The faults of an address of a repository: see `GIT_ADDRESS_REFUSED`. */
export const gitAddressProblems = {
  GIT_ADDRESS_MALFORMED: [],
  GIT_ADDRESS_NOT_HTTPS: [],
  GIT_ADDRESS_WITHOUT_PATH: [],
  GIT_ADDRESS_WITH_PASSWORD: [],
} as const satisfies ProblemTable

export const gitAddressProblem = problemsOf(gitAddressProblems)
