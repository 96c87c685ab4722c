import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import {
  buildContent,
  buildPageTree,
  deletePage,
  insertPage,
  sendChanges,
  writePage,
} from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { rowCounts } from '../../support/row-counts.ts'
import { inserted, shop } from './computed-sources.ts'

let app: TestApp
let client: TestClient
let spaceId: string

/** The subpages of each page. */
const many = 31

/** 5 pages at the root with three levels each: 4,965 pages. */
describe.runIf(isLongRun)('content of thousands of pages', () => {
  beforeAll(async () => {
    app = await startOwnTestApp()
    const organization = await buildOrganization(app)
    client = app.as(organization.admin)
    const space = await buildSpace(app, organization)
    spaceId = space.id
    const roots = ['A', 'B', 'C', 'D', 'E'].map((title) => buildPageTree(title, many, 3))
    await buildContent(app, organization.admin, space, roots)
    await app.database.pool.query('ANALYZE "PageVersion"')
  })
  afterAll(() => app.close())

  const pageAt = async (path: string) => (await client.get(`/spaces/${spaceId}/content/path/${path}`)).body

  describe('in a space of thousands of pages', () => {
    it('all pages that were imported at once are there', async () => {
      const { body } = await client.get(`/spaces/${spaceId}/content/pages`)
      // Other tests write to the other roots.
      const root = body.pages.find(({ title }: { title: string }) => title === 'E')
      expect(JSON.stringify(root).match(/"documentId"/g)?.length).toBe(1 + many + many * many)
    })

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
      const update = {
        operation: 'update_page',
        page: body.id,
        title: 'New',
        document: { markdown: 'Fresh' },
      }
      const updated = await rowCounts(app, () => sendChanges(client, spaceId, update))
      expect(updated.written).toBe(3)
      const insert = {
        operation: 'insert_page',
        title: 'More',
        document: { markdown: 'More' },
        into: body.id,
      }
      const inserted = await rowCounts(app, () => sendChanges(client, spaceId, insert))
      expect(inserted.written).toBe(2)
      const move = { operation: 'update_page', page: (await pageAt('b')).id, into: (await pageAt('a')).id }
      const moved = await rowCounts(app, () => sendChanges(client, spaceId, move))
      expect(moved.written).toBe(2)
      expect((await pageAt(`a/b/b-${many}`)).title).toBe(`B ${many}`)
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
        expect(body.pages[0].pages[1].pages.length).toBe(many)
      })
      expect(count).toBeLessThanOrEqual(4)
    })
  })

  const written = async (work: () => Promise<unknown>) => (await rowCounts(app, work)).written

  describe('a change request in a space of thousands of pages', () => {
    let page: string
    let other: string
    beforeAll(async () => {
      page = (await pageAt('c/c-8/c-8-9')).id
      other = (await pageAt('d/d-7/d-7-9')).id
    })

    it('is created without writing content', async () => {
      expect(await written(() => buildProposal(client, spaceId))).toBe(0)
    })

    it('writes the row of an edited page, its body, and the end of its previous row', async () => {
      const proposal = await buildProposal(client, spaceId)
      expect(await written(() => proposal.change(writePage(page, 'In a change request')))).toBe(2)
      expect(await written(() => proposal.change(writePage(page, 'Once more')))).toBe(3)
      expect(await written(() => proposal.change(deletePage(page)))).toBe(2)
    })

    it('reads one of its pages with its ancestors alone', async () => {
      const proposal = await buildProposal(client, spaceId)
      await proposal.change(writePage(page, 'Changed'))
      for (const [path, markdown] of [
        [`page/${page}`, 'Changed'],
        ['path/c/c-8/c-8-9', 'Changed'],
        [`page/${other}`, 'The body of D 7 9.'],
        ['path/d/d-7/d-7-9', 'The body of D 7 9.'],
      ]) {
        const { read } = await rowCounts(app, async () => {
          const answer = await client.get(`${proposal.address}/content/${path}?format=markdown`)
          expect(answer.body.markdown).toBe(markdown)
        })
        expect({ path, isBounded: read < 40, read }).toMatchObject({ path, isBounded: true })
      }
    })

    it('is updated and merged by writing only the differences', async () => {
      const proposal = await buildProposal(client, spaceId)
      await proposal.change(writePage(page, 'Proposed'), insertPage('Proposed page', 'New'))
      await sendChanges(client, spaceId, writePage(other, 'Live'))
      expect(await written(() => proposal.update())).toBe(4)
      expect(await written(() => proposal.merge())).toBe(3)
    })
  })
})
