import pg from 'pg'
import type { ConnectedDatabase, Database } from '../client.ts'
import { type ConnectionOptions, connectDatabase, type ReplicaDoors } from '../connect.ts'
import { connectionOptions } from '../connection-options.ts'
import { faultOf } from '../faults.ts'
import type { PoolObservation } from '../observe-pool.ts'
import { replicaLimits } from './limits.ts'
import type { LogHistory } from './log-history.ts'
import { type LogPosition, parsePosition } from './log-position.ts'
import { OneServer, runOfServer } from './one-server.ts'
import type { ReplicaProblem, ReplicaReading, ReplicaState } from './replicas.ts'

export interface AllowedLag {
  readonly seconds: number
  readonly bytes: number
}

/** The primary as it is known when a replica is looked at. */
export interface KnownPrimary {
  readonly history: LogHistory
  /** The identity of the database, which its replicas have too. */
  readonly system: string
}

export interface ReplicaOptions
  extends Pick<ConnectionOptions, 'waitMs'>,
    Pick<PoolObservation, 'slowStatementMs'> {
  readonly url: string
  readonly number: number
  readonly allowed: AllowedLag
  readonly primary: ConnectedDatabase
  readonly log: PoolObservation['log']
}

interface Answer {
  readonly isReplica: boolean
  readonly position: string | null
  readonly run: string
  readonly system: string
}

/** A server in recovery has no position of its own that it writes at, and any other none that it replays. */
const question = `SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS position,
  ${runOfServer} AS run, (SELECT system_identifier::text FROM pg_control_system()) AS system`

/** The codes of PostgreSQL for a read that the log overtakes: it removes rows, or takes a lock, that the read needs. */
const overtaken: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Returns whether a read failed on a replica for a reason that the primary does not have. */
const isOfReplica = (error: unknown): boolean => {
  const fault = faultOf(error)
  return fault === 'unreachable' || fault === 'exhausted' || overtaken.has((error as { code?: unknown }).code)
}

/** A server that follows the primary. It is used only while it answers and does not lag. */
export class Replica {
  readonly #options: ReplicaOptions
  readonly #database: ConnectedDatabase
  readonly #server = new OneServer()
  /** The connection that asks it for its state. */
  readonly #asking: pg.Pool
  readonly place: string
  #state: Pick<ReplicaState, 'problem' | 'lagBytes' | 'lagSeconds'> = {
    problem: 'unreachable',
    lagBytes: null,
    lagSeconds: null,
  }
  #position: LogPosition = 0n
  #refreshing = false
  #refreshedAt = Number.NEGATIVE_INFINITY

  constructor(options: ReplicaOptions) {
    const { url, number, primary, log, waitMs, slowStatementMs } = options
    this.#options = options
    this.place = new URL(url).host
    this.#database = connectDatabase(url, log, {
      ...(waitMs !== undefined && { waitMs }),
      slowStatementMs,
      replica: {
        label: ` of replica ${number}`,
        onConnect: this.#server.onConnect,
        stale: this.#server,
        doors: doorsOf(primary),
        primary,
      },
    })
    this.#asking = new pg.Pool({
      ...connectionOptions({ url, keepsSession: true }, { jit: 'off' }),
      max: 1,
      application_name: `lectern check of replica ${number}`,
      connectionTimeoutMillis: replicaLimits.answerMs,
      query_timeout: replicaLimits.answerMs,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The next look finds out by itself that the connection is lost.
    this.#asking.on('error', () => {})
  }

  get state(): ReplicaState {
    return { number: this.#options.number, place: this.place, ...this.#state }
  }

  get isUsed(): boolean {
    return this.#state.problem === null
  }

  /** Returns whether it has all up to a position. If not, it is asked whether it has by now, for the next read. */
  has(position: LogPosition): boolean {
    if (this.#position >= position) return true
    void this.#refresh()
    return false
  }

  /** Finds out whether it is to be used. */
  async look({ history, system }: KnownPrimary): Promise<void> {
    const answer = await this.#ask().catch(() => undefined)
    const position = answer && this.#keep(answer)
    const lag = position === undefined ? null : history.lagOf(position, performance.now()) / 1000
    const behind = position === undefined ? null : Number((history.latest ?? 0n) - position)
    this.#state = {
      problem: this.#problemOf(answer, system, { seconds: lag ?? 0, bytes: behind ?? 0 }),
      lagBytes: behind === null ? null : Math.max(0, behind),
      lagSeconds: lag !== null && Number.isFinite(lag) ? lag : null,
    }
  }

  /** Returns its database for the reads of one operation. */
  reading(): ReplicaReading {
    let hasFailed = false
    const note = (error: unknown) => {
      if (!isOfReplica(error)) return
      hasFailed = true
      // It is found out soon whether it answers again.
      if (faultOf(error) === 'unreachable') this.#state = { ...this.#state, problem: 'unreachable' }
    }
    const noting = <Result>(read: Promise<Result>): Promise<Result> => {
      read.catch(note)
      return read
    }
    const { texts, query, openSnapshot } = this.#database
    const database: Database = {
      ...this.#database,
      texts: (...given) => noting(texts(...given)),
      query: (...given) => noting(query(...given)),
      openSnapshot: (options) => openSnapshot({ ...options, onError: note }),
    }
    return { database, hasFailed: () => hasFailed }
  }

  async close(): Promise<void> {
    await Promise.all([this.#database.close(), this.#asking.end()])
  }

  #problemOf(answer: Answer | undefined, system: string, lag: AllowedLag): ReplicaProblem | null {
    const { allowed } = this.#options
    if (!answer) return 'unreachable'
    if (answer.system !== system) return 'another database'
    if (!answer.isReplica) return 'not a replica'
    return lag.seconds > allowed.seconds || lag.bytes > allowed.bytes ? 'lagging' : null
  }

  async #ask(): Promise<Answer> {
    const { rows } = await this.#asking.query<Answer>(question)
    return rows[0] as Answer
  }

  /** Keeps what an answer tells. Another run of the server may be at an earlier position. */
  #keep({ run, position }: Answer): LogPosition | undefined {
    const replayed = position === null ? undefined : parsePosition(position)
    if (run !== this.#server.known) {
      this.#server.known = run
      this.#position = 0n
    }
    if (replayed !== undefined && replayed > this.#position) this.#position = replayed
    return replayed
  }

  async #refresh(): Promise<void> {
    const isRecent = performance.now() - this.#refreshedAt < replicaLimits.refreshMs
    if (this.#refreshing || isRecent || !this.isUsed) return
    this.#refreshing = true
    try {
      this.#keep(await this.#ask())
    } catch {
      // The next look finds out.
    } finally {
      this.#refreshing = false
      this.#refreshedAt = performance.now()
    }
  }
}

const doorsOf = ({ identity, transaction, session, write, queryPromptly }: ReplicaDoors): ReplicaDoors => ({
  identity,
  transaction,
  session,
  write,
  queryPromptly,
})
