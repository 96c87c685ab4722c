import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const workersReasons = {
  CONTENT_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many large pages are being read, written or rendered. Try again in a moment.',
    remedy: 'Send the request again after a moment, and fewer of such requests at once.',
    retryAfter: 5,
  },
  CONTENT_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The content was not read or rendered within {seconds} seconds.',
    remedy: 'Send the request again. If it fails each time, split the largest pages into several.',
    retryAfter: 10,
  },
} as const satisfies ReasonTable

export const { serviceUnavailable } = errorsOf(workersReasons)
