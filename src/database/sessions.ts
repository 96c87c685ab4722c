import type { ClientBase, Pool } from 'pg'
import { expectSlowStatements } from './observe-pool.ts'
import type { RunStatement } from './rows.ts'

export interface SessionOptions {
  /** Whether statements may take any time: see `withPatientConnection`. False by default. */
  readonly patient?: boolean
}

/** Runs work on a connection whose session stays until it ends. */
export type UseSession = <Result>(
  use: (client: ClientBase) => Promise<Result>,
  options?: SessionOptions,
) => Promise<Result>

export const sessionsOf =
  (pool: Pool): UseSession =>
  (use, { patient = false } = {}) =>
    patient ? withPatientConnection(pool, use) : withConnection(pool, use)

/** Uses a connection, and closes it after a failure: it may still have the locks and the transaction of what failed. */
async function withConnection<Result>(
  pool: Pool,
  use: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await use(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Uses a connection whose statements may take any time, and are not logged as slow: for migrations, and for locks of whole
 * processes. The advisory locks of the connection are released once this has returned.
 */
export async function withPatientConnection<Result>(
  pool: Pool,
  use: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  expectSlowStatements(client)
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    const result = await use(client)
    // PostgreSQL releases the locks of a closed connection only after it has noticed that.
    await client.query('SELECT pg_advisory_unlock_all()')
    return result
  } finally {
    // Closes the connection, so that nobody else uses it without the limit.
    client.release(true)
  }
}

/** Runs work under the lock of a name, or returns null while another connection has it. */
export const withFreeLock = <Result>(
  session: UseSession,
  name: string,
  run: () => Promise<Result>,
): Promise<Result | null> =>
  session(
    async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
        [name],
      )
      return rows[0]?.locked ? run() : null
    },
    { patient: true },
  )

export const statementsOn =
  (client: ClientBase): RunStatement =>
  async (text, values) =>
    (await client.query(text, [...values])).rows
