const retention = 7 * 24 * 60 * 60 * 1000

/** What was deleted before this moment cannot be restored, and is removed for good. */
export const endOfRetention = (now: Date): Date => new Date(now.getTime() - retention)
