import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const admissionReasons = {
  TOO_MANY_AT_ONCE: {
    code: 'RATE_LIMITED',
    message: '{maximum} of your requests of this kind wait already, which is as many as may.',
    remedy: 'Wait for the answers to the requests that you have sent.',
    retryAfter: 5,
  },
  TOO_MANY_UPLOADS: {
    code: 'RATE_LIMITED',
    message:
      'You are sending files in {maximum} other requests, which is as many as a user may have at once.',
    remedy: 'Send the request again when one of the others has ended.',
    retryAfter: 5,
  },
  UPLOADS_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server is receiving files in {maximum} other requests, which is as many as it can at once.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 5,
  },
  DATABASE_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is too busy; try again.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 1,
  },
  SERVER_BUSY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server has too many requests of this kind; try again in a moment.',
    remedy: 'Send the request again after a moment.',
    retryAfter: 5,
  },
  LISTS_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many long lists of links are being read. Try again in a moment.',
    remedy: 'Send the request again after a moment, or ask for at most 100 links at once.',
    retryAfter: 5,
  },
  PDF_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many PDFs are being rendered. Try again in a minute.',
    remedy: 'Send the request again after a minute.',
    retryAfter: 60,
  },
} as const satisfies ReasonTable

export const { rateLimited, serviceUnavailable } = errorsOf(admissionReasons)
