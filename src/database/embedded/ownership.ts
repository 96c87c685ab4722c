import type { Client } from 'pg'
import { tryConnect } from './postmaster.ts'

/**
 * Held on one connection by the process that owns the data directory. The server gives it up when that process dies,
 * so that it cannot be left behind, as a file can.
 */
const ownerLock = 4_739_121

/** What tells others which process an owner's connection belongs to. */
const applicationMark = 'lectern owner '

export interface Claim {
  /** The connection that holds the lock, if it is ours now. */
  readonly owner: Client | null
  /** The process that has it, else; null where it went meanwhile. */
  readonly holder: number | null
}

/** Tries to own what the server serves; null while it takes no connections. */
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
    // The server went down in the meantime.
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
