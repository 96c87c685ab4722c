import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { backUpToFile } from '../../src/backups/backup.ts'
import { restore } from '../../src/backups/restore.ts'
import { loadConfig } from '../../src/base/config.ts'
import { checkBlobs } from '../../src/cli/files/check-blobs.ts'
import { moveFiles } from '../../src/cli/files/move-files.ts'
import { claimStore } from '../../src/modules/content/store-id.ts'
import { fileStorage } from '../../src/storage/open-storage.ts'
import { startOwnTestApp, startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { emptyPlace } from '../support/empty-place.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type ObjectStorage, startObjectStorage, storageCredentials } from '../support/object-storage.ts'
import { runLectern } from '../support/run-lectern.ts'

let storage: ObjectStorage
let app: TestApp
let client: TestClient
let spaceId: string
const files = new Map<string, Buffer>()

beforeAll(async () => {
  for (const [name, value] of Object.entries(storageCredentials)) vi.stubEnv(name, value)
  storage = await startObjectStorage()
  app = await startOwnTestApp({ LOG_LEVEL: 'silent' })
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  spaceId = (await buildSpace(app, organization)).id
  for (let index = 0; index < 10; index += 1) await insert(randomBytes(1000 * index + 1))
})
afterAll(async () => {
  await app.close()
  await storage.close()
})
beforeEach(() => {
  storage.fault = () => undefined
  storage.requests.length = 0
})

async function insert(bytes: Buffer): Promise<void> {
  const { status, body } = await sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [{ name: 'a.bin', contentType: 'application/octet-stream', base64: bytes.toString('base64') }],
  })
  expect(status).toBe(200)
  files.set(new URL(body.insertedFiles[0].downloadURL).pathname, bytes)
}

const keyOf = (bytes: Buffer) => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return `${hash.slice(0, 2)}/${hash}`
}

const inBucket = (prefix: string) => ({
  ...app.config,
  filesBucket: loadConfig(storage.environment(prefix)).filesBucket,
})

const move = (prefix: string) =>
  moveFiles({ database: app.database, from: app.config, to: inBucket(prefix), report: () => {} })

const sent = (method: string) =>
  storage.requests.filter((request) => request.method === method && /\/[0-9a-f]{64}$/.test(request.key))
    .length

const openFile = (file: string) => async () => createReadStream(file)

/** Expects all files to be downloaded from a server on the database. */
async function expectAllFiles(server: Pick<TestApp, 'url'>): Promise<void> {
  const links = await client.get(`/spaces/${spaceId}/content/files?limit=1000`)
  expect(links.body.items).toHaveLength(files.size)
  for (const { downloadURL } of links.body.items) {
    const answer = await fetch(downloadURL.replace(app.url, server.url))
    expect(answer.status).toBe(200)
    const bytes = files.get(new URL(downloadURL).pathname)
    expect(bytes?.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
  }
}

test('a command copies all files to a bucket while the server runs, and again those that were uploaded meanwhile', async () => {
  const variables = storage.environment('moved')
  const first = await runLectern(app, ['files', 'move'], variables)
  expect([first.code, first.output]).toEqual([
    0,
    expect.stringMatching(
      /^Copied 10 files \(0\.0 MB\) from .*\/files to s3:\/\/lectern-files\/moved\/, where 0 were/,
    ),
  ])
  await insert(randomBytes(500))
  const restarted = await startServerBeside(app, { config: inBucket('moved') })
  await claimStore({ config: inBucket('moved'), database: app.database })
  // The file that was uploaded in between is read from the folder.
  await expectAllFiles(restarted)
  expect(await move('moved')).toMatchObject({ copied: 1, present: 10, missing: [] })
  await insert(randomBytes(400))
  expect(await checkBlobs({ ...app, report: () => {} })).toEqual({ whole: files.size, broken: [] })
  await restarted.close()
  if (!isLongRun) return
  expect((await runLectern(app, ['files', 'move'], variables)).output).toMatch(/^Copied 1 files/)
  expect((await runLectern(app, ['files', 'check'], variables)).output).toMatch(/^\d+ files in s3:/)
  expect((await runLectern(app, ['files', 'move', '--back'], variables)).output).toMatch(/^Copied 0 files/)
})

test.runIf(isLongRun)(
  'a move that was interrupted goes on, and sends nothing again that is there and whole',
  async () => {
    let left = 5
    storage.fault = ({ method, key }) => {
      if (method !== 'PUT' || !/\/[0-9a-f]{64}$/.test(key)) return undefined
      left -= 1
      return left < 0 ? 'error 500' : undefined
    }
    const refused = await runLectern(app, ['files', 'move'], storage.environment('resumed'))
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/ cannot be used \(InternalError.*\)$/m),
    ])
    const bucket = fileStorage(inBucket('resumed'))
    expect(await bucket.readText('store')).toBeUndefined()
    await expect(claimStore({ config: inBucket('resumed'), database: app.database })).rejects.toThrow(
      /^The bucket s3:\S+ does not have the files of the database; run npm run lectern -- files move/,
    )
    storage.fault = () => undefined
    storage.requests.length = 0
    const { copied, present } = await move('resumed')
    expect([copied + present, present >= 5]).toEqual([files.size, true])
    expect([sent('PUT'), sent('GET')]).toEqual([copied, files.size])
    storage.requests.length = 0
    expect(await move('resumed')).toMatchObject({ copied: 0, present: files.size })
    expect([sent('PUT'), sent('GET')]).toEqual([0, 0])
  },
)

