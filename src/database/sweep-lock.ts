import type { ClientBase } from 'pg'
import type { Database } from './client.ts'

const lock = `hashtextextended('sweep', 0)`

/** Waits for a sweep that runs, and keeps others from running until the connection is closed. */
export async function waitForSweep(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${lock})`)
}

/** Runs a sweep, or returns null while another one or a backup runs. */
export function withSweepLock<Result>(
  { session }: Pick<Database, 'session'>,
  run: () => Promise<Result>,
): Promise<Result | null> {
  return session(
    async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        `SELECT pg_try_advisory_lock(${lock}) AS locked`,
      )
      return rows[0]?.locked ? run() : null
    },
    { patient: true },
  )
}
