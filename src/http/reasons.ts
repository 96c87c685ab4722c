import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const httpReasons = {
  URL_UNREACHABLE: {
    code: 'BAD_USER_INPUT',
    message: 'The URL cannot be fetched{from}: {cause}.',
    remedy: 'Check that the server of Lectern can reach the URL, and that the URL has the content.',
  },
  URL_TIMEOUT: {
    code: 'BAD_USER_INPUT',
    message: 'The URL cannot be fetched from {host}: the server took more than {seconds} seconds.',
    remedy: 'Try again later.',
  },
  BODY_TOO_LARGE: {
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The request body may have at most {maximum} bytes.',
    remedy: 'Send less in one request.',
  },
  TOO_MANY_VALUES: {
    code: 'PAYLOAD_TOO_LARGE',
    message:
      'The request body may have at most {maximum} values: members of objects and items of arrays, all together.',
    remedy: 'Send less in one request.',
  },
  PREFLIGHT_REQUIRED: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'A multipart body needs the header Authorization or Apollo-Require-Preflight.',
    remedy: 'Send the header `Apollo-Require-Preflight: true`.',
  },
  JOBS_ONLY: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'This process runs jobs, and answers no requests.',
    remedy: 'Send requests to a process whose `SERVICES` has `web`.',
    retryAfter: 5,
  },
} as const satisfies ReasonTable

export const { badRequest, payloadTooLarge, serviceUnavailable, unsupportedMediaType } = errorsOf(httpReasons)
