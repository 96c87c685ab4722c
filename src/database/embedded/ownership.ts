import type { Client } from 'pg'
import { tryConnect } from './postmaster.ts'

/**
 * The advisory lock that the owner of the data directory holds. The server releases it when that process dies, so that
 * it cannot become stale, as a lock file can.
 */
const ownerLock = 4_739_121

/** The prefix of the application name with which the owner announces its process id. */
const applicationMark = 'lectern owner '

export interface Claim {
  /** The connection that holds the lock, or null if another process holds it. */
  readonly owner: Client | null
  /** The id of the other process that holds the lock, or null if it has just released it. */
  readonly holder: number | null
}

/** Tries to acquire the ownership of the data directory. Returns null while the server accepts no connections. */
export async function claimOwnership(url: string): Promise<Claim | null> {
  const client = await tryConnect(url, `${applicationMark}${process.pid}`)
  if (!client) return null
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      ownerLock,
    ])
    if (rows[0]?.locked) return { owner: client, holder: null }
    const holder = await holderOf(client)
    await client.end()
    return { owner: null, holder }
  } catch {
    // The server has stopped in the meantime.
    client.end().catch(() => {})
    return null
  }
}

async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [ownerLock],
  )
  const name = rows[0]?.application_name ?? ''
  return name.startsWith(applicationMark) ? Number(name.slice(applicationMark.length)) : null
}
