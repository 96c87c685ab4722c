import type { Pool } from 'pg'
import { rateLimited, serviceUnavailable } from '../admission/reasons.ts'
import { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import type { ObservedPool } from './observe-pool.ts'

/**
 * The limits of compiled reads. A short one that takes longer is ended, and run again among the long ones.
 */
export const readLimits = {
  shortMs: 2000,
  /** The connections of short reads that may have statements of which it is not known what they cost. */
  unknown: 2,
  /** The long reads that wait for a connection, and for how long. */
  queued: 1000,
  waitMs: 15_000,
  /** The long reads of one user that wait. All connections but one may have those of one user. */
  queuedOfOwner: 500,
} as const

/** The connections of long reads, and how a short read is ended that turns out to be one. */
export interface LongReads extends ObservedPool {
  /** Absent where the connections of short reads end them by a time limit of their own. */
  readonly cancel?: ((processId: number) => Promise<unknown>) | undefined
}

/** Limits the long reads of each user, who leaves one of their connections to others. */
export function longReadLimiter({ options: { max = 0 } }: Pool): ConcurrencyLimiter {
  const { queued, queuedOfOwner, waitMs } = readLimits
  return new ConcurrencyLimiter({
    name: 'long reads',
    maxConcurrent: max,
    maxConcurrentOfOwner: Math.max(1, max - 1),
    maxQueued: queued,
    maxQueuedOfOwner: queuedOfOwner,
    maxWaitMs: waitMs,
    queueFull: () => serviceUnavailable('DATABASE_BUSY'),
    queueOfOwnerFull: () => rateLimited('TOO_MANY_AT_ONCE', { maximum: queuedOfOwner }),
  })
}
