import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import { serveFiles } from '../openapi-specs/documents.ts'
import { inserted, named, operation, shop, standsFor } from './computed-sources.ts'

let app: TestApp
let organizationId: string
let client: TestClient
let spaceId: string

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
})
afterAll(() => app.close())

beforeEach(async () => {
  spaceId = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Reference', empty: true })).body.id
})

async function putSpec(slug: string, document: object = shop()) {
  await client.put(`/orgs/${organizationId}/openapi/${slug}`, { source: { text: JSON.stringify(document) } })
  await processPendingSpecs(app)
}

const write = (...changes: object[]) => client.post(`/spaces/${spaceId}/content`, { changes })

interface Page {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly path?: string
  readonly pages?: Page[]
}

const outline = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ type, title, path, pages: below = [] }) => [`${type} ${title} ${path}`, ...outline(below)])

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])])

const pagesOf = async (address = `/spaces/${spaceId}/content/pages`): Promise<Page[]> =>
  (await client.get(address)).body.pages

async function pageCalled(title: string): Promise<Page> {
  const page = flat(await pagesOf()).find((one) => one.title === title)
  if (!page) throw new Error(`there is no page ${title}`)
  return page
}

describe('a computed page', () => {
  test('is replaced by the pages of its specification, at its position', async () => {
    await putSpec('shop')
    const document = { markdown: 'By hand' }
    const { status } = await write(
      { operation: 'insert_page', title: 'Before', document, ref: 'before' },
      inserted('shop', { into: './before.md' }),
      { operation: 'insert_page', title: 'After', document },
    )
    expect(status).toBe(200)
    expect(outline(await pagesOf())).toEqual([
      'document Before before',
      'document The shop before/overview',
      'document Pets before/pets',
      'document Toys before/pets/toys',
      'document Models before/models',
      'document After after',
    ])
    expect((await client.get(`/spaces/${spaceId}/content`)).body.pages).toEqual(await pagesOf())
  })

  test.runIf(isLongRun)('is not expanded with computed=false', async () => {
    await putSpec('shop')
    await write(inserted('shop'))
    const [page] = await pagesOf(`/spaces/${spaceId}/content/pages?computed=false`)
    expect(page).toMatchObject({ type: 'computed', title: 'API', computed: standsFor('shop') })
    expect(page).not.toHaveProperty('path')
    expect(page).not.toHaveProperty('pages')
    const address = `/spaces/${spaceId}/content/page`
    expect((await client.get(`${address}/${page?.id}`)).body).toEqual(page)
    const pets = await pageCalled('Pets')
    expect((await client.get(`${address}/${pets.id}?computed=false`)).status).toBe(404)
    expect((await client.get(`/spaces/${spaceId}/content/path/pets?computed=false`)).status).toBe(404)
  })

  test('generates pages that can be read by id and path, with their body in both formats and their subpages', async () => {
    await putSpec('shop')
    await write(inserted('shop'))
    const pets = await pageCalled('Pets')
    const models = await pageCalled('Models')
    const content = `/spaces/${spaceId}/content`
    const byId = (await client.get(`${content}/page/${pets.id}?format=markdown`)).body
    expect(byId).toMatchObject({
      type: 'document',
      slug: 'pets',
      computed: { ...named('shop'), props: { doc: 'operations', page: 'pets' } },
      computedSeed: expect.any(String),
    })
    expect(byId).not.toHaveProperty('documentId')
    expect(byId.markdown).toContain('## List pets')
    expect(byId.markdown).toContain(`[Pet](/pages/${models.id}#schema-pet)`)
    expect(outline(byId.pages)).toEqual(['document Toys pets/toys'])
    expect((await client.get(`${content}/path/pets?format=markdown`)).body).toEqual(byId)
    const { document } = (await client.get(`${content}/path/pets/toys?format=document`)).body
    expect(JSON.stringify(document)).toContain('List toys')
    const { body } = await client.get(`/spaces/${spaceId}/revisions`)
    const revision = `/spaces/${spaceId}/revisions/${body.items[0].id}`
    expect((await client.get(`${revision}/page/${pets.id}?format=markdown`)).body).toEqual(byId)
  })

  test('reads the same in GraphQL', async () => {
    await putSpec('shop')
    await write(inserted('shop'))
    const { data } = await client.gql(
      `query ($id: ID!) {
        revision(spaceId: $id) {
          pages(computed: false) { nodes { type ... on ComputedPage { computedPages { title ... on DocumentPage { path } } } } }
          allPages { __typename title }
          stored: allPages(computed: false) { type }
        }
        pageByPath(spaceId: $id, path: "pets/toys") { title ... on DocumentPage { markdown } }
      }`,
      { id: spaceId },
    )
    expect(data.revision).toEqual({
      pages: {
        nodes: [
          {
            type: 'COMPUTED',
            computedPages: [
              { title: 'The shop', path: 'overview' },
              { title: 'Pets', path: 'pets' },
              { title: 'Toys', path: 'pets/toys' },
              { title: 'Models', path: 'models' },
            ],
          },
        ],
      },
      allPages: ['The shop', 'Pets', 'Toys', 'Models'].map((title) => ({
        __typename: 'DocumentPage',
        title,
      })),
      stored: [{ type: 'COMPUTED' }],
    })
    expect(data.pageByPath).toMatchObject({ title: 'Toys', markdown: expect.stringContaining('List toys') })
  })

  test('leaves out the models if they are not requested', async () => {
    await putSpec('shop')
    await write(inserted('shop', { computed: standsFor('shop', false) }))
    expect(flat(await pagesOf()).map(({ title }) => title)).toEqual(['The shop', 'Pets', 'Toys'])
  })

  test('reflects a new version of the specification without an edit, and keeps the ids of the pages', async () => {
    await putSpec('growing')
    await write(inserted('growing'))
    const before = flat(await pagesOf())
    await putSpec('growing', shop({ '/food': { get: operation('List food', ['Food']) } }))
    const after = flat(await pagesOf())
    expect(after.map(({ title }) => title)).toEqual(['The shop', 'Pets', 'Toys', 'Food', 'Models'])
    expect(after.filter(({ title }) => title !== 'Food').map(({ id }) => id)).toEqual(
      before.map(({ id }) => id),
    )
    expect((await client.get(`/spaces/${spaceId}/revisions`)).body.items).toHaveLength(2)
  })

  test.runIf(isLongRun)(
    'never uses the path of another page, and two of one specification have distinct paths',
    async () => {
      await putSpec('shop')
      await write(inserted('shop'), inserted('shop'), {
        operation: 'insert_page',
        title: 'Pets',
        document: { markdown: 'By hand' },
      })
      const paths = flat(await pagesOf()).map(({ path }) => path)
      expect(new Set(paths).size).toBe(9)
      expect((await client.get(`/spaces/${spaceId}/content/path/pets?format=markdown`)).body.markdown).toBe(
        'By hand',
      )
      for (const { id, path } of flat(await pagesOf()))
        expect((await client.get(`/spaces/${spaceId}/content/path/${path}`)).body.id).toBe(id)
    },
  )

  test.runIf(isLongRun)(
    'is not expanded while its specification does not exist or is not processed',
    async () => {
      await putSpec('fleeting')
      await client.post(`/orgs/${organizationId}/openapi`, {
        slug: 'waiting',
        source: { url: 'https://localhost/never.json' },
      })
      await write(inserted('fleeting'), inserted('waiting'))
      expect((await pagesOf()).map(({ type }) => type)).toContain('document')
      await client.delete(`/orgs/${organizationId}/openapi/fleeting`)
      expect((await pagesOf()).map(({ type }) => type)).toEqual(['computed', 'computed'])
      await putSpec('fleeting')
      expect(flat(await pagesOf()).map(({ type }) => type)).toEqual([
        'document',
        'document',
        'document',
        'document',
        'computed',
      ])
    },
  )

  test('follows references into other files', async () => {
    const document = shop({
      '/birds': { get: operation('List birds', ['Birds'], './schemas/bird.json#/Bird') },
    })
    const bird = {
      Bird: { type: 'object', properties: { wings: { $ref: '#/Wings' } } },
      Wings: { type: 'integer' },
    }
    const { url } = await serveFiles({
      '/api/shop.json': JSON.stringify(document),
      '/api/schemas/bird.json': JSON.stringify(bird),
    })
    await client.put(`/orgs/${organizationId}/openapi/files`, { source: { url: `${url}/api/shop.json` } })
    await processPendingSpecs(app)
    await write(inserted('files'))
    const { markdown } = (await client.get(`/spaces/${spaceId}/content/path/birds?format=markdown`)).body
    expect(markdown).toMatch(/wings.*integer/)
  })

  test.runIf(isLongRun)(
    'can be updated, moved and deleted like other pages, together with its source',
    async () => {
      await putSpec('shop')
      await putSpec('other', { ...shop(), info: { title: 'The other shop', version: '1' } })
      await write(inserted('shop'))
      const [page] = await pagesOf(`/spaces/${spaceId}/content/pages?computed=false`)
      const update = { operation: 'update_page', page: page?.id }
      expect((await write({ ...update, computed: standsFor('other'), title: 'Others' })).status).toBe(200)
      expect((await pagesOf())[0]?.title).toBe('The other shop')
      expect((await write({ ...update, title: 'Others still' })).status).toBe(200)
      expect((await pagesOf())[0]?.title).toBe('The other shop')
      expect((await write({ operation: 'delete_page', page: page?.id })).status).toBe(200)
      expect(await pagesOf()).toEqual([])
    },
  )

  test.each([
    ['no source', { computed: undefined }, 'changes.0.computed'],
    [
      'an unknown type',
      { computed: { ...standsFor('shop'), type: 'builtin:other' } },
      'changes.0.computed.type',
    ],
    [
      'no specification',
      { computed: { ...standsFor('shop'), dependencies: {} } },
      'changes.0.computed.dependencies.spec',
    ],
    ['a slug', { slug: 'api' }, 'changes.0.slug'],
    ['a body', { document: { markdown: 'Text' } }, 'changes.0.document'],
    [
      'a specification that the organization does not have',
      { computed: standsFor('nowhere') },
      'changes.0.computed.dependencies.spec.ref.spec',
    ],
  ])('is rejected with %s', async (_what, more, path) => {
    await putSpec('shop')
    const { status, body } = await write(inserted('shop', more))
    expect(status).toBe(400)
    expect(body.error.fields[0].path).toBe(path)
  })

  test.runIf(isLongRun)('is one of at most fifty', async () => {
    await putSpec('shop')
    const many = Array.from({ length: 50 }, () => inserted('shop', { computed: standsFor('shop', false) }))
    expect((await write(...many)).status).toBe(200)
    const { status, body } = await write(inserted('shop'))
    expect([status, body.error.fields[0].path]).toEqual([400, 'changes.0.type'])
    const paths = flat(await pagesOf()).map(({ path }) => path)
    expect(new Set(paths).size).toBe(150)
  })

  test('never exposes a specification that the viewer may not view', async () => {
    await putSpec('secret')
    const guest = await buildMember(app, organizationId, null)
    await grant(app, guest, 'EDIT', { spaceId })
    const content = `/spaces/${spaceId}/content`
    const { status, body } = await app.as(guest).post(content, { changes: [inserted('secret')] })
    expect({ status, path: body.error.fields[0].path }).toEqual({
      status: 400,
      path: 'changes.0.computed.dependencies.spec.ref.spec',
    })
  })
})

