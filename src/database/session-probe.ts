import type pg from 'pg'
import { processOf } from './driver-members.ts'

/** The number of times that a pooler whose other clients are busy is asked. */
const maximumRounds = 5

/**
 * Returns whether a connection of the pool keeps its session. It does not behind a pooler in transaction mode: the one that
 * it had is then free for a transaction of another connection.
 */
export async function keepsSessions(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    // PostgreSQL tells a client its process when it connects. A pooler, which has many, tells a number of its own.
    if (processOf(client) === (await askProcess(client))) return true
    return await keepsSessionBeside(client, pool)
  } finally {
    client.release()
  }
}

async function keepsSessionBeside(client: pg.PoolClient, pool: pg.Pool): Promise<boolean> {
  const other = await pool.connect()
  try {
    for (let round = 0; round < maximumRounds; round++) {
      const before = await askProcess(client)
      await other.query('BEGIN')
      // The other connection keeps that session until its transaction ends, so this one must not wait for it.
      if ((await askProcess(other)) === before) return false
      if ((await askProcess(client)) !== before) return false
      await other.query('ROLLBACK')
    }
    return true
  } finally {
    other.release(true)
  }
}

async function askProcess(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ process: number }>('SELECT pg_backend_pid() AS process')
  return rows[0]?.process as number
}
