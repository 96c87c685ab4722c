import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { connectDatabase, type Database } from './client.ts'
import { startEmbeddedPostgres } from './embedded/launcher.ts'
import { applyMigrations } from './migrate.ts'

/** The oldest PostgreSQL that Lectern runs on, as its server_version_num. */
const oldestVersion = 150_000

/**
 * The database of the configuration, migrated: the one of DATABASE_URL, else the embedded one. `shared` joins an
 * embedded one that a running Lectern has open, for commands.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  options: { shared?: boolean } = {},
): Promise<Database> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, shared: options.shared })
  const database = connectDatabase(config.databaseUrl ?? (embedded as { url: string }).url, log)
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await checkServer(database, config)
    const applied = await applyMigrations(database.pool)
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}

async function checkServer(database: Database, config: Config): Promise<void> {
  let version: number
  try {
    const { rows } = await database.pool.query<{ server_version_num: string }>('SHOW server_version_num')
    version = Number(rows[0]?.server_version_num)
  } catch (error) {
    throw new StartError(`The database at ${addressOf(config)} cannot be reached: ${reasonOf(error)}`)
  }
  if (version < oldestVersion)
    throw new StartError(`The database at ${addressOf(config)} is older than PostgreSQL 15.`)
}

/** Where the database is, without user and password. */
function addressOf(config: Config): string {
  if (!config.databaseUrl) return config.dataDir
  const { host, pathname } = new URL(config.databaseUrl)
  return `${host}${pathname}`
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] }
  return (message || errors?.[0]?.message || code || 'no answer').split('\n')[0] as string
}
