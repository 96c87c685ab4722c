import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const idempotencyReasons = {
  IDEMPOTENCY_KEY_INVALID: {
    code: 'BAD_USER_INPUT',
    message: 'The `Idempotency-Key` must have 1 to {maximum} characters of printable ASCII.',
    remedy: 'Send a random UUID.',
  },
  REQUEST_RUNNING: {
    code: 'CONFLICT',
    message: 'The request with this `Idempotency-Key` is still running.',
    remedy: 'Send the same request again after a moment.',
    retryAfter: 1,
  },
  OUTCOME_UNKNOWN: {
    code: 'CONFLICT',
    message:
      'The mutation with this `Idempotency-Key` was interrupted, and it is not known which of its fields were executed.',
    remedy: 'Read what the fields were to change, and send those that are missing with another key.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 'UNPROCESSABLE',
    message: 'The `Idempotency-Key` was used for another request in the last {hours} hours.',
    remedy: 'Send each request with a key of its own.',
  },
  ANSWER_TOO_LARGE: {
    code: 'UNPROCESSABLE',
    message: 'The answer has more than {maximum} bytes, and cannot be kept for the `Idempotency-Key`.',
    remedy: 'Select fewer fields, or send the request without a key.',
  },
  TOO_MANY_IDEMPOTENCY_KEYS: {
    code: 'RATE_LIMITED',
    message: 'Too many answers are kept for your idempotency keys.',
    remedy: 'Send the request without a key, or wait until older answers are a day old.',
    retryAfter: 3600,
  },
  TRANSACTIONS_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many requests with `Idempotency-Key` or `If-Match` are running. Try again in a moment.',
    remedy: 'Send the request again after a moment, with the same key.',
    retryAfter: 1,
  },
} as const satisfies ReasonTable

export const { badRequest, conflict, rateLimited, serviceUnavailable, unprocessable } =
  errorsOf(idempotencyReasons)
