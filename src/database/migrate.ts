import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolClient } from 'pg'
import { StartError } from '../start-error.ts'

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** The lock and the table of Prisma's own migration engine, so that both may be used on one database. */
const engineLock = 72_707_369
const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Applies the migrations that the database does not have yet, each in a transaction of its own, and returns their
 * names. Processes that start at once wait for each other. Refuses a database that is ahead of this build, that
 * holds a failed migration, or whose history was edited.
 */
export async function applyMigrations(pool: Pool, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [engineLock])
    try {
      return await applyPending(client, migrations)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [engineLock])
    }
  } finally {
    client.release()
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

async function applyPending(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(historyTable)
  const history = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const done = new Map(history.rows.map((row) => [row.migration_name, row]))
  const unknown = [...done.keys()].find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown)
    throw new StartError(
      `The database has a migration that this version does not know (${unknown}): use a newer one.`,
    )
  const applied: string[] = []
  for (const migration of migrations) {
    const row = done.get(migration.name)
    if (row && row.finished_at === null)
      throw new StartError(`The migration ${migration.name} failed earlier and has to be resolved first.`)
    if (row && row.checksum !== migration.checksum)
      throw new StartError(`The migration ${migration.name} was changed after it had been applied.`)
    if (row) continue
    await applyOne(client, migration)
    applied.push(migration.name)
  }
  return applied
}

async function applyOne(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new StartError(`The migration ${name} failed and was rolled back: ${(error as Error).message}`)
  }
}
