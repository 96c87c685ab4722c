import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildPage, deletePage, sendChanges } from '../../support/factories/content.ts'
import { textsOf } from '../exports/read-archive.ts'
import { inflatedPdf, readPdf } from '../pdf/fixtures/read-pdf.ts'
import { articleIn, buildReadableSite, read } from '../published-sites/published-site.ts'
import { type Sent, statuses } from './link-world.ts'

let app: TestApp
let elsewhere: Server
let source = ''

beforeAll(async () => {
  app = await startTestApp()
  elsewhere = createServer((_request, response) => response.end(source))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  elsewhere.close()
  await app.close()
})

/** A space that is published as the first one of a site. */
interface World {
  readonly client: TestClient
  readonly spaceId: string
  readonly address: string
  readonly base: string
}

let world: World
beforeEach(async () => {
  const { client, guide, address, base } = await buildReadableSite(app)
  world = { client, spaceId: guide.spaceId, address, base }
})

const at = (path: string) => `/spaces/${world.spaceId}${path}`

async function get(path: string): Promise<Sent> {
  const { status, body } = await world.client.get(at(path))
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return body
}

async function change(...changes: object[]): Promise<Sent> {
  const { status, body } = await sendChanges(world.client, world.spaceId, ...changes)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const insert = (title: string, markdown = '', more: object = {}): Promise<string> =>
  buildPage(world.client, world.spaceId, { title, document: { markdown }, ...more })

const backlinksOf = async (page: string): Promise<string[]> =>
  (await get(`/content/page/${page}/backlinks`)).items.map((item: Sent) => item.page.id)

/** Returns the addresses of the links in the body of a page of the site, by their texts. */
async function hrefsOn(path: string): Promise<Record<string, string>> {
  const { text } = await read(`${world.address}${path}`, { headers: { accept: 'text/html' } })
  const links = articleIn(text).matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)
  return Object.fromEntries(Array.from(links, ([, href = '', label = '']) => [label, href]))
}

async function exported(): Promise<Record<string, string>> {
  const response = await fetch((await get('/content/export')).url)
  return textsOf(await readZip(Buffer.from(await response.arrayBuffer())))
}

