const retention = 7 * 24 * 60 * 60 * 1000

/** Returns the start of the retention period: spaces that were deleted before it cannot be restored and are purged. */
export const retentionStart = (now: Date): Date => new Date(now.getTime() - retention)
