import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { heavyWork } from '../admission/heavy-work.ts'
import { leadsToWritable } from '../base/database-addresses.ts'
import { LogThrottle } from '../base/log-throttle.ts'
import { boundedCache } from '../caches/bounded-cache.ts'
import { PrismaClient } from '../generated/prisma/client.ts'
import { BoundedPool } from './bounded-pool.ts'
import type { CellEncoding } from './byte-cells.ts'
import { DatabaseCheck, type Readiness } from './database-check.ts'
import { LeftServers, onWritableServer } from './left-servers.ts'
import { expectSlowStatements, observePool, type PoolObservation } from './observe-pool.ts'
import { plannedOnce, settingsOfOthers, settingsOfReads, withoutCompiling } from './planner-settings.ts'
import { LendingAdapter } from './prisma-adapter.ts'
import type { PrismaReads } from './prisma-reads.ts'
import type { UpdatedColumns } from './rows.ts'
import './tables.ts'
import { type Address, connectionOptions, type Settings } from './sessions.ts'
import { Snapshot, type SnapshotOptions } from './snapshot.ts'
import { databaseIn } from './snapshot-database.ts'
import type { TextRow, TextStatement } from './text-batch.ts'
import { type ObservedPool, readLimits, TextReader } from './text-reader.ts'
import { type Transact, transactionTimeoutMs, transactOf } from './transactions.ts'
import { runTyped } from './typed-rows.ts'
import { watchForSilence } from './watch-for-silence.ts'

/** The database, through Prisma and through plain SQL, which share the connection pools. */
export interface Database {
  /** The models of Prisma, which read outside of transactions. */
  readonly prisma: PrismaReads
  /** Runs work in a transaction, with the models of Prisma and SQL. */
  readonly transaction: Transact
  /** The connections of reads that are not compiled, and of jobs. */
  readonly pool: pg.Pool
  /** The connections of transactions and of other writes, which may wait for locks. */
  readonly writePool: pg.Pool
  /** The connections of compiled reads that are short, and of authentication: they wait for no other work. */
  readonly readPool: pg.Pool
  /** The connections of compiled reads that are long. */
  readonly longReadPool: pg.Pool
  /**
   * The connections whose session stays, for migrations, backups, locks of whole processes and notifications. Without a
   * pooler they are those of `pool`.
   */
  readonly sessionPool: pg.Pool
  /** The connections of queries that are executed level by level: each is a transaction that reads one state. */
  readonly snapshotPool: pg.Pool
  /** Returns within a second whether the database can be read and written. */
  readiness(): Promise<Readiness>
  /**
   * Runs a statement of the server's own that only reads, whose text is the same each time: PostgreSQL plans it once per
   * connection. It may share a transaction with other reads.
   */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /**
   * Runs a statement that writes, and returns the rows that it returns. With the columns of a row that it updates, it is
   * recorded in the audit log where the database belongs to an audited operation.
   */
  write<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    updated?: UpdatedColumns,
  ): Promise<readonly Row[]>
  /** Runs a statement like `query`, whose rows are texts. Throws ResultTooLarge for more bytes than it may return. */
  texts<Encoding extends CellEncoding = 'utf8'>(
    text: string,
    values: readonly unknown[],
    limits: TextLimits<Encoding>,
  ): Promise<readonly TextRow<Encoding>[]>
  /** Returns a database whose reads all are of one state, and the function that ends it: see `inSnapshot`. */
  openSnapshot(options: SnapshotOptions): { readonly database: Database; readonly end: () => void }
  close(): Promise<void>
}

/** A database whose client of Prisma is known whole, for tests that make what they need. */
export interface ConnectedDatabase extends Database {
  readonly prisma: PrismaClient
}

export interface TextLimits<Encoding extends CellEncoding = CellEncoding> {
  /** The bytes that a statement may return. */
  readonly bytes: number
  /** The rows that it reads at most, or can be expected to read. Absent if that is not known. */
  readonly rows?: number
  /** UTF-8 by default. */
  readonly encoding?: Encoding
  /** For whom it reads, such as the id of a user. */
  readonly owner?: string
}

/** Limits memory: each connection keeps the plan of every named statement, and queries have endless variants. */
const maximumNamedStatements = 200
/** Prisma passes the items of lists as parameters, so that each length of a list is another statement. */
const maximumPrismaParameters = 20
const closeTimeoutMs = 5000
/** The time in which a connection must be opened, or become free. */
const connectTimeoutMs = 5000
/** The time for which a statement waits for a lock of another writer. */
const lockTimeoutMs = 5000
/** The time after which the database ends a transaction that a process has left open. No transaction computes as long. */
const idleTransactionTimeoutMs = 130_000
/** The largest number of connections of each pool. */
const poolSizes = {
  other: 8,
  writes: 12,
  snapshots: heavyWork.snapshots.concurrent,
  sessions: 6,
} as const
/**
 * The largest number of connections for short reads, and for long ones. With more than there are processors, each read
 * takes longer, and some take very long.
 */