describe('a document with a computed body', () => {
  test('has the text of the page of the specification until it gets its own body', async () => {
    await putSpec('shop')
    const computed = { ...named('shop'), props: { doc: 'operations', page: 'pets' } }
    await write({ operation: 'insert_page', title: 'Our pets', computed })
    const page = await pageCalled('Our pets')
    const address = `/spaces/${spaceId}/content/page/${page.id}`
    const read = (await client.get(`${address}?format=markdown`)).body
    expect(read).toMatchObject({ title: 'Our pets', slug: 'our-pets', computed, computedSeed: page.id })
    expect(read.markdown).toContain('## List pets')
    expect((await client.get(`${address}?format=markdown&computed=false`)).body.markdown).toBe('')
    await write({ operation: 'update_page', page: page.id, document: { markdown: 'By hand' } })
    const changed = (await client.get(`${address}?format=markdown`)).body
    expect(changed.markdown).toBe('By hand')
    expect(changed).not.toHaveProperty('computed')
    await write({
      operation: 'update_page',
      page: page.id,
      computed: { ...named('shop'), props: { doc: 'models' } },
    })
    const again = (await client.get(`${address}?format=markdown`)).body
    expect(again.markdown).toContain('Pet')
    expect(again).not.toHaveProperty('documentId')
  })

  test('is rejected for a source that no page of a specification can have', async () => {
    await putSpec('shop')
    for (const props of [{ models: true }, { doc: 'operations' }, { doc: 'else', page: 'pets' }]) {
      const { status } = await write({
        operation: 'insert_page',
        title: 'Odd',
        computed: { ...named('shop'), props },
      })
      expect({ props, status }).toEqual({ props, status: 400 })
    }
  })
})

