import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ClientBase } from 'pg'
import { StartError } from '../base/start-error.ts'
import { applyMigration, type ReadMigration, type RecordedMigration } from './apply-migration.ts'
import type { Database } from './client.ts'
import type { RunStatement } from './rows.ts'
import { statementsOn } from './sessions.ts'

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** The advisory lock and the table of Prisma's migration engine, so that both can be used on one database. */
const engineLock = 72_707_369
const lockPauseMs = 100
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

interface Migration extends ReadMigration {
  /** The migrations that this one replaces: together they make the tables that it makes. */
  readonly replaces: readonly RecordedMigration[]
}

/** The state of a migration: the files of this build, compared with the history in the database. */
export interface MigrationState {
  readonly name: string
  readonly state: 'applied' | 'pending' | 'failed' | 'edited' | 'unknown'
}

/**
 * Applies pending migrations, each in its own transaction, and returns their names. Processes that start at the same
 * time wait for each other. `only` names the migrations of a database that is not to have the others yet. A database that
 * has all migrations that one replaces has that one. Throws a StartError for a database that is newer than this build or
 * has a part of what one migration replaces, that has a failed migration, or whose applied migrations were edited.
 */
export async function applyMigrations(
  { session }: Pick<Database, 'session'>,
  folder: string = migrationsFolder,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ name }) => only?.has(name) ?? true)
  return session(
    async (client) => {
      await lock(client)
      return applyPending(client, migrations)
    },
    { patient: true },
  )
}

/**
 * Takes the lock of migrations. It asks again and again: a statement that waits would be a transaction, for whose end an index that is
 * built concurrently waits.
 */
async function lock(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      engineLock,
    ])
    if (rows[0]?.locked) return
    await wait(lockPauseMs)
  }
}

/** Returns the state of every migration in the folder or in the database, by name. */
export async function migrationStates(
  { query }: Pick<Database, 'query'>,
  folder: string = migrationsFolder,
): Promise<MigrationState[]> {
  const [history] = await query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    [],
  )
  return compare(readMigrations(folder), history?.exists ? await readHistory(query) : [])
}

/** Returns the states of the migrations of this build and of those that a backup has. */
export const statesOfRecorded = (recorded: readonly RecordedMigration[]): MigrationState[] =>
  compare(
    readMigrations(migrationsFolder),
    recorded.map((migration) => ({ ...migration, isFinished: true })),
  )

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, replaces: readReplaced(join(folder, name, 'replaces')) }
    })
}

/** Reads a line for each migration that another one replaces: the SHA-256 of its file, and its name. */
function readReplaced(file: string): RecordedMigration[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ') as [string, string])
    .map(([checksum, name]) => ({ name, checksum }))
}

interface HistoryRow extends RecordedMigration {
  readonly isFinished: boolean
}

const readHistory = (run: RunStatement): Promise<readonly HistoryRow[]> =>
  run<HistoryRow>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL`,
    [],
  )

/** Throws a StartError if the history has a part of what one migration replaces. */
function compare(migrations: readonly Migration[], history: readonly HistoryRow[]): MigrationState[] {
  const done = new Map(withReplacements(migrations, history).map((row) => [row.name, row]))
  const own = migrations.map(({ name, checksum }): MigrationState => {
    const row = done.get(name)
    done.delete(name)
    if (!row) return { name, state: 'pending' }
    if (!row.isFinished) return { name, state: 'failed' }
    return { name, state: row.checksum === checksum ? 'applied' : 'edited' }
  })
  const unknown = [...done.keys()].map((name): MigrationState => ({ name, state: 'unknown' }))
  return [...own, ...unknown].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function withReplacements(migrations: readonly Migration[], history: readonly HistoryRow[]): HistoryRow[] {
  let rows = [...history]
  for (const { name, checksum, replaces } of migrations) {
    const replaced = new Set(replaces.map((one) => one.name))
    const others = rows.filter((row) => !replaced.has(row.name))
    if (others.length === rows.length) continue
    const lacking = replaces.find((one) => !rows.some((row) => isSame(row, one)))
    if (lacking)
      throw new StartError(
        `The layout of the database is older than that which this version of Lectern takes over: it lacks the migration ${lacking.name}, or has another text of it. Start the last version that has ${replaces.at(-1)?.name} once, and then this one.`,
      )
    rows = [...others, { name, checksum, isFinished: true }]
  }
  return rows
}

const isSame = (row: HistoryRow, { name, checksum }: RecordedMigration) =>
  row.isFinished && row.name === name && row.checksum === checksum

const refusals: Partial<Record<MigrationState['state'], (name: string) => string>> = {
  unknown: (name) =>
    `The database has the migration ${name}, which this version of Lectern does not include; use a newer version.`,
  failed: (name) => `The migration ${name} failed earlier; resolve it first.`,
  edited: (name) => `The migration ${name} was edited after it had been applied; restore its file.`,
}

async function applyPending(client: ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(historyTable)
  const states = compare(migrations, await readHistory(statementsOn(client)))
  for (const { name, state } of states) {
    const refusal = refusals[state]?.(name)
    if (refusal) throw new StartError(refusal)
  }
  for (const migration of migrations) await recordReplacement(client, migration)
  const pending = new Set(states.filter(({ state }) => state === 'pending').map(({ name }) => name))
  for (const migration of migrations) if (pending.has(migration.name)) await applyMigration(client, migration)
  return [...pending]
}

/** Keeps the row of the first migration, whose id tells databases apart. */
async function recordReplacement(client: ClientBase, { name, checksum, replaces }: Migration): Promise<void> {
  const [first, ...others] = replaces.map((one) => one.name)
  if (first === undefined) return
  await client.query(
    `WITH gone AS (
       DELETE FROM _prisma_migrations
       WHERE migration_name = ANY($4) OR (migration_name = $3 AND rolled_back_at IS NOT NULL)
     )
     UPDATE _prisma_migrations SET migration_name = $1, checksum = $2
     WHERE migration_name = $3 AND rolled_back_at IS NULL`,
    [name, checksum, first, others],
  )
}