const connectionsOfReads = Math.max(4, availableParallelism())
/** The time after which the database ends a statement for which nothing waits any longer. */
const statementMarginMs = 5000

export interface ConnectionOptions {
  /** The address of the database itself, if the other one is that of a pooler which gives each transaction another session. */
  readonly directUrl?: string | undefined
  /** The longest time for which a request waits for a statement outside of a transaction. */
  readonly waitMs?: number
  /** The time from which a statement is logged. By default none is. */
  readonly slowStatementMs?: number
}

/** Creates the connection pool. Connections are opened on first use. */
export function connectDatabase(
  url: string,
  log: Pick<Logger, 'warn'>,
  { directUrl, waitMs = 0, slowStatementMs = Number.POSITIVE_INFINITY }: ConnectionOptions = {},
): ConnectedDatabase {
  const keepsSession = directUrl === undefined
  const limits: Settings = {
    statement_timeout: String(Math.max(waitMs, transactionTimeoutMs) + statementMarginMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
  }
  const leftServers = leadsToWritable(url) ? new LeftServers(url) : undefined
  const open = (name: string, max: number, settings: Settings, address: Address = { url, keepsSession }) =>
    openPool(
      { name, max, settings: { ...limits, ...settings }, leftServers, ...address },
      { log, slowStatementMs },
    )
  const others = open('lectern', poolSizes.other, settingsOfOthers)
  const sessions = keepsSession
    ? others
    : open('lectern sessions', poolSizes.sessions, withoutCompiling, { url: directUrl, keepsSession: true })
  const snapshots = open('lectern snapshots', poolSizes.snapshots, settingsOfReads)
  const writes = open('lectern writes', poolSizes.writes, {})
  // A plan that nothing keeps is better made for the values that it is used with.
  const forReads = keepsSession ? { ...settingsOfReads, ...plannedOnce } : settingsOfReads
  // Nothing but the transaction itself knows which session a pooler has given it, so that nobody else can end its statement.
  const forShortReads = keepsSession
    ? forReads
    : { ...forReads, statement_timeout: String(readLimits.shortMs) }
  const reads = open('lectern reads', connectionsOfReads, forShortReads)
  const longReads = open('lectern long reads', connectionsOfReads, forReads)
  const reader = new TextReader(reads, {
    ...longReads,
    cancel: keepsSession
      ? (processId) => others.pool.query('SELECT pg_cancel_backend($1)', [processId])
      : undefined,
  })
  const rowReader = new TextReader(others)
  const writer = new TextReader(writes)
  const { pool } = others
  const { pool: writePool } = writes
  const { pool: readPool } = reads
  const { pool: longReadPool } = longReads
  const { pool: sessionPool } = sessions
  const { pool: snapshotPool } = snapshots
  const pools = new Set([pool, writePool, readPool, longReadPool, snapshotPool, sessionPool])
  const check = new DatabaseCheck({ url, keepsSession })
  // A statement may have to wait for long until a pooler has a connection for it.
  const directCheck = keepsSession ? check : new DatabaseCheck({ url: directUrl, keepsSession: true })
  const watch = watchForSilence([...pools], directCheck, log)
  const nameOfPrisma = statementNames(maximumPrismaParameters)
  const nameOf = statementNames()
  const nameOfRead = namesOfReads()
  // The declared type does not allow undefined, which makes the driver send the statement unnamed.
  const statementNameGenerator = ({
    sql,
    args,
  }: {
    readonly sql: string
    readonly args: readonly unknown[]
  }) => nameOfPrisma(sql, args.length) as string
  const adapter = new LendingAdapter(pool, { statementNameGenerator })
  let prisma: PrismaClient | undefined
  const prismaClient = () => {
    prisma ??= new PrismaClient({ adapter })
    return prisma
  }
  const namesInSnapshots = { ofCode: statementNames(), compiled: namesOfReads() }
  const database: Omit<Database, 'prisma'> = {
    pool,
    writePool,
    readPool,
    longReadPool,
    sessionPool,
    snapshotPool,
    transaction: transactOf({ ...writes, prisma: prismaClient, nameOf, leftServers }),
    readiness: () => check.readiness(),
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
      const name = nameOf(text, values.length)
      const run = (statement: TextStatement) =>
        rowReader.run(statement, { rows: name === undefined ? undefined : usualRows })
      return runTyped<Row>(run, { name, text, values })
    },
    write: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
      const run = (statement: TextStatement) => onWritableServer(() => writer.run(statement))
      return runTyped<Row>(run, { name: nameOf(text, values.length), text, values })
    },
    texts: (text, values, { bytes, rows, encoding, owner }) =>
      reader.run({ name: nameOfRead(text), text, values, maximumBytes: bytes, encoding }, { rows, owner }),
    openSnapshot: (options) => {
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const snapshot = new Snapshot(snapshots, options)
      const end = () => {
        snapshot.end()
        resolve()
      }
      return {
        database: databaseIn(snapshot, database as Database, {
          prisma: prismaClient,
          names: namesInSnapshots,
          over,
        }),
        end,
      }
    },
    close: async () => {
      watch.stop()
      await prisma?.$disconnect()
      // A pool waits for connections in use. A query that hangs must not keep the process alive.
      const ended = Promise.all([
        ...[...new Set([check, directCheck])].map((each) => each.close()),
        ...[...pools].map((each) => (each.ended ? undefined : each.end())),
      ])
      await Promise.race([ended, setTimeout(closeTimeoutMs, undefined, { ref: false })])
    },
  }
  // The client is created on first use: that takes long, and a start needs none. The property is enumerable, so that copies
  // of the object have it.
  return Object.defineProperty(database, 'prisma', {
    enumerable: true,
    get: prismaClient,
  }) as ConnectedDatabase
}

