import type { NotificationKind } from '../../generated/prisma/enums.ts'

/** The kinds of mails, and the settings that turn them on and off. */
export const settingOfKind = {
  MENTION: 'includesMentions',
  REPLY: 'includesReplies',
  REVIEW_REQUEST: 'includesReviewRequests',
  REVIEW: 'includesReviews',
  MERGE: 'includesMerges',
} as const satisfies Record<NotificationKind, string>

export type KindSetting = (typeof settingOfKind)[NotificationKind]

export const notificationKinds = Object.keys(settingOfKind) as readonly NotificationKind[]
