import type { Limits } from '../../graphql/validation.ts'

/** How long an invitation by e-mail may be accepted, in days. */
export const emailInviteDays = 14

/** How many mails of one request are sent at the same time. */
export const mailsAtOnce = 5

export const inviteLimits = {
  emails: { minItems: 1, maxItems: 50 },
  displayName: { minLength: 1, maxLength: 64 },
} as const satisfies Record<string, Limits>
