import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import { sweep } from '../../src/server/sweep.ts'
import { fileStorage } from '../../src/storage/open-storage.ts'
import { s3Storage } from '../../src/storage/s3-storage.ts'
import { startOwnTestApp, startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import {
  type ObjectStorage,
  type StorageFault,
  startObjectStorage,
  storageCredentials,
} from '../support/object-storage.ts'

let storage: ObjectStorage
let app: TestApp
let client: TestClient
let spaceId: string

beforeAll(async () => {
  for (const [name, value] of Object.entries(storageCredentials)) vi.stubEnv(name, value)
  storage = await startObjectStorage()
  app = await startOwnTestApp({ ...storage.environment('live', { sse: 'AES256' }), LOG_LEVEL: 'silent' })
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  spaceId = (await buildSpace(app, organization)).id
})
afterAll(async () => {
  await app.close()
  await storage.close()
})
beforeEach(() => {
  storage.fault = () => undefined
  storage.requests.length = 0
})

const insertFile = (bytes: Buffer, name = 'a.bin', contentType = 'application/octet-stream') =>
  sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [{ name, contentType, base64: bytes.toString('base64') }],
  })

async function insert(bytes: Buffer, name?: string, contentType?: string): Promise<string> {
  const { status, body } = await insertFile(bytes, name, contentType)
  expect(status).toBe(200)
  return body.insertedFiles[0].downloadURL
}

const download = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const keyOf = (bytes: Buffer) => `live/${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`

/** Makes the first requests of a kind fail, and those after them not. */
function failFirst(count: number, fault: StorageFault, method: string, bytes: Buffer): void {
  let left = count
  storage.fault = (request) => {
    if (request.method !== method || request.key !== keyOf(bytes) || left === 0) return undefined
    left -= 1
    return fault
  }
}