test('a move finds out bytes that changed in the bucket, and those that are damaged or missing in the folder', async () => {
  storage.fault = ({ method, key }) =>
    method === 'GET' && /\/[0-9a-f]{64}$/.test(key) ? 'answer damaged' : undefined
  await expect(move('damaged')).rejects.toThrow('came back from s3://lectern-files/damaged/ with other bytes')
  storage.fault = () => undefined
  const [damaged, missing] = [...files.values()] as [Buffer, Buffer]
  const pathOf = (bytes: Buffer) => join(app.config.dataDir, 'files', keyOf(bytes))
  await writeFile(
    pathOf(damaged),
    damaged.map((byte) => byte ^ 1),
  )
  await rm(pathOf(missing))
  const moved = await move('incomplete')
  const hashes = [damaged, missing].map((bytes) => keyOf(bytes).slice(3))
  expect([moved.copied, [...moved.missing].sort()]).toEqual([files.size - 2, hashes.sort()])
  expect(await fileStorage(inBucket('incomplete')).size(keyOf(damaged))).toBeUndefined()
  for (const bytes of [damaged, missing]) await writeFile(pathOf(bytes), bytes)
})

test('the files of another installation are not mixed with those of this one', async () => {
  await fileStorage(inBucket('other')).write('store', Buffer.from('another\n'))
  await expect(move('other')).rejects.toThrow('has the files of another installation')
})

test.runIf(isLongRun)(
  'a backup of files in a folder is restored into a bucket, and one of files in a bucket into a folder',
  async () => {
    const file = join(await temporaryFolder(), 'backup')
    await backUpToFile({ ...app, file, report: () => {} })
    const place = await emptyPlace()
    const config = { ...inBucket('restored'), databaseUrl: place.url, dataDir: place.dataDir }
    storage.fault = ({ method, key }) => (method === 'PUT' && key.length > 70 ? 'reset' : undefined)
    await expect(
      restore({ config, database: place.database, open: openFile(file), report: () => {} }),
    ).rejects.toThrow('cannot be used')
    storage.fault = () => undefined
    for await (const { key } of fileStorage(config).list()) throw new Error(`${key} was left`)
    await restore({ config, database: place.database, open: openFile(file), report: () => {} })
    await expect(
      restore({ config, database: place.database, open: openFile(file), report: () => {} }),
    ).rejects.toThrow('has files')
    await expectAllFiles(await startServerBeside({ ...app, database: place.database }, { config }))
    const again = join(await temporaryFolder(), 'backup')
    await backUpToFile({ config, database: place.database, file: again, report: () => {} })
    const other = await emptyPlace()
    const inFolder = { ...app.config, databaseUrl: other.url, dataDir: other.dataDir }
    await restore({ config: inFolder, database: other.database, open: openFile(again), report: () => {} })
    await expectAllFiles(await startServerBeside({ ...app, database: other.database }, { config: inFolder }))
  },
)

test.runIf(isLongRun)(
  'the doctor tells whether the bucket can be used and has the files of the database',
  async () => {
    const examine = async (variables: Record<string, string>) => {
      const { output } = await runLectern(app, ['doctor', '--json'], { BASE_URL: app.url, ...variables })
      const findings = JSON.parse(output) as { check: string; status: string; message: string }[]
      return findings
        .filter(({ check }) => check === 'files')
        .map(({ status, message }) => `${status}: ${message}`)
    }
    const [found] = await examine(storage.environment('moved'))
    expect(found).toBe('ok: s3://lectern-files/moved/ can be written, read, listed and deleted from.')
    if (!isLongRun) return
    expect(await examine(storage.environment('empty'))).toContain(
      'problem: s3://lectern-files/empty/ does not have the files of this database.',
    )
    storage.fault = () => 'error 500'
    expect((await examine(storage.environment('moved')))[0]).toMatch(
      /^problem: s3:\S+ cannot be used \(InternalError/,
    )
  },
)
