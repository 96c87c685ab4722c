import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const spacesReasons = {
  SPACE_NOT_DELETED: {
    code: 'CONFLICT',
    message: 'The space is not deleted.',
    remedy: 'Nothing: the space does not need to be restored.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(spacesReasons)
