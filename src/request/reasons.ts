import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const requestReasons = {
  OPERATION_TOO_LARGE: {
    code: 'BAD_USER_INPUT',
    message: 'The operation reads at least {count} {unit}; at most {maximum} are allowed.',
    remedy: 'Select fewer fields, or smaller pages of lists.',
  },
  OPERATION_TOO_SLOW: {
    code: 'BAD_USER_INPUT',
    message: 'The operation takes longer than {seconds} seconds, which is the limit.',
    remedy: 'Select fewer fields, or smaller pages of lists.',
  },
} as const satisfies ReasonTable

export const { badRequest } = errorsOf(requestReasons)
