import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { backUpToFile } from '../../src/backups/backup.ts'
import { entryNames } from '../../src/backups/contents.ts'
import { restore } from '../../src/backups/restore.ts'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { applyMigrations, migrationStates, migrationsFolder } from '../../src/database/migrate.ts'
import { startLectern } from '../start/process.ts'
import { startOwnTestApp, startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { newDatabaseName } from '../support/database.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'
import { temporaryFolder } from '../support/folders.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

interface CommandResult {
  readonly code: number
  readonly output: string
}

function runCommand(
  name: string,
  parameters: readonly string[],
  environment: Record<string, string>,
): Promise<CommandResult> {
  const options = { env: childEnvironment(environment), cwd: project }
  return new Promise((resolve) =>
    execFile(process.execPath, [...scriptParameters(name), ...parameters], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  )
}

/** An empty place: a database without tables, and a folder without files. */
interface EmptyPlace {
  readonly url: string
  readonly dataDir: string
  readonly database: ConnectedDatabase
}

const places: EmptyPlace[] = []

async function emptyPlace(): Promise<EmptyPlace> {
  const url = new URL(inject('templateDatabaseUrl'))
  const name = newDatabaseName()
  await administer(`CREATE DATABASE ${name}`)
  url.pathname = name
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-restored-'))
  const place = { url: url.href, dataDir, database: connectDatabase(url.href, console) }
  places.push(place)
  return place
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let app: TestApp
let site: TestSite
let folder: string
let file: string
let spaceId: string
let busy: TestSite
let busySpaceId: string
let pageId: string
let download: string
let logoAddress: string

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>'
const attachment = Buffer.from('a file with its own bytes\n'.repeat(10_000))

beforeAll(async () => {
  app = await startOwnTestApp()
  site = await buildSite(app, { title: 'Backed-up docs' })
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'))
  file = join(folder, 'lectern.backup')
  spaceId = (await buildSiteSpace(site, 'Guide')).space.id
  busy = await buildSite(app)
  busySpaceId = (await buildSiteSpace(busy, 'Busy')).space.id
  const { client } = site
  const page = await write(client, spaceId, {
    operation: 'insert_page',
    title: 'Ünïcode \\ page',
    document: { markdown: 'tab\there\n\nand `\\N`' },
  })
  pageId = page.changes[0].page.id
  const inserted = await write(client, spaceId, {
    operation: 'insert_files',
    files: [
      { name: 'a.bin', contentType: 'application/octet-stream', base64: attachment.toString('base64') },
    ],
  })
  download = inserted.insertedFiles[0].downloadURL
  const image = { name: 'logo.svg', base64: Buffer.from(logo).toString('base64') }
  logoAddress = (await client.post(`/orgs/${site.organizationId}/logo`, image)).body.urls.logo
  await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'A proposal' })
  await client.post(`/spaces/${spaceId}/comments`, { body: { markdown: 'A remark' } })
  await client.post(`${site.path}/publish`)
})
afterAll(async () => {
  for (const { url, dataDir, database } of places) {
    await database.close()
    await administer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
    await rm(dataDir, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

async function write(client: TestClient, id: string, change: object) {
  const answer = await sendChanges(client, id, change)
  expect(answer.status).toBe(200)
  return answer.body
}

/** Reads all that a client of the organization can read. */
async function readAll(client: TestClient): Promise<Record<string, unknown>> {
  const paths = [
    '/user',
    `/orgs/${site.organizationId}/members`,
    `/orgs/${site.organizationId}/spaces`,
    `/spaces/${spaceId}`,
    `/spaces/${spaceId}/content/pages`,
    `/spaces/${spaceId}/content/page/${pageId}?format=markdown`,
    `/spaces/${spaceId}/content/files`,
    `/spaces/${spaceId}/revisions`,
    `/spaces/${spaceId}/change-requests`,
    `/spaces/${spaceId}/comments`,
    `/spaces/${spaceId}/search?query=tab`,
    `${site.path}`,
    `${site.path}/structure`,
  ]
  const answers = await Promise.all(paths.map(async (path) => [path, (await client.get(path)).body] as const))
  return Object.fromEntries(answers)
}

/** Leaves out what is signed for a time, and names the server. */
const comparable = (answers: Record<string, unknown>, url: string): unknown =>
  JSON.parse(
    JSON.stringify(answers)
      .replaceAll(url, 'http://server')
      .replace(/(expires=\d+|signature=[\w-]+)/g, ''),
  )

const restoreInto = (place: EmptyPlace, given = file) =>
  restore({
    config: { ...app.config, dataDir: place.dataDir },
    database: place.database,
    open: async () => createReadStream(given),
    report: () => {},
  })

const backUpTo = (name: string) => backUpToFile({ ...app, file: name, report: () => {} })

describe('a backup that is made while the server writes', () => {
  let before: unknown
  let result: Awaited<ReturnType<typeof runCommand>>
  let written = 0

  beforeAll(async () => {
    before = comparable(await readAll(site.client), app.url)
    let isOver = false
    const writer = (async () => {
      while (!isOver) {
        written += 1
        const bytes = Buffer.from(`file ${written}`).toString('base64')
        await write(busy.client, busySpaceId, {
          operation: 'insert_files',
          files: [{ name: `${written}.txt`, contentType: 'text/plain', base64: bytes }],
        })
      }
    })()
    result = await runCommand('backup', [file], {
      DATABASE_URL: app.config.databaseUrl as string,
      DATA_DIR: app.config.dataDir,
    })
    isOver = true
    await writer
  })

  test('is written by a command', () => {
    expect(result).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Wrote .*: \d+ tables and \d+ files/m),
    })
    expect(written).toBeGreaterThan(0)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  test('leaves out tables that are not logged, of which a standby has no rows', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    const { stdout } = await promisify(execFile)('tar', [
      '--gunzip',
      '--extract',
      '--to-stdout',
      '--file',
      file,
      entryNames.header,
    ])
    const saved = JSON.parse(stdout).tables.map(({ name }: { name: string }) => name)
    expect(saved).toContain('Space')
    for (const { name } of rows) expect(saved).not.toContain(name)
  })

  test('is restored by a command into an empty place, which then answers the same', async () => {
    const place = await emptyPlace()
    const result = await runCommand('restore', [file], { DATABASE_URL: place.url, DATA_DIR: place.dataDir })
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('Restored ') })
    const config = { ...app.config, dataDir: place.dataDir, databaseUrl: place.url }
    const restored = await startServerBeside(app, { config, database: place.database })
    const client = restored.as(site.admin)
    expect(comparable(await readAll(client), app.url)).toEqual(before)
    const answer = await fetch(download.replace(app.url, restored.url))
    expect(Buffer.from(await answer.arrayBuffer()).equals(attachment)).toBe(true)
    const picture = await fetch(logoAddress.replace(app.url, restored.url))
    expect(await picture.text()).toBe(logo)
    // Every file that content refers to is there, whatever was written meanwhile.
    const { body } = await restored.as(busy.admin).get(`/spaces/${busySpaceId}/content/files?limit=1000`)
    for (const { name, downloadURL } of body.items) {
      const text = await (await fetch(downloadURL.replace(app.url, restored.url))).text()
      expect(`${text.replace('file ', '')}.txt`).toBe(name)
    }
    // The folder has an id of its own, which only the restored database knows.
    const idIn = (dataDir: string) => readFile(join(dataDir, 'files/store'), 'utf8')
    const { rows } = await place.database.pool.query(
      `SELECT value FROM "InstallationSecret" WHERE name = 'file-store'`,
    )
    expect(await idIn(place.dataDir)).toBe(`${rows[0].value}\n`)
    expect(await idIn(place.dataDir)).not.toBe(await idIn(app.config.dataDir))
    // A place in the order of events that somebody knows, of events after the backup too, is before all that are new.
    const positions = 'SELECT coalesce(max(position), 0) AS last FROM "EventPosition"'
    const [here, there] = [
      await app.database.pool.query(positions),
      await place.database.pool.query(positions),
    ]
    expect(BigInt(there.rows[0].last)).toBeGreaterThan(BigInt(here.rows[0].last) + 10n ** 9n)
    // Triggers and foreign keys are there again.
    const created = await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Another' })
    expect(created.status).toBe(201)
    await expect(
      place.database.pool.query(`UPDATE "PageVersion" SET "documentId" = 'nothing'`),
    ).rejects.toMatchObject({ code: '23503' })
    await restored.close()
  })

  test('is not written over another file', async () => {
    await expect(backUpTo(file)).rejects.toThrow('exists')
  })
})

describe('a restore', () => {
  test.runIf(isLongRun)(
    'leaves the place empty if the file is damaged anywhere, and can be repeated',
    async () => {
      const place = await emptyPlace()
      const whole = await readFile(file)
      const damaged = join(folder, 'damaged.backup')
      const flippedAt = (part: number) => {
        const at = Math.floor(whole.length * part)
        return Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte)))
      }
      for (const bytes of [
        ...[0.1, 0.5, 0.9].map(flippedAt),
        whole.subarray(0, whole.length - 100),
        Buffer.from('no backup'),
        Buffer.alloc(0),
      ]) {
        await writeFile(damaged, bytes)
        await expect(restoreInto(place, damaged)).rejects.toThrow('is no backup, or is damaged')
        expect(existsSync(join(place.dataDir, 'files'))).toBe(false)
      }
      const { rows } = await place.database.pool.query(
        'SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace',
      )
      expect(rows).toEqual([])
      expect((await restoreInto(place)).damaged).toEqual([])
    },
  )

  test.runIf(isLongRun)('reads a backup from before the migrations became one', async () => {
    const { database } = await emptyPlace()
    const all = (await migrationStates(database)).map(({ name }) => name)
    const [initial] = all as [string]
    await applyMigrations(database, migrationsFolder, new Set([initial]))
    const replaced = (await readFile(join(migrationsFolder, initial, 'replaces'), 'utf8')).trim().split('\n')
    await database.pool.query('DELETE FROM _prisma_migrations')
    for (const [checksum, name] of replaced.map((line) => line.split('  ')))
      await database.pool.query(
        `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at) VALUES ($1, $2, $3, now())`,
        [randomUUID(), name, checksum],
      )
    const old = join(folder, 'old.backup')
    const dataDir = await temporaryFolder()
    await backUpToFile({ config: { ...app.config, dataDir }, database, file: old, report: () => {} })
    const place = await emptyPlace()
    await restoreInto(place, old)
    const states = await migrationStates(place.database)
    expect(states).toEqual(all.map((name) => ({ name, state: 'applied' })))
  })

  test('refuses a place that is not empty', async () => {
    const full = { url: '', dataDir: await temporaryFolder(), database: app.database }
    await expect(restoreInto(full)).rejects.toThrow('The database is not empty')
    const place = await emptyPlace()
    await mkdir(join(place.dataDir, 'files', 'ab'), { recursive: true })
    await expect(restoreInto(place)).rejects.toThrow('restore into an empty DATA_DIR')
  })

  test.runIf(isLongRun)('leaves out files that were damaged before the backup, and says so', async () => {
    const [first] = (
      await app.database.pool.query<{ hash: string }>('SELECT "blobHash" AS hash FROM "FileVersion" LIMIT 1')
    ).rows
    const hash = first?.hash as string
    const path = join(app.config.dataDir, 'files', hash.slice(0, 2), hash)
    const bytes = await readFile(path)
    const second = join(folder, 'second.backup')
    await writeFile(path, Buffer.alloc(bytes.length))
    expect((await backUpTo(second)).missing).toEqual([])
    expect((await restoreInto(await emptyPlace(), second)).damaged).toEqual([hash])
    await rm(path)
    await rm(second)
    const told = await runCommand('backup', [second], {
      DATABASE_URL: app.config.databaseUrl as string,
      DATA_DIR: app.config.dataDir,
    })
    expect(told.code).toBe(1)
    expect(told.output).toMatch(
      new RegExp(
        `\n  files/${hash.slice(0, 2)}/${hash}\n    \\S.* in the space .* \\(.+\\)\n[^]*Copy them from`,
      ),
    )
    await writeFile(path, bytes)
  })
})

