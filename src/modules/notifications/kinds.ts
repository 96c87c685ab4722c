import type { User } from '../../generated/prisma/client.ts'
import type { NotificationKind } from '../../generated/prisma/enums.ts'

/** The kinds of mails, and the settings that turn them on and off. */
export const settingOfKind = {
  MENTION: 'includesMentions',
  REPLY: 'includesReplies',
  REVIEW_REQUEST: 'includesReviewRequests',
  REVIEW: 'includesReviews',
  MERGE: 'includesMerges',
  INVITATION: 'includesInvitations',
} as const satisfies Record<NotificationKind, string>

export type KindSetting = (typeof settingOfKind)[NotificationKind]

export const notificationKinds = Object.keys(settingOfKind) as readonly NotificationKind[]

/** The kinds of what is queued for the mailbox of a user. An invitation is sent by itself, because whoever invites is told whether it was. */
export type QueuedKind = Exclude<NotificationKind, 'INVITATION'>

export const wantsMail = (
  { mailsOff, mutedMails }: Pick<User, 'mailsOff' | 'mutedMails'>,
  kind: NotificationKind,
): boolean => !mailsOff && !mutedMails.includes(kind)
