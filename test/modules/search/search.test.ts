import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace, pageNamed, search, titles, write } from './searched-space.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the order', () => {
  test('is by exact title, title, headings and description, then text', async () => {
    const often = 'Webhooks and webhooks. '.repeat(50)
    const place = await buildSpace(
      app,
      { title: 'In the text', markdown: often },
      { title: 'Described', description: 'What webhooks do' },
      { title: 'Headed', markdown: '## One\n\nText\n\n## Signing webhooks\n\nMore' },
      { title: 'All about webhooks', markdown: 'Nothing' },
      { title: 'Webhooks by hand', markdown: 'Nothing' },
      { title: 'Webhooks', markdown: 'Nothing' },
    )
    const found = await titles(place, 'webhooks')
    expect(found.slice(0, 3)).toEqual(['Webhooks', 'Webhooks by hand', 'All about webhooks'])
    expect(found.slice(3, 5).sort()).toEqual(['Described', 'Headed'])
    expect(found.slice(5)).toEqual(['In the text'])
  })

  test('is the same with pagination, forwards and backwards, without gaps or repeats', async () => {
    const place = await buildSpace(
      app,
      ...Array.from({ length: 23 }, (_, n) => ({
        title: `Page ${n}`,
        markdown: `Lemon ${'lemon '.repeat(n % 3)}`,
      })),
    )
    const all = (await search(place, 'lemon', '&limit=1000')).items.map(({ id }: { id: string }) => id)
    expect(new Set(all).size).toBe(23)
    const seen: string[] = []
    let page: string | undefined
    do {
      const body = await search(place, 'lemon', `&limit=5${page ? `&page=${page}` : ''}`)
      expect(body.count).toBe(23)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      page = body.next?.page
    } while (page)
    expect(seen).toEqual(all)
    const document = `query ($spaceId: ID!, $before: String) {
      searchSpace(spaceId: $spaceId, search: "lemon", last: 7, before: $before) {
        nodes { pageId } pageInfo { hasPreviousPage startCursor }
      }
    }`
    const backwards: string[] = []
    let before: string | null = null
    do {
      const { data } = await place.client.gql(document, { spaceId: place.spaceId, before })
      backwards.unshift(...data.searchSpace.nodes.map(({ pageId }: { pageId: string }) => pageId))
      const { hasPreviousPage, startCursor } = data.searchSpace.pageInfo
      before = hasPreviousPage ? startCursor : null
    } while (before)
    expect(backwards).toEqual(all)
  })

  test('rejects a cursor of another list, and counts without items', async () => {
    const place = await buildSpace(app, { title: 'Only', markdown: 'lemon' })
    const { client, spaceId, organizationId } = place
    for (const page of ['nonsense', Buffer.from('["x",1,"y"]').toString('base64url')]) {
      expect((await client.get(`/spaces/${spaceId}/search?query=lemon&page=${page}`)).status).toBe(400)
      expect((await client.get(`/spaces/${spaceId}/search?query=...&page=${page}`)).status).toBe(400)
      expect((await client.get(`/orgs/${organizationId}/search?query=lemon&page=${page}`)).status).toBe(400)
    }
    expect(await search(place, 'lemon', '&limit=0')).toMatchObject({ items: [], count: 1 })
  })
})

