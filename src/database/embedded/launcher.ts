import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { type Account, give, identityOf, serverAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  type Cluster,
  clusterHome,
  prepareCluster,
  prepareDataDir,
  reachableFolder,
  superuser,
} from './cluster.ts'
import { pause, runningPostmaster, stopPostmaster, tryConnect } from './postmaster.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  /** Join the server that another process of ours runs on the folder, instead of refusing. For commands. */
  readonly shared?: boolean
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
  readonly url: string
  /** Stops the server; where it was joined, leaves it to the process that runs it. */
  stop(): Promise<void>
}

const startTimeoutMs = 60_000
/** Held on one connection by the process that owns the folder; given up by the server when that process dies. */
const ownerLock = 4_739_121
const logFileLimit = 10 * 1024 * 1024

/**
 * Starts the real PostgreSQL that came with the npm packages, on the data folder, or takes over the one that a
 * killed process left running. A second process on the same folder is refused.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options
  prepareDataDir(dataDir)
  const account = serverAccount()
  const home = clusterHome(dataDir, account, log)
  const binaries = findBinaries(account, account ? reachableFolder(dataDir) : home, log)
  const cluster = prepareCluster(home, binaries, account)
  const server = (await joinRunning(cluster)) ?? (await launch(cluster, binaries, account, options))
  const owner = await becomeOwner(server.url)
  if (!owner) {
    if (options.shared) return { url: server.url, stop: async () => {} }
    throw new StartError(
      `The data directory ${dataDir} is in use by another Lectern; stop that one, or set DATA_DIR to another folder.`,
    )
  }
  await createDatabase(owner)
  const watchdog = watchOver(server.pid, account)
  return {
    url: server.url,
    stop: async () => {
      await owner.end().catch(() => {})
      await stopPostmaster(server.pid)
      watchdog.kill('SIGKILL')
    },
  }
}

interface Server {
  readonly pid: number
  readonly url: string
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`

/** A server that is alive on the folder, once it takes connections; null once there is none. */
async function joinRunning(cluster: Cluster): Promise<Server | null> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const postmaster = runningPostmaster(cluster.folder)
    if (!postmaster) return null
    const client = await tryConnect(urlOf(postmaster.port, cluster.password, 'postgres'))
    if (client) {
      await client.end()
      return { pid: postmaster.pid, url: urlOf(postmaster.port, cluster.password, 'lectern') }
    }
    // Starting, recovering, or on its way down after its owner was killed.
    await pause(50)
  }
  return null
}

async function launch(
  cluster: Cluster,
  binaries: Binaries,
  account: Account | null,
  options: EmbeddedOptions,
): Promise<Server> {
  const port = await freePort()
  const child = spawnServer(cluster, binaries, account, port, options.settings ?? {})
  let exited = false
  child.on('exit', () => {
    exited = true
  })
  child.on('error', () => {
    exited = true
  })
  const deadline = Date.now() + startTimeoutMs
  while (!exited && Date.now() < deadline) {
    const client = await tryConnect(urlOf(port, cluster.password, 'postgres'))
    if (client) {
      await client.end()
      child.unref()
      return { pid: child.pid as number, url: urlOf(port, cluster.password, 'lectern') }
    }
    await pause(20)
  }
  // Another process may have been faster on the same folder.
  const other = await joinRunning(cluster)
  if (other) return other
  throw new StartError(`The embedded database did not start: ${lastLine(cluster.logFile)}`)
}

function spawnServer(
  cluster: Cluster,
  binaries: Binaries,
  account: Account | null,
  port: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  if (existsSync(cluster.logFile) && statSync(cluster.logFile).size > logFileLimit)
    truncateSync(cluster.logFile)
  const logFile = openSync(cluster.logFile, 'a', 0o600)
  give(cluster.logFile, account)
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    ...settings,
  }
  const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', cluster.folder, '-p', String(port), ...parameters], {
    ...identityOf(account),
    cwd: '/',
    // A group of its own: Ctrl-C in the terminal reaches us, and we stop the server when the work is done.
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  return child
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The connection that holds the ownership of the folder, or null where another process has it. */
async function becomeOwner(url: string): Promise<Client | null> {
  const client = await tryConnect(url.replace(/\/lectern$/, '/postgres'))
  if (!client) throw new StartError('The embedded database stopped while starting; try again.')
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    ownerLock,
  ])
  if (rows[0]?.locked) return client
  await client.end()
  return null
}

async function createDatabase(owner: Client): Promise<void> {
  const { rowCount } = await owner.query("SELECT 1 FROM pg_database WHERE datname = 'lectern'")
  if (rowCount === 0) await owner.query('CREATE DATABASE lectern')
}

/**
 * A shell that waits for the end of its input, which comes when this process is gone, however it went, and then
 * stops the server. Where there is no shell the next start takes the server over.
 */
function watchOver(pid: number, account: Account | null): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read line; kill -INT "$0" 2>/dev/null', String(pid)], {
    ...identityOf(account),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.unref()
  const input = watchdog.stdin as (typeof watchdog.stdin & { unref?: () => void }) | null
  input?.on('error', () => {})
  input?.unref?.()
  return watchdog
}

function lastLine(file: string): string {
  return existsSync(file) ? (readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '') : 'it wrote no log'
}
