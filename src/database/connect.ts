import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { leadsToWritable } from '../base/database-addresses.ts'
import { PrismaClient } from '../generated/prisma/client.ts'
import type { ConnectedDatabase, Database } from './client.ts'
import type { Address } from './connection-options.ts'
import { DatabaseCheck } from './database-check.ts'
import { LeftServers, onWritableServer, type StaleConnections } from './left-servers.ts'
import { openPools, type Pools } from './pools.ts'
import { LendingAdapter } from './prisma-adapter.ts'
import { sessionsOf } from './sessions.ts'
import { Snapshot } from './snapshot.ts'
import { databaseIn } from './snapshot-database.ts'
import { namesOfReads, statementNames } from './statement-names.ts'
import './tables.ts'
import { type ReadOptions, TextReader } from './text-reader.ts'
import { transactOf } from './transactions.ts'
import { runTyped } from './typed-rows.ts'
import { watchForSilence } from './watch-for-silence.ts'

/** Prisma passes the items of lists as parameters, so that each length of a list is another statement. */
const maximumPrismaParameters = 20
const closeTimeoutMs = 5000
/** The number of rows that a repeated read of code is taken to read, unless it has turned out to be slow. */
const usualRows = 10

export interface ConnectionOptions {
  /** The address of the database itself, if the other one is that of a pooler which gives each transaction another session. */
  readonly directUrl?: string | undefined
  /** The longest time for which a request waits for a statement outside of a transaction. */
  readonly waitMs?: number
  /** The time from which a statement is logged. By default none is. */
  readonly slowStatementMs?: number
  /** Set for a server that only reads. */
  readonly replica?: ReplicaConnection | undefined
}

/** The connection to a server that only reads. */
export interface ReplicaConnection {
  /** Follows the names of the pools. */
  readonly label: string
  /** Checks each connection that is opened. */
  readonly onConnect?: Address['onConnect']
  readonly stale?: StaleConnections
  /** The functions that write, and those that read what must be of now. */
  readonly doors: Partial<ReplicaDoors>
  /** The database that it follows, which is what its snapshots are outside of. Absent where there is none. */
  readonly primary?: ConnectedDatabase
}

/** The functions of a database that a replica has not by itself. */
export type ReplicaDoors = Pick<Database, 'identity' | 'transaction' | 'session' | 'write' | 'queryPromptly'>

/** Creates the pools of connections, which are opened on first use, and the functions that run SQL on them. */
export function connectDatabase(
  url: string,
  log: Pick<Logger, 'warn'>,
  { directUrl, waitMs = 0, slowStatementMs = Number.POSITIVE_INFINITY, replica }: ConnectionOptions = {},
): ConnectedDatabase {
  const keepsSession = directUrl === undefined
  const leftServers = leadsToWritable(url) ? new LeftServers(url) : undefined
  const { others, sessions, snapshots, writes, reads, longReads } = openPools({
    url,
    directUrl,
    waitMs,
    leftServers: replica?.stale ?? leftServers,
    label: replica?.label,
    onConnect: replica?.onConnect,
    log,
    slowStatementMs,
  })
  const pools: Pools = {
    pool: others.pool,
    writePool: writes.pool,
    readPool: reads.pool,
    longReadPool: longReads.pool,
    snapshotPool: snapshots.pool,
    sessionPool: sessions.pool,
  }
  const compiledReader = new TextReader(reads, {
    ...longReads,
    cancel: keepsSession
      ? (processId) => others.pool.query('SELECT pg_cancel_backend($1)', [processId])
      : undefined,
  })
  const promptReader = new TextReader(reads)
  const reader = new TextReader(others)
  const writer = new TextReader(writes)
  const distinctPools = [...new Set(Object.values<pg.Pool>({ ...pools }))]
  const check = new DatabaseCheck({ url, keepsSession })
  // A statement may have to wait for long until a pooler has a connection for it.
  const directCheck = keepsSession ? check : new DatabaseCheck({ url: directUrl, keepsSession: true })
  const watch = watchForSilence(distinctPools, directCheck, log)
  const nameOfPrisma = statementNames(maximumPrismaParameters)
  const nameOf = statementNames()
  const nameOfRead = namesOfReads()
  const run =
    (runner: TextReader, optionsOf: (name: string | undefined) => ReadOptions = () => ({})) =>
    <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
      const name = nameOf(text, values.length)
      return runTyped<Row>((statement) => runner.run(statement, optionsOf(name)), { name, text, values })
    }
  const runWrite = run(writer)
  // The declared type does not allow undefined, which makes the driver send the statement unnamed.
  const statementNameGenerator = ({
    sql,
    args,
  }: {
    readonly sql: string
    readonly args: readonly unknown[]
  }) => nameOfPrisma(sql, args.length) as string
  const adapter = new LendingAdapter(others.pool, { statementNameGenerator })
  let prisma: PrismaClient | undefined
  // The statements of a snapshot run on its own connection, whatever client of Prisma makes them.
  const prismaClient = () => {
    if (replica?.primary) return replica.primary.prisma
    prisma ??= new PrismaClient({ adapter })
    return prisma
  }
  const namesInSnapshots = { ofCode: statementNames(), compiled: namesOfReads() }
  const doors: Omit<Database, 'prisma'> & Pools = {
    ...pools,
    identity: {},
    transaction: transactOf({ ...writes, prisma: prismaClient, nameOf, leftServers }),
    session: sessionsOf(sessions.pool),
    readiness: () => check.readiness(),
    query: run(reader, (name) => ({ rows: name === undefined ? undefined : usualRows })),
    queryPromptly: run(promptReader),
    write: (text, values) => onWritableServer(() => runWrite(text, values)),
    texts: (text, values, { bytes, rows, encoding, owner }) =>
      compiledReader.run(
        { name: nameOfRead(text), text, values, maximumBytes: bytes, encoding },
        { rows, owner },
      ),
    openSnapshot: (options) => {
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const snapshot = new Snapshot({ ...snapshots, keepsSession }, options)
      const end = () => {
        snapshot.end()
        resolve()
      }
      return {
        database: databaseIn(snapshot, replica?.primary ?? database, {
          prisma: prismaClient,
          names: namesInSnapshots,
          over,
        }),
        end,
      }
    },
    ...replica?.doors,
    close: async () => {
      watch.stop()
      await prisma?.$disconnect()
      // A pool waits for connections in use. A query that hangs must not keep the process alive.
      const ended = Promise.all([
        ...[...new Set([check, directCheck])].map((each) => each.close()),
        ...distinctPools.map((each) => (each.ended ? undefined : each.end())),
      ])
      await Promise.race([ended, setTimeout(closeTimeoutMs, undefined, { ref: false })])
    },
  }
  // The client is created on first use: that takes 0.1 s of the processor, and a start needs none. The property is enumerable,
  // so that copies of the object have it.
  const database: ConnectedDatabase = Object.defineProperty(doors as ConnectedDatabase, 'prisma', {
    enumerable: true,
    get: prismaClient,
  })
  return database
}
