import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkSecret, signUrl } from '../../../src/access/signed-urls.ts'
import { readBlob, storeBlob, verifyBlob } from '../../../src/modules/content/blobs.ts'
import { downloadURL, linkLifetimeSeconds } from '../../../src/modules/content/file-links.ts'
import { fileStorage } from '../../../src/storage/open-storage.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildPage, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { expiredLink } from '../../support/signed-links.ts'
import { sendWith } from '../../support/with-headers.ts'

/** An image of 1 × 1 pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let spaceId: string
let source: Server
let sourceUrl: string

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  source = createServer((request, response) => {
    if (request.url === '/missing') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/css' }).end('body {}')
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
})
afterAll(async () => {
  source.close()
  await app.close()
})
beforeEach(async () => {
  spaceId = (await buildSpace(app, organization)).id
})

const insertFiles = (...files: object[]) => sendChanges(client, spaceId, { operation: 'insert_files', files })
const png = (name: string, more: object = {}) => ({
  name,
  base64: picture,
  contentType: 'image/png',
  ...more,
})
const textFile = (name: string, text: string, contentType = 'text/plain') => ({
  name,
  base64: Buffer.from(text).toString('base64'),
  contentType,
})
const insertOne = async (file: object) => (await insertFiles(file)).body.insertedFiles[0]

describe('a file', () => {
  it('is served with its bytes, type, size and dimensions', async () => {
    const { status, body } = await insertFiles(png('dot.png'))
    expect(status).toBe(200)
    const [file] = body.insertedFiles
    expect(file).toEqual({
      id: expect.any(String),
      name: 'dot.png',
      contentType: 'image/png',
      size: Buffer.from(picture, 'base64').length,
      dimensions: { width: 1, height: 1 },
      downloadURL: expect.stringContaining(`${app.config.baseUrl}/files/`),
    })
    expect((await client.get(`/spaces/${spaceId}/content/files/${file.id}`)).body).toEqual(file)
    const download = await fetch(file.downloadURL)
    expect(download.status).toBe(200)
    expect(download.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await download.arrayBuffer()).toString('base64')).toBe(picture)
  })

  it('can be fetched from a URL, with the type of the response or of the request', async () => {
    const { body } = await insertFiles(
      { name: 'a.css', url: `${sourceUrl}/a.css` },
      { name: 'b.css', url: `${sourceUrl}/b.css`, contentType: 'text/plain' },
    )
    expect(body.insertedFiles.map((file: { contentType: string }) => file.contentType)).toEqual([
      'text/css',
      'text/plain',
    ])
    const failed = await insertFiles(png('ok.png'), { name: 'c.css', url: `${sourceUrl}/missing` })
    expect([failed.status, failed.body.error.fields[0].path]).toEqual([400, 'changes.0.files.1.url'])
    expect((await client.get(`/spaces/${spaceId}/content/files`)).body.count).toBe(2)
  })

  it.each([
    ['neither address nor bytes', { name: 'a' }, 'changes.0.files.0'],
    ['both', png('a', { url: 'https://example.com/' }), 'changes.0.files.0'],
    ['no type with bytes', { name: 'a', base64: picture }, 'changes.0.files.0.contentType'],
    ['what is no base64', png('a', { base64: 'ü' }), 'changes.0.files.0.base64'],
    ['a name of more than 256 characters', png('a'.repeat(257)), 'changes.0.files.0.name'],
    ['an empty name', png(''), 'changes.0.files.0.name'],
    [
      'a type that would break a header',
      png('a', { contentType: 'a/b\r\nX: y' }),
      'changes.0.files.0.contentType',
    ],
  ])('is rejected with %s', async (_fault, file, path) => {
    const { status, body } = await insertFiles(file)
    expect([status, body.error.fields?.[0].path]).toEqual([400, path])
  })

  it('can have at most 1 MB in a request', async () => {
    const file = (size: number) => ({
      name: 'large.bin',
      contentType: 'application/octet-stream',
      base64: randomBytes(size).toString('base64'),
    })
    expect((await insertFiles(file(1_000_000))).status).toBe(200)
    const { body } = await client.get(`/spaces/${spaceId}/content/files`)
    expect(body.items[0].size).toBe(1_000_000)
    const { status, body: refusal } = await insertFiles(file(1_000_100))
    expect([status, refusal.error.fields?.[0].path]).toEqual([400, 'changes.0.files.0.base64'])
  })

  it.runIf(isLongRun)('is one of at most 20 in a change', async () => {
    expect((await insertFiles(...Array.from({ length: 21 }, () => png('a.png')))).status).toBe(400)
    expect((await insertFiles(...Array.from({ length: 20 }, () => png('a.png')))).status).toBe(200)
    expect((await insertFiles()).status).toBe(400)
  })

  it('can be linked to by its ref in the same batch', async () => {
    const { body } = await sendChanges(
      client,
      spaceId,
      {
        operation: 'insert_page',
        title: 'A',
        document: { markdown: '![dot](./dot)\n\n{% file src="./dot" %}' },
      },
      { operation: 'insert_files', files: [png('dot.png', { ref: 'dot' })] },
    )
    const [file] = body.insertedFiles
    const page = await client.get(
      `/spaces/${spaceId}/content/page/${body.changes[0].page.id}?format=markdown`,
    )
    expect(page.body.markdown).toBe(`![dot](/files/${file.id})\n\n{% file src="/files/${file.id}" %}`)
  })

  it('stays in the revisions that had it when it is deleted', async () => {
    const added = await insertFiles(png('dot.png'))
    const [file] = added.body.insertedFiles
    const deletion = { operation: 'delete_file', file: file.id }
    expect((await sendChanges(client, spaceId, deletion)).status).toBe(200)
    expect((await client.get(`/spaces/${spaceId}/content/files/${file.id}`)).status).toBe(404)
    const before = `/spaces/${spaceId}/revisions/${added.body.revision}`
    expect((await client.get(`${before}/files/${file.id}`)).body).toEqual(file)
    expect((await client.get(`${before}/files`)).body.items).toEqual([file])
    expect((await fetch(file.downloadURL)).status).toBe(200)
    const again = await sendChanges(client, spaceId, deletion)
    expect([again.status, again.body.error.fields[0].path]).toEqual([400, 'changes.0.file'])
  })

  it('keeps its id, its type and its size under another name, and the revisions before keep the old one', async () => {
    const added = await insertFiles(png('dot.png'))
    const [file] = added.body.insertedFiles
    const renamed = { operation: 'update_file', file: file.id, name: 'point.png' }
    expect((await sendChanges(client, spaceId, renamed)).status).toBe(200)
    const { body } = await client.get(`/spaces/${spaceId}/content/files/${file.id}`)
    expect(body).toEqual({ ...file, name: 'point.png', downloadURL: expect.stringContaining('/point.png') })
    const before = await client.get(`/spaces/${spaceId}/revisions/${added.body.revision}/files/${file.id}`)
    expect(before.body).toEqual(file)
  })

  it.runIf(isLongRun)(
    'has other bytes under the same id and name, and pages that show it go on to',
    async () => {
      const [file] = (await insertFiles(png('dot.png'))).body.insertedFiles
      const pageId = await buildPage(client, spaceId, { document: { markdown: `![dot](/files/${file.id})` } })
      const upload = { base64: Buffer.from('body {}').toString('base64'), contentType: 'text/css' }
      const replacement = { operation: 'update_file', file: file.id, ...upload }
      expect((await sendChanges(client, spaceId, replacement)).status).toBe(200)
      const { body } = await client.get(`/spaces/${spaceId}/content/files/${file.id}`)
      expect(body).toMatchObject({ id: file.id, name: 'dot.png', contentType: 'text/css', size: 7 })
      expect(body).not.toHaveProperty('dimensions')
      expect(await (await fetch(body.downloadURL)).text()).toBe('body {}')
      expect(await (await fetch(file.downloadURL)).bytes()).toHaveLength(file.size)
      const uses = await client.get(`/spaces/${spaceId}/content/files/${file.id}/backlinks`)
      expect(uses.body.items.map((use: { page: { id: string } }) => use.page.id)).toEqual([pageId])
    },
  )

  it.runIf(isLongRun)('is changed by the changes of a batch in their order', async () => {
    const [file] = (await insertFiles(png('dot.png'))).body.insertedFiles
    const rename = (name: string) => ({ operation: 'update_file', file: file.id, name })
    const deletion = { operation: 'delete_file', file: file.id }
    const late = await sendChanges(client, spaceId, deletion, rename('late.png'))
    expect([late.status, late.body.error.fields[0].path]).toEqual([400, 'changes.1.file'])
    expect((await sendChanges(client, spaceId, rename('a.png'), rename('b.png'))).status).toBe(200)
    expect((await client.get(`/spaces/${spaceId}/content/files/${file.id}`)).body.name).toBe('b.png')
    expect((await sendChanges(client, spaceId, rename('c.png'), deletion)).status).toBe(200)
    expect((await client.get(`/spaces/${spaceId}/content/files`)).body.items).toEqual([])
  })

  it.each([
    ['nothing', {}, 'changes.0'],
    ['a type alone', { contentType: 'text/css' }, 'changes.0.contentType'],
    ['two sources', { base64: 'YQ==', contentType: 'a/b', url: 'https://example.com' }, 'changes.0'],
    ['an empty name', { name: '' }, 'changes.0.name'],
  ])('is not changed by %s', async (_fault, members, path) => {
    const [file] = (await insertFiles(png('dot.png'))).body.insertedFiles
    const change = { operation: 'update_file', file: file.id, ...members }
    const { status, body } = await sendChanges(client, spaceId, change)
    expect([status, body.error.fields?.[0].path]).toEqual([400, path])
  })

  it.runIf(isLongRun)(
    'is not renamed if somebody else has deleted it since the base of the batch',
    async () => {
      const added = await insertFiles(png('dot.png'))
      const [file] = added.body.insertedFiles
      await sendChanges(client, spaceId, { operation: 'delete_file', file: file.id })
      const { body } = await sendWith(app, client, 'POST', `/v1/spaces/${spaceId}/content`, {
        headers: { 'X-Base-Revision': added.body.revision, 'X-If-Stale': 'merge' },
        body: { changes: [{ operation: 'update_file', file: file.id, name: 'a.png' }] },
      })
      expect(body.error.reason).toBe('BASE_REVISION_CONFLICTS')
    },
  )

  it('is in the revision and in the paged list of files, oldest first', async () => {
    const names = ['c.png', 'a.png', 'b.png']
    for (const name of names) await insertOne(png(name))
    const first = await client.get(`/spaces/${spaceId}/content/files?limit=2`)
    expect(first.body).toMatchObject({ count: 3, items: [{ name: 'c.png' }, { name: 'a.png' }] })
    const second = await client.get(`/spaces/${spaceId}/content/files?limit=2&page=${first.body.next.page}`)
    expect(second.body.items.map((file: { name: string }) => file.name)).toEqual(['b.png'])
    expect(second.body).not.toHaveProperty('next')
    const { body } = await client.get(`/spaces/${spaceId}/content`)
    expect(body.files).toEqual([...first.body.items, ...second.body.items])
  })

  it('is not visible in another space', async () => {
    const file = await insertOne(png('dot.png'))
    const other = await buildSpace(app, organization)
    await buildPage(client, other.id)
    expect((await client.get(`/spaces/${other.id}/content/files/${file.id}`)).status).toBe(404)
  })
})

describe('a download link', () => {
  it('needs no token, and stays the same within its period', async () => {
    const file = await insertOne(png('dot.png'))
    const hour = Math.floor(Date.now() / 1000 / linkLifetimeSeconds) * linkLifetimeSeconds * 1000
    const urls = await Promise.all(
      [hour, hour + 3_599_000, hour + 3_600_000].map((now) =>
        downloadURL(app, { id: 'flv1', name: 'a b.png' }, now),
      ),
    )
    expect(urls[0]).toBe(urls[1])
    expect(urls[1]).not.toBe(urls[2])
    expect((await fetch(file.downloadURL)).status).toBe(200)
  })

  it('returns the same 404 if it is expired, forged, for another file, or for no file', async () => {
    const one = new URL((await insertOne(png('one.png'))).downloadURL)
    const two = new URL((await insertOne(png('two.png'))).downloadURL)
    const versionId = one.pathname.split('/')[2] as string
    const expired = await expiredLink(app, one.href)
    const later = Number(one.searchParams.get('expires')) + 3600
    const noSuch = await signUrl(app, '/files/flvnone/x', {}, later)
    const answers = await Promise.all(
      [
        expired.slice(app.url.length),
        `${one.pathname}?expires=${later}&signature=${one.searchParams.get('signature')}`,
        `${one.pathname}${two.search}`,
        one.pathname,
        noSuch.slice(app.url.length),
        `${one.pathname}${one.search}&name=x`,
        `${one.pathname.replace('one.png', 'two.png')}${one.search}`,
        '/files/',
        '/files/%00?expires=x&signature=y',
        `/files/${versionId}/one.png?expires=Infinity&signature=x`,
      ].map(async (path) => {
        const answer = await fetch(app.url + path)
        return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(404)
  })

  it('lets browsers display images inline, and downloads types that could run scripts', async () => {
    const headersOf = async (contentType: string) =>
      (await fetch((await insertOne(textFile('a', '<svg/>', contentType))).downloadURL)).headers
    for (const type of ['image/png', 'image/svg+xml', 'text/plain'])
      expect((await headersOf(type)).get('content-disposition')).toMatch(/^inline/)
    for (const type of [
      'text/html',
      'application/xhtml+xml',
      'text/xml',
      'application/javascript',
      'image/png2',
    ])
      expect((await headersOf(type)).get('content-disposition')).toMatch(/^attachment/)
    const headers = await headersOf('image/svg+xml')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('supports HEAD, conditional requests and ranges', async () => {
    const { downloadURL: url } = await insertOne(textFile('digits.txt', '0123456789'))
    const whole = await fetch(url)
    const etag = whole.headers.get('etag') as string
    expect(etag).toBe(`"${createHash('sha256').update('0123456789').digest('hex')}"`)
    expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', ''])
    const range = async (value: string) => {
      const answer = await fetch(url, { headers: { Range: value } })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await range('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await range('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect(await range('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect((await range('bytes=1-2,4-5'))[0]).toBe(200)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  })

  it('is signed with the same secret by processes that start concurrently', async () => {
    const values = await Promise.all([1, 2, 3].map(() => linkSecret(app.database)))
    expect(new Set(values).size).toBe(1)
    const { rows } = await app.database.pool.query(
      `SELECT value FROM "InstallationSecret" WHERE name = 'file-links'`,
    )
    expect(rows).toEqual([{ value: values[0] }])
  })
})

describe('bytes on disk', () => {
  it('are stored once and completely, under their hash, by concurrent writers', async () => {
    const bytes = randomBytes(100_000)
    const stored = await Promise.all(Array.from({ length: 8 }, () => storeBlob(app, bytes)))
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(stored).toEqual(Array(8).fill({ hash, size: bytes.length }))
    const names = await readdir(join(app.config.dataDir, 'files', hash.slice(0, 2)))
    expect(names).toContain(hash)
    // Blobs of other tests may be in the folder, but nothing that was written halfway.
    expect(names.filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([])
    expect(await verifyBlob(fileStorage(app.config), stored[0] as { hash: string; size: number })).toBe(true)
  })

  it('are repaired by storing them again if they are damaged or missing', async () => {
    const bytes = randomBytes(1000)
    const blob = await storeBlob(app, bytes)
    const path = join(app.config.dataDir, 'files', blob.hash.slice(0, 2), blob.hash)
    await writeFile(path, randomBytes(1000))
    expect(await verifyBlob(fileStorage(app.config), blob)).toBe(false)
    await storeBlob(app, bytes)
    expect(await verifyBlob(fileStorage(app.config), blob)).toBe(true)
    await writeFile(path, bytes.subarray(0, 10))
    expect(await readBlob(app.config, blob)).toBeUndefined()
    await storeBlob(app, bytes)
    expect(await verifyBlob(fileStorage(app.config), blob)).toBe(true)
  })
})
