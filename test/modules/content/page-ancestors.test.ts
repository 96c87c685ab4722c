import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maximumDepth } from '../../../src/formats/body/limits.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import { buildContent, buildPage, buildPageTree, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { inserted, shop } from './computed-sources.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let spaceId: string

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

beforeEach(async () => {
  spaceId = (await buildSpace(app, organization)).id
})

interface Item {
  readonly id: string
  readonly pageId: string
  readonly title: string
  readonly path: string
}

interface Page extends Item {
  readonly parentId: string | null
  readonly parent: Item | null
  readonly ancestors: readonly Item[]
  readonly children: { readonly totalCount: number; readonly nodes: readonly Item[] }
}

const item = 'id pageId title ... on ParentPage { path }'
const family = `${item} parentId parent { ${item} } ancestors { ${item} } children { totalCount nodes { ${item} } }`

async function ask(selection: string) {
  const { data, errors } = await client.gql(`{ ${selection} }`)
  expect(errors).toBeUndefined()
  return data
}

/** Reads all pages of a revision, which a change request or a revision selects beside the space. */
async function pagesIn(revision = `space(id: "${spaceId}")`, args = ''): Promise<Page[]> {
  const { data, errors } = await client.gql(`{ ${revision} { revision { allPages${args} { ${family} } } } }`)
  expect(errors).toBeUndefined()
  return Object.values(data as Record<string, { revision: { allPages: Page[] } }>)[0]?.revision.allPages ?? []
}

const titles = (items: readonly Item[]) => items.map(({ title }) => title)

/** Asserts the ancestors and the children of each page as they follow from the list of all pages. */
function expectFamilies(pages: readonly Page[]): void {
  const byPageId = new Map(pages.map((page) => [page.pageId, page]))
  const itemOf = ({ id, pageId, title, path }: Item) => ({ id, pageId, title, path })
  for (const page of pages) {
    const above: Item[] = []
    for (let each = byPageId.get(page.parentId ?? ''); each; each = byPageId.get(each.parentId ?? ''))
      above.unshift(itemOf(each))
    expect(page.ancestors).toEqual(above)
    expect(page.parent).toEqual(above.at(-1) ?? null)
    const below = pages.filter(({ parentId }) => parentId === page.pageId)
    expect(page.children).toEqual({ totalCount: below.length, nodes: below.map(itemOf) })
  }
}

/** Three levels below the root, of pages that move between revisions: A › B › C › D, and E beside A. */
async function buildLine() {
  const a = await buildPage(client, spaceId, { title: 'A' })
  const b = await buildPage(client, spaceId, { title: 'B', into: a })
  const c = await buildPage(client, spaceId, { title: 'C', into: b })
  const d = await buildPage(client, spaceId, { title: 'D', into: c })
  const e = await buildPage(client, spaceId, { title: 'E' })
  return { a, b, c, d, e }
}

test('the subpages of a page are counted in its revision, and known to exist, by the statement that reads the page', async () => {
  const { a, b } = await buildLine()
  const proposal = await buildProposal(client, spaceId)
  await proposal.change({ operation: 'insert_page', title: 'More', document: { markdown: '' }, into: a })
  const pages = [
    `live: page(spaceId: "${spaceId}", pageId: "${a}") { subpageCount hasSubpages children { nodes { subpageCount hasSubpages } } }`,
    `proposed: page(spaceId: "${spaceId}", changeRequestId: "${proposal.id}", pageId: "${a}") { subpageCount hasSubpages }`,
  ]
  expect(await ask(pages.join(' '))).toEqual({
    live: {
      subpageCount: 1,
      hasSubpages: true,
      children: { nodes: [{ subpageCount: 1, hasSubpages: true }] },
    },
    proposed: { subpageCount: 2, hasSubpages: true },
  })
  for (const page of pages) expect((await app.statements(() => ask(page))).count).toBe(1)
  await sendChanges(client, spaceId, { operation: 'delete_page', page: b })
  expect((await ask(pages[0] as string)).live).toMatchObject({ subpageCount: 0, hasSubpages: false })
})

