import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { decrypted } from '../../src/backups/encryption.ts'
import { restore } from '../../src/backups/restore.ts'
import { makeBackup } from '../../src/backups/scheduled-backup.ts'
import {
  backupName,
  backupStorage,
  forgetLatestBackup,
  latestBackupTime,
} from '../../src/backups/stored-backups.ts'
import { loadConfig } from '../../src/base/config.ts'
import { checkBackups } from '../../src/cli/doctor/check-backups.ts'
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
let holder: { token: string }
let client: TestClient
let spaceId: string
let identity: string
let recipient: string

beforeAll(async () => {
  for (const [name, value] of Object.entries(storageCredentials)) vi.stubEnv(name, value)
  storage = await startObjectStorage()
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  holder = organization.admin
  client = app.as(holder)
  spaceId = (await buildSpace(app, organization)).id
  const { status } = await sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [{ name: 'a', contentType: 'text/plain', base64: randomBytes(50_000).toString('base64') }],
  })
  expect(status).toBe(200)
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
})
afterAll(async () => {
  await app.close()
  await storage.close()
})
beforeEach(() => {
  storage.fault = () => undefined
  storage.requests.length = 0
})

/** The variables of a server whose backups are below a prefix of the bucket, encrypted. */
function variables(prefix: string, more: Record<string, string> = {}): Record<string, string> {
  const { FILES_URL, ...credentials } = storage.environment(prefix)
  return { ...credentials, BACKUP_URL: FILES_URL as string, BACKUP_RECIPIENTS: recipient, ...more }
}

function configured(given: Record<string, string>) {
  const { backups, backupRecipients } = loadConfig(given)
  if (!backups) throw new Error('no backups')
  return { config: { ...app.config, backups, backupRecipients }, place: backupStorage(backups.place) }
}

async function names(of: { list(): AsyncIterable<{ key: string }> }): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of of.list()) found.push(key)
  return found
}

/** Restores a backup into an empty place, and expects the answers of a server there to be those of the app. */
async function expectRestored(open: () => ReturnType<typeof decrypted>): Promise<void> {
  const { url, dataDir, database } = await emptyPlace()
  const config = { ...app.config, databaseUrl: url, dataDir }
  await restore({ config, database, open, report: () => {} })
  const server = await startServerBeside({ ...app, database }, { config })
  const paths = [`/spaces/${spaceId}`, `/spaces/${spaceId}/revisions`, '/user']
  for (const path of paths) {
    const { status, body } = await server.as(holder).get(path)
    expect([status, body]).toEqual([200, (await client.get(path)).body])
  }
  const [file] = (await server.as(holder).get(`/spaces/${spaceId}/content/files`)).body.items
  const answer = await fetch(file.downloadURL.replace(app.url, server.url))
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 50_000])
  await server.close()
}

test.runIf(isLongRun)(
  'a backup in a bucket is encrypted for its recipients, and restored with the secret key',
  async () => {
    const { config, place } = configured(variables('encrypted'))
    const now = new Date('2026-03-01T03:41:00Z')
    const made = await makeBackup({ config, database: app.database }, { now })
    expect(made).toMatchObject({ name: 'lectern-20260301T034100Z.backup.age', missing: [], deleted: [] })
    const size = (await place.size(made?.name ?? '')) ?? 0
    const read = async () => (await place.read(made?.name ?? '', size)) ?? expect.fail('no backup')
    const bytes = await buffer(await read())
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    await expectRestored(async () => decrypted(await read(), [await generateX25519Identity(), identity]))
    await expect(decrypted(await read(), [])).rejects.toThrow('give the file with the secret key of age')
    await expect(decrypted(await read(), [await generateX25519Identity()])).rejects.toThrow(
      'encrypted for other keys',
    )
  },
)

