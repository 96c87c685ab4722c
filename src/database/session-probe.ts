import type pg from 'pg'

/** The number of times that a pooler whose other clients are busy is asked. */
const maximumRounds = 5

/** Ends the probe at a pooler in session mode that has no second session. */
const timeoutMs = 2000

/**
 * Returns whether a connection of the pool keeps its session. It does not behind a pooler in transaction mode: the one that
 * it had is then free for a transaction of another connection.
 */
export async function keepsSessions(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    // PostgreSQL tells a client its process when it connects. A pooler, which has many, tells a number of its own.
    if ((client as unknown as { readonly processID: number }).processID === (await processOf(client)))
      return true
    return await keepsSessionBeside(client, pool)
  } finally {
    client.release()
  }
}

async function keepsSessionBeside(client: pg.PoolClient, pool: pg.Pool): Promise<boolean> {
  const other = await pool.connect()
  try {
    for (let round = 0; round < maximumRounds; round++) {
      const before = await processOf(client)
      const ofOther = await processOf(other, 'BEGIN; ')
      const after = await processOf(client)
      await other.query('ROLLBACK')
      if (before !== after || before === ofOther) return false
    }
    return true
  } catch (error) {
    if ((error as Error).message === 'Query read timeout') return true
    throw error
  } finally {
    other.release(true)
  }
}

async function processOf(client: pg.PoolClient, beginning = ''): Promise<number> {
  const query = { text: `${beginning}SELECT pg_backend_pid() AS process`, query_timeout: timeoutMs }
  const results: unknown = await client.query(query)
  const last = [results].flat().at(-1) as pg.QueryResult<{ process: number }>
  return last.rows[0]?.process as number
}
