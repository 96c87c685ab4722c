import { type ProblemTable, problemsOf } from '../../base/problems.ts'

/** The faults of a condition: see `CONDITION_INVALID`. */
export const conditionProblems = {
  CONDITION_TOO_LONG: ['maximum'],
  CONDITION_TOO_DEEP: ['maximum'],
  CONDITION_WITHOUT_OPERAND: [],
  CONDITION_WITHOUT_OPERATOR: [],
  CONDITION_WITHOUT_NAME: [],
  CONDITION_WITHOUT_SYMBOL: ['expected'],
  CONDITION_METHOD_UNKNOWN: ['found'],
  CONDITION_CHARACTER_UNKNOWN: ['found'],
  CONDITION_NUMBER_MALFORMED: ['number'],
  CONDITION_NUMBER_TOO_LARGE: [],
  CONDITION_TEXT_NOT_CLOSED: ['expected'],
  CONDITION_ESCAPE_UNKNOWN: [],
} as const satisfies ProblemTable

export const conditionProblem = problemsOf(conditionProblems)
