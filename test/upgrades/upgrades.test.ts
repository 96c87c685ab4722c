import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { applyMigrations, migrationsFolder } from '../../src/database/migrate.ts'
import { startProcess } from '../faults/processes.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { emptyDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runLectern } from '../support/run-lectern.ts'
import { factsOf } from './content.ts'

const folder = fileURLToPath(new URL('./layouts/', import.meta.url))
const layouts = readdirSync(folder)
  .filter((file) => file.endsWith('.backup'))
  .map((file) => file.replace('.backup', ''))
  .sort()

/** The token of the admin of every layout. */
const token = 'lectern_token_of_an_earlier_version'

type Facts = Readonly<Record<string, string | number>>

/** Returns what a version answered, by path. */
const answersOf = (layout: string): Readonly<Record<string, Facts>> =>
  JSON.parse(readFileSync(join(folder, `${layout}.json`), 'utf8')).answers

/** Restores the data of a layout into an empty database, which brings it to the newest layout. */
async function restoreLayout(layout: string): Promise<{ databaseUrl: string; dataDir: string }> {
  const { url: databaseUrl, drop } = await emptyDatabase()
  onTestFinished(drop)
  const dataDir = await temporaryFolder()
  const restored = await runLectern({ config: { databaseUrl, dataDir } as never }, [
    'restore',
    join(folder, `${layout}.backup`),
  ])
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored /) })
  return { databaseUrl, dataDir }
}

/** Returns an answer unless it says to ask again, as one does on a machine that has much to do. */
const settled = (answer: Response) => answer.status !== 503 && answer

/** Reads from a server of today all that a version answered, and compares what it said. */
async function expectAnswers(layout: string, place: { databaseUrl: string; dataDir: string }): Promise<void> {
  const lectern = startProcess({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir })
  const address = await lectern.ready()
  const answers = Object.entries(answersOf(layout))
  expect(answers.length).toBeGreaterThan(30)
  for (const [path, facts] of answers) {
    const read = () => fetch(`${address}/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })
    const answer = await vi.waitUntil(async () => settled(await read()), { timeout: 30_000 })
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, factsOf(await answer.json())]).toEqual([path, expect.objectContaining(facts)])
  }
}

describe('data of an earlier layout', () => {
  test('is there for each that landed since migrations were replaced by one, and for the last one before', () => {
    const migrations = readdirSync(migrationsFolder).filter((name) => /^\d/.test(name))
    // Those of an hour in which several landed have the last one's.
    expect(layouts.length).toBeGreaterThanOrEqual(migrations.length - 3)
  })

  test.each(layouts.slice(0, budget(1, layouts.length)))(
    'is read by this version as by that which made it: %s',
    async (layout) => {
      await expectAnswers(layout, await restoreLayout(layout))
    },
  )

  test.runIf(isLongRun)('is as it was after a migration that fails half-way', async () => {
    const [layout = ''] = layouts
    const place = await restoreLayout(layout)
    const migrations = join(await temporaryFolder(), 'migrations')
    await cp(migrationsFolder, migrations, { recursive: true })
    await mkdir(join(migrations, '99999999999999_breaks'))
    await writeFile(
      join(migrations, '99999999999999_breaks', 'migration.sql'),
      `DELETE FROM "Comment"; ALTER TABLE "PageVersion" RENAME TO "Page"; DROP TABLE "Webhook" CASCADE; SELECT 1 / 0;`,
    )
    const database = connectDatabase(place.databaseUrl, console)
    await expect(applyMigrations(database, migrations)).rejects.toThrow(
      'The migration 99999999999999_breaks failed and was rolled back: division by zero',
    )
    await database.close()
    await expectAnswers(layout, place)
  })
})

/** Of before the migrations were replaced by one: databases that have a part of them. */
test.runIf(isLongRun)(
  'a database whose layout is older than those is told how to come here, and stays as it is',
  async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const [initial = ''] = readdirSync(migrationsFolder).sort()
    const [first = ''] = readFileSync(join(migrationsFolder, initial, 'replaces'), 'utf8').split('\n')
    const [checksum, name] = first.split('  ')
    await client.query(
      `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
       migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
       started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
    )
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', $1, $2, now())`,
      [checksum, name],
    )
    const lectern = startProcess({ DATABASE_URL: url, DATA_DIR: await temporaryFolder() })
    expect(await lectern.exit()).toBe(1)
    expect(lectern.output()).toMatch(
      /older than that which this version of Lectern takes over.*Start the last version that has /,
    )
    const { rows } = await client.query('SELECT migration_name AS name FROM _prisma_migrations')
    await client.end()
    expect(rows).toEqual([{ name }])
  },
)
