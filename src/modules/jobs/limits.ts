export const jobLimits = {
  /** How often a process says that it still runs a job, records its progress and learns that it was cancelled. */
  heartbeatMilliseconds: 1000,
  /** The time without such a sign after which another process takes the job. */
  lostAfterSeconds: 15,
  /** How often a process looks for jobs of which nothing has told it. */
  pollMilliseconds: 10_000,
  /** How often a job is begun. A job during which so many processes died is not begun again. */
  attempts: 3,
  /** The time for which results can be downloaded. */
  resultHours: 24,
  /** The time for which jobs that have ended are listed. */
  keptDays: 30,
} as const
