export const idempotencyLimits = {
  /** The number of characters of a key. */
  keyLength: 255,
  /** The time for which an answer is kept. */
  hours: 24,
  answerBytes: 1_000_000,
  /** The number and the size of the answers that are kept for one user. */
  answersOfUser: 10_000,
  bytesOfUser: 64_000_000,
  /** How often a process says that it still runs a request that is not one transaction. */
  renewalMilliseconds: 2000,
  /** The time without such a sign after which the request has been interrupted. */
  leaseSeconds: 30,
} as const

/** The requests of a process that run in one transaction each, and those that wait. Each takes a connection for writes. */
export const transactionLimits = {
  concurrent: 6,
  concurrentOfUser: 3,
  queued: 100,
  queuedOfUser: 40,
  waitMs: 15_000,
} as const
