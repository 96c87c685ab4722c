import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What a running server writes about itself into its data folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The server of a data folder, if its process is alive. A file left by a killed one is not taken for a server. */
export function runningPostmaster(folder: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 && isAlive(pid) ? { pid, port } : null
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

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A connection to the server, or null while it takes none. */
export async function tryConnect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
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
