import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What a running server writes about itself into its data folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/**
 * The server of a data folder, if it is alive. What a killed one left is not taken for a server, not even where
 * another process got its number in the meantime, as happens in containers.
 */
export function runningPostmaster(folder: string): Postmaster | null {
  const file = join(folder, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!(pid > 0) || !isAlive(pid)) return null
  if (isServerOf(pid, folder)) return { pid, port }
  // PostgreSQL would take any process of that number for a server and refuse to start.
  rmSync(file, { force: true })
  return null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
  } catch {
    return false
  }
}

/** Only a plain no is a no: taking a live server for a dead one could cost data, the reverse costs a start. */
function isServerOf(pid: number, folder: string): boolean {
  if (process.platform === 'win32') return true
  const name = programOf(pid)
  if (name !== '' && !name.includes('postgres')) return false
  try {
    // A server works in its data folder.
    const works = statSync(`/proc/${pid}/cwd`)
    const data = statSync(folder)
    return works.ino === data.ino && works.dev === data.dev
  } catch {
    return true
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A connection to the server, or null while it takes none. */
export async function tryConnect(url: string, application?: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    application_name: application,
  })
  // A connection that the server ends reports it here too; without a listener that would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    return null
  }
}

/** Ends the server fast: open transactions are rolled back, everything acknowledged is on disk. */
export async function stopPostmaster(pid: number, timeoutMs = 30_000): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  const deadline = Date.now() + timeoutMs
  while (isAlive(pid) && Date.now() < deadline) await pause(20)
}