describe.runIf(isLongRun)('the embedded database', () => {
  test('is backed up while its server runs, restored into another folder, and has an address for other programs', async () => {
    const first = await temporaryFolder()
    const second = await temporaryFolder()
    const backup = join(folder, 'embedded.backup')
    const server = startLectern({ environment: { DATA_DIR: first } })
    const url = await server.ready()
    const token = server.token()
    const read = async (address: string) =>
      (await fetch(`${address}/v1/orgs`, { headers: { Authorization: `Bearer ${token}` } })).json()
    const before = await read(url)
    const address = (await runCommand('database-url', [], { DATA_DIR: first })).output.trim()
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    expect((await client.query('SELECT count(*)::int AS count FROM "Organization"')).rows).toEqual([
      { count: 1 },
    ])
    await client.end()
    expect(await runCommand('backup', [backup], { DATA_DIR: first })).toMatchObject({ code: 0 })
    server.child.kill('SIGTERM')
    await server.exit()
    expect(await runCommand('database-url', [], { DATA_DIR: first })).toMatchObject({ code: 1 })
    expect(await runCommand('restore', [backup], { DATA_DIR: second })).toMatchObject({ code: 0 })
    const restored = startLectern({ environment: { DATA_DIR: second } })
    const after = await read(await restored.ready())
    expect(restored.token()).toBe('')
    expect(JSON.stringify(after).replaceAll(/:\d+/g, '')).toBe(JSON.stringify(before).replaceAll(/:\d+/g, ''))
    restored.child.kill('SIGTERM')
    await restored.exit()
  })
})