describe('computed content', () => {
  test('is part of a change request, and of the space after the merge', async () => {
    await putSpec('shop')
    await client.patch(`/spaces/${spaceId}`, { editMode: 'locked' })
    const { id } = (await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Reference' })).body
    const changeRequest = `/spaces/${spaceId}/change-requests/${id}`
    await client.post(`${changeRequest}/content`, { changes: [inserted('shop')] })
    const proposed = await pagesOf(`${changeRequest}/content/pages`)
    expect(flat(proposed).map(({ title }) => title)).toEqual(['The shop', 'Pets', 'Toys', 'Models'])
    const page = `${changeRequest}/content/page/${proposed[1]?.id}?format=markdown`
    expect((await client.get(page)).body.markdown).toContain('List pets')
    expect(await pagesOf()).toEqual([])
    expect((await client.post(`${changeRequest}/merge`)).status).toBe(200)
    expect(flat(await pagesOf()).map(({ id: own }) => own)).toEqual(flat(proposed).map(({ id: own }) => own))
  })

  test.runIf(isLongRun)('is part of exports and PDFs', async () => {
    await putSpec('shop')
    await write(inserted('shop'))
    const exported = (await client.get(`/spaces/${spaceId}/content/export`)).body.url
    const archive = Buffer.from(await (await fetch(exported)).arrayBuffer())
    for (const name of ['README.md', 'pets/README.md', 'pets/toys.md', 'models.md', 'SUMMARY.md'])
      expect(archive.includes(name)).toBe(true)
    const pets = await pageCalled('Pets')
    const only = (await client.get(`/spaces/${spaceId}/content/export?page=${pets.id}&only=true`)).body.url
    expect(await (await fetch(only)).text()).toContain('## List pets')
    const printed = (await client.get(`/spaces/${spaceId}/pdf?page=${pets.id}`)).body.url
    const pdf = await fetch(printed)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test.runIf(isLongRun)('is read with the same number of statements for any number of pages', async () => {
    await putSpec('shop')
    const paths = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `/thing-${index}`,
        { get: operation(`Thing ${index}`, [`Thing ${index}`]) },
      ]),
    )
    await putSpec('large', shop(paths))
    const count = async (spec: string) => {
      await write(inserted(spec))
      const address = `/spaces/${spaceId}/content/pages`
      return (await app.statements(() => client.get(address))).count
    }
    const small = await count('shop')
    expect(await count('large')).toBe(small)
    expect(flat(await pagesOf()).length).toBeGreaterThan(200)
  })
})
