import type { Database } from '../../database/client.ts'

/**
 * Runs work under a lock of the specification across processes. Returns false without running it if another process
 * holds the lock. The lock belongs to a connection, so a crashed process releases it.
 */
export async function withSpecLock(
  { sessionPool }: Pick<Database, 'sessionPool'>,
  specId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await sessionPool.connect()
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
    // After a failure the connection may still hold the lock, so it is closed instead of returned to the pool.
    client.release(failure)
  }
}
