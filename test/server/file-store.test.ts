import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backUpToFile } from '../../src/backups/backup.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import { createApp } from '../../src/server/app.ts'
import { sweep } from '../../src/server/sweep.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { temporaryFolder } from '../support/folders.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const logger = pino({ level: 'silent' })
const unavailable = { status: 503, reason: 'FILES_MISSING', retryAfter: '30' }

let app: TestApp
let client: TestClient
let organizationId: string
let spaceId: string
/** The id that the folder of files and the database have at the beginning of each test. */
let id: string | undefined

beforeAll(async () => {
  app = await startOwnTestApp({ LOG_LEVEL: 'silent' })
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  spaceId = (await buildSpace(app, organization)).id
  await insertFile('the first file')
})
afterAll(() => app.close())

beforeEach(async () => {
  await prepare(app)
  id = await idOf(app)
})

const insertFile = (content: string) =>
  sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from(content).toString('base64') }],
  })

/** Takes the steps of a start on the database of an app. */
async function prepare({ config, database }: Pick<TestApp, 'config' | 'database'>): Promise<void> {
  const started = await createApp({ config, database, logger })
  await started.prepare()
  await started.close()
}

const beside = (dataDir: string) => ({ database: app.database, config: { ...app.config, dataDir } })

async function idOf({ database }: Pick<TestApp, 'database'>): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ value: string }>(
    `SELECT value FROM "InstallationSecret" WHERE name = 'file-store'`,
  )
  return rows[0]?.value
}

const idIn = async (dataDir: string) => (await readFile(join(dataDir, 'files/store'), 'utf8')).trim()

const project = fileURLToPath(new URL('../..', import.meta.url))

const adopt = (DATA_DIR: string) =>
  promisify(execFile)(process.execPath, [...scriptParameters('adopt-files')], {
    cwd: project,
    env: childEnvironment({ DATABASE_URL: app.config.databaseUrl, DATA_DIR }),
  })

const forgetId = () => app.database.pool.query(`DELETE FROM "InstallationSecret" WHERE name = 'file-store'`)

const filesFolder = () => join(app.config.dataDir, 'files')

/** Runs while the folder of the files is another one, as if a volume was not mounted. */
async function withFolder(other: (folder: string) => Promise<unknown>, run: () => Promise<unknown>) {
  await rename(filesFolder(), `${filesFolder()} mounted`)
  try {
    await other(filesFolder())
    await run()
  } finally {
    await rm(filesFolder(), { recursive: true, force: true })
    await rename(`${filesFolder()} mounted`, filesFolder())
  }
}

/** Folders that are not that of the database. */
const others: readonly (readonly [name: string, make: (folder: string) => Promise<unknown>])[] = [
  ['is not there', async () => {}],
  ['is empty', (folder) => mkdir(folder)],
  [
    'is of another installation',
    async (folder) => {
      await mkdir(folder)
      await writeFile(join(folder, 'store'), 'another\n')
    },
  ],
]

async function answerOf(url: string) {
  const answer = await fetch(url)
  const { errors } = (await answer.json()) as { errors: { extensions: { reason: string } }[] }
  return {
    status: answer.status,
    reason: errors[0]?.extensions.reason,
    retryAfter: answer.headers.get('Retry-After'),
  }
}

describe('a start', () => {
  test.each(others)(
    'with a folder of files that %s is refused, and writes nothing to it',
    async (_name, make) => {
      const dataDir = await temporaryFolder()
      await make(join(dataDir, 'files'))
      const before = await readdir(dataDir, { recursive: true })
      await expect(prepare(beside(dataDir))).rejects.toThrow(
        /^The folder \S+ (does not have|has) the files of [^.]+; mount or copy [^.]+\.$/,
      )
      expect(await readdir(dataDir, { recursive: true })).toEqual(before)
      expect(await idOf(app)).toBe(id)
    },
  )

  test('after an update takes the folder that has files of the database', async () => {
    await forgetId()
    await rm(join(filesFolder(), 'store'))
    await prepare(app)
    expect(await idOf(app)).toBeDefined()
    expect(await idIn(app.config.dataDir)).toBe(await idOf(app))
  })

  test.each(others)('after an update with a folder of files that %s is refused', async (_name, make) => {
    await forgetId()
    const dataDir = await temporaryFolder()
    await make(join(dataDir, 'files'))
    const before = await readdir(dataDir, { recursive: true })
    await expect(prepare(beside(dataDir))).rejects.toThrow(
      /^The folder \S+ has none of the files that the database refers to; mount or copy [^.]+\.$/,
    )
    expect(await readdir(dataDir, { recursive: true })).toEqual(before)
    expect(await idOf(app)).toBeUndefined()
  })

  test.runIf(isLongRun)('of several processes at once gives a new folder one id', async () => {
    const fresh = await startOwnTestApp()
    await fresh.database.pool.query(`DELETE FROM "InstallationSecret"`)
    const dataDir = await temporaryFolder()
    const place = { database: fresh.database, config: { ...fresh.config, dataDir } }
    await Promise.all([prepare(place), prepare(place), prepare(place)])
    expect(await idIn(dataDir)).toBe(await idOf(fresh))
    await fresh.close()
  })

  test('of a new database shares the folder of another one', async () => {
    const fresh = await startOwnTestApp()
    await fresh.database.pool.query(`DELETE FROM "InstallationSecret"`)
    await prepare({ database: fresh.database, config: app.config })
    expect([await idOf(fresh), await idIn(app.config.dataDir)]).toEqual([id, id])
    await prepare(app)
    await fresh.close()
  })

  test.runIf(isLongRun)('is refused no more once the folder is adopted', async () => {
    const dataDir = await temporaryFolder()
    await adopt(dataDir)
    await prepare(beside(dataDir))
    expect([await idOf(app), await idIn(dataDir)]).toEqual([id, id])
    // The folder of another installation keeps its id, which that needs.
    const other = await temporaryFolder()
    await mkdir(join(other, 'files'))
    await writeFile(join(other, 'files/store'), 'adopted\n')
    await adopt(other)
    expect([await idOf(app), await idIn(other)]).toEqual(['adopted', 'adopted'])
    await writeFile(join(filesFolder(), 'store'), 'adopted\n')
  })
})

