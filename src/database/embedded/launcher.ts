import { join } from 'node:path'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../base/start-error.ts'
import { archiveSettings, prepareArchive } from './archive.ts'
import { findBinaries, removeOtherCopies } from './binaries.ts'
import { existingCluster, prepareCluster, removeUnfinished } from './cluster.ts'
import { externalFolder, findLocation } from './location.ts'
import { claimOwnership } from './ownership.ts'
import { isAlive, type Postmaster, pause, runningPostmaster, stopPostmaster } from './postmaster.ts'
import {
  freePort,
  launchServer,
  localServerUrl,
  reasonInLog,
  removeOtherSockets,
  type ServerOptions,
  serverUrl,
} from './server.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  /** Whether to use the server that another Lectern process runs, instead of throwing. For commands. */
  readonly shared?: boolean
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder to which the write-ahead log is archived, if it is. */
  readonly archive?: string | undefined
  /** Called when the server begins to start. It may keep the thread, because the start takes place in another process. */
  readonly onLaunch?: (() => void) | undefined
}

export interface EmbeddedPostgres {
  readonly url: string
  /** The folder of the database. */
  readonly home: string
  /** The external folder of the data directory, if it has one. */
  readonly outside: string | null
  /** Stops the server, unless another process runs it. */
  stop(): Promise<void>
}

/** A running server. `owner` is the connection that holds the ownership, or null if another process runs the server. */
interface Running {
  readonly server: Postmaster
  readonly owner: Client | null
}

const launchAttempts = 5
/** Covers the time that a server takes to start or stop, and to close the connections of a killed process. */
const obtainTimeoutMs = 60_000
/**
 * The time before a server is taken over from the live process that seems to have started it: the process number may be
 * that of a dead process which another program was given.
 */
const launcherTimeoutMs = 30_000

/**
 * Starts the PostgreSQL server of the npm packages on the data directory. Replaces a server that a killed process left
 * running. Throws a StartError if another process uses the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, archive } = options
  const location = findLocation(dataDir, log)
  if (archive !== undefined) prepareArchive(archive, location.account)
  const settings = { ...(archive !== undefined && archiveSettings(archive)), ...options.settings }
  const binaries = findBinaries(location.account, location.reachable, log)
  const cluster = prepareCluster(location, binaries, settings.fsync === 'off' ? ['--no-sync'] : [])
  const serverOptions = { cluster, binaries, account: location.account, settings, log }
  const { server, owner } = await obtainServer(serverOptions, options)
  const { home } = location
  const url = localServerUrl(cluster, server)
  const outside = externalFolder(dataDir)
  if (!owner) return { url, home, outside, stop: async () => {} }
  removeUnfinished(location)
  removeOtherSockets(cluster, server)
  removeOtherCopies(binaries)
  await createDatabase(owner)
  return { url, home, outside, stop: keepRunning(serverOptions, { server, owner }) }
}

/** Returns the address of the server that runs on the data directory, with its password; null if none runs. */
export function embeddedAddress(dataDir: string): string | null {
  for (const folder of [dataDir, externalFolder(dataDir)]) {
    const cluster = folder === null ? null : existingCluster(join(folder, 'postgres'))
    const server = cluster && runningPostmaster(cluster.folder)
    if (server) return serverUrl(cluster, server.port)
  }
  return null
}

async function obtainServer(server: ServerOptions, options: EmbeddedOptions): Promise<Running> {
  const { cluster, log } = server
  const start = Date.now()
  // Counted in a row: a launch also fails where another process was faster.
  let failures = 0
  for (;;) {
    const left = runningPostmaster(cluster.folder)
    const launched = left ? null : await launchServer(server, await freePort(), options.onLaunch)
    const found = left ?? launched
    failures = found ? 0 : failures + 1
    if (failures === launchAttempts)
      throw new StartError(`The embedded database did not start: ${reasonInLog(cluster)}`)
    const yields = Date.now() < start + launcherTimeoutMs
    const claim = found?.port
      ? await claimOwnership(serverUrl(cluster, found.port, 'postgres'), { yields })
      : null
    if (found && claim?.owner) {
      if (launched) return { server: found, owner: claim.owner }
      log.info('replacing the database server that a killed process left running')
      await claim.owner.end()
      await stopPostmaster(found.pid)
    } else if (found && claim && options.shared) return { server: found, owner: null }
    else if (claim?.holder && isAlive(claim.holder)) throw inUse(options.dataDir)
    else if (Date.now() > start + obtainTimeoutMs)
      throw claim
        ? inUse(options.dataDir)
        : new StartError(`The database server of ${cluster.folder} does not answer (process ${found?.pid}).`)
    else await pause(found ? 50 : 300)
  }
}

const inUse = (dataDir: string) =>
  new StartError(
    `The data directory ${dataDir} is in use by another Lectern; stop that one, or set DATA_DIR to another folder.`,
  )

async function createDatabase(owner: Client): Promise<void> {
  const { rowCount } = await owner.query("SELECT 1 FROM pg_database WHERE datname = 'lectern'")
  if (rowCount === 0) await owner.query('CREATE DATABASE lectern')
}

/**
 * Holds the ownership, and restarts the server if it ends: if one of its processes is killed, for example for lack of
 * memory, PostgreSQL closes all connections or stops. Returns a function that stops the server.
 */
function keepRunning(
  options: ServerOptions,
  running: { server: Postmaster; owner: Client },
): () => Promise<void> {
  const { cluster, log } = options
  let { server, owner } = running
  let stopping = false
  const recover = async (): Promise<void> => {
    log.error('lost the connection to the embedded database; recovering')
    while (!stopping) {
      const alive = runningPostmaster(cluster.folder) ?? (await launchServer(options, server.port))
      const claim = alive?.port ? await claimOwnership(serverUrl(cluster, alive.port, 'postgres')) : null
      if (alive && claim?.owner) {
        log.info('the embedded database has recovered')
        server = alive
        hold(claim.owner)
        return
      }
      await pause(500)
    }
  }
  const hold = (client: Client) => {
    owner = client
    client.once('end', () => {
      if (!stopping)
        recover().catch((error) => log.error({ err: error }, 'the embedded database cannot be recovered'))
    })
  }
  hold(owner)
  return async () => {
    stopping = true
    await owner.end().catch(() => {})
    await stopPostmaster(server.pid)
  }
}
