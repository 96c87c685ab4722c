import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** A running server, as described by the file postmaster.pid in its data folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** The folder of its Unix socket; '' if it has none. */
  readonly socketFolder: string
}

/**
 * Returns the running server of a data folder, or null. Removes the file of a killed server, even if another process
 * has its process id now, which is common in containers.
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
  if (!(pid > 0)) return null
  if (isAlive(pid) && isServerOf(pid, folder)) return { pid, port, socketFolder: lines[4] ?? '' }
  // PostgreSQL refuses to start while any process has that id, including the dead server until its parent reaps it.
  if (exists(pid) && !hasProcesses(folder)) rmSync(file, { force: true })
  return null
}

export const isAlive = (pid: number): boolean => exists(pid) && !isZombie(pid)

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
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

/**
 * Returns false only if the process is certainly not the server of the folder. Mistaking a running server for a dead one
 * could destroy data; the opposite mistake only prevents a start.
 */
function isServerOf(pid: number, folder: string): boolean {
  if (process.platform === 'win32') return true
  const name = programOf(pid)
  if (name !== '' && !name.includes('postgres')) return false
  try {
    return worksIn(pid, folder)
  } catch {
    return true
  }
}

/** Returns whether the process works in the data folder, as all processes of a server do. Throws if unknown. */
function worksIn(pid: number | string, folder: string): boolean {
  const works = statSync(`/proc/${pid}/cwd`)
  const data = statSync(folder)
  return works.ino === data.ino && works.dev === data.dev
}

/** Returns whether processes of a server work in the data folder. They end shortly after a server that was killed. */
function hasProcesses(folder: string): boolean {
  if (!existsSync('/proc')) return false
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && worksIn(name, folder)
    } catch {
      return false
    }
  })
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Connects to the server. Returns null while it accepts no connections. */
export async function tryConnect(url: string, application?: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    application_name: application,
  })
  // Without a listener, a connection that the server closes would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    return null
  }
}

/** Stops the server with a fast shutdown: open transactions are rolled back. */
export async function stopPostmaster(pid: number, timeoutMs = 30_000): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  const deadline = Date.now() + timeoutMs
  while (isAlive(pid) && Date.now() < deadline) await pause(20)
}
