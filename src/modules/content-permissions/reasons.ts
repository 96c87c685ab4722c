import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const contentPermissionsReasons = {
  TEAM_WITHOUT_PERMISSION: {
    code: 'BAD_USER_INPUT',
    message: 'The team has no permission on it.',
    remedy: 'Nothing: the team has no direct permission that could be removed.',
  },
} as const satisfies ReasonTable

export const { badRequest } = errorsOf(contentPermissionsReasons)