describe('the sections of a page', () => {
  test('are those that match, with an excerpt, the anchor and URLs', async () => {
    const long = `${'Filler words come first. '.repeat(60)}Here the pomegranate ripens. ${'More of it follows. '.repeat(60)}`
    const place = await buildSpace(app, {
      title: 'Fruit',
      markdown: `Before any heading.\n\n## First part\n\nNothing here.\n\n## Second part\n\n${long}\n\n## Pomegranates\n\nShort text.`,
    })
    const { items } = await search(place, 'pomegranate')
    const page = await pageNamed(place, 'Fruit')
    const app_ = `${app.url}/s/${place.spaceId}/pages/${page.id}`
    expect(items).toEqual([
      {
        id: page.id,
        title: 'Fruit',
        path: 'fruit',
        urls: { app: app_ },
        description: '',
        ancestors: [],
        resultType: 'section',
        rank: 1,
        score: expect.any(Number),
        sections: [
          {
            id: `${page.id}-3`,
            score: expect.any(Number),
            title: 'Pomegranates',
            path: 'fruit#pomegranates',
            body: 'Short text.',
            urls: { app: `${app_}#pomegranates` },
          },
          {
            id: `${page.id}-2`,
            score: expect.any(Number),
            title: 'Second part',
            path: 'fruit#second-part',
            body: expect.stringContaining('Here the pomegranate ripens.'),
            urls: { app: `${app_}#second-part` },
          },
        ],
      },
    ])
    const [, { body }] = items[0].sections
    expect(body.length).toBeLessThanOrEqual(300)
    expect(body).toMatch(/^….*…$/)
  })

  test('have the same anchors as the document, also if headings repeat or have ids', async () => {
    const place = await buildSpace(app, {
      title: 'Anchors',
      markdown: '## Usage\n\nkiwi\n\n## Usage\n\nkiwi\n\n## Named <a href="#own" id="own"></a>\n\nkiwi',
    })
    const [{ sections }] = (await search(place, 'kiwi')).items
    const anchors = sections.map(({ path }: { path: string }) => path)
    expect(anchors).toEqual(['anchors#usage', 'anchors#usage-1', 'anchors#own'])
  })

  test('are at most 5, and none if only the title matches', async () => {
    const markdown = Array.from({ length: 9 }, (_, n) => `## Part ${n}\n\nkiwi`).join('\n\n')
    const place = await buildSpace(app, { title: 'Many', markdown }, { title: 'Kiwi', markdown: 'Nothing' })
    const { items } = await search(place, 'kiwi')
    expect(items.map(({ sections }: { sections: unknown[] }) => sections.length)).toEqual([0, 5])
  })

  test('before the first heading have the title and the description of the page', async () => {
    const place = await buildSpace(app, {
      title: 'Top',
      description: 'All about kiwis',
      markdown: 'Opening text',
    })
    const [{ sections }] = (await search(place, 'kiwi')).items
    expect(sections).toMatchObject([{ title: 'Top', path: 'top', body: 'All about kiwis\nOpening text' }])
  })

  test('match other forms and corrected words', async () => {
    const place = await buildSpace(app, {
      title: 'Forms',
      markdown: '## A\n\nIt happily configures.\n\n## B\n\nNothing',
    })
    for (const query of ['configuring', 'configurse', 'config', 'happily'])
      expect((await search(place, query)).items[0]?.sections, query).toMatchObject([{ title: 'A' }])
  })
})

