import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const customFieldsReasons = {
  CUSTOM_FIELD_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a custom field of this organization',
    remedy: 'Pass the name of a custom field, or create it first.',
  },
  SPACE_TRANSFERRED: {
    code: 'CONFLICT',
    message: 'The space was moved to another organization; reload it and try again.',
    remedy: 'Reload the space, and use the custom fields of its organization.',
  },
  CUSTOM_FIELD_EXISTS: {
    code: 'CONFLICT',
    message: 'name: is already used by another custom field',
    remedy: 'Choose another name.',
  },
  TOO_MANY_CUSTOM_FIELDS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} custom fields.',
    remedy: 'Delete a custom field first.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(customFieldsReasons)
