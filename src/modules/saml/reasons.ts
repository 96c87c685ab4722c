import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const samlReasons = {
  BODY_NOT_FORM: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must be a form.',
    remedy: 'Send the body as `application/x-www-form-urlencoded`.',
  },
} as const satisfies ReasonTable

export const { unsupportedMediaType } = errorsOf(samlReasons)