const lostConnections = new LogThrottle()

interface PoolDescription extends Address {
  /** The name of the application. */
  readonly name: string
  readonly max: number
  readonly settings: Settings
  /** Where there are several servers. */
  readonly leftServers: LeftServers | undefined
}

/** Creates a pool whose lost connections are replaced on next use. */
function openPool(
  { name, max, settings, leftServers, ...address }: PoolDescription,
  observation: PoolObservation,
): ObservedPool {
  const pool = new BoundedPool(
    {
      ...connectionOptions(address, settings),
      connectionTimeoutMillis: connectTimeoutMs,
      max,
      application_name: name,
    },
    leftServers?.isStale,
  )
  leftServers?.watch(pool)
  // Without these listeners the error of a connection that the server closes would end the process. The pool reports
  // idle connections only, so those inside a transaction need their own listener.
  const logLostConnection = (error: Error) =>
    lostConnections.record('lost', (connections) =>
      observation.log.warn({ err: error, connections }, 'lost database connections'),
    )
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => client.on('error', logLostConnection))
  return { pool, observe: observePool(pool, observation) }
}

/**
 * Uses a connection whose statements may take any time, and are not logged as slow: for migrations, and for locks of whole
 * processes. The advisory locks of the connection are released once this has returned.
 */
export async function withPatientConnection<Result>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  expectSlowStatements(client)
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    const result = await use(client)
    // PostgreSQL releases the locks of a closed connection only after it has noticed that.
    await client.query('SELECT pg_advisory_unlock_all()')
    return result
  } finally {
    // Closes the connection, so that nobody else uses it without the limit.
    client.release(true)
  }
}

/**
 * Returns a function that names statements from their second use on, so that PostgreSQL plans them once per
 * connection. Statements with more parameters than the maximum stay unnamed.
 */
export function statementNames(
  maximumParameters = Number.POSITIVE_INFINITY,
): (sql: string, parameters: number) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (sql, parameters) => {
    const known = names.get(sql)
    if (known !== undefined || parameters > maximumParameters || names.size >= maximumNamedStatements)
      return known
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= maximumNamedStatements) seenOnce.clear()
      seenOnce.add(sql)
      return undefined
    }
    const name = nameOfText(sql)
    names.set(sql, name)
    return name
  }
}

const nameOfText = (sql: string) => `s${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`

/** The number of rows that a repeated read of code is taken to read, unless it has turned out to be slow. */
const usualRows = 10

/**
 * Returns a function that names the statements of reads from their second use on. Those that were not used for long are
 * forgotten: connections end the oldest of their prepared statements by themselves.
 */
export function namesOfReads(): (sql: string) => string | undefined {
  const names = boundedCache<string, { name?: string }>('statementNames', (_known, sql) => sql.length)
  return (sql) => {
    const known = names.get(sql)
    if (known) known.name ??= nameOfText(sql)
    else names.set(sql, {})
    return known?.name
  }
}
