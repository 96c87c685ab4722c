import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { applyMigrations, migrationStates } from '../../src/database/migrate.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let test: TestDatabase
let folder: string

beforeEach(async () => {
  test = await testDatabase()
  await test.database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'lectern-migrate-'))
})
afterEach(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

const apply = () => applyMigrations(test.database, folder)

async function tables(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

describe('migrations', () => {
  it('are applied in order, and once', async () => {
    await writeMigration('2_second', 'ALTER TABLE one ADD COLUMN name text; CREATE TABLE two (id int);')
    await writeMigration('1_first', `CREATE TABLE one (id int); DO $$ BEGIN PERFORM ';'; END $$;`)
    expect(await apply()).toEqual(['1_first', '2_second'])
    expect(await apply()).toEqual([])
    await writeMigration('3_third', 'CREATE TABLE three (id int)')
    expect(await apply()).toEqual(['3_third'])
    expect(await tables()).toEqual(['one', 'three', 'two'])
  })

  it('are applied once by processes that start at the same time', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int); SELECT pg_sleep(0.2)')
    const databases = [1, 2, 3, 4].map(() => connectDatabase(test.url, console))
    const applied = await Promise.all(databases.map((database) => applyMigrations(database, folder)))
    await Promise.all(databases.map((database) => database.close()))
    expect(applied.flat()).toEqual(['1_first'])
  })

  it.runIf(isLongRun)(
    'are not logged as slow statements, which would fill the screen of a first start',
    async () => {
      await writeMigration('1_first', 'CREATE TABLE one (id int)')
      const logged: unknown[] = []
      const log = { warn: (entry: unknown) => logged.push(entry) }
      const database = connectDatabase(test.url, log, { slowStatementMs: 0 })
      onTestFinished(() => database.close())
      await database.pool.query('SELECT 1')
      const others = logged.length
      expect(others).toBeGreaterThan(0)
      await applyMigrations(database, folder)
      expect(logged).toHaveLength(others)
    },
  )

  it('are rolled back when they fail, and can be corrected', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await writeMigration('2_second', 'CREATE TABLE two (id int); SELECT 1 / 0')
    await expect(apply()).rejects.toThrow(
      /^The migration 2_second failed and was rolled back: division by zero$/,
    )
    expect(await tables()).toEqual(['one'])
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
    expect(await apply()).toEqual(['2_second'])
  })

  const validIndexes = async (): Promise<string[]> =>
    (
      await test.database.pool.query<{ name: string }>(
        `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid AND indrelid = 'one'::regclass`,
      )
    ).rows.map(({ name }) => name)

  it('build an index while others write, by one of the processes that start at the same time', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int); INSERT INTO one VALUES (1), (2)')
    await writeMigration('2_second', '-- For lists.\nCREATE INDEX CONCURRENTLY one_id_idx ON one (id);\n')
    const databases = [1, 2, 3, 4].map(() => connectDatabase(test.url, console))
    const applied = await Promise.all(databases.map((database) => applyMigrations(database, folder)))
    await Promise.all(databases.map((database) => database.close()))
    expect(applied.flat()).toEqual(['1_first', '2_second'])
    expect(await validIndexes()).toEqual(['one_id_idx'])
  })

  it.runIf(isLongRun)(
    'leave nothing of an index that cannot be built, and build it once it can be',
    async () => {
      await writeMigration('1_first', 'CREATE TABLE one (id int); INSERT INTO one VALUES (1), (1)')
      await writeMigration('2_second', 'CREATE UNIQUE INDEX CONCURRENTLY "one_id_key" ON one (id)')
      await expect(apply()).rejects.toThrow(
        /^The migration 2_second failed and was rolled back: could not create unique index "one_id_key"$/,
      )
      const { rows } = await test.database.pool.query(`SELECT to_regclass('one_id_key') AS index`)
      expect(rows).toEqual([{ index: null }])
      await test.database.pool.query(`DELETE FROM one WHERE ctid = '(0,1)'`)
      // As a process leaves it that is killed while it builds.
      await test.database.pool.query(`CREATE INDEX one_id_key ON one (id)`)
      expect(await apply()).toEqual(['2_second'])
      expect(await validIndexes()).toEqual(['one_id_key'])
    },
  )

  it.runIf(isLongRun)('let others read and write a table for whose lock they wait', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await apply()
    await writeMigration('2_second', 'ALTER TABLE one ADD COLUMN name text')
    const reader = await test.database.pool.connect()
    await reader.query('BEGIN; SELECT * FROM one')
    const applied = apply()
    const waits = async () =>
      (
        await test.database.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'one'::regclass`,
          [],
        )
      ).length > 0
    await expect.poll(waits).toBe(true)
    // It ends while the first transaction, and the migration with it, still wait.
    await test.database.pool.query('INSERT INTO one VALUES (1)')
    await reader.query('COMMIT')
    reader.release()
    expect(await applied).toEqual(['2_second'])
  })

  it.runIf(isLongRun)('tell what the database says to do when they fail', async () => {
    await writeMigration('1_first', `DO $$ BEGIN RAISE 'no way' USING HINT = 'Ask the owner.'; END $$`)
    await expect(apply()).rejects.toThrow(
      /^The migration 1_first failed and was rolled back: no way. Ask the owner.$/,
    )
  })

  it('are rejected when an applied one was edited', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await apply()
    await writeMigration('1_first', 'CREATE TABLE one (id bigint)')
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
    await expect(apply()).rejects.toThrow(
      /^The migration 1_first was edited after it had been applied; restore its file.$/,
    )
    expect(await tables()).toEqual(['one'])
  })

  it('are rejected when the database is newer than this version', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
    await apply()
    await rm(join(folder, '2_second'), { recursive: true })
    await expect(apply()).rejects.toThrow(
      /the migration 2_second, which this version of Lectern does not include/,
    )
  })

  it.runIf(isLongRun)(
    'are rejected after one that failed in the engine of Prisma, until it is marked as rolled back',
    async () => {
      await writeMigration('1_first', 'CREATE TABLE one (id int)')
      await apply()
      await test.database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL')
      await expect(apply()).rejects.toThrow(/^The migration 1_first failed earlier; resolve it first.$/)
      await test.database.pool.query('UPDATE _prisma_migrations SET rolled_back_at = now(); DROP TABLE one')
      expect(await apply()).toEqual(['1_first'])
    },
  )

  it('can be inspected without changes', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
    const states = () => migrationStates(test.database, folder)
    expect(await states()).toEqual([
      { name: '1_first', state: 'pending' },
      { name: '2_second', state: 'pending' },
    ])
    expect(await tables()).toEqual([])
    await apply()
    await writeMigration('1_first', '-- changed')
    await rm(join(folder, '2_second'), { recursive: true })
    expect(await states()).toEqual([
      { name: '1_first', state: 'edited' },
      { name: '2_second', state: 'unknown' },
    ])
  })
})

describe('a migration that replaces others', () => {
  const replaced = ['1_first', '2_second']

  beforeEach(async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
  })

  async function replaceAll(): Promise<void> {
    const rows = await Promise.all(replaced.map(async (name) => `${await checksumOf(name)}  ${name}\n`))
    for (const name of replaced) await rm(join(folder, name), { recursive: true })
    await writeMigration('3_both', 'CREATE TABLE one (id int); CREATE TABLE two (id int);')
    await writeFile(join(folder, '3_both', 'replaces'), rows.join(''))
  }

  const checksumOf = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(folder, name, 'migration.sql')))
      .digest('hex')

  const history = async () =>
    (await test.database.pool.query('SELECT id, migration_name AS name FROM _prisma_migrations')).rows

  it('is not run where all of them were, and takes over the row of the first', async () => {
    await apply()
    const [first] = await history()
    await replaceAll()
    expect(await migrationStates(test.database, folder)).toEqual([{ name: '3_both', state: 'applied' }])
    await writeMigration('4_next', 'CREATE TABLE four (id int)')
    expect(await apply()).toEqual(['4_next'])
    expect(await history()).toEqual([
      { ...first, name: '3_both' },
      { id: expect.any(String), name: '4_next' },
    ])
    expect(await apply()).toEqual([])
    expect(await tables()).toEqual(['four', 'one', 'two'])
  })

  it.runIf(isLongRun)('is run in an empty database', async () => {
    await replaceAll()
    expect(await apply()).toEqual(['3_both'])
    expect(await apply()).toEqual([])
    expect(await tables()).toEqual(['one', 'two'])
  })

  const otherHistories = [
    ['has not all of them', `DELETE FROM _prisma_migrations WHERE migration_name = '2_second'`],
    [
      'has another text of one',
      `UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '2_second'`,
    ],
    [
      'has one that failed',
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`,
    ],
  ] as const

  it.each(otherHistories.slice(0, budget(1, 3)))(
    'is refused by a database that %s, which stays as it is',
    async (_name, change) => {
      await apply()
      await test.database.pool.query(change)
      const before = await history()
      await replaceAll()
      await expect(apply()).rejects.toThrow(
        /^The layout of the database is older than .* it lacks the migration 2_second, .* Start the last version that has 2_second once, and then this one\.$/,
      )
      expect(await history()).toEqual(before)
    },
  )
})
