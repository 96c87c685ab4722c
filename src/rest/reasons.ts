import { errorsOf, type ReasonTable } from '../base/reasons.ts'

export const restReasons = {
  UNKNOWN_INPUT: {
    code: 'BAD_USER_INPUT',
    message: 'is unknown{suggestion}',
    remedy:
      'Correct or remove the member or parameter, or send the request without `Prefer: handling=strict`.',
  },
  RESOURCE_CHANGED: {
    code: 'PRECONDITION_FAILED',
    message: 'The resource has changed: `If-Match` does not name its present entity tag.',
    remedy: 'Read the resource again, and repeat the change with its new `ETag`.',
  },
  BODY_COMPRESSED: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must not be compressed.',
    remedy: 'Send the body without `Content-Encoding`.',
  },
} as const satisfies ReasonTable

export const { preconditionFailed, reasonMessage, unsupportedMediaType } = errorsOf(restReasons)
