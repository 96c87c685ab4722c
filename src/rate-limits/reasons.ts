import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const rateLimitsReasons = {
  RATE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'You have used up the {limit} points of this minute.',
    remedy:
      'Send the request again once the minute is over, which `Retry-After` says, and read less with each request.',
  },
  AUTHENTICATION_LIMIT_EXCEEDED: {
    code: 'RATE_LIMITED',
    message: 'Too many requests from your address had a token that is not active.',
    remedy:
      'Correct the token, and send the request again once the minute is over, which `Retry-After` says.',
  },
} as const satisfies ReasonTable

export const { rateLimited } = errorsOf(rateLimitsReasons)