describe('a link to a page that is not there yet', () => {
  test('leads there once the page is created, on the site, in its Markdown and in exports too', async () => {
    const from = await insert('Start', 'Go [on](guides/setup.md#next).\n\n[out](https://example.com/)')
    expect(statuses(await get('/links'))).toEqual([
      'broken reference url guides/setup.md#next',
      'ok reference url https://example.com/',
    ])
    expect(await hrefsOn('/start')).not.toHaveProperty('on')
    const guides = await insert('Guides')
    const setup = await insert('Setup', '## Next', { into: guides })
    expect(statuses(await get('/links'))).toEqual([
      `ok reference page ${setup}#next`,
      'ok reference url https://example.com/',
    ])
    expect((await get('/links')).stats).toEqual({ total: 2, broken: { total: 0 } })
    expect(statuses(await get(`/content/page/${from}/links?status=broken`))).toEqual([])
    expect(await backlinksOf(setup)).toEqual([from])
    expect(await hrefsOn('/start')).toMatchObject({ on: `${world.base}/guides/setup#next` })
    const { text } = await read(`${world.address}/start.md`)
    expect(text).toContain(`[on](${app.config.baseUrl}${world.base}/guides/setup.md#next)`)
    expect((await exported())['README.md']).toContain('[on](guides/setup.md#next)')
  })

  test.runIf(isLongRun)(
    'leads there in node trees, in the export of its page alone and in PDFs',
    async () => {
      const from = await insert('Start', 'Go [on](guides/setup.md#next) and [back](nowhere.md).')
      const treeOf = async () => JSON.stringify((await get(`/content/page/${from}?format=document`)).document)
      const alone = async () =>
        (await fetch((await get(`/content/export?page=${from}&only=true`)).url)).text()
      const linksOfPdf = async (query: string) => {
        const response = await fetch((await get(`/pdf${query}`)).url)
        const { pages } = readPdf(inflatedPdf(Buffer.from(await response.arrayBuffer())))
        return pages.flatMap(({ links }) => links)
      }
      const asWritten = '{"kind":"url","url":"guides/setup.md#next"}'
      expect(await treeOf()).toContain(asWritten)
      expect(await alone()).toContain('[on](guides/setup.md#next)')
      const guides = await insert('Guides')
      const setup = await insert('Setup', '## Next', { into: guides })
      const tree = await treeOf()
      expect(tree).toContain(`"ref":{"kind":"anchor","anchor":"next","page":"${setup}"}`)
      expect(tree).toContain('{"kind":"url","url":"nowhere.md"}')
      expect(await alone()).toContain(`[on](/pages/${setup}#next) and [back](nowhere.md)`)
      expect(await linksOfPdf('')).toContainEqual({ destination: 'page-2-0' })
      expect(await linksOfPdf(`?page=${from}`)).toContainEqual({
        address: `${app.config.baseUrl}/s/${world.spaceId}/pages/${setup}#next`,
      })
    },
  )

  test.runIf(isLongRun)(
    'leads there once a page is renamed or moved to its path, and is broken when the page leaves it',
    async () => {
      await insert('Start', '[on](guides/setup)')
      const guides = await insert('Guides')
      const page = await insert('Other')
      const link = async () => statuses(await get('/links'))
      await change({ operation: 'update_page', page, into: guides })
      expect(await link()).toEqual(['broken reference url guides/setup'])
      await change({ operation: 'update_page', page, slug: 'setup' })
      expect(await link()).toEqual([`ok reference page ${page}`])
      expect(await hrefsOn('/start')).toEqual({ on: `${world.base}/guides/setup` })
      await change({ operation: 'update_page', page, into: null })
      expect(await link()).toEqual(['broken reference url guides/setup'])
      expect(await backlinksOf(page)).toEqual([])
    },
  )

  test.runIf(isLongRun)('leads there once the page is imported', async () => {
    await insert('Start', '[on](./first-steps.md)')
    source = '# First steps\n\nBack to [the start](start.md).'
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/first-steps.md`
    const { status } = await world.client.post(at('/content/import'), { url, source: 'markdown' })
    expect(status).toBe(201)
    expect((await get('/links')).stats).toEqual({ total: 2, broken: { total: 0 } })
    expect(await hrefsOn('/first-steps')).toEqual({ 'the start': world.base })
    expect((await exported())['first-steps.md']).toContain('[the start](README.md)')
  })

  test.runIf(isLongRun)(
    'is broken while the page is deleted, and leads there again when it is restored',
    async () => {
      await insert('Start', '[on](later)')
      const later = await insert('Later')
      const before = (await get('/content')).id
      await change(deletePage(later))
      expect(statuses(await get('/links'))).toEqual(['broken reference url later'])
      expect(await hrefsOn('/start')).not.toHaveProperty('on')
      await change({ operation: 'revert_page', page: later, revision: before })
      expect(statuses(await get('/links'))).toEqual([`ok reference page ${later}`])
      expect(await hrefsOn('/start')).toEqual({ on: `${world.base}/later` })
    },
  )

  test.runIf(isLongRun)(
    'leads there in the change request that adds the page, and nowhere else before it is merged',
    async () => {
      await insert('Start', '[on](later)')
      const { body: proposal } = await world.client.post(at('/change-requests'), { subject: 'Later' })
      const inProposal = `/change-requests/${proposal.id}`
      await world.client.post(at(`${inProposal}/content`), {
        changes: [{ operation: 'insert_page', title: 'Later', document: { markdown: '' } }],
      })
      expect((await get(`${inProposal}/links`)).stats).toMatchObject({ broken: { total: 0 } })
      expect((await get('/links')).stats).toEqual({ total: 1, broken: { total: 1 } })
      await world.client.post(at(`${inProposal}/merge`), {})
      expect((await get('/links')).stats).toEqual({ total: 1, broken: { total: 0 } })
    },
  )
})

test.runIf(isLongRun)(
  'relative addresses lead to the same pages in lists of links, on the site and in exports',
  async () => {
    const addresses = [
      'twin.md',
      './twin.html#part',
      '../twin',
      '/a/twin.markdown?x=1',
      '../../a/',
      'README.md',
      '../index.html',
      'only-a',
      'Spaced%20Name.md',
      'release-4.9.md',
      '/a//./b/../twin',
      '../../../twin',
      'none/twin',
      'twin.png',
      '%E0%A4%A',
    ]
    const a = await insert('A')
    const b = await insert('B', '', { into: a })
    const from = await insert('From', addresses.map((url, n) => `[n${n}](${url})`).join(' '), { into: b })
    // All targets are written after the links to them.
    const inFrom = await insert('Twin', '## Part', { into: from })
    await insert('Twin', '## Part', { into: b })
    await insert('Twin', '## Part', { into: a })
    await insert('Only a')
    await insert('Spaced name', '', { into: b })
    await insert('Release 4.9', '', { into: b, slug: 'release-4.9' })
    const expected: Record<string, string> = {
      n0: 'a/b/twin',
      n1: 'a/b/twin#part',
      n2: 'a/twin',
      n3: 'a/twin',
      n4: 'a',
      n5: 'a/b',
      n6: 'a',
      n7: 'only-a',
      n8: 'a/b/spaced-name',
      n9: 'a/b/release-4.9',
      n10: 'a/twin',
    }
    const { items } = await get(`/content/page/${from}/links?limit=100`)
    const listed = items
      .filter(({ status }: Sent) => status === 'ok')
      .map(({ targetReference: { page, internalLocation } }: Sent) =>
        [page.path, internalLocation?.anchor].filter(Boolean).join('#'),
      )
    expect(listed.sort()).toEqual([...new Set(Object.values(expected))].sort())
    expect(items.filter(({ status }: Sent) => status === 'broken')).toHaveLength(4)
    const hrefs = await hrefsOn('/a/b/from')
    for (const [label, path] of Object.entries(expected))
      expect([label, hrefs[label]]).toEqual([label, path === 'a' ? world.base : `${world.base}/${path}`])
    const { 'a/b/from/README.md': text } = await exported()
    const inArchive = Object.fromEntries(
      Array.from(text?.matchAll(/\[(n\d+)\]\(([^)]*)\)/g) ?? [], ([, label, url]) => [label, url]),
    )
    expect(inArchive).toMatchObject({
      n0: '../twin.md',
      n1: '../twin.md#part',
      n2: '../../twin.md',
      n4: '../../../README.md',
      n7: '../../../only-a.md',
      n11: '../../../twin',
      n13: 'twin.png',
    })
    // A page below the one with the link comes after those beside it.
    await change(deletePage((await get('/content/path/a/b/twin')).id))
    expect(await hrefsOn('/a/b/from')).toMatchObject({ n0: `${world.base}/a/b/from/twin` })
    expect(await backlinksOf(inFrom)).toEqual([from])
  },
)
