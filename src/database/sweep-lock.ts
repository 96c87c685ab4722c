import type { ClientBase } from 'pg'
import type { Database } from './client.ts'
import { withFreeLock } from './sessions.ts'

/** Waits for a sweep that runs, and keeps others from running until the connection is closed. */
export async function waitForSweep(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(hashtextextended('sweep', 0))`)
}

/** Runs a sweep, or returns null while another one or a backup runs. */
export function withSweepLock<Result>(
  { session }: Pick<Database, 'session'>,
  run: () => Promise<Result>,
): Promise<Result | null> {
  return withFreeLock(session, 'sweep', run)
}
