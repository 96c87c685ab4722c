import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const usersReasons = {
  USER_IS_NOT_CALLER: {
    code: 'FORBIDDEN',
    message: 'Users can only update themselves.',
    remedy: 'Update the user of your own token.',
  },
  SESSION_LIMITED: {
    code: 'FORBIDDEN',
    message: 'This session is limited to one organization, and you are a member of others.',
    remedy: 'Use an API token, which is not limited to one organization.',
  },
} as const satisfies ReasonTable

export const { forbidden } = errorsOf(usersReasons)