describe('the parent, ancestors and children of a page', () => {
  test('are those of its revision, with their ids there, in live content, a change request and a revision', async () => {
    const { b, c, d, e } = await buildLine()
    const earlier = (await client.get(`/spaces/${spaceId}/content`)).body.id as string
    const proposal = await buildProposal(client, spaceId)
    await proposal.change(
      { operation: 'update_page', page: c, into: e },
      { operation: 'update_page', page: b, title: 'B drafted' },
    )
    await sendChanges(client, spaceId, { operation: 'update_page', page: d, into: b })
    const addresses = {
      live: `spaceId: "${spaceId}"`,
      revision: `spaceId: "${spaceId}", revisionId: "${earlier}"`,
      proposal: `spaceId: "${spaceId}", changeRequestId: "${proposal.id}"`,
    }
    const found: Record<string, Page> = {}
    for (const [name, address] of Object.entries(addresses)) {
      const { page } = await ask(`page(${address}, pageId: "${d}") { ${family} }`)
      found[name] = page
      for (const above of page.ancestors) {
        const single = await ask(`page(${address}, pageId: "${above.pageId}") { ${item} }`)
        expect(single.page).toEqual(above)
        const { node } = await ask(`node(id: "${above.id}") { ... on Page { ${item} } }`)
        expect(node).toEqual(above)
      }
      expect(page.parent).toEqual(page.ancestors.at(-1))
      const { page: parent } = await ask(`page(${address}, pageId: "${page.parentId}") { ${family} }`)
      expect(parent.children.nodes.map(({ id }: Item) => id)).toContain(page.id)
    }
    expect(Object.entries(found).map(([name, page]) => [name, page.path, ...titles(page.ancestors)])).toEqual(
      [
        ['live', 'a/b/d', 'A', 'B'],
        ['revision', 'a/b/c/d', 'A', 'B', 'C'],
        ['proposal', 'e/c/d', 'E', 'C'],
      ],
    )
    const { proposed } = await ask(`proposed: page(${addresses.proposal}, pageId: "${b}") { ${family} }`)
    expect([proposed.title, proposed.children.totalCount]).toEqual(['B drafted', 0])
  })

  test('agree with the list of all pages, in every context', async () => {
    const { c, e } = await buildLine()
    const earlier = (await client.get(`/spaces/${spaceId}/content`)).body.id as string
    const proposal = await buildProposal(client, spaceId)
    await proposal.change({ operation: 'update_page', page: c, into: e })
    await sendChanges(client, spaceId, { operation: 'delete_page', page: e })
    const proposed = await pagesIn(`changeRequest(spaceId: "${spaceId}", id: "${proposal.id}")`)
    const { revision } = await ask(
      `revision(spaceId: "${spaceId}", id: "${earlier}") { allPages { ${family} } stored: allPages(computed: false) { ${family} } }`,
    )
    for (const pages of [await pagesIn(), proposed, revision.allPages, revision.stored]) expectFamilies(pages)
    expect([proposed.length, revision.allPages.length]).toEqual([5, 5])
  })

  test('are found at the deepest level', async () => {
    await buildContent(app, organization.admin, { id: spaceId }, [buildPageTree('P', 1, maximumDepth)])
    const pages = await pagesIn()
    expectFamilies(pages)
    expect(pages.at(-1)?.ancestors).toHaveLength(maximumDepth - 1)
  })

  test('include hidden pages, as the lists of pages do', async () => {
    const hidden = await buildPage(client, spaceId, { title: 'Hidden', hidden: true })
    await buildPage(client, spaceId, { title: 'Below', into: hidden, hidden: true })
    const pages = await pagesIn()
    expectFamilies(pages)
    expect(titles(pages)).toEqual(['Hidden', 'Below'])
  })

  test.runIf(isLongRun)('lead from a generated page over its generated to its stored ancestors', async () => {
    await client.put(`/orgs/${organization.id}/openapi/shop`, { source: { text: JSON.stringify(shop()) } })
    await processPendingSpecs(app)
    const { c } = await buildLine()
    await sendChanges(client, spaceId, inserted('shop', { into: c }))
    const proposal = await buildProposal(client, spaceId)
    await proposal.change({ operation: 'update_page', page: c, title: 'C drafted' })
    const live = `spaceId: "${spaceId}"`
    const proposed = `spaceId: "${spaceId}", changeRequestId: "${proposal.id}"`
    for (const [address, title] of [
      [live, 'C'],
      [proposed, 'C drafted'],
    ] as const) {
      const { toys, pets } = await ask(
        `toys: pageByPath(${address}, path: "a/b/c/pets/toys") { ${family} }
         pets: pageByPath(${address}, path: "a/b/c/pets") { ${family} }`,
      )
      expect(titles(toys.ancestors)).toEqual(['A', 'B', title, 'Pets'])
      expect(toys.parent).toEqual({ id: pets.id, pageId: pets.pageId, title: 'Pets', path: 'a/b/c/pets' })
      expect([toys.parent, ...pets.ancestors.toReversed()]).toEqual(toys.ancestors.toReversed())
      expect(pets.parent).toMatchObject({ pageId: c, title, path: 'a/b/c' })
      const { page } = await ask(`page(${address}, pageId: "${c}") { ${item} }`)
      expect(pets.parent).toEqual(page)
    }
  })

  test.runIf(isLongRun)(
    'include generated pages wherever the list of all pages does, at the root and below',
    async () => {
      await client.put(`/orgs/${organization.id}/openapi/shop`, { source: { text: JSON.stringify(shop()) } })
      await processPendingSpecs(app)
      const { c } = await buildLine()
      await buildPage(client, spaceId, { title: 'F', into: c })
      await sendChanges(client, spaceId, inserted('shop', { into: c }))
      await sendChanges(client, spaceId, inserted('shop'))
      await buildPage(client, spaceId, { title: 'G', into: c })
      const proposal = await buildProposal(client, spaceId)
      await proposal.change({ operation: 'update_page', page: c, title: 'C drafted' })
      const changeRequest = `changeRequest(spaceId: "${spaceId}", id: "${proposal.id}")`
      const revision = `space(id: "${spaceId}")`
      for (const [root, args] of [
        [revision, ''],
        [revision, '(computed: false)'],
        [changeRequest, ''],
        [changeRequest, '(computed: false)'],
      ] as const) {
        const pages = await pagesIn(root, args)
        expect(pages.some(({ title }) => title === 'Toys')).toBe(args === '')
        expectFamilies(pages)
        const atRoot = Object.values(
          await ask(`${root} { revision { pages${args} { nodes { ${family} } } } }`),
        )
        const [{ revision: found }] = atRoot as [{ revision: { pages: { nodes: Page[] } } }]
        expect(found.pages.nodes).toEqual(pages.filter(({ parentId }) => parentId === null))
      }
      const { space } = await ask(`space(id: "${spaceId}") { pages { nodes { id title } } }`)
      expect(titles(space.pages.nodes)).toEqual(['A', 'E', 'The shop', 'Pets', 'Models'])
    },
  )

  test.runIf(isLongRun)('are read page by page also among generated pages, in both directions', async () => {
    await client.put(`/orgs/${organization.id}/openapi/shop`, { source: { text: JSON.stringify(shop()) } })
    await processPendingSpecs(app)
    await buildPage(client, spaceId, { title: 'First' })
    await sendChanges(client, spaceId, inserted('shop'))
    await buildPage(client, spaceId, { title: 'Last' })
    const read = async (args: string) => {
      const { space } = await ask(
        `space(id: "${spaceId}") { pages(${args}) { nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`,
      )
      return space.pages
    }
    const all = titles((await read('first: 100')).nodes)
    expect([all[0], all.at(-1), all.length > 3]).toEqual(['First', 'Last', true])
    const forward: string[] = []
    for (let after = ''; ; ) {
      const { nodes, pageInfo, totalCount } = await read(`first: 1${after}`)
      forward.push(...titles(nodes))
      expect(totalCount).toBe(all.length)
      if (!pageInfo.hasNextPage) break
      after = `, after: "${pageInfo.endCursor}"`
    }
    const backward: string[] = []
    for (let before = ''; ; ) {
      const { nodes, pageInfo } = await read(`last: 1${before}`)
      backward.unshift(...titles(nodes))
      if (!pageInfo.hasPreviousPage) break
      before = `, before: "${pageInfo.startCursor}"`
    }
    expect([forward, backward]).toEqual([all, all])
  })
})

