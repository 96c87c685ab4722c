import type pg from 'pg'
import { ByteCellsClient } from './byte-cells.ts'
import { connectionOf, type DriverConnection } from './driver-members.ts'
import { keepUnnamed } from './prepared-names.ts'
import { connectionTo } from './writable-server.ts'

/** Settings of PostgreSQL, by name. */
export type Settings = Readonly<Record<string, string>>

/** The address of the database, and how a connection to it is checked. */
export interface Address {
  readonly url: string
  /** Whether a connection has one session. A pooler in transaction mode gives each transaction the one that is free. */
  readonly keepsSession: boolean
  /** Checks a connection that has a session, which fails if the check does. */
  readonly onConnect?: ((client: pg.ClientBase) => Promise<void>) | undefined
}

/**
 * Returns how connections of a pool are opened, so that each of their statements has the settings. Those with a session
 * keep the settings and the statements that they prepare. The others keep nothing: see `clientWithoutSession`.
 */
export const connectionOptions = (
  { url, keepsSession, onConnect }: Address,
  settings: Settings,
): pg.PoolConfig =>
  keepsSession
    ? {
        ...connectionTo(url, ByteCellsClient),
        // Not in the startup packet, of which a pooler in session mode accepts few parameters.
        onConnect: async (client) => {
          await client.query(select(settings, { isLocal: false }))
          await onConnect?.(client)
        },
      }
    : connectionTo(url, clientWithoutSession(settings))

/**
 * Returns the class of clients that prepare nothing under a name, and send settings at the beginning of each transaction,
 * which takes no other round trip.
 */
const clientWithoutSession = (settings: Settings): typeof ByteCellsClient =>
  class ClientWithoutSession extends ByteCellsClient {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const connection = connectionOf(this)
      keepUnnamed(connection)
      setInEachTransaction(connection, settings)
      const query = this.query.bind(this) as (statement: unknown, ...given: unknown[]) => unknown
      Object.assign(this, {
        query: (statement: unknown, ...given: unknown[]) => query(withoutName(statement), ...given),
      })
    }
  }

/** Returns a statement that the driver keeps under no name. */
const withoutName = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
    ? { ...statement, name: undefined }
    : statement

/** The messages of PostgreSQL that answer the statement of the settings. */
const answers: ReadonlySet<unknown> = new Set(['parseComplete', 'bindComplete', 'dataRow', 'commandComplete'])

function setInEachTransaction(connection: DriverConnection, settings: Settings): void {
  const selected = select(settings, { isLocal: true })
  const set = setLocal(settings)
  const emit = connection.emit.bind(connection)
  const query = connection.query.bind(connection)
  const parse = connection.parse.bind(connection)
  let isBeforeTransaction = false
  /** The statements of the settings that PostgreSQL has yet to complete. */
  let awaited = 0
  connection.emit = (name, ...given) => {
    if (awaited > 0 && answers.has(name)) {
      if (name === 'commandComplete') awaited--
      return true
    }
    if (name === 'readyForQuery') {
      awaited = 0
      isBeforeTransaction = (given[0] as { readonly status: string }).status === 'I'
    }
    return emit(name, ...given)
  }
  connection.query = (text) => {
    if (!isBeforeTransaction) return query(text)
    isBeforeTransaction = false
    awaited = set.length
    query([...set, text].join('; '))
  }
  connection.parse = (...given) => {
    if (isBeforeTransaction) {
      isBeforeTransaction = false
      awaited = 1
      parse({ name: '', text: selected, types: [] }, true)
      connection.bind({}, true)
      connection.execute({}, true)
    }
    parse(...given)
  }
}

/** Returns the statement that makes settings for the transaction alone, or for as long as the session lasts. */
const select = (settings: Settings, { isLocal }: { readonly isLocal: boolean }): string =>
  `SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(', ')}`

/** Returns statements for what is sent as one text. Unlike a query, they leave the isolation level to be set after them. */
const setLocal = (settings: Settings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
