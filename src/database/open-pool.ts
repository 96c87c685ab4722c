import { LogThrottle } from '../base/log-throttle.ts'
import { BoundedPool } from './bounded-pool.ts'
import { type Address, connectionOptions, type Settings } from './connection-options.ts'
import type { StaleConnections } from './left-servers.ts'
import { type ObservedPool, observePool, type PoolObservation } from './observe-pool.ts'

/** The time in which a connection must be opened, or become free. */
const connectTimeoutMs = 5000

const lostConnections = new LogThrottle()

export interface PoolDescription extends Address {
  /** The name of the application. */
  readonly name: string
  readonly max: number
  readonly settings: Settings
  /** Where there are several servers. */
  readonly leftServers: StaleConnections | undefined
}

/** Creates a pool whose lost connections are replaced on next use. */
export function openPool(
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
    leftServers,
  )
  leftServers?.watch(pool)
  // The pool reports idle connections only, so those that are used need a listener of their own.
  const logLostConnection = (error: Error) =>
    lostConnections.record('lost', (connections) =>
      observation.log.warn({ err: error, connections }, 'lost database connections'),
    )
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => client.on('error', logLostConnection))
  return observePool(pool, observation)
}
