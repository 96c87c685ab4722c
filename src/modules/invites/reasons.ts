import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const invitesReasons = {
  INVITED_USER_NOT_SIGNED_IN: {
    code: 'FORBIDDEN',
    message: 'the invited user must be signed in to accept this link',
    remedy:
      'Send the request with a token of the user with the invited email address, or use the link in the mail.',
  },
  DISPLAY_NAME_REQUIRED: {
    code: 'BAD_USER_INPUT',
    message: 'is required for a new user',
    remedy: 'Ask for a display name, and accept the invitation with it.',
  },
  MEMBERSHIP_DISABLED: {
    code: 'FORBIDDEN',
    message: 'Your membership of this organization is disabled.',
    remedy: 'Ask an admin of the organization to enable it.',
  },
  SSO_REQUIRED: {
    code: 'FORBIDDEN',
    message: 'Members of this organization must sign in with its identity provider.',
    remedy: 'Sign in with the identity provider of the organization.',
  },
  INVITE_LINKS_DISABLED: {
    code: 'CONFLICT',
    message: 'Invite links are disabled in this organization.',
    remedy: 'Enable `inviteLinks` of the organization, or invite by email.',
  },
  INVITE_JUST_SENT: {
    code: 'CONFLICT',
    message: 'The invitation was sent less than {seconds} seconds ago, or was just accepted or revoked.',
    remedy: 'Reload the invitation, and wait before it is sent again.',
  },
  TOO_MANY_INVITE_LINKS: {
    code: 'CONFLICT',
    message: 'The organization has {maximum} invite links already, which is as many as it may have.',
    remedy: 'Delete an invite link first.',
  },
  TOO_MANY_INVITES: {
    code: 'RATE_LIMITED',
    message: 'An organization may send {maximum} invitations by email on a day.',
    remedy: 'Send the others tomorrow (UTC), share an invite link, or ask the operator for a higher limit.',
    retryAfter: 3600,
  },
  MAIL_NOT_SENT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The mail could not be sent.',
    remedy: 'Check the address, and send the request again later.',
  },
} as const satisfies ReasonTable

export const { conflict, forbidden, rateLimited, refusedInput, serviceUnavailable } = errorsOf(invitesReasons)
