import type { Client } from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { findBinaries, removeOtherCopies } from './binaries.ts'
import { prepareCluster, removeUnfinished } from './cluster.ts'
import { claimOwnership } from './ownership.ts'
import { findPlace, noted } from './place.ts'
import { isAlive, type Postmaster, pause, runningPostmaster, stopPostmaster } from './postmaster.ts'
import { freePort, launchServer, reasonInLog, type ServerOptions, serverUrl } from './server.ts'

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
  /** The folder of the database, inside the data directory or outside of it. */
  readonly home: string
  /** The folder outside of the data directory that it had to use, if it had to. */
  readonly outside: string | null
  /** Stops the server; where it was joined, leaves it to the process that runs it. */
  stop(): Promise<void>
}

/** A server with the connection that holds its ownership; none where another process's server was joined. */
interface Running {
  readonly server: Postmaster
  readonly owner: Client | null
}

const launchAttempts = 5
/** For a server that is on its way up or down, and for the end of the connections of a process that was killed. */
const patienceMs = 60_000

/**
 * Starts the real PostgreSQL that came with the npm packages, on the data directory, in place of the one that a
 * killed process may have left running. A second process on the same directory is refused.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options
  const place = findPlace(dataDir, log)
  const binaries = findBinaries(place.account, place.reachable, log)
  const cluster = prepareCluster(place, binaries, settings.fsync === 'off' ? ['--no-sync'] : [])
  const serverOptions = { cluster, binaries, account: place.account, settings, log }
  const { server, owner } = await obtainServer(serverOptions, options)
  const { home } = place
  const url = serverUrl(cluster, server.port)
  const outside = noted(dataDir)
  if (!owner) return { url, home, outside, stop: async () => {} }
  removeUnfinished(place)
  removeOtherCopies(binaries)
  await createDatabase(owner)
  return { url, home, outside, stop: keepRunning(serverOptions, { server, owner }) }
}

async function obtainServer(server: ServerOptions, options: EmbeddedOptions): Promise<Running> {
  const { cluster, log } = server
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; ) {
    const left = runningPostmaster(cluster.folder)
    const launched = left ? null : await launchServer(server, await freePort())
    const found = left ?? launched
    if (!found && attempt++ === launchAttempts)
      throw new StartError(`The embedded database did not start: ${reasonInLog(cluster)}`)
    const claim = found?.port ? await claimOwnership(serverUrl(cluster, found.port, 'postgres')) : null
    if (found && claim?.owner) {
      if (launched) return { server: found, owner: claim.owner }
      log.info('replacing the database server that a killed process left running')
      await claim.owner.end()
      await stopPostmaster(found.pid)
    } else if (found && claim && options.shared) return { server: found, owner: null }
    else if (claim?.holder && isAlive(claim.holder)) throw inUse(options.dataDir)
    else if (Date.now() > deadline)
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
 * Holds the ownership, and brings the server back where it is gone: one process of it that is killed, by a lack of
 * memory for example, takes all of its connections down, or the server as a whole. Returns how to stop it.
 */
function keepRunning(
  options: ServerOptions,
  running: { server: Postmaster; owner: Client },
): () => Promise<void> {
  const { cluster, log } = options
  let { server, owner } = running
  let stopping = false
  const recover = async (): Promise<void> => {
    log.error('lost the embedded database; bringing it back')
    while (!stopping) {
      const alive = runningPostmaster(cluster.folder) ?? (await launchServer(options, server.port))
      const claim = alive?.port ? await claimOwnership(serverUrl(cluster, alive.port, 'postgres')) : null
      if (alive && claim?.owner) {
        log.info('the embedded database is back')
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
      if (!stopping) recover().catch((error) => log.error({ err: error }, 'the embedded database is lost'))
    })
  }
  hold(owner)
  return async () => {
    stopping = true
    await owner.end().catch(() => {})
    await stopPostmaster(server.pid)
  }
}