describe('files in a bucket', () => {
  test('are private, encrypted as asked, and downloaded whole and in parts, and nothing is on the disk', async () => {
    const bytes = randomBytes(100_000)
    const url = await insert(bytes)
    const [put] = storage.requests.filter(({ method }) => method === 'PUT')
    expect(put?.headers).toMatchObject({
      'x-amz-server-side-encryption': 'AES256',
      'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
    })
    expect(put?.headers).not.toHaveProperty('x-amz-acl')
    expect((await download(url)).bytes.equals(bytes)).toBe(true)
    const part = await download(url, { Range: 'bytes=100-199' })
    expect([part.status, part.bytes.equals(bytes.subarray(100, 200))]).toEqual([206, true])
    expect((await fetch(`${storage.endpoint}/lectern-files/${keyOf(bytes)}`)).status).toBe(403)
    expect(existsSync(join(app.config.dataDir, 'files'))).toBe(false)
    expect(await readdir(join(app.config.dataDir, 'uploads')).catch(() => [])).toEqual([])
  })

  test.runIf(isLongRun)('are read, listed, written and deleted by nobody with another key', async () => {
    const bytes = randomBytes(1000)
    await insert(bytes)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another')
    onTestFinished(() => void vi.stubEnv('AWS_SECRET_ACCESS_KEY', storageCredentials.AWS_SECRET_ACCESS_KEY))
    // A client keeps the keys that it had, so this one is for another server.
    const address = loadConfig(storage.environment('live', { timeout: '3' })).filesBucket
    if (!address) throw new Error('no bucket')
    const bucket = s3Storage(address)
    const path = keyOf(bytes).replace('live/', '')
    const listed = async () => {
      for await (const _ of bucket.list('')) return
    }
    for (const work of [
      () => bucket.size(path),
      () => bucket.write('new', [bytes]),
      () => bucket.remove(path),
      listed,
    ])
      await expect(work()).rejects.toThrow('cannot be used')
    expect(await fileStorage(app.config).size(path)).toBe(1000)
  })

  test('that are there already are not sent again', async () => {
    const bytes = randomBytes(1000)
    await insert(bytes)
    storage.requests.length = 0
    await insert(bytes)
    expect(storage.requests.map(({ method }) => method)).toEqual(['HEAD'])
  })

  test('that are larger than a part are sent in parts, each with its checksum, and aborted if one fails', async () => {
    const address = loadConfig(storage.environment('parts')).filesBucket
    if (!address) throw new Error('no bucket')
    const bucket = s3Storage(address, { partSize: 5 * 1024 * 1024 })
    const bytes = randomBytes(6 * 1024 * 1024)
    await bucket.write('large', [bytes])
    const parts = storage.requests.filter(({ query }) => query.has('partNumber'))
    expect(parts).toHaveLength(2)
    for (const { headers } of parts) expect(headers).toHaveProperty('x-amz-checksum-sha256')
    const read = await bucket.read('large', bytes.length)
    expect(read && (await buffer(read)).equals(bytes)).toBe(true)
    if (!isLongRun) return
    storage.fault = ({ query }) => (query.get('partNumber') === '2' ? 'error 500' : undefined)
    await expect(bucket.write('broken', [bytes])).rejects.toThrow('cannot be used')
    expect(storage.requests.at(-1)).toMatchObject({ method: 'DELETE', key: 'parts/broken' })
    expect(await bucket.size('broken')).toBeUndefined()
  })

  test.each(budget<StorageFault[]>(['error 500'], ['error 500', 'slow down', 'reset']))(
    'are stored and read though the server fails twice with "%s"',
    async (fault) => {
      const bytes = randomBytes(1000)
      failFirst(2, fault, 'PUT', bytes)
      const url = await insert(bytes)
      failFirst(2, fault, 'GET', bytes)
      expect((await download(url)).bytes.equals(bytes)).toBe(true)
    },
  )

  test('are read to the end though the connection is lost in the middle', async () => {
    const bytes = randomBytes(300_000)
    const url = await insert(bytes)
    failFirst(3, 'answer cut', 'GET', bytes)
    expect((await download(url)).bytes.equals(bytes)).toBe(true)
    expect(storage.requests.filter(({ method }) => method === 'GET').length).toBe(4)
  })

  test('that are damaged on their way to the bucket are refused there, and get 503', async () => {
    const bytes = randomBytes(1000)
    storage.fault = ({ method }) => (method === 'PUT' ? 'sent damaged' : undefined)
    expect((await insertFile(bytes)).status).toBe(503)
    storage.fault = () => undefined
    expect(
      await fileStorage(app.config).size(`${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`),
    ).toBeUndefined()
    await insert(bytes)
  })

  test('that are damaged on their way from the bucket never reach a client whole', async () => {
    const bytes = randomBytes(200_000)
    const url = await insert(bytes)
    storage.fault = ({ method }) => (method === 'GET' ? 'answer damaged' : undefined)
    await expect(download(url)).rejects.toThrow('terminated')
  })

  test.each(budget<StorageFault[]>(['reset'], ['error 500', 'reset', 'silent']))(
    'get 503 with a reason and Retry-After while the server is away by "%s", and everything else works',
    { timeout: 30_000 },
    async (fault) => {
      const bytes = randomBytes(1000)
      const url = await insert(bytes)
      storage.fault = () => fault
      const [refused, answer] = await Promise.all([insertFile(randomBytes(1000)), fetch(url)])
      expect([refused.status, refused.body.error.reason]).toEqual([503, 'FILES_UNREACHABLE'])
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10'])
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
      expect((await client.get(`/spaces/${spaceId}/content/files`)).status).toBe(200)
      const sent = storage.requests.filter(({ key }) => key === keyOf(bytes) && fault !== 'reset')
      expect(sent.length).toBeLessThanOrEqual(2 + 4)
      storage.fault = () => undefined
      expect((await download(url)).bytes.equals(bytes)).toBe(true)
    },
  )

  test('to which nothing refers are swept', async () => {
    const bytes = randomBytes(1000)
    await insert(bytes)
    const hash = hashOf(bytes)
    await app.database.pool.query('DELETE FROM "FileVersion" WHERE "blobHash" = $1', [hash])
    await app.database.pool.query(`UPDATE "Blob" SET "storedAt" = '2020-01-01' WHERE hash = $1`, [hash])
    expect(await sweep({ ...app, warn: () => {} })).toMatchObject({ files: 1 })
    expect(await fileStorage(app.config).size(`${hash.slice(0, 2)}/${hash}`)).toBeUndefined()
  })

  test.runIf(isLongRun)(
    'are downloaded from the server of the bucket where that is switched on, but for small ones and SVG',
    async () => {
      const { filesBucket } = loadConfig(storage.environment('live', { 'direct-downloads': 'on' }))
      const direct = await startServerBeside(app, { config: { filesBucket } })
      const bytes = randomBytes(256 * 1024)
      const at = (url: string) => url.replace(app.url, direct.url)
      const url = at(await insert(bytes, 'a large file.bin'))
      const first = await download(url)
      expect([first.status, first.headers.get('cache-control')]).toEqual([302, 'private, max-age=300'])
      const location = first.headers.get('location') ?? ''
      const second = await download(location)
      expect(second.bytes.equals(bytes)).toBe(true)
      expect(second.headers.get('content-disposition')).toBe(
        "attachment; filename*=UTF-8''a%20large%20file.bin",
      )
      const other = randomBytes(256 * 1024)
      await insert(other)
      for (const [from, to] of [
        [keyOf(bytes), keyOf(other)],
        ['X-Amz-Expires=600', 'X-Amz-Expires=60000'],
        ['attachment', 'inline'],
      ] as const)
        expect((await download(location.replace(from, to))).status, to).toBe(403)
      const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(256 * 1024)}</svg>`)
      expect((await download(at(await insert(drawing, 'a.svg', 'image/svg+xml')))).status).toBe(200)
      expect((await download(at(await insert(randomBytes(10))))).status).toBe(200)
      await direct.close()
    },
  )
})