describe.each(others)('while the folder of files %s', (_name, make) => {
  test('the process is not ready, and downloads and uploads get 503 with a reason', async () => {
    const { insertedFiles } = (await insertFile('a file that is downloaded')).body
    const before = await app.database.pool.query('SELECT count(*) FROM "Blob"')
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    await withFolder(make, async () => {
      const there = existsSync(filesFolder()) && (await readdir(filesFolder()))
      const ready = await fetch(`${app.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'the folder of the files is not that of the database' },
      ])
      expect(await answerOf(insertedFiles[0].downloadURL)).toEqual(unavailable)
      const refused = await insertFile('a file that would be lost')
      expect([refused.status, refused.body.error.reason]).toEqual([503, 'FILES_MISSING'])
      expect(existsSync(filesFolder()) && (await readdir(filesFolder()))).toEqual(there)
    })
    expect((await app.database.pool.query('SELECT count(*) FROM "Blob"')).rows).toEqual(before.rows)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect((await fetch(insertedFiles[0].downloadURL)).status).toBe(200)
  })

  test('nothing is swept or backed up', async () => {
    await app.database.pool.query(`INSERT INTO "Blob" (hash, size, "storedAt") VALUES ('old', 1, '2020-01-01')
      ON CONFLICT DO NOTHING`)
    await withFolder(make, async () => {
      await expect(sweep({ ...app, warn: () => {} })).rejects.toThrow('is not the folder of the files')
      const file = join(await temporaryFolder(), 'backup')
      await expect(backUpToFile({ ...app, file, report: () => {} })).rejects.toThrow(
        'mount or copy the folder',
      )
      expect(existsSync(file)).toBe(false)
    })
    const { rowCount } = await app.database.pool.query(`SELECT 1 FROM "Blob" WHERE hash = 'old'`)
    expect(rowCount).toBe(1)
  })
})

describe('bytes that are missing in the folder of the database', () => {
  /** Removes the bytes of all files while it runs. */
  const withoutBytes = (run: () => Promise<unknown>) =>
    withFolder(async (folder) => {
      await mkdir(folder)
      await cp(join(`${folder} mounted`, 'store'), join(folder, 'store'))
    }, run)

  test('of a file, a specification or the result of a job get 503 with a reason', async () => {
    const { insertedFiles } = (await insertFile('a file that gets lost')).body
    const specification = `/orgs/${organizationId}/openapi/pets`
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} })
    await client.put(specification, { source: { text } })
    await processPendingSpecs(app)
    const version = (await client.get(`${specification}/versions/latest`)).body.url
    const worker = await createApp({ ...app, logger })
    await worker.startJobs()
    const answer = await fetch(`${app.url}/v1/spaces/${spaceId}/content/export`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.token}`, Prefer: 'respond-async' },
    })
    const job = `/orgs/${organizationId}/jobs/${((await answer.json()) as { id: string }).id}`
    await expect.poll(async () => (await client.get(job)).body.status, { timeout: 20_000 }).toBe('completed')
    const result = (await client.get(job)).body.resultURL
    await worker.close()
    const urls = [insertedFiles[0].downloadURL, version, result]
    for (const url of urls) expect((await fetch(url)).status).toBe(200)
    await withoutBytes(async () => {
      for (const url of urls) expect(await answerOf(url)).toEqual(unavailable)
      const content = await client.get(`${specification}/versions/latest/content`)
      expect([content.status, content.body.error.reason]).toEqual([503, 'FILES_MISSING'])
    })
  })
})
