import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import { urlsOfServers, vagueSslMode } from '../base/database-addresses.ts'
import { StartError } from '../base/start-error.ts'
import type { ConnectedDatabase, Database } from './client.ts'
import { connectDatabase } from './connect.ts'
import { startEmbeddedPostgres } from './embedded/launcher.ts'
import { applyMigrations } from './migrate.ts'
import { openForReading } from './replicas/open-for-reading.ts'
import { ReplicaSet } from './replicas/replica-set.ts'
import { keepsSessions } from './session-probe.ts'
import { type Patience, waitForServer } from './wait-for-server.ts'

/** The oldest supported version of PostgreSQL, in the form of server_version_num. */
const oldestVersion = 150_000

export interface OpenOptions {
  /** Whether to connect to an embedded database that a running Lectern has open. For commands; false by default. */
  readonly shared?: boolean
  /** Whether to apply pending migrations. True by default. */
  readonly migrated?: boolean
  /** Whether to read the replicas. For servers; false by default. */
  readonly readsReplicas?: boolean
  /** Called when the embedded server begins to start, for work that needs no database. Not if it runs already. */
  readonly onLaunch?: () => void
  /** How long to wait for a server that does not answer yet. By default not at all. */
  readonly patience?: Patience
}

const noPatience: Patience = { seconds: 0, signal: new AbortController().signal }

/** Opens the configured database: that of DATABASE_URL, or else the embedded one. */
export async function openDatabase(
  config: Config,
  log: Logger,
  {
    shared = false,
    migrated = true,
    readsReplicas = false,
    onLaunch,
    patience = noPatience,
  }: OpenOptions = {},
): Promise<ConnectedDatabase> {
  warnOfSslMode(config, log)
  if (config.readsOnly) return openForReading(config, log, patience)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log,
        shared,
        onLaunch,
        archive: config.databaseArchive,
      })
  const database = connectDatabase(embedded?.url ?? (config.databaseUrl as string), log, {
    directUrl: config.databaseDirectUrl,
    waitMs: config.maxQuerySeconds * 1000,
    slowStatementMs: config.slowStatementMs,
  })
  const { close: disconnect } = database
  let replicas: ReplicaSet | undefined
  const close = async () => {
    await replicas?.close()
    await disconnect()
    await embedded?.stop()
  }
  try {
    await waitForServer(() => checkServer(database, config), patience, log)
    const applied = migrated ? await migrate(database, config) : []
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
  } catch (error) {
    await close()
    throw error
  }
  if (readsReplicas && config.databaseReadUrls.length > 0) replicas = openReplicas(config, database, log)
  // A copy of the database would have its Prisma client, which is created on first use.
  return Object.assign(database, { close, replicas })
}

/** Opens the replicas of the configuration. None of them need be there. */
export const openReplicas = (
  config: Config,
  primary: ConnectedDatabase,
  log: Pick<Logger, 'warn'>,
): ReplicaSet =>
  new ReplicaSet({
    urls: config.databaseReadUrls,
    primary,
    allowed: { seconds: config.readMaxLagSeconds, bytes: config.readMaxLagBytes },
    waitMs: config.maxQuerySeconds * 1000,
    slowStatementMs: config.slowStatementMs,
    log,
  })

function warnOfSslMode({ databaseUrl, databaseDirectUrl, databaseReadUrls }: Config, log: Logger): void {
  for (const [name, url = ''] of Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_READ_URLS: databaseReadUrls.find(vagueSslMode),
  })) {
    const mode = vagueSslMode(url)
    if (mode)
      log.warn(
        `sslmode=${mode} in ${name} is taken for verify-full, which verifies the certificate and the name of the server; write sslmode=verify-full, or sslmode=no-verify to verify neither.`,
      )
  }
}

async function checkServer({ sessionPool, pool }: ConnectedDatabase, config: Config): Promise<void> {
  const direct = addressOf(config.databaseDirectUrl ?? config.databaseUrl, config)
  const { version, encoding, schema, server } = await describeServer(sessionPool, direct)
  if (version < oldestVersion)
    throw new StartError(`The database at ${direct} is older than PostgreSQL 15; use a newer one.`)
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database at ${direct} is encoded in ${encoding}; create it with ENCODING 'UTF8'.`,
    )
  if (schema !== 'public')
    throw new StartError(
      `The database at ${direct} would be used in the schema ${schema ?? 'that its search_path does not find'}; Lectern needs the schema public, so give it a database of its own, and leave search_path as it is.`,
    )
  if (!(await keepsSessions(sessionPool).catch(cannotBeReached(direct))))
    throw new StartError(
      `The database at ${direct} is reached through a connection pooler that gives each transaction another session; set DATABASE_DIRECT_URL to the address of the database itself, or use a pooler in session mode.`,
    )
  if (config.databaseDirectUrl === undefined) return
  const pooled = addressOf(config.databaseUrl, config)
  if ((await describeServer(pool, pooled)).server !== server)
    throw new StartError(
      `DATABASE_URL leads to another database (${pooled}) than DATABASE_DIRECT_URL (${direct}); set both to the same one.`,
    )
}

interface ServerDescription {
  readonly version: number
  readonly encoding: string
  /** The schema in which tables are created and found; null if there is none. */
  readonly schema: string | null
  /** The name that tells databases apart, whatever their addresses are. */
  readonly server: string
}

/** Asks in a transaction: a pooler that allows none cannot be used. */
async function describeServer(pool: pg.Pool, address: string): Promise<ServerDescription> {
  const client = await pool.connect().catch(cannotBeReached(address))
  try {
    await client.query('BEGIN READ ONLY')
    const { rows } = await client.query<ServerDescription>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
         current_schema()::text AS schema,
         concat(extract(epoch FROM pg_postmaster_start_time()), ' ', current_database()) AS server`,
    )
    await client.query('COMMIT')
    return rows[0] as ServerDescription
  } catch (error) {
    return cannotBeReached(address)(error)
  } finally {
    client.release()
  }
}

const cannotBeReached =
  (address: string) =>
  (error: unknown): never => {
    throw new StartError(
      `The database at ${address} cannot be reached: ${reasonOf(error)}${remedyOf(error)}.`,
      { cause: error },
    )
  }

/** Reports any failure as a StartError: missing privileges are for the operator to fix, like a wrong URL. */
async function migrate(database: Database, config: Config): Promise<string[]> {
  try {
    return await applyMigrations(database)
  } catch (error) {
    if (error instanceof StartError) throw error
    const address = addressOf(config.databaseDirectUrl ?? config.databaseUrl, config)
    throw new StartError(`The database at ${address} cannot be migrated: ${reasonOf(error)}.`)
  }
}

/** Returns the location of a database for messages, without user and password. */
function addressOf(url: string | undefined, { dataDir }: Config): string {
  if (!url) return dataDir
  const servers = urlsOfServers(url).map((each) => new URL(each))
  return `${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`
}

const unknownCertificates: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Returns what an operator can do about a certificate that is not accepted. */
function remedyOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (unknownCertificates.has(code))
    return '; set sslrootcert in the URL to the file with the certificate of its authority, or sslmode=no-verify to encrypt without verifying'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return '; name the server in the URL as its certificate does, or set sslmode=no-verify to encrypt without verifying'
  return ''
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] }
  return (message || errors?.[0]?.message || code || 'no answer').split('\n')[0] as string
}
