import { type ProblemTable, problemsOf } from '../base/problems.ts'

/** Why an address cannot be fetched: see `URL_UNREACHABLE`. */
export const urlProblems = {
  /** The words of the program that connects. */
  URL_CONNECTION_FAILED: ['quote'],
  URL_MALFORMED: [],
  URL_NOT_HTTP: [],
  URL_PRIVATE: [],
  URL_REDIRECTS_SENT: [],
  URL_REDIRECTS_TOO_OFTEN: [],
  URL_STATUS: ['status'],
  URL_TOO_LARGE: [],
} as const satisfies ProblemTable

export const urlProblem = problemsOf(urlProblems)
