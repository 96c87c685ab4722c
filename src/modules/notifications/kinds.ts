import type { NotificationKind } from '../../generated/prisma/enums.ts'

/** The kinds of mails, and the settings that turn them on and off. */
export const settingOfKind = {
  MENTION: 'mentions',
  REPLY: 'replies',
  REVIEW_REQUEST: 'reviewRequests',
  REVIEW: 'reviews',
  MERGE: 'merges',
} as const satisfies Record<NotificationKind, string>

export type KindSetting = (typeof settingOfKind)[NotificationKind]

export const notificationKinds = Object.keys(settingOfKind) as readonly NotificationKind[]
