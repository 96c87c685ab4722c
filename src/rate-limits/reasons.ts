import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const rateLimitsReasons = {
  RATE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'You have used up the {limit} points of this minute.',
    remedy:
      'Send the request again once the minute is over, which `Retry-After` says, and read less with each request.',
  },
  FAILURE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'Too many requests from your address had a token, an invitation or a key that is not active.',
    remedy:
      'Correct it, and send the request again once the minute is over, which `Retry-After` says. Requests with an active token are answered meanwhile.',
  },
  SIGN_IN_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'Too many sign-ins were begun from your address.',
    remedy: 'Begin again once the minute is over, which `Retry-After` says.',
  },
} as const satisfies ReasonTable

export const { rateLimited } = errorsOf(rateLimitsReasons)