describe('the results', () => {
  test('reflect an edit immediately, also removed words', async () => {
    const place = await buildSpace(app, { title: 'Page', markdown: 'apricot' })
    const { client, spaceId } = place
    const { id } = await pageNamed(place, 'Page')
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'update_page', page: id, document: { markdown: 'blueberry' } }],
    })
    expect(await titles(place, 'apricot')).toEqual([])
    expect(await titles(place, 'blueberry')).toEqual(['Page'])
    await client.post(`/spaces/${spaceId}/content`, { changes: [{ operation: 'delete_page', page: id }] })
    expect(await titles(place, 'blueberry')).toEqual([])
    expect(await app.database.prisma.searchPage.count({ where: { spaceId } })).toBe(0)
    expect(await app.database.prisma.searchSection.count({ where: { spaceId } })).toBe(0)
  })

  test('are not changed by a batch that fails', async () => {
    const place = await buildSpace(app, { title: 'Page', markdown: 'apricot' })
    const answer = await place.client.post(`/spaces/${place.spaceId}/content`, {
      changes: [
        { operation: 'insert_page', title: 'New', document: { markdown: 'cranberry' } },
        { operation: 'delete_page', page: 'nowhere' },
      ],
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await titles(place, 'cranberry')).toEqual([])
  })

  test('include groups, and subpages with their complete path', async () => {
    const place = await buildSpace(app)
    const { client, spaceId } = place
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [{ operation: 'insert_page', type: 'group', title: 'Guides' }],
    })
    const group = await pageNamed(place, 'Guides')
    await client.post(`/spaces/${spaceId}/content`, {
      changes: [
        { operation: 'insert_page', into: group.id, title: 'Below', document: { markdown: 'guides' } },
      ],
    })
    const { items } = await search(place, 'guides')
    expect(items.map(({ path }: { path: string }) => path)).toEqual(['guides', 'guides/below'])
    expect(items[0].sections).toEqual([])
  })

  test('include a duplicated space', async () => {
    const place = await buildSpace(app, { title: 'Page', markdown: 'apricot' })
    const copy = (await place.client.post(`/spaces/${place.spaceId}/duplicate`)).body
    expect(await titles({ ...place, spaceId: copy.id }, 'apricot')).toEqual(['Page'])
  })

  test('of a duplicated space are those of the original, whose bodies are not read again', async () => {
    const place = await buildSpace(
      app,
      { title: 'Plain', markdown: 'quince\n\n## Part\n\nloquat', description: 'About quinces' },
      { title: 'Without' },
    )
    const { client, spaceId } = place
    const indexOf = async (id: string) =>
      (
        await app.database.pool.query(
          `SELECT p."pageId", p.title, p.vector::text, p.computed, c.ordinal, c.anchor, c.title AS section, c.body
           FROM "SearchPage" p LEFT JOIN "SearchSection" c USING ("spaceId", "pageId")
           WHERE p."spaceId" = $1 ORDER BY p."pageId", c.ordinal`,
          [id],
        )
      ).rows
    const duplicate = async () => (await client.post(`/spaces/${spaceId}/duplicate`)).body.id
    const change = async (...changes: object[]) =>
      expect((await client.post(`/spaces/${spaceId}/content`, { changes })).body.error).toBeUndefined()
    await change({ operation: 'insert_page', type: 'group', title: 'Group' })
    const { texts } = await app.statements(async () => {
      const copy = await duplicate()
      expect(await indexOf(copy)).toEqual(await indexOf(spaceId))
      expect(await titles({ ...place, spaceId: copy }, 'loquat')).toEqual(['Plain'])
    })
    expect(texts.filter((text) => text.startsWith('SELECT id, markdown, nodes FROM "Document"'))).toEqual([])

    await change({ operation: 'set_variables', variables: { product: 'Acme' } })
    const markdown = 'Of <code class="expression">space.vars.product</code>, a medlar'
    await write(client, spaceId, [{ title: 'Expressive', markdown }])
    const copy = await duplicate()
    expect(await indexOf(copy)).toEqual(await indexOf(spaceId))
    expect(await titles({ ...place, spaceId: copy }, 'Acme')).toEqual(['Expressive'])
    const indexed = await indexOf(spaceId)
    await app.database.pool.query(`UPDATE "Space" SET "searchedAt" = NULL WHERE id = $1`, [spaceId])
    await app.database.pool.query(
      `UPDATE "SearchPage" SET title = 'Of an earlier build' WHERE "spaceId" = $1`,
      [spaceId],
    )
    expect(await indexOf(await duplicate())).toEqual(indexed)
  })
})

