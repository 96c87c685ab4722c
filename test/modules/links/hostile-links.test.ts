import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocumentLinks } from '../../../src/modules/links/jobs.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { buildLinkWorld, type Sent } from './link-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

const ignore = { error: () => undefined }

const linksInDatabase = async () => {
  const { rows } = await app.database.pool.query(
    'SELECT * FROM "DocumentLink" ORDER BY "documentId", ordinal',
  )
  return rows
}

test.runIf(isLongRun)('the first 5,000 of 5,500 links in a page are indexed', async () => {
  const world = await buildLinkWorld(app)
  const links = Array.from({ length: 5_500 }, (_, index) => `<https://e.com/${index}>`)
  const lines = Array.from({ length: 55 }, (_, index) =>
    links.slice(index * 100, index * 100 + 100).join(' '),
  )
  await world.pages(lines.join('\n\n'))
  expect((await world.links('?limit=10')).stats).toEqual({ total: 5_000, broken: { total: 0 } })
})

test('long URLs, ids and anchors are indexed and returned', async () => {
  const world = await buildLinkWorld(app)
  // Digests, so that values cannot be compressed in an index, and are the same in every run.
  let digests = 0
  const long = (outputLength: number) => {
    const digest = createHash('shake256', { outputLength }).update(`${digests++}`).digest()
    return [...digest].map((byte) => (byte % 36).toString(36)).join('')
  }
  const url = `https://example.com/${long(5_000)}`
  const heading = long(5_000)
  const [page] = (await world.pages(
    `# ${heading}\n\n[a](${url}) [b](#${heading}) [c](/pages/${long(5_000)}) [d](/spaces/${long(5_000)}/pages/x)`,
  )) as [string]
  const { items, stats } = await world.linksOf(page)
  expect(stats).toEqual({ total: 4, broken: { total: 1 } })
  expect(items.map(({ targetReference }: Sent) => targetReference?.url)).toContain(url)
})

test('U+0000, lone surrogates and names of built-in properties are handled', async () => {
  const world = await buildLinkWorld(app)
  await world.pages(
    '[a](https://e.com/%00) [b](/pages/%00) [c](/pages/__proto__#%00) [d](&#0;) [e](#%ED%A0%80) [f](/pages/constructor#x%EF%BF%BD)',
  )
  const { client, space } = world
  const text = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }
  const link = (ref: object) => ({
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref },
    nodes: [text],
  })
  const nodes = [
    link({ kind: 'page', page: 'a\ud800' }),
    link({ kind: 'anchor', anchor: '\udfff', page: '🙂'.repeat(70) }),
  ]
  const document = {
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }],
  }
  const written = await client.post(`/spaces/${space.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Tree', document: { document } }],
  })
  expect(written.status).toBeLessThan(500)
  expect((await world.links()).stats.total).toBeGreaterThanOrEqual(5)
})

test.runIf(isLongRun)(
  'links of older bodies are indexed once by the job, and no anchor is broken until then',
  async () => {
    const world = await buildLinkWorld(app)
    const [target] = (await world.pages('# Part')) as [string]
    const bodies = Array.from(
      { length: budget(120, 250) },
      (_, index) => `# Part ${index}\n\n[x](/pages/${target}#part)`,
    )
    await world.pages(...bodies)
    const noted = await linksInDatabase()
    const documents = 'SELECT id, anchors, "linksReadAt" IS NULL AS unread FROM "Document" ORDER BY id'
    const before = (await app.database.pool.query(documents)).rows
    await app.database.pool.query('DELETE FROM "DocumentLink"')
    await app.database.pool.query(`UPDATE "Document" SET anchors = '{}', "linksReadAt" = NULL`)
    await world.pages(`[y](/pages/${target}#part)`)
    expect((await world.links()).stats).toEqual({ total: 1, broken: { total: 0 } })
    const counts = await Promise.all([
      readDocumentLinks(app.database, ignore),
      readDocumentLinks(app.database, ignore),
    ])
    expect(counts[0] + counts[1]).toBe(before.length)
    expect(await readDocumentLinks(app.database, ignore)).toBe(0)
    expect(await linksInDatabase()).toHaveLength(noted.length + 1)
    expect((await app.database.pool.query(documents)).rows).toEqual(expect.arrayContaining(before))
    expect(await world.backlinks('page', target)).toHaveLength(50)
  },
)

test('a body that cannot be parsed does not stop the job from indexing the others', async () => {
  const world = await buildLinkWorld(app)
  const [page] = (await world.pages('[x](/pages/none)')) as [string]
  await app.database.pool.query(
    `INSERT INTO "Document" (id, markdown, "linksReadAt") VALUES ('doc0', repeat('> ', 5000) || 'x', NULL)`,
  )
  await app.database.pool.query('DELETE FROM "DocumentLink"')
  await app.database.pool.query('UPDATE "Document" SET "linksReadAt" = NULL')
  const reports: string[] = []
  await readDocumentLinks(app.database, { error: (message) => reports.push(message) })
  expect(reports).toEqual([expect.stringContaining('doc0')])
  expect((await world.linksOf(page)).count).toBe(1)
})

test.runIf(isLongRun)(
  'the locations of a link in many pages are limited, and every link has at least one',
  async () => {
    const world = await buildLinkWorld(app)
    const others = Array.from({ length: 21 }, (_, index) => `[x](https://e.com/${index})`).join(' ')
    await world.pages(...Array.from({ length: 110 }, (_, index) => `${others} ${index}`))
    const { items } = await world.links()
    const places = items.map(({ locationReferences }: Sent) => locationReferences.length)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...places)).toBeLessThanOrEqual(100)
    expect(places.reduce((sum: number, count: number) => sum + count, 0)).toBeLessThanOrEqual(2_000)
  },
)
