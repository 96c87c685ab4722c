import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const membersReasons = {
  LAST_ADMIN: {
    code: 'CONFLICT',
    message: 'This is the last admin of the organization.',
    remedy: 'Make another member an admin first.',
  },
} as const satisfies ReasonTable

export const { conflict } = errorsOf(membersReasons)
