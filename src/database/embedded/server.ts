import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '../../base/start-error.ts'
import { type Account, changeOwner, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type Cluster, superuser } from './cluster.ts'
import { launcherSettings } from './ownership.ts'
import { type Postmaster, pause, stopPostmaster, tryConnect } from './postmaster.ts'

export interface ServerOptions {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly account: Account | null
  readonly settings: Readonly<Record<string, string>>
  readonly log: Logger
}

/** Recovery after a crash replays the writes since the last checkpoint, which may take minutes. */
const startTimeoutMs = 600_000
const noticeAfterMs = 5000
const logFileLimit = 10 * 1024 * 1024

/** The length from which systems refuse the path of a socket; macOS has the lowest limit. */
const socketPathLimit = 104

/** Returns the address of the server for any client. */
export const serverUrl = ({ password }: Cluster, port: number, database = 'lectern') =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/**
 * Returns the address of the server for this process: through its Unix socket where it has one, which takes a third less
 * processor time for a short statement than the loopback interface.
 */
export function localServerUrl(cluster: Cluster, { port, socketFolder }: Postmaster): string {
  const url = serverUrl(cluster, port)
  return socketFolder === '' ? url : `${url}&host=${encodeURIComponent(socketFolder)}`
}

/** Returns the folder for the Unix socket of a server, the data folder; '' where the system cannot have one there. */
function socketFolderOf({ folder }: Cluster): string {
  const longest = join(folder, socketName(65_535))
  return process.platform === 'win32' || Buffer.byteLength(longest) >= socketPathLimit ? '' : folder
}

const socketName = (port: number) => `.s.PGSQL.${port}`

/** Removes the sockets that killed servers left in the data folder. Only the owner of the database may call it. */
export function removeOtherSockets({ folder }: Cluster, { port }: Postmaster): void {
  for (const name of readdirSync(folder))
    if (
      /^\.s\.PGSQL\.\d+(\.lock)?$/.test(name) &&
      ![socketName(port), `${socketName(port)}.lock`].includes(name)
    )
      rmSync(join(folder, name), { force: true })
}

/** Starts the server. Returns null if it ends at once, because another server uses the folder or the port. */
export async function launchServer(
  options: ServerOptions,
  port: number,
  onLaunch?: () => void,
): Promise<Postmaster | null> {
  const child = spawnServer(options, port)
  const { pid } = child
  let exited = pid === undefined
  if (pid === undefined) return null
  const watchdog = startWatchdog(pid, options.account)
  child.on('exit', () => {
    exited = true
    // Another process may get its id.
    watchdog.kill('SIGKILL')
  })
  onLaunch?.()
  const start = Date.now()
  let noticed = false
  while (!exited) {
    const client = await tryConnect(serverUrl(options.cluster, port, 'postgres'))
    if (client) {
      await client.end()
      child.unref()
      return { pid, port, socketFolder: socketFolderOf(options.cluster) }
    }
    const waited = Date.now() - start
    if (waited > noticeAfterMs && !noticed) {
      options.log.info('waiting for the embedded database to recover')
      noticed = true
    }
    if (waited > startTimeoutMs) {
      await stopPostmaster(pid)
      throw new StartError(`The embedded database did not start: ${reasonInLog(options.cluster)}`)
    }
    await pause(20)
  }
  return null
}

function spawnServer({ cluster, binaries, account, settings }: ServerOptions, port: number): ChildProcess {
  if (existsSync(cluster.logFile) && statSync(cluster.logFile).size > logFileLimit)
    truncateSync(cluster.logFile)
  const logFile = openSync(cluster.logFile, 'a', 0o600)
  changeOwner(cluster.logFile, account)
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolderOf(cluster),
    max_connections: '100',
    ...launcherSettings(),
    ...settings,
  }
  const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', cluster.folder, '-p', String(port), ...parameters], {
    ...spawnOptions(account),
    // In a separate process group, Ctrl-C does not stop the server before requests in progress have finished.
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  child.on('error', () => {})
  closeSync(logFile)
  return child
}

/**
 * Starts a shell that stops the server when this process ends, however it ends: the shell waits for the end of its
 * input. On systems without a shell, the next start replaces the server.
 */
function startWatchdog(pid: number, account: Account | null): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read line; kill -INT "$0" 2>/dev/null', String(pid)], {
    ...spawnOptions(account),
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Returns the last error in the log of the server. */
export function reasonInLog({ logFile }: Cluster): string {
  if (!existsSync(logFile)) return 'it wrote no log'
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const fault = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  return `${fault.replace(/^.*(FATAL|PANIC): +/, '')} (${logFile})`
}
