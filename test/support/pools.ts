import type { Pool } from 'pg'
import type { ConnectedDatabase } from '../../src/database/client.ts'

/** Returns all pools of connections of a server. */
export const poolsOf = (database: ConnectedDatabase): readonly Pool[] => [
  database.pool,
  database.writePool,
  database.readPool,
  database.longReadPool,
  database.snapshotPool,
]
