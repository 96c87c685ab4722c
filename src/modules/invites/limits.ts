import { type Limits, singleLine } from '../../base/validation.ts'

/** The number of days after which an invitation by email expires. */
export const emailInviteDays = 14

/** The number of seconds after which an invitation by email can be sent again. */
export const resendSeconds = 60

/** The number of invite links of an organization that have not expired. */
export const maximumInviteLinks = 500

/** The number of mails of one request that are sent concurrently. */
export const concurrentMails = 5

export const inviteLimits = {
  emails: { minItems: 1, maxItems: 50 },
  address: { format: 'email', maxLength: 254 },
  displayName: { minLength: 1, maxLength: 64, ...singleLine },
} as const satisfies Record<string, Limits>
