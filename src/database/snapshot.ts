import type pg from 'pg'
import { beginHeavy } from '../admission/admission.ts'
import { serviceUnavailable } from '../admission/reasons.ts'
import type { CellEncoding } from './byte-cells.ts'
import type { ObservedPool } from './observe-pool.ts'
import { plannedOnce } from './planner-settings.ts'
import { TextBatch, type TextRow, type TextStatement, type WaitingStatement } from './text-batch.ts'

/** The limits of one snapshot. How many there may be is declared with other heavy work. */
export const snapshotLimits = {
  /** The time in which it must end. */
  milliseconds: 60_000,
  /** The time for which it keeps its connection while nothing is read, as while something is rendered. */
  idleMs: 1000,
} as const

export interface SnapshotOptions {
  /** For whom it reads, such as the id of a user. */
  readonly owner?: string | undefined
  /** The time in which it must end, if that is less than for any. */
  readonly milliseconds?: number | undefined
  /** Called with the error of a read. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface SnapshotPool extends ObservedPool {
  /** Whether a connection has one session. */
  readonly keepsSession: boolean
}

/** The statements that begin a snapshot. One that fails must not end it for those that follow. */
const beginning = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'SAVEPOINT reads'] as const
const recovery = ['ROLLBACK TO SAVEPOINT reads'] as const

/** The setting of connections, under which compiled statements are planned, and that of the server, for all others. */
const planningOnce = Object.entries(plannedOnce).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
const planningAsUsual = Object.keys(plannedOnce).map((name) => `SET LOCAL ${name} TO DEFAULT`)

interface Reading {
  readonly waiting: WaitingStatement
  readonly isPlannedOnce: boolean
}

/**
 * Reads of one state of the database, in a transaction of one connection, which is taken for the first of them. Statements
 * that begin while others run are sent together.
 */
export class Snapshot {
  readonly #pool: SnapshotPool
  readonly #owner: string | undefined
  readonly #milliseconds: number
  readonly #onError: SnapshotOptions['onError']
  #limit: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #client: pg.PoolClient | undefined
  #leave = () => {}
  /** The statements to send before the next one. */
  #controls: readonly string[] = []
  /** Whether PostgreSQL plans the next statement once for all values. */
  #plansOnce = true
  #reads: Reading[] = []
  /** Whether a connection is being taken, or statements run or are about to be sent. */
  #isBusy = false
  /** Returns why it reads no more. To make an error takes longer than to open a snapshot, and most are asked nothing more. */
  #fault: (() => Error) | undefined

  constructor(
    pool: SnapshotPool,
    { owner, milliseconds = snapshotLimits.milliseconds, onError }: SnapshotOptions,
  ) {
    this.#pool = pool
    this.#owner = owner
    this.#onError = onError
    this.#milliseconds = Math.min(milliseconds, snapshotLimits.milliseconds)
  }

  run<Encoding extends CellEncoding = 'utf8'>(
    statement: TextStatement<Encoding>,
    { isPlannedOnce }: { readonly isPlannedOnce: boolean } = { isPlannedOnce: false },
  ): Promise<readonly TextRow<Encoding>[]> {
    if (this.#fault) return Promise.reject(this.#fault())
    const ended = this.#pool.observe(statement.text)
    const result = Promise.withResolvers<readonly TextRow<Encoding>[]>()
    const waiting: WaitingStatement = {
      statement,
      resolve: (rows) => {
        ended()
        result.resolve(rows as readonly TextRow<Encoding>[])
      },
      reject: (error) => {
        ended()
        this.#onError?.(error)
        result.reject(error)
      },
    }
    this.#reads.push({ waiting, isPlannedOnce })
    if (!this.#isBusy) this.#sendSoon()
    return result.promise
  }

  /** Gives the connection back before something that takes long. What is read after it is of a later state. */
  pause(): void {
    if (!this.#isBusy) this.#close()
  }

  /** Ends the snapshot. A statement that runs keeps the connection until it has ended. */
  end(): void {
    clearTimeout(this.#limit)
    this.#fail(() => serviceUnavailable('DATABASE_BUSY'))
    if (!this.#isBusy) this.#close()
  }

  #sendSoon(): void {
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#limit ??= setTimeout(() => this.end(), this.#milliseconds).unref()
    setImmediate(() => {
      if (this.#client) this.#send(this.#client)
      else void this.#begin()
    })
  }

  /** Takes a connection when the turn of the owner has come. */
  async #begin(): Promise<void> {
    try {
      this.#leave = await beginHeavy('snapshots', { owner: this.#owner })
      this.#client = await this.#pool.pool.connect()
      // Without a session, a query sets the settings before the first of several statements, and no isolation level can follow one.
      if (!this.#pool.keepsSession) await this.#client.query(beginning.join('; '))
    } catch (error) {
      this.#break(error as Error)
      return
    }
    this.#controls = this.#pool.keepsSession ? beginning : []
    this.#plansOnce = true
    this.#send(this.#client)
  }

  #send(client: pg.PoolClient): void {
    const reads = this.#reads.splice(0)
    if (reads.length === 0) {
      this.#rest()
      return
    }
    let lost: Error | undefined
    const control = (text: string): WaitingStatement => ({
      statement: { name: undefined, text, values: [], maximumBytes: Number.POSITIVE_INFINITY },
      resolve: () => {},
      reject: (error) => {
        lost = error
      },
    })
    const statements = reads.flatMap(({ waiting, isPlannedOnce }) => [
      ...this.#settingsFor(isPlannedOnce).map(control),
      waiting,
    ])
    const batch = new TextBatch(
      [...this.#controls.map(control), ...statements],
      ({ notRun, hasFailed, mustClose }) => {
        // What follows a failed statement is sent again after the recovery, which undoes the setting of plans.
        this.#reads.unshift(...reads.filter(({ waiting }) => notRun.includes(waiting)))
        this.#controls = hasFailed ? recovery : []
        if (hasFailed) this.#plansOnce = true
        if (lost || mustClose) this.#break(lost ?? new Error('a statement has ended its snapshot'))
        else this.#send(client)
      },
    )
    try {
      client.query(batch)
    } catch (fault) {
      batch.failAll(fault as Error)
    }
  }

  #settingsFor(isPlannedOnce: boolean): readonly string[] {
    // A connection without a session keeps no plans.
    if (isPlannedOnce === this.#plansOnce || !this.#pool.keepsSession) return []
    this.#plansOnce = isPlannedOnce
    return isPlannedOnce ? planningOnce : planningAsUsual
  }

  #rest(): void {
    this.#isBusy = false
    if (this.#fault) this.#close()
    else this.#idle = setTimeout(() => this.pause(), snapshotLimits.idleMs).unref()
  }

  #fail(fault: () => Error): void {
    this.#fault ??= fault
    for (const { waiting } of this.#reads.splice(0)) waiting.reject(fault())
  }

  /** Ends a snapshot whose connection is of no more use. */
  #break(error: Error): void {
    this.#fail(() => error)
    this.#isBusy = false
    this.#client?.release(true)
    this.#client = undefined
    this.#leave()
    this.#leave = () => {}
  }

  #close(): void {
    clearTimeout(this.#idle)
    const client = this.#client
    const leave = this.#leave
    if (!client) return
    this.#client = undefined
    this.#leave = () => {}
    client.query('COMMIT', (error: Error | null) => {
      client.release(error ?? undefined)
      leave()
    })
  }
}