describe('an organization', () => {
  const searchAll = async (client: TestClient, organizationId: string, query: string, more = '') =>
    (await client.get(`/orgs/${organizationId}/search?query=${encodeURIComponent(query)}${more}`)).body

  test('is searched in all its spaces, sorted by the best page', async () => {
    const place = await buildSpace(app, { title: 'In the text', markdown: 'walnut' })
    const { client, organizationId } = place
    const other = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Other', empty: true })).body
    await write(client, other.id, [
      ...Array.from({ length: 12 }, (_, n) => ({ title: `Page ${n}`, markdown: 'walnut' })),
      { title: 'Walnut', markdown: 'Nothing' },
    ])
    await buildSpace(app, { title: 'Walnut', markdown: 'of strangers' })
    const { items, count } = await searchAll(client, organizationId, 'walnut')
    expect(count).toBe(2)
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Other', 'Searched'])
    expect(items[0]).toMatchObject({ id: other.id })
    expect(items[0].pages).toHaveLength(10)
    expect(items[0].pages[0]).toMatchObject({ title: 'Walnut', path: 'walnut', sections: [] })
    expect(items[1].pages[0].sections).toMatchObject([{ title: 'In the text', body: 'walnut' }])
    const first = await searchAll(client, organizationId, 'walnut', '&limit=1')
    const second = await searchAll(client, organizationId, 'walnut', `&limit=1&page=${first.next.page}`)
    expect([...first.items, ...second.items]).toEqual(items)
    expect(second.next).toBeUndefined()
    expect((await searchAll(client, organizationId, 'walnot')).count).toBe(2)
  })

  test('never exposes unreadable results or their number', async () => {
    const place = await buildSpace(app, { title: 'Secret', markdown: 'walnut' })
    const { client, organizationId, spaceId } = place
    const open = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Open', empty: true })).body
    await write(client, open.id, [{ title: 'Public', markdown: 'walnut' }])
    await app.database.prisma.space.update({
      where: { id: spaceId },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const reader = app.as(await buildMember(app, organizationId, 'READ'))
    const { items, count } = await searchAll(reader, organizationId, 'walnut')
    expect({ count, ids: items.map(({ id }: { id: string }) => id) }).toEqual({ count: 1, ids: [open.id] })
    expect((await reader.get(`/spaces/${spaceId}/search?query=walnut`)).status).toBe(404)
    const guest = app.as(await buildMember(app, organizationId, null))
    expect(await searchAll(guest, organizationId, 'walnut')).toMatchObject({ items: [], count: 0 })
    const { admin: stranger } = await buildOrganization(app)
    expect((await app.as(stranger).get(`/orgs/${organizationId}/search?query=walnut`)).status).toBe(404)
  })

  test('excludes deleted spaces until they are restored', async () => {
    const { client, organizationId, spaceId } = await buildSpace(app, { title: 'Page', markdown: 'walnut' })
    await client.delete(`/spaces/${spaceId}`)
    expect(await searchAll(client, organizationId, 'walnut')).toMatchObject({ items: [], count: 0 })
    expect((await client.get(`/spaces/${spaceId}/search?query=walnut`)).status).toBe(404)
    await client.post(`/spaces/${spaceId}/restore`)
    expect(await searchAll(client, organizationId, 'walnut')).toMatchObject({ count: 1 })
  })
})

test.runIf(isLongRun)('a search takes the same number of statements for any number of results', async () => {
  // A word like no other, as the words of all files are in one database, and similar ones are looked up too.
  const place = await buildSpace(app, { title: 'One', markdown: '## A\n\nxylocarp' })
  const { client, spaceId, organizationId } = place
  const cost = async (path: string) => {
    await client.get(path)
    return (await app.statements(() => client.get(path))).count
  }
  const costs = async () => [
    await cost(`/spaces/${spaceId}/search?query=xylocarp`),
    await cost(`/orgs/${organizationId}/search?query=xylocarp`),
  ]
  const ofOne = await costs()
  const pages = Array.from({ length: 40 }, (_, n) => ({ title: `Page ${n}`, markdown: '## A\n\nxylocarp' }))
  await write(client, spaceId, pages)
  const ofMany = await costs()
  await write(client, spaceId, pages)
  expect(await costs()).toEqual(ofMany)
  // Corrections are read where there are few results.
  for (const [index, count] of ofMany.entries())
    expect([ofOne[index], (ofOne[index] ?? 0) - 1]).toContain(count)
  expect(Math.max(...ofOne)).toBeLessThanOrEqual(8)
})

test('a page is found by the words in the source of its diagrams', async () => {
  const place = await buildSpace(
    app,
    { title: 'A fence', markdown: '```mermaid\ngraph TD\n  Warehouse --> Customer\n```' },
    { title: 'An integration', markdown: '{% @mermaid/diagram content="graph TD\n  Warehouse --> Shop" %}' },
  )
  expect((await titles(place, 'warehouse')).sort()).toEqual(['A fence', 'An integration'])
})
