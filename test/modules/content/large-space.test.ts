import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildContent, buildPageTree, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { rowCounts } from '../../support/row-counts.ts'
import { inserted, shop } from './computed-sources.ts'

let app: TestApp
let client: TestClient
let spaceId: string

/** 5 pages at the root, 1 + 31 + 31² pages in each: 4,965 pages on three levels. */
beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  spaceId = space.id
  const roots = ['A', 'B', 'C', 'D', 'E'].map((title) => buildPageTree(title, 31, 3))
  await buildContent(app, organization.admin, space, roots)
  await app.database.pool.query('ANALYZE "PageVersion"')
})
afterAll(() => app.close())

describe('in a space of 5,000 pages', () => {
  it('reading one page reads the page and its ancestors', async () => {
    const { body } = await client.get(`/spaces/${spaceId}/content/path/c/c-7/c-7-9`)
    expect(body).toMatchObject({ title: 'C 7 9', path: 'c/c-7/c-7-9' })
    const byId = await rowCounts(app, async () => {
      const page = await client.get(`/spaces/${spaceId}/content/page/${body.id}?format=markdown`)
      expect(page.body).toMatchObject({ path: 'c/c-7/c-7-9', markdown: 'The body of C 7 9.' })
    })
    expect(byId.read).toBeLessThan(20)
    const byPath = await rowCounts(app, () => client.get(`/spaces/${spaceId}/content/path/c/c-7/c-7-9`))
    expect(byPath.read).toBeLessThan(20)
  })

  it('reading a window of the root pages reads only the pages at the root', async () => {
    const document = `query ($id: ID!) { space(id: $id) { pages(first: 3) { nodes { title ... on ParentPage { path } } } } }`
    const counts = await rowCounts(app, async () => {
      const { data } = await client.gql(document, { id: spaceId })
      expect(data.space.pages.nodes.map(({ path }: { path: string }) => path)).toEqual(['a', 'b', 'c'])
    })
    expect(counts.read).toBeLessThan(20)
  })

  it('writing one page writes its row, its body, and the end of its previous row', async () => {
    const { body } = await client.get(`/spaces/${spaceId}/content/path/c/c-7/c-7-9`)
    const update = { operation: 'update_page', page: body.id, title: 'New', document: { markdown: 'Fresh' } }
    const updated = await rowCounts(app, () => sendChanges(client, spaceId, update))
    expect(updated.written).toBe(3)
    const insert = { operation: 'insert_page', title: 'More', document: { markdown: 'More' }, into: body.id }
    const inserted = await rowCounts(app, () => sendChanges(client, spaceId, insert))
    expect(inserted.written).toBe(2)
    const move = { operation: 'update_page', page: (await pageAt('b')).id, into: (await pageAt('a')).id }
    const moved = await rowCounts(app, () => sendChanges(client, spaceId, move))
    expect(moved.written).toBe(2)
    expect((await pageAt('a/b/b-31')).title).toBe('B 31')
  })

  it('looking up a missing page and a computed page reads few rows', async () => {
    const unknown = await rowCounts(app, async () => {
      expect((await client.get(`/spaces/${spaceId}/content/path/a/a-7/nowhere`)).status).toBe(404)
      expect((await client.get(`/spaces/${spaceId}/content/page/pagnowhere`)).status).toBe(404)
    })
    expect(unknown.read).toBeLessThan(40)
    const { organizationId } = await app.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    const source = { text: JSON.stringify(shop()) }
    await client.put(`/orgs/${organizationId}/openapi/shop`, { source })
    await processPendingSpecs(app)
    await sendChanges(client, spaceId, inserted('shop', { into: (await pageAt('a/a-7')).id }))
    const computed = await rowCounts(app, async () => {
      const { body } = await client.get(`/spaces/${spaceId}/content/path/a/a-7/pets`)
      expect(body).toMatchObject({ title: 'Pets', path: 'a/a-7/pets' })
      expect((await client.get(`/spaces/${spaceId}/content/page/${body.id}`)).body.path).toBe('a/a-7/pets')
    })
    // Includes its 31 siblings, whose slugs are in use.
    expect(computed.read).toBeLessThan(150)
    const { rows } = await app.database.pool.query(
      `SELECT "pageId" FROM "PageVersion" WHERE type = 'COMPUTED' AND "endSequence" IS NULL`,
    )
    await sendChanges(client, spaceId, { operation: 'delete_page', page: rows[0].pageId })
  })

  it('the whole tree is read in order with four statements', async () => {
    await client.get(`/spaces/${spaceId}/content/pages`)
    const { count } = await app.statements(async () => {
      const { body } = await client.get(`/spaces/${spaceId}/content/pages`)
      expect(body.pages[0].pages[1]).toMatchObject({ title: 'A 2', path: 'a/a-2' })
      expect(body.pages[0].pages[1].pages.length).toBe(31)
    })
    expect(count).toBeLessThanOrEqual(4)
  })
})

const pageAt = async (path: string) => (await client.get(`/spaces/${spaceId}/content/path/${path}`)).body
