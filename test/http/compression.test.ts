import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CompressedForms } from '../../src/http/compression.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'

let app: TestApp
let site: TestSite
let spaceId: string
let drawing: string

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200)
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  spaceId = (await buildSiteSpace(site, 'Guide')).space.id
  await sendChanges(site.client, spaceId, {
    operation: 'insert_page',
    title: 'Long',
    document: { markdown: text },
  })
  const inserted = await sendChanges(site.client, spaceId, {
    operation: 'insert_files',
    files: [
      { name: 'drawing.svg', contentType: 'image/svg+xml', base64: Buffer.from(svg).toString('base64') },
    ],
  })
  drawing = inserted.body.insertedFiles[0].downloadURL
  await site.client.post(`${site.path}/publish`)
})
afterAll(() => app.close())

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const answer = await request(new URL(path, app.url), {
    method: method as 'GET',
    headers: { authorization: `Bearer ${site.admin.token}`, ...headers },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  }
}

/** Returns the text of an answer, whatever its coding. */
function textOf({ headers, bytes }: Answer): string {
  const coding = headers['content-encoding']
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

const pages = () => `/v1/spaces/${spaceId}/content/path/long?format=markdown`
const published = () => `/sites/${site.organizationId}/${site.id}/long`
const query = () =>
  `/graphql?query=${encodeURIComponent('{ __type(name: "Space") { fields { name description } } }')}`

describe('a text', () => {
  test.each([
    ['a REST answer', pages],
    ['a GraphQL answer', query],
    ['a page of a site', published],
    ['an uploaded drawing', () => drawing],
  ])(
    'such as %s is sent in the coding that the client prefers, and is the same in each',
    async (_name, path) => {
      const accept = { Accept: path === published ? 'text/html' : '*/*' }
      const plain = await get(path(), accept)
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
      expect(String(plain.headers.vary).split(', ')).toContain('Accept-Encoding')
      for (const [accepted, coding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0.5, gzip', 'gzip'],
        ['br;q=0, *', 'gzip'],
      ] as const) {
        const answer = await get(path(), { ...accept, 'Accept-Encoding': accepted })
        expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding])
        expect(String(answer.headers.vary).split(', ')).toContain('Accept-Encoding')
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2)
        expect(textOf(answer)).toBe(plain.bytes.toString())
      }
      for (const accepted of ['identity', 'gzip;q=0, br;q=0', 'zstd']) {
        const answer = await get(path(), { ...accept, 'Accept-Encoding': accepted })
        expect(answer.headers['content-encoding']).toBeUndefined()
      }
    },
  )

  test.each([
    ['a REST answer', pages],
    ['a page of a site', published],
    ['an uploaded drawing', () => drawing],
  ])(
    'that is compressed, such as %s, has a weak entity tag that is known again in any coding',
    async (_name, path) => {
      const accept = { Accept: path === published ? 'text/html' : '*/*' }
      const first = await get(path(), { ...accept, 'Accept-Encoding': 'br' })
      const tag = String(first.headers.etag)
      expect(tag).toMatch(/^W\/"/)
      for (const accepted of ['br', 'gzip', 'identity']) {
        const again = await get(path(), {
          ...accept,
          'Accept-Encoding': accepted,
          'If-None-Match': tag,
        })
        expect([again.status, again.bytes.length]).toEqual([304, 0])
      }
    },
  )

  test('is not compressed if it is short, or asked for by HEAD or in part', async () => {
    const accepted = { 'Accept-Encoding': 'br' }
    const short = await get('/v1/user', accepted)
    expect(short.bytes.length).toBeLessThan(1024)
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual([undefined, undefined])
    const head = await get(pages(), accepted, 'HEAD')
    expect([head.headers['content-encoding'], Number(head.headers['content-length']) > 1024]).toEqual([
      undefined,
      true,
    ])
    const part = await get(drawing, { ...accepted, Range: 'bytes=5-9' })
    expect([part.status, part.headers['content-encoding'], part.bytes.toString()]).toEqual([
      206,
      undefined,
      svg.slice(5, 10),
    ])
  })
})

test('a stream of events is sent as it is, so that nothing holds events back', async () => {
  const accept = { Accept: 'text/event-stream', 'Accept-Encoding': 'br, gzip' }
  const { headers, bytes } = await get(query(), accept)
  expect([headers['content-type'], headers['content-encoding']]).toEqual(['text/event-stream', 'none'])
  expect(bytes.toString()).toContain('event: next')
})

describe('GraphiQL', () => {
  test.runIf(isLongRun)('is a small page whose files are compressed and cached indefinitely', async () => {
    const page = await get('/graphql', { Accept: 'text/html', 'Accept-Encoding': 'br' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const files = [...textOf(page).matchAll(/(?:src|href)="(\/graphql\/[^"]+)"/g)].map(([, file]) => file)
    expect(files).toHaveLength(3)
    let sent = page.bytes.length
    for (const file of files) {
      const answer = await get(file as string, { 'Accept-Encoding': 'gzip' })
      expect([answer.status, answer.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      sent += answer.bytes.length
    }
    expect(sent).toBeLessThan(3_000_000)
    const again = await get('/graphql', { Accept: 'text/html', 'If-None-Match': String(page.headers.etag) })
    expect(again.status).toBe(304)
  })

  test('has no other files', async () => {
    const page = await get('/graphql', { Accept: 'text/html' })
    const [, folder] = /src="(\/graphql\/[^/]+)\//.exec(textOf(page)) ?? []
    for (const path of [`${folder}/package.json`, `${folder}/..%2f`, '/graphql/000000000000/graphiql.js'])
      expect((await get(path)).status).toBe(404)
  })
})

test('a compressed form that is kept takes as much memory as it has bytes', async () => {
  const prepared = new CompressedForms()
  prepared.prepare(text)
  for (const forms of [new CompressedForms(), prepared])
    for (const coding of ['br', 'gzip'] as const) {
      const form = await forms.of(text, coding)
      expect(form.buffer.byteLength).toBe(form.byteLength)
    }
})
