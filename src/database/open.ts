import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { connectDatabase, type Database } from './client.ts'
import { startEmbeddedPostgres } from './embedded/launcher.ts'
import { applyMigrations } from './migrate.ts'

/** The oldest supported version of PostgreSQL, in the form of server_version_num. */
const oldestVersion = 150_000

export interface OpenOptions {
  /** Whether to connect to an embedded database that a running Lectern has open. For commands; false by default. */
  readonly shared?: boolean
  /** Whether to apply pending migrations. True by default. */
  readonly migrated?: boolean
  /** Called when the embedded server begins to start, for work that needs no database. Not if it runs already. */
  readonly onLaunch?: () => void
}

/** Opens the configured database: that of DATABASE_URL, or else the embedded one. */
export async function openDatabase(
  config: Config,
  log: Logger,
  { shared = false, migrated = true, onLaunch }: OpenOptions = {},
): Promise<Database> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, shared, onLaunch })
  const database = connectDatabase(embedded?.url ?? (config.databaseUrl as string), log, {
    waitMs: config.maxQuerySeconds * 1000,
    slowStatementMs: config.slowStatementMs,
  })
  const { close: disconnect } = database
  const close = async () => {
    await disconnect()
    await embedded?.stop()
  }
  try {
    await checkServer(database, config)
    const applied = migrated ? await migrate(database, config) : []
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
  } catch (error) {
    await close()
    throw error
  }
  // A copy of the database would have its Prisma client, which is created on first use.
  return Object.assign(database, { close })
}

async function checkServer(database: Database, config: Config): Promise<void> {
  const address = addressOf(config)
  const { version, encoding } = await settingsOf(database).catch((error) => {
    throw new StartError(`The database at ${address} cannot be reached: ${reasonOf(error)}.`)
  })
  if (version < oldestVersion)
    throw new StartError(`The database at ${address} is older than PostgreSQL 15; use a newer one.`)
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database at ${address} is encoded in ${encoding}; create it with ENCODING 'UTF8'.`,
    )
}

async function settingsOf({ pool }: Database): Promise<{ version: number; encoding: string }> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  )
  return rows[0] as { version: number; encoding: string }
}

/** Reports any failure as a StartError: missing privileges are for the operator to fix, like a wrong URL. */
async function migrate({ pool }: Database, config: Config): Promise<string[]> {
  try {
    return await applyMigrations(pool)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database at ${addressOf(config)} cannot be migrated: ${reasonOf(error)}.`)
  }
}

/** Returns the location of the database for messages, without user and password. */
function addressOf(config: Config): string {
  if (!config.databaseUrl) return config.dataDir
  const { host, pathname } = new URL(config.databaseUrl)
  return `${host}${pathname}`
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] }
  return (message || errors?.[0]?.message || code || 'no answer').split('\n')[0] as string
}
