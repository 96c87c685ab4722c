import { lockUntilCommit } from '../database/locks.ts'
import { inOneTransaction } from '../database/one-transaction.ts'
import type { HttpResponse } from '../http/response.ts'
import { type Context, ownerOf } from '../request/context.ts'
import { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import {
  findAnswer,
  interrupted,
  type KeyedRequest,
  keepAnswer,
  recordEnd,
  recordRunning,
  renewRunning,
  runIdOf,
} from './kept-answers.ts'
import { idempotencyLimits, transactionLimits } from './limits.ts'
import type { LongRun } from './long-operations.ts'
import { conflict, serviceUnavailable } from './reasons.ts'

/** The result of a request. If it is refused, its writes are rolled back and its answer is not kept. */
export interface Attempt {
  readonly reply: HttpResponse
  readonly isRefused: boolean
}

export interface SafeWrite {
  /** Null for a request without a key. */
  readonly keyed: KeyedRequest | null
  /** The name of a lock that is held until the end, if the request needs one. */
  readonly lock?: string | undefined
  /** Set if the request waits for what other processes do, so that it cannot be one transaction. */
  readonly longRun?: LongRun | undefined
  readonly attempt: (context: Context) => Promise<Attempt>
}

const limiter = new ConcurrencyLimiter({
  name: 'transactions of requests',
  maxWaitMs: transactionLimits.waitMs,
  maxConcurrent: transactionLimits.concurrent,
  maxConcurrentOfOwner: transactionLimits.concurrentOfUser,
  maxQueued: transactionLimits.queued,
  maxQueuedOfOwner: transactionLimits.queuedOfUser,
  queueFull: () => serviceUnavailable('TRANSACTIONS_BUSY'),
})

/**
 * Runs a request in one transaction, or returns the answer that was kept for its key. The answer is kept in the same
 * transaction, so that after a crash either both are there or neither, and the request can be sent again.
 */
export const runSafely = (context: Context, write: SafeWrite): Promise<HttpResponse> =>
  write.longRun && write.keyed
    ? runLong(context, write.keyed, write.longRun, write.attempt)
    : limiter.run(() => runInTransaction(context, write), { owner: ownerOf(context) })

/** Thrown to roll the transaction of a refused request back. */
class Refused extends Error {
  readonly reply: HttpResponse

  constructor(reply: HttpResponse) {
    super('The request was refused.')
    this.reply = reply
  }
}

async function runInTransaction(
  context: Context,
  { keyed, lock, attempt }: SafeWrite,
): Promise<HttpResponse> {
  try {
    const reply = await inOneTransaction(context.database, async (database, transaction) => {
      const kept = keyed && (await findAnswer(transaction, keyed))
      if (kept === interrupted) throw conflict('OUTCOME_UNKNOWN')
      if (kept) return kept
      if (lock !== undefined) await lockUntilCommit(transaction, lock)
      const { reply, isRefused } = await attempt({ ...context, database })
      if (isRefused) throw new Refused(reply)
      if (keyed) await keepAnswer(transaction, keyed, reply)
      return reply
    })
    await context.position?.tell()
    return reply
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

/**
 * Records that a request runs, and then its answer. If it is interrupted and sent again, it waits for the job that it has
 * started. Throws OUTCOME_UNKNOWN for one that is not resumable.
 */
async function runLong(
  context: Context,
  keyed: KeyedRequest,
  longRun: LongRun,
  attempt: SafeWrite['attempt'],
): Promise<HttpResponse> {
  const { database } = context
  const kept = await database.transaction(async (transaction) => {
    const found = await findAnswer(transaction, keyed)
    if (found === interrupted && longRun !== 'resumable') throw conflict('OUTCOME_UNKNOWN')
    if (!found || found === interrupted) await recordRunning(transaction, keyed)
    return found
  })
  if (kept && kept !== interrupted) return kept
  const resumption =
    longRun === 'resumable' ? { id: runIdOf(keyed), wasInterrupted: kept === interrupted } : undefined
  const renewing = setInterval(() => {
    renewRunning(database, keyed).catch((error: unknown) =>
      context.logger.warn({ err: error }, 'that a request still runs cannot be recorded'),
    )
  }, idempotencyLimits.renewalMilliseconds)
  let ended: Attempt | undefined
  try {
    ended = await attempt({ ...context, resumption })
    return ended.reply
  } finally {
    clearInterval(renewing)
    await recordEnd(database, keyed, ended && !ended.isRefused ? ended.reply : null)
  }
}
