import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { buildLinkWorld, type LinkWorld } from '../modules/links/link-world.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { budget, isLongRun, oneRowIn } from '../support/budget.ts'
import { buildContent } from '../support/factories/content.ts'

const pageCount = budget(150, 5_000)
const linksPerPage = 11

let app: TestApp
let world: LinkWorld
let ids: string[]
let changeRequest: string

beforeAll(async () => {
  app = await startOwnTestApp()
  // As many in another space, so that an index that does not lead to the space does not do.
  await fill()
  world = await fill()
  const { client, space } = world
  const made = await client.post(`/spaces/${space.id}/change-requests`, {})
  changeRequest = made.body.id
  await client.post(`/spaces/${space.id}/change-requests/${changeRequest}/content`, {
    changes: [{ operation: 'delete_page', page: ids[7] }],
  })
  await app.database.pool.query('ANALYZE')
}, 300_000)
afterAll(() => app.close())

/** A space of which every page links to the pages behind it, to one of them by its path too, to a heading, and outside. */
async function fill(): Promise<LinkWorld> {
  const built = await buildLinkWorld(app)
  ids = Array.from({ length: pageCount }, () => newId('Page'))
  const pages = ids.map((id, index) => ({ id, title: `Page ${index}`, markdown: bodyOf(index) }))
  await buildContent(app, built.organization.admin, built.space, pages)
  return built
}

function bodyOf(index: number): string {
  const linked = Array.from({ length: linksPerPage - 3 }, (_, step) => ids[(index + step + 1) % pageCount])
  const addresses = [
    ...linked.map((id) => `/pages/${id}`),
    `/pages/${ids[(index + 1) % pageCount]}#part`,
    `page-${(index + 1) % pageCount}.md`,
    `https://example.com/${index}`,
  ]
  return `# Part\n\n${addresses.map((address) => `[x](${address})`).join(' ')}`
}

const large = ['PageVersion', 'DocumentLink', 'Document', 'LinkTarget', 'PageLink', 'SpaceReference']

/** Returns the large tables that a statement reads from end to end, by the plan for whatever its parameters are. */
async function tablesReadWhole(statement: string): Promise<string[]> {
  if (!/^\s*(SELECT|WITH)/i.test(statement)) return []
  const { rows } = await app.database.readPool.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN (GENERIC_PLAN) ${statement}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  return large.filter((table) => new RegExp(`Seq Scan on (public\\.)?"?${table}"?\\b`).test(plan))
}

const lists: [name: string, most: number, path: () => string][] = [
  ['the links of a space', 20, () => '/links?limit=50'],
  ['many links of a space', 20, () => '/links?limit=1000'],
  ['the broken links of a space', 20, () => '/links?status=broken'],
  ['the links of a page', 20, () => `/content/page/${ids[3]}/links`],
  ['the backlinks of a page', 20, () => `/content/page/${ids[3]}/backlinks`],
  ['the links of a change request', 20, () => `/change-requests/${changeRequest}/links?limit=50`],
  [
    'the links of a page of a change request',
    20,
    () => `/change-requests/${changeRequest}/content/page/${ids[3]}/links`,
  ],
  [
    'the backlinks of a page of a change request',
    20,
    () => `/change-requests/${changeRequest}/content/page/${ids[3]}/backlinks`,
  ],
]

// A long page of a list takes much time to plan and no other statements.
const tried = lists.filter(([name]) => isLongRun || name !== 'many links of a space')

test.each(oneRowIn(2, tried))('%s: at most %i statements, all by indexes', async (_name, most, path) => {
  const request = async () => {
    const { status, body } = await world.client.get(`/spaces/${world.space.id}${path()}`)
    expect({ status, error: body.error }).toEqual({ status: 200 })
  }
  await request()
  const { texts } = await app.statements(request)
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(most)
  for (const text of texts) expect(await tablesReadWhole(text), text).toEqual([])
})

test('the backlinks of a space are read by indexes', async () => {
  const request = async () => {
    const query = 'query ($id: ID!) { space(id: $id) { backlinks { totalCount nodes { page { id } } } } }'
    const { data, errors } = await world.client.gql(query, { id: world.space.id })
    expect({ data, errors }).toEqual({ data: { space: { backlinks: { totalCount: 0, nodes: [] } } } })
  }
  await request()
  const { texts } = await app.statements(request)
  expect(texts.filter((text) => text.includes('"SpaceReference"'))).toHaveLength(2)
  for (const text of texts) expect(await tablesReadWhole(text), text).toEqual([])
})

test('counts the links of all pages, and what the deletion of one page broke', async () => {
  const total = 2 * pageCount + pageCount
  expect((await world.links('?limit=1')).stats).toEqual({ total, broken: { total: 0 } })
  const { body } = await world.client.get(
    `/spaces/${world.space.id}/change-requests/${changeRequest}/links?limit=1`,
  )
  expect(body.stats).toEqual({ total: total - 1, broken: { total: 3, changeRequest: 3 } })
})

test('editing one page writes the links of that page only', async () => {
  const counted = async () =>
    (await app.database.pool.query('SELECT count(*)::int AS n FROM "DocumentLink"')).rows[0].n
  const before = await counted()
  const { texts } = await app.statements(() => world.rewrite(ids[9] as string, `${bodyOf(9)} Changed.`))
  expect(await counted()).toBe(before + linksPerPage)
  expect(texts.filter((text) => /INSERT INTO "DocumentLink"/.test(text))).toHaveLength(1)
})
