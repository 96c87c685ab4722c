import { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import type { Database } from './client.ts'
import { longTransaction } from './long-transaction.ts'
import { serviceUnavailable } from './reasons.ts'
import type { Transaction } from './transactions.ts'

/**
 * Writers of one space run one after the other in the database, each with a connection. More of them than these would take
 * the connections of the writers of other spaces.
 */
export const spaceWriters = { concurrent: 2, queued: 100, waitMs: 8000 } as const

const writers = new ConcurrencyLimiter({
  name: 'writers of a space',
  maxConcurrent: Number.POSITIVE_INFINITY,
  maxQueued: 2000,
  maxWaitMs: spaceWriters.waitMs,
  queueFull: () => serviceUnavailable('SPACE_BUSY'),
  maxConcurrentOfOwner: spaceWriters.concurrent,
  maxQueuedOfOwner: spaceWriters.queued,
})

/**
 * Runs a long transaction that writes the content of a space, when its turn has come among those of this process. Throws
 * SERVICE_UNAVAILABLE if too many wait, or it has waited for too long.
 */
export const spaceTransaction = <Result>(
  database: Pick<Database, 'transaction'>,
  { spaceId, milliseconds }: { readonly spaceId: string; readonly milliseconds: number },
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => writers.run(() => longTransaction(database, { milliseconds }, run), { owner: spaceId })
