import { performance } from 'node:perf_hooks'
import type { Pool, PoolClient } from 'pg'
import type { ConcurrencyLimiter } from '../workers/concurrency-limiter.ts'
import type { CellEncoding } from './byte-cells.ts'
import { processOf } from './driver-members.ts'
import { type LongReads, longReadLimiter, readLimits } from './long-reads.ts'
import type { ObservedPool } from './observe-pool.ts'
import { StatementCosts } from './statement-costs.ts'
import {
  type BatchEnd,
  TextBatch,
  type TextRow,
  type TextStatement,
  type WaitingStatement,
} from './text-batch.ts'

/**
 * The statements of a batch, and the rows that they are expected to read in sum: one must not wait for long for those before
 * it.
 */
const batchLimits = { statements: 16, rows: 400 } as const

/** The time from which a statement that runs alone is dear, until it has taken less. */
const dearMs = 10

/** The time by which each further statement of a batch may lengthen it. */
const furtherMs = 2

/** The time after which a statement that still runs counts as dear, so that none waits for the same. */
const undecidedMs = 50

/** The code of PostgreSQL for a statement that was ended. */
const wasEnded = '57014'

interface Read {
  readonly waiting: WaitingStatement
  readonly rows: number
  readonly owner: string
}

export interface ReadOptions {
  /**
   * The number of rows that it can be expected to read. Without it the statement is sent alone, as a write must be: the
   * statements that are sent together are one transaction.
   */
  readonly rows?: number | undefined
  /** For whom it reads. */
  readonly owner?: string | undefined
}

/**
 * Runs statements whose rows are texts on the connections of pools. Short statements that begin in the same turn of the
 * event loop are sent together: to send each by itself would take longer than to run it. Long ones can have connections of
 * their own, on which each user is limited.
 */
export class TextReader {
  readonly #shortPool: ObservedPool
  readonly #long: LongReads | undefined
  readonly #longLimiter: ConcurrencyLimiter | undefined
  readonly #costs = new StatementCosts()
  /** The texts of which it is being found out what they cost, with promises that it is known. */
  readonly #undecided = new Map<string, PromiseWithResolvers<void>>()
  /** The connections that have statements of which it was not known what they cost. */
  #tried = 0
  /** Connections that are free, for the short statements which are about to be sent. */
  readonly #kept: PoolClient[] = []
  #short: Read[] = []
  #unknown: Read[] = []
  /** The number of reads of nobody, each of which is limited like those of another user. */
  #ofNobody = 0

  constructor(pool: ObservedPool, long?: LongReads) {
    this.#shortPool = pool
    this.#long = long
    this.#longLimiter = long && longReadLimiter(long.pool)
  }

  /** Runs a statement. Throws ResultTooLarge for more bytes than it may return. */
  run<Encoding extends CellEncoding = 'utf8'>(
    statement: TextStatement<Encoding>,
    { rows = Number.POSITIVE_INFINITY, owner = `nobody ${this.#ofNobody++}` }: ReadOptions = {},
  ): Promise<readonly TextRow<Encoding>[]> {
    const isShort = rows <= batchLimits.rows
    const { observe } = isShort || !this.#long ? this.#shortPool : this.#long
    const ended = observe(statement.text)
    const result = Promise.withResolvers<readonly TextRow<Encoding>[]>()
    const waiting: WaitingStatement = {
      statement,
      resolve: (found) => {
        ended()
        result.resolve(found as readonly TextRow<Encoding>[])
      },
      reject: (error) => {
        ended()
        result.reject(error)
      },
    }
    const read = { waiting, rows, owner }
    if (isShort) this.#runShort(read)
    else this.#runLong(read)
    return result.promise
  }

  /** Runs a statement of few rows. What is dear, and what may be while enough of that runs, is sent alone. */
  #runShort(read: Read): void {
    const { text } = read.waiting.statement
    const cost = this.#costs.expected(text, read.owner)
    if (cost === 'dear') this.#runLong(read)
    else if (cost === 'cheap' || !this.#long) this.#sendSoon(read)
    else this.#tryShort(read, text)
  }

  /** Runs a statement of which it is not known what it costs: others with its text wait until it is. */
  #tryShort(read: Read, text: string): void {
    const same = this.#undecided.get(text)
    if (same) void same.promise.then(() => this.#runShort(read))
    else if (this.#tried >= readLimits.unknown) this.#runLong(read)
    else {
      this.#undecided.set(text, Promise.withResolvers())
      this.#sendSoon(read, this.#unknown)
    }
  }

  #runLong(read: Read): void {
    if (!this.#long || !this.#longLimiter) this.#send([read], this.#shortPool.pool)
    else void this.#runLimited(read, this.#long, this.#longLimiter)
  }

  async #runLimited(read: Read, { pool }: LongReads, limiter: ConcurrencyLimiter): Promise<void> {
    try {
      const leave = await limiter.acquire({ owner: read.owner })
      this.#send([read], pool, leave)
    } catch (error) {
      read.waiting.reject(error as Error)
    }
  }

  #sendSoon(read: Read, queue = this.#short): void {
    if (this.#short.length === 0 && this.#unknown.length === 0) setImmediate(() => this.#sendShort())
    queue.push(read)
  }

