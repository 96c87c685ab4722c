/** The limits of what is asked of replicas. How far one may lag is configured. */
export const replicaLimits = {
  /** The time from one look at a replica and the primary to the next. */
  watchMs: 1000,
  /** The time in which a server must answer. */
  answerMs: 900,
  /** The time from one question for the position of a replica to the next, if a read needs a later one. */
  refreshMs: 5,
  /** The time for which a process that has no primary waits until its replica has what a client has written. */
  waitMs: 2000,
  /** The time from one look to the next meanwhile. */
  waitStepMs: 100,
} as const