test.runIf(isLongRun)(
  'the families of many pages take the same statements as those of one, and none for each page',
  async () => {
    const statements = async (width: number, depth: number) => {
      const own = await buildSpace(app, organization)
      await buildContent(app, organization.admin, own, [buildPageTree('P', width, depth)])
      const { texts } = await app.statements(() => pagesIn(`space(id: "${own.id}")`))
      // Prisma passes each id of a list as a parameter of its own.
      return Map.groupBy(texts, (text) => text.replace(/\$\d+(,\s*\$\d+)*/g, '$'))
    }
    const few = await statements(1, 5)
    const many = await statements(4, 5)
    expect([...many.keys()].sort()).toEqual([...few.keys()].sort())
    // Which results arrive first decides whether the paths of parents and of children are read together. There are 341 pages.
    for (const [text, sent] of many) expect(sent.length, text).toBeLessThanOrEqual(3)
  },
)

test('each kind of page has its children in the window that its fragment asks for', async () => {
  const group = await buildPage(client, spaceId, { type: 'group', title: 'Group', document: undefined })
  const document = await buildPage(client, spaceId, { title: 'Document' })
  for (const [into, title] of [
    [group, 'A'],
    [group, 'B'],
    [document, 'C'],
    [document, 'D'],
  ])
    await buildPage(client, spaceId, { into, title })
  const { space } = await ask(`space(id: "${spaceId}") { pages { nodes {
    title
    ... on GroupPage { children(first: 1) { nodes { title } } }
    ... on DocumentPage { children(first: 2) { nodes { title } } }
  } } }`)
  const children = space.pages.nodes.map((page: Page) => [page.title, titles(page.children.nodes)])
  expect(Object.fromEntries(children)).toEqual({ Group: ['A'], Document: ['C', 'D'] })
})
