import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { heavyWork } from '../admission/heavy-work.ts'
import type { Address, Settings } from './connection-options.ts'
import type { StaleConnections } from './left-servers.ts'
import { readLimits } from './long-reads.ts'
import type { ObservedPool, PoolObservation } from './observe-pool.ts'
import { openPool } from './open-pool.ts'
import { plannedOnce, settingsAlongIndexes, settingsOfOthers, withoutCompiling } from './planner-settings.ts'
import { transactionTimeoutMs } from './transactions.ts'

/** The pools of connections. What waits for a lock or takes long in one of them holds up none of the others. */
export interface Pools {
  /** The connections of reads that are not compiled, and of jobs. */
  readonly pool: pg.Pool
  /** The connections of transactions and of other writes, which may wait for locks. */
  readonly writePool: pg.Pool
  /** The connections of compiled reads that are short, and of authentication: they wait for no other work. */
  readonly readPool: pg.Pool
  /** The connections of compiled reads that are long. */
  readonly longReadPool: pg.Pool
  /** The connections of queries that are executed field by field: each is a transaction that reads one state. */
  readonly snapshotPool: pg.Pool
  /**
   * The connections whose session stays, for migrations, backups, locks of whole processes and notifications. Without a
   * pooler they are those of `pool`.
   */
  readonly sessionPool: pg.Pool
}

/** The time for which a statement waits for a lock of another writer. */
const lockTimeoutMs = 5000
/** The time after which the database ends a transaction that a process has left open. No transaction computes as long. */
const idleTransactionTimeoutMs = 130_000
/** The time after which the database ends a statement for which nothing waits any longer. */
const statementMarginMs = 5000

/** The largest number of connections of each pool. */
const poolSizes = {
  other: 9,
  writes: 12,
  snapshots: heavyWork.snapshots.concurrent,
  sessions: 6,
} as const
/**
 * The largest number of connections for short reads, and for long ones. With more than there are processors, each read
 * takes longer, and some take very long.
 */
const connectionsOfReads = Math.max(4, availableParallelism())

/** The largest number of connections of a process without a pooler, with that of `DatabaseCheck`. */
export const connectionsOfProcess =
  poolSizes.other + poolSizes.writes + poolSizes.snapshots + 2 * connectionsOfReads + 1

export interface PoolsOptions extends PoolObservation {
  readonly url: string
  /** The address of the database itself, if `url` is that of a pooler which gives each transaction another session. */
  readonly directUrl: string | undefined
  /** The longest time for which a request waits for a statement outside of a transaction. */
  readonly waitMs: number
  /** Where there are several servers. */
  readonly leftServers: StaleConnections | undefined
  /** Follows the names of the pools of a replica. */
  readonly label?: string | undefined
  /** Checks each connection that is opened, which fails if the check does. */
  readonly onConnect?: Address['onConnect']
}

/** Creates the pools. Their connections are opened on first use. */
export function openPools({
  url,
  directUrl,
  waitMs,
  leftServers,
  label = '',
  onConnect,
  ...observation
}: PoolsOptions) {
  const keepsSession = directUrl === undefined
  const limits: Settings = {
    statement_timeout: String(Math.max(waitMs, transactionTimeoutMs) + statementMarginMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
  }
  const usual = { url, keepsSession, onConnect }
  const open = (name: string, max: number, settings: Settings, address: Address = usual) =>
    openPool(
      { name: name + label, max, settings: { ...limits, ...settings }, leftServers, ...address },
      observation,
    )
  // A plan that nothing keeps is better made for the values that it is used with.
  const forReads = keepsSession ? { ...settingsAlongIndexes, ...plannedOnce } : settingsAlongIndexes
  // Nothing but the transaction itself knows which session a pooler has given it, so that nobody else can end its statement.
  const forShortReads = keepsSession
    ? forReads
    : { ...forReads, statement_timeout: String(readLimits.shortMs) }
  const others = open('lectern', poolSizes.other, settingsOfOthers)
  return {
    others,
    sessions: keepsSession
      ? others
      : open('lectern sessions', poolSizes.sessions, withoutCompiling, {
          url: directUrl,
          keepsSession: true,
        }),
    snapshots: open('lectern snapshots', poolSizes.snapshots, forReads),
    writes: open('lectern writes', poolSizes.writes, settingsAlongIndexes),
    reads: open('lectern reads', connectionsOfReads, forShortReads),
    longReads: open('lectern long reads', connectionsOfReads, forReads),
  } satisfies Record<string, ObservedPool>
}
