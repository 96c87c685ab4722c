import type { Database } from '../../database/client.ts'

/**
 * Does work that no two processes do for one specification at once; false, with nothing done, if another is at it.
 * The lock belongs to a connection: when a process dies its connections end, and the specification is free again.
 */
export async function withSpecLock(
  { pool }: Pick<Database, 'pool'>,
  specId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect()
  const lock = `openapi-spec ${specId}`
  let failure: Error | undefined
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [lock],
    )
    if (!rows[0]?.locked) return false
    try {
      await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock])
    }
    return true
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // A connection that may still hold the lock is closed, and not given to others.
    client.release(failure)
  }
}
