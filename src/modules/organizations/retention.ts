const day = 24 * 60 * 60 * 1000

/** The days for which something deleted can be restored. */
export const retentionDays = 7

const retention = retentionDays * day

/** Returns the start of the retention period: what was deleted before it cannot be restored and is purged. */
export const retentionStart = (now: Date): Date => new Date(now.getTime() - retention)

/** Returns the end of the retention period of what was deleted at a time. */
export const purgeTime = (deletedAt: Date): Date => new Date(deletedAt.getTime() + retention)

/** Returns the number of days until the end of the retention period, in which the present one counts as a whole day. */
export const daysLeft = (deletedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((purgeTime(deletedAt).getTime() - now.getTime()) / day))

/** The descriptions of the fields that tell how long something deleted can be restored. */
export const retentionDescriptions = {
  purgeAt: 'The date and time until which it can be restored.',
  daysLeft: `The number of days for which it can be restored, from ${retentionDays} to 0. A day that has begun counts.`,
} as const
