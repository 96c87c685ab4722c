import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Address, connectionOptions, type Settings } from './connection-options.ts'
import { type FaultKind, faultOf } from './faults.ts'

/** Whether the database can be read and written; else what is wrong with it. A process that only reads has a replica that may lag. */
export type Readiness = 'ready' | 'lagging' | FaultKind

/** The time in which a check ends. */
const deadlineMs = 900
/** The time for which the outcome of a check counts. Anybody may ask, so that not each request asks the database. */
const freshMs = 500

/** Makes the statement of the check write to the disk of the database: its rows are more than fit in memory. */
const settings: Settings = { work_mem: '64kB', temp_tablespaces: '', jit: 'off' }

const statement = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly",
  (SELECT count(*) FROM generate_series(1, 20000)) AS rows`

const noAnswer = Symbol('no answer')

/** Asks the database whether it works, on a connection that is used for nothing else. */
export class DatabaseCheck {
  readonly #pool: pg.Pool
  #latest: { readonly startedAt: number; readonly outcome: Promise<Readiness> } | undefined

  constructor(address: Address) {
    this.#pool = new pg.Pool({
      ...connectionOptions(address, settings),
      max: 1,
      application_name: 'lectern check',
      connectionTimeoutMillis: deadlineMs,
      query_timeout: deadlineMs,
      // The connection is kept, so that a check succeeds when the server accepts no more connections.
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The next check finds out by itself that the connection is lost.
    this.#pool.on('error', () => {})
  }

  /** Returns within a second whether the database can be read and written, from a check that is less than a second old. */
  readiness(): Promise<Readiness> {
    if (!this.#latest || performance.now() - this.#latest.startedAt > freshMs)
      this.#latest = { startedAt: performance.now(), outcome: this.#check() }
    return this.#latest.outcome
  }

  /** Returns whether the server answers in time, be it with an error. */
  async answers(): Promise<boolean> {
    const answer = await beforeDeadline(this.#pool.query('SELECT 1').catch((error: unknown) => error))
    return answer !== noAnswer && !isTimeout(answer)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** Asks whether the server accepts writes. If not, the next check connects anew, which may lead to another server. */
  async #isReadOnly(): Promise<boolean> {
    const client = await this.#pool.connect()
    let mustClose = true
    try {
      const { rows } = await client.query<{ readOnly: boolean }>(statement)
      mustClose = rows[0]?.readOnly === true
      return mustClose
    } finally {
      client.release(mustClose)
    }
  }

  async #check(): Promise<Readiness> {
    try {
      const readOnly = await beforeDeadline(this.#isReadOnly())
      if (readOnly === noAnswer) return 'unreachable'
      return readOnly ? 'read-only' : 'ready'
    } catch (error) {
      return faultOf(error) ?? 'unreachable'
    }
  }
}

const beforeDeadline = <Answer>(asked: Promise<Answer>): Promise<Answer | typeof noAnswer> =>
  Promise.race([asked, setTimeout(deadlineMs, noAnswer, { ref: false })])

/** Returns whether what was thrown is that the driver waited for too long. */
const isTimeout = (answer: unknown): boolean =>
  answer instanceof Error && /time(d )?out/i.test(answer.message)
