import { mkdtempSync, readFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { startEmbeddedPostgres } from '../../src/database/embedded/launcher.ts'
import { applyMigrations } from '../../src/database/migrate.ts'
import { withPatientConnection } from '../../src/database/sessions.ts'
import { programOf } from './processes.ts'

/** The database that all contenders read and write. */
export interface BenchDatabase extends ConnectedDatabase {
  readonly url: string
  /** The process id of PostgreSQL, or null where it runs on another machine. */
  readonly processId: number | null
}

/** Connections for all contenders at once. */
const serverSettings = { max_connections: '200' }

/** Opens the database of DATABASE_URL, or else an embedded one, which is deleted at the end. Fills it if it is empty. */
export async function openDatabase(log: Logger): Promise<BenchDatabase> {
  const given = process.env.DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startTemporary(log)
  const database = connectDatabase(server.url, log)
  const { close: disconnect } = database
  const close = async () => {
    await disconnect()
    await server.stop()
  }
  try {
    await applyMigrations(database)
    await fill(database)
    const processId = await postmasterOf(database)
    // A copy of the database would have its Prisma client, which is created on first use.
    return Object.assign(database, { url: server.url, processId, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts PostgreSQL as the server does, durability included. */
async function startTemporary(log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  // As root, the account of the database server must be able to enter.
  await chmod(dataDir, 0o711)
  const { url, outside, stop } = await startEmbeddedPostgres({ dataDir, log, settings: serverSettings })
  return {
    url,
    stop: async () => {
      await stop()
      for (const folder of [outside, dataDir]) if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes the rows of seed.sql. Keeps those of an earlier run, and refuses a database with other content. */
async function fill({ pool }: ConnectedDatabase): Promise<void> {
  const { rows } = await pool.query<{ organizations: number; filled: boolean }>(
    `SELECT (SELECT count(*)::int FROM "Organization") AS organizations,
       EXISTS (SELECT FROM "ApiToken" WHERE id = 'tokbench') AS filled`,
  )
  if (rows[0]?.filled) return
  if (rows[0]?.organizations !== 0) throw new Error('DATABASE_URL must name an empty database')
  // The statements take longer than those of the server may.
  await withPatientConnection(pool, async (client) => {
    await client.query('BEGIN')
    await client.query(readFileSync(new URL('seed.sql', import.meta.url), 'utf8'))
    await client.query('COMMIT')
  })
  await settle({ pool })
}

/** Leaves nothing for the background processes of PostgreSQL to do during the measurements. */
export async function settle({ pool }: Pick<ConnectedDatabase, 'pool'>): Promise<void> {
  await withPatientConnection(pool, async (client) => {
    await client.query('VACUUM (FREEZE, ANALYZE)')
    await client.query('CHECKPOINT')
  })
}

async function postmasterOf({ pool }: ConnectedDatabase): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>('SELECT pg_backend_pid() AS id')
  const backend = programOf(rows[0]?.id ?? 0)
  return backend?.name === 'postgres' ? backend.parent : null
}
