import { type ProblemTable, problemsOf } from '../../base/problems.ts'

/** The causes for which a text takes too long to be read: see `BODY_TOO_COMPLEX_TO_READ`. */
export const bodyProblems = {
  BODY_WITH_TOO_MANY_LOOSE_LINES: [],
  BODY_WITH_TOO_MANY_MARKS: [],
} as const satisfies ProblemTable

export const bodyProblem = problemsOf(bodyProblems)