  #sendShort(): void {
    for (const batch of batchesOf(this.#short.splice(0))) this.#send(batch, this.#shortPool.pool)
    for (const batch of batchesOf(this.#unknown.splice(0))) {
      this.#tried++
      this.#send(batch, this.#shortPool.pool, () => {
        this.#tried--
      })
    }
    for (const client of this.#kept.splice(0)) client.release()
  }

  #send(reads: readonly Read[], pool: Pool, leave?: () => void): void {
    if (reads.length === 0) return
    const kept = pool === this.#shortPool.pool ? this.#kept.pop() : undefined
    if (kept) {
      this.#sendOn(kept, reads, pool, leave)
      return
    }
    pool.connect((error, client) => {
      if (client) {
        this.#sendOn(client, reads, pool, leave)
        return
      }
      leave?.()
      for (const read of reads) {
        this.#decide(read)
        read.waiting.reject(error as Error)
      }
    })
  }

  #sendOn(client: PoolClient, reads: readonly Read[], pool: Pool, leave?: () => void): void {
    const isShort = pool === this.#shortPool.pool
    const waited = startWaiting()
    const watch = isShort && this.#long ? this.#watch(client, reads, this.#long, waited) : undefined
    const waiting = watch ? reads.map((read) => this.#repeatable(read)) : reads.map((read) => read.waiting)
    const batch = new TextBatch(waiting, ({ notRun, hasFailed, mustClose }: BatchEnd) => {
      this.#remember(reads, waited())
      // Others may have the connection only after whatever could end their statement.
      void watch?.end()
      const release = () => {
        leave?.()
        // To return a connection and to take it again takes a good part of the time of a short statement.
        const isNeeded = isShort && this.#short.length > 0 && pool.waitingCount === 0
        if (isNeeded && !hasFailed) this.#kept.push(client)
        else client.release(mustClose)
      }
      const cancelling = watch?.cancelling
      if (cancelling) void cancelling.finally(release)
      else release()
      for (const [index, each] of waiting.entries())
        if (notRun.includes(each)) this.#runAgain(reads[index] as Read)
    })
    try {
      client.query(batch)
    } catch (fault) {
      batch.failAll(fault as Error)
    }
  }

  #runAgain(read: Read): void {
    if (read.rows <= batchLimits.rows) this.#runShort(read)
    else this.#runLong(read)
  }

  /** Returns the statement of a short read, which is run again among the long ones if it is ended. */
  #repeatable(read: Read): WaitingStatement {
    const { statement, resolve, reject } = read.waiting
    return {
      statement,
      resolve,
      reject: (error) => {
        if ((error as { code?: string }).code !== wasEnded) reject(error)
        else {
          this.#costs.record(statement.text, read.owner, 'dear')
          this.#runLong(read)
        }
      },
    }
  }

  /** Ends a batch of short reads that takes too long, and decides before that what it costs. */
  #watch(client: PoolClient, reads: readonly Read[], { cancel }: LongReads, waited: () => number) {
    const processId = processOf(client)
    const decide = setInterval(() => {
      if (waited() < undecidedMs) return
      clearInterval(decide)
      this.#remember(reads, undecidedMs)
    }, undecidedMs)
    const stop = setTimeout(() => {
      watch.cancelling = cancel?.(processId).catch(() => undefined)
    }, readLimits.shortMs)
    const watch: { cancelling?: Promise<unknown> | undefined; end: () => void } = {
      end: () => {
        clearInterval(decide)
        clearTimeout(stop)
      },
    }
    return watch
  }

  /**
   * Remembers which statements are dear, so that no other waits behind them. A slow batch does not say which of its
   * statements made it so: it is found out again of each.
   */
  #remember(reads: readonly Read[], milliseconds: number): void {
    const allowance = (reads.length - 1) * furtherMs
    for (const read of reads) {
      const { name, text } = read.waiting.statement
      // The first time, it is planned as well.
      const isDear = milliseconds >= (name === undefined ? undecidedMs : dearMs + allowance)
      if (reads.length === 1 || this.#undecided.has(text))
        this.#costs.record(text, read.owner, isDear ? 'dear' : 'cheap')
      else if (isDear) this.#costs.doubt(text, read.owner)
      this.#decide(read)
    }
  }

  #decide({ waiting: { statement } }: Read): void {
    const { text } = statement
    this.#undecided.get(text)?.resolve()
    this.#undecided.delete(text)
  }
}

/**
 * Returns a function that returns for how many milliseconds the event loop has had nothing to do since then. Of the time that
 * a statement takes, only this is certainly the database's: under load, its answer waits until others are served.
 */
function startWaiting(): () => number {
  const { idle } = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization().idle - idle
}

/** Returns the batches in which statements are sent. */
function batchesOf(reads: readonly Read[]): Read[][] {
  const batches: Read[][] = []
  let rowsOfBatch = 0
  for (const read of reads) {
    const last = batches.at(-1)
    if (last && last.length < batchLimits.statements && rowsOfBatch + read.rows <= batchLimits.rows) {
      last.push(read)
      rowsOfBatch += read.rows
    } else {
      batches.push([read])
      rowsOfBatch = read.rows
    }
  }
  return batches
}
