import type { ClientBase, Pool } from 'pg'
import type { ConnectedDatabase } from '../../src/database/client.ts'

/** Returns all pools of connections of a server. */
export const poolsOf = (database: ConnectedDatabase): readonly Pool[] => [
  database.pool,
  database.writePool,
  database.readPool,
  database.longReadPool,
  database.snapshotPool,
]

/** Makes settings of PostgreSQL in all connections of a pool, instead of those that it makes itself. */
export async function setInConnections(
  pool: Pool,
  settings: Readonly<Record<string, number>>,
): Promise<void> {
  const set = async (client: ClientBase) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`SET ${name} = ${value}`)
  }
  const { onConnect } = pool.options
  pool.options.onConnect = async (client) => {
    await onConnect?.(client)
    await set(client)
  }
  for (const client of (pool as unknown as { _clients: ClientBase[] })._clients) await set(client)
}
