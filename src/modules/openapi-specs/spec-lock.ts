import type { Database } from '../../database/client.ts'

/**
 * Runs work under a lock of the specification across processes. Returns false without running it if another process
 * holds the lock. The lock belongs to a connection, so a crashed process releases it.
 */
export const withSpecLock = (
  { session }: Pick<Database, 'session'>,
  specId: string,
  work: () => Promise<void>,
): Promise<boolean> =>
  session(async (client) => {
    const lock = `openapi-spec ${specId}`
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
  })
