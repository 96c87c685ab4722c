import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../src/database/client.ts'
import { applyMigrations, migrationStates, migrationsFolder } from '../../src/database/migrate.ts'
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

const apply = () => applyMigrations(test.database.pool, folder)

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
    const applied = await Promise.all(databases.map(({ pool }) => applyMigrations(pool, folder)))
    await Promise.all(databases.map((database) => database.close()))
    expect(applied.flat()).toEqual(['1_first'])
  })

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

  it('tell what the database says to do when they fail', async () => {
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

  it('are rejected after one that failed in the engine of Prisma, until it is marked as rolled back', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await apply()
    await test.database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL')
    await expect(apply()).rejects.toThrow(/^The migration 1_first failed earlier; resolve it first.$/)
    await test.database.pool.query('UPDATE _prisma_migrations SET rolled_back_at = now(); DROP TABLE one')
    expect(await apply()).toEqual(['1_first'])
  })

  it('can be inspected without changes', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)')
    await writeMigration('2_second', 'CREATE TABLE two (id int)')
    const states = () => migrationStates(test.database.pool, folder)
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

describe('the migrations of this project', () => {
  it('keep the rows that have values in the columns that they drop', async () => {
    for (const name of await readdir(migrationsFolder))
      if (name < '20261122034339_unused_columns')
        await cp(join(migrationsFolder, name), join(folder, name), { recursive: true })
    await apply()
    const { pool } = test.database
    // The revision of the space is left out: this mode checks no references.
    await pool.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      INSERT INTO "Organization" (id, title, plan, "trialStatus", "billingInterval")
        VALUES ('org', 'Docs', 'PRO', 'ACTIVE', 'MONTHLY');
      INSERT INTO "Site" (id, "organizationId", title, "adsStatus") VALUES ('sit', 'org', 'Guide', 'LIVE');
      INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", "visitorAuthBackend")
        VALUES ('spc', 'org', 'Start', '', 'a0', 'rev', 'CUSTOM');
      COMMIT`)
    await applyMigrations(pool)
    const { rows } = await pool.query(
      `SELECT o.title AS organization, site.title AS site, space.title AS space
       FROM "Organization" o JOIN "Site" site ON site."organizationId" = o.id
       JOIN "Space" space ON space."organizationId" = o.id`,
    )
    expect(rows).toEqual([{ organization: 'Docs', site: 'Guide', space: 'Start' }])
  })
})
