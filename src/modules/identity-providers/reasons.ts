import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const identityProvidersReasons = {
  TEAM_NOT_IN_ORGANIZATION: {
    code: 'BAD_USER_INPUT',
    message: 'is not a team of this organization',
    remedy: 'Pass the id of a team of the organization.',
  },
  TOO_MANY_IDENTITY_PROVIDERS: {
    code: 'CONFLICT',
    message: 'An organization may have at most {maximum} identity providers.',
    remedy: 'Delete an identity provider first.',
  },
} as const satisfies ReasonTable

export const { conflict, refusedInput } = errorsOf(identityProvidersReasons)
