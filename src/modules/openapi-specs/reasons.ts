import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const openapiSpecsReasons = {
  SPECIFICATION_EXISTS: {
    code: 'CONFLICT',
    message: 'The organization already has a specification {slug}.',
    remedy: 'Update that specification, or choose another slug.',
  },
  SPECIFICATION_DELETED: {
    code: 'CONFLICT',
    message: 'The specification was deleted during this request.',
    remedy: 'Send the request again, which creates the specification.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(openapiSpecsReasons)
