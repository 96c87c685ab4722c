import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import type { CellEncoding } from './byte-cells.ts'
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

/** The time from which the statements of a batch are sent alone, until one of them has taken less. */
const slowMs = 10

/** The names of slow statements that are remembered. */
const rememberedNames = 2000

/** Begins to measure a statement. Returns the function to call when it has ended. */
export type Observe = (text: string) => () => void

/** A pool of connections with the function that measures its statements. */
export interface ObservedPool {
  readonly pool: Pool
  readonly observe: Observe
}

interface ShortStatement {
  readonly waiting: WaitingStatement
  readonly rows: number
}

/**
 * Runs statements whose rows are texts on the connections of pools. Short statements that begin in the same turn of the
 * event loop are sent together: to send each by itself would take longer than to run it.
 */
export class TextReader {
  readonly #shortPool: ObservedPool
  readonly #longPool: ObservedPool
  readonly #slow = new LRUCache<string, true>({ max: rememberedNames })
  /** Connections that are free, for the short statements which are about to be sent. */
  readonly #kept: PoolClient[] = []
  #short: ShortStatement[] = []

  /** The statements that are sent alone can have a pool of their own, so that short ones need not wait for them. */
  constructor(pool: ObservedPool, longPool = pool) {
    this.#shortPool = pool
    this.#longPool = longPool
  }

  /**
   * Runs a statement. Throws ResultTooLarge for more bytes than it may return.
   *
   * @param rows - The number of rows that it can be expected to read. Without it the statement is sent alone, as a write must
   * be: the statements that are sent together are one transaction.
   */
  run<Encoding extends CellEncoding = 'utf8'>(
    statement: TextStatement<Encoding>,
    rows = Number.POSITIVE_INFINITY,
  ): Promise<readonly TextRow<Encoding>[]> {
    const isShort = rows <= batchLimits.rows && !this.#slow.has(statement.name ?? '')
    const { pool, observe } = isShort ? this.#shortPool : this.#longPool
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
    if (isShort) this.#sendSoon({ waiting, rows })
    else this.#send([waiting], pool)
    return result.promise
  }

  #sendSoon(short: ShortStatement): void {
    if (this.#short.length === 0) setImmediate(() => this.#sendShort())
    this.#short.push(short)
  }

  #sendShort(): void {
    let batch: WaitingStatement[] = []
    let rowsOfBatch = 0
    for (const { waiting, rows } of this.#short.splice(0)) {
      if (batch.length === batchLimits.statements || rowsOfBatch + rows > batchLimits.rows) {
        this.#send(batch, this.#shortPool.pool)
        batch = []
        rowsOfBatch = 0
      }
      batch.push(waiting)
      rowsOfBatch += rows
    }
    this.#send(batch, this.#shortPool.pool)
    for (const client of this.#kept.splice(0)) client.release()
  }

  #send(waiting: readonly WaitingStatement[], pool: Pool): void {
    if (waiting.length === 0) return
    const kept = pool === this.#shortPool.pool ? this.#kept.pop() : undefined
    if (kept) {
      this.#sendOn(kept, waiting, pool)
      return
    }
    pool.connect((error, client) => {
      if (client) this.#sendOn(client, waiting, pool)
      else for (const { reject } of waiting) reject(error as Error)
    })
  }

  #sendOn(client: PoolClient, waiting: readonly WaitingStatement[], pool: Pool): void {
    const started = performance.now()
    const batch = new TextBatch(waiting, ({ notRun, hasFailed, mustClose }: BatchEnd) => {
      this.#remember(waiting, performance.now() - started)
      // To return a connection and to take it again takes a good part of the time of a short statement.
      const isNeeded = pool === this.#shortPool.pool && this.#short.length > 0 && pool.waitingCount === 0
      if (isNeeded && !hasFailed) this.#kept.push(client)
      else client.release(mustClose)
      this.#send(notRun, pool)
    })
    try {
      client.query(batch)
    } catch (fault) {
      batch.failAll(fault as Error)
    }
  }

  /** Remembers which statements are slow, so that no other waits behind them. */
  #remember(waiting: readonly WaitingStatement[], milliseconds: number): void {
    const isSlow = milliseconds >= slowMs
    if (!isSlow && waiting.length > 1) return
    for (const { statement } of waiting) {
      if (statement.name === undefined) continue
      if (isSlow) this.#slow.set(statement.name, true)
      else this.#slow.delete(statement.name)
    }
  }
}

/** Runs a statement on a connection. */
export const runText = <Encoding extends CellEncoding = 'utf8'>(
  client: PoolClient,
  statement: TextStatement<Encoding>,
): Promise<readonly TextRow<Encoding>[]> =>
  new Promise((resolve, reject) => {
    let found: readonly TextRow<Encoding>[] = []
    const keep: WaitingStatement['resolve'] = (rows) => {
      found = rows as readonly TextRow<Encoding>[]
    }
    client.query(new TextBatch([{ statement, resolve: keep, reject }], () => resolve(found)))
  })
