import type { Client } from 'pg'
import { isAlive, tryConnect } from './postmaster.ts'

/**
 * The advisory lock that the owner of the data directory holds. The server releases it when that process dies, so that
 * it cannot become stale, as a lock file can.
 */
const ownerLock = 4_739_121

/** The prefix of the application name with which the owner announces its process id. */
const applicationPrefix = 'lectern owner '

export interface Claim {
  /** The connection that holds the lock, or null if another process holds it. */
  readonly owner: Client | null
  /** The id of the other process that holds the lock, or null if it has just released it. */
  readonly holder: number | null
}

/** The setting by which a server tells which process started it. */
const launcherSetting = 'lectern.launcher'
export const launcherSettings = (): Record<string, string> => ({ [launcherSetting]: String(process.pid) })

/**
 * Tries to acquire the ownership of the data directory. Returns null while the server accepts no connections. With
 * `yields`, leaves the ownership to the process that started the server while that process is alive: it claims the
 * ownership after the launch, and again after a crash of the server.
 */
export async function claimOwnership(url: string, { yields = false } = {}): Promise<Claim | null> {
  const client = await tryConnect(url, `${applicationPrefix}${process.pid}`)
  if (!client) return null
  try {
    const launcher = yields ? await launcherOf(client) : process.pid
    if (launcher !== process.pid && isAlive(launcher)) {
      const holder = await holderOf(client)
      await client.end()
      return { owner: null, holder }
    }
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

/** Returns the process that started the server, or this one where the server does not tell. */
async function launcherOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ launcher: string | null }>(
    'SELECT current_setting($1, true) AS launcher',
    [launcherSetting],
  )
  return Number(rows[0]?.launcher) || process.pid
}

async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [ownerLock],
  )
  const name = rows[0]?.application_name ?? ''
  return name.startsWith(applicationPrefix) ? Number(name.slice(applicationPrefix.length)) : null
}