test.runIf(isLongRun)(
  'a command makes one, another lists them, and a restore is rehearsed and done with a file of age',
  async () => {
    const given = variables('commands')
    const made = await runLectern(app, ['backups', 'make'], given)
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/^Wrote lectern-\w+\.backup\.age: \d+ tables/),
    ])
    const key = join(await temporaryFolder(), 'key.txt')
    await writeFile(key, `# created: 2026-01-01\n# public key: ${recipient}\n${identity}\n`)
    const rehearsed = await runLectern(
      app,
      ['restore', '--stored', 'latest', '--verify-only', '--identity', key],
      given,
    )
    expect([rehearsed.code, rehearsed.output]).toEqual([
      0,
      expect.stringMatching(/^latest, made at \S+, can be restored: \d+ tables and 1 files\.$/m),
    ])
    const listed = await runLectern(app, ['backups', 'list'], given)
    expect(listed.output).toMatch(/^lectern-\w+\.backup\.age\t\S+\t\d+\.\d MB\n$/)
    const { url, dataDir } = await emptyPlace()
    const place = { config: { ...app.config, databaseUrl: url, dataDir } }
    const restored = await runLectern(place, ['restore', '--stored', 'latest', '--identity', key], given)
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringMatching(/^Restored latest: \d+ tables and 1 files/),
    ])
    expect(await runLectern(place, ['restore', '--stored', 'none'], given)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^There is no backup none in s3:\/\/lectern-files\/commands\/\.$/m),
    })
  },
)

test.runIf(isLongRun)('of many processes one makes the backup, and old ones are deleted', async () => {
  const folder = await temporaryFolder()
  const { config, place } = configured({ BACKUP_URL: folder, BACKUP_KEEP: 'days=2,years=1' })
  await mkdir(folder, { recursive: true })
  for (const name of ['lectern-20250101T000000Z.backup', 'lectern-20260227T000000Z.backup', 'other.txt'])
    await writeFile(join(folder, name), 'old')
  const now = new Date('2026-02-28T03:41:00Z')
  const made = await Promise.all([1, 2, 3].map(() => makeBackup({ config, database: app.database }, { now })))
  expect(made.filter((each) => each !== null)).toMatchObject([
    { name: 'lectern-20260228T034100Z.backup', deleted: ['lectern-20250101T000000Z.backup'] },
  ])
  expect(await names(place)).toEqual([
    'lectern-20260227T000000Z.backup',
    'lectern-20260228T034100Z.backup',
    'other.txt',
  ])
  expect(await latestBackupTime(config)).toEqual(now)
  expect(await latestBackupTime({ backups: undefined })).toBeUndefined()
  await expectRestored(async () => createReadStream(join(folder, 'lectern-20260228T034100Z.backup')))
})

test('the doctor finds backups that are older than their schedule says', async () => {
  const folder = await temporaryFolder()
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const { config } = configured({ BACKUP_URL: folder })
  const examine = async (schedule: string) => {
    forgetLatestBackup()
    const [finding] = await checkBackups({ ...config, backups: { ...config.backups, schedule } })
    return finding?.status
  }
  expect(await examine('41 3 * * *')).toBe('problem')
  await writeFile(join(folder, backupName(hoursAgo(48), { isEncrypted: false })), '')
  expect([await examine('41 3 * * *'), await examine('41 3 * * 0')]).toEqual(['problem', 'ok'])
  await writeFile(join(folder, backupName(hoursAgo(1), { isEncrypted: true })), '')
  expect(await examine('41 3 * * *')).toBe('ok')
})

test('a backup that fails or is interrupted leaves nothing, keeps the old ones, and can be made again', async () => {
  const { config, place } = configured(variables('failing', { BACKUP_KEEP: 'days=1' }))
  await place.write('lectern-20200101T000000Z.backup', Buffer.from('old'))
  storage.fault = ({ method }) => (method === 'PUT' ? 'error 500' : undefined)
  await expect(makeBackup({ config, database: app.database })).rejects.toThrow(
    'cannot be used (InternalError',
  )
  storage.fault = () => undefined
  const signal = AbortSignal.abort()
  await expect(makeBackup({ config, database: app.database }, { signal })).rejects.toThrow()
  expect(await names(place)).toEqual(['lectern-20200101T000000Z.backup'])
  expect(await makeBackup({ config, database: app.database })).toMatchObject({
    deleted: ['lectern-20200101T000000Z.backup'],
  })
})

test.runIf(isLongRun)('a rehearsal refuses a damaged backup, and changes nothing', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'backup')
  await runLectern(app, ['backup', file])
  const bytes = await readFile(file)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(file, bytes)
  const before = await readdir(app.config.dataDir, { recursive: true })
  const refused = await runLectern(app, ['restore', file, '--verify-only'])
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is no backup, or is damaged')])
  expect(await readdir(app.config.dataDir, { recursive: true })).toEqual(before)
})
