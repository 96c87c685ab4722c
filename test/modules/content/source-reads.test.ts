import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
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
  await putSpec(client, organizationId, 'shop')
  spaceId = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Reference' })).body.id
})
afterAll(() => app.close())

async function putSpec(owner: TestClient, ownerId: string, slug: string, document: object = shop()) {
  await owner.put(`/orgs/${ownerId}/openapi/${slug}`, { source: { text: JSON.stringify(document) } })
  await processPendingSpecs(app)
}

const pets = { ...named('shop'), props: { doc: 'operations', page: 'pets' } }

const ask = (what: 'revision' | 'document', body: object, asker = client) =>
  asker.post(`/spaces/${spaceId}/content/computed/${what}`, body)

interface Page {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly pages: Page[]
}

const outline = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ title, path, pages: below }) => [`${title} ${path}`, ...outline(below)])

describe('what a source of pages would stand for', () => {
  test('is the nested pages of the specification, with no files, and nothing is written', async () => {
    const before = (await client.get(`/spaces/${spaceId}`)).body
    const { status, body } = await ask('revision', { source: standsFor('shop'), seed: 'seed' })
    expect(status).toBe(200)
    expect(body).toEqual({ pages: expect.any(Array), files: [], reusableContents: [] })
    expect(outline(body.pages)).toEqual(['The shop overview', 'Pets pets', 'Toys pets/toys', 'Models models'])
    expect(body.pages[1]).toMatchObject({
      type: 'document',
      slug: 'pets',
      computed: pets,
      computedSeed: 'seed',
    })
    expect((await client.get(`/spaces/${spaceId}`)).body).toEqual(before)
  })

  test('leaves the models out where they are not wanted', async () => {
    const { body } = await ask('revision', { source: standsFor('shop', false), seed: 'seed' })
    expect(outline(body.pages)).toEqual(['The shop overview', 'Pets pets', 'Toys pets/toys'])
  })

  test('has the ids that the pages have whose computed page has the seed as its id', async () => {
    const { id } = (await client.post(`/orgs/${organizationId}/spaces`, {})).body
    await client.post(`/spaces/${id}/content`, { changes: [inserted('shop')] })
    const [stored] = (await client.get(`/spaces/${id}/content/pages?computed=false`)).body.pages
    const idsOf = (pages: readonly Page[]): string[] =>
      pages.flatMap((page) => [page.id, ...idsOf(page.pages)])
    const { pages } = (await client.get(`/spaces/${id}/content/pages`)).body
    const told = (await ask('revision', { source: standsFor('shop'), seed: stored.id })).body
    expect(idsOf(told.pages)).toEqual(idsOf(pages))
    const other = (await ask('revision', { source: standsFor('shop'), seed: 'other' })).body
    expect(idsOf(other.pages)).not.toEqual(idsOf(pages))
  })

  test('is nothing while the specification has not been read', async () => {
    await client.post(`/orgs/${organizationId}/openapi`, {
      slug: 'waiting',
      source: { url: 'https://localhost/never.json' },
    })
    const { status, body } = await ask('revision', { source: standsFor('waiting'), seed: 'seed' })
    expect({ status, body }).toEqual({ status: 200, body: { pages: [], files: [], reusableContents: [] } })
  })

  test('reads the same in GraphQL, with the text of the pages and what is below them', async () => {
    const { data } = await client.gql(
      `query ($spaceId: ID!, $source: JSON!) {
        computedRevision(spaceId: $spaceId, source: $source, seed: "seed") {
          allPages { id title path markdown allPages { title } }
          allFiles { id }
          reusableContents { id }
        }
      }`,
      { spaceId, source: standsFor('shop') },
    )
    const { allPages, ...others } = data.computedRevision
    expect(others).toEqual({ allFiles: [], reusableContents: [] })
    expect(allPages.map(({ title }: Page) => title)).toEqual(['The shop', 'Pets', 'Toys', 'Models'])
    const [, shown, , models] = allPages
    expect(shown).toMatchObject({ path: 'pets', allPages: [{ title: 'Toys' }] })
    expect(shown.markdown).toContain(`[Pet](/pages/${models.id}#schema-pet)`)
  })

  test('takes as many statements however many pages it makes', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `/thing-${index}`,
        { get: operation(`Thing ${index}`, [`Thing ${index}`]) },
      ]),
    )
    await putSpec(client, organizationId, 'large', shop(paths))
    const count = async (spec: string) =>
      (await app.statements(() => ask('revision', { source: standsFor(spec), seed: 'seed' }))).count
    expect(await count('large')).toBe(await count('shop'))
  })
})

describe('the body that a source would give', () => {
  test('is the tree of nodes of the page of the specification, with links by the seed', async () => {
    const { status, body } = await ask('document', { source: pets, seed: 'seed' })
    expect({ status, object: body.object }).toEqual({ status: 200, object: 'document' })
    const { pages } = (await ask('revision', { source: standsFor('shop'), seed: 'seed' })).body
    const models = pages.find(({ title }: Page) => title === 'Models')
    expect(JSON.stringify(body)).toContain('List pets')
    expect(JSON.stringify(body)).toContain(models.id)
  })

  test('is the body of a document with that source whose id is the seed', async () => {
    const { id } = (await client.post(`/orgs/${organizationId}/spaces`, {})).body
    const written = await client.post(`/spaces/${id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Our pets', computed: pets }],
    })
    const page = written.body.changes[0].page.id
    const stored = (await client.get(`/spaces/${id}/content/page/${page}?format=document`)).body
    expect((await ask('document', { source: pets, seed: page })).body).toEqual(stored.document)
  })

  test('is the same in GraphQL, and empty for a page that the specification does not have', async () => {
    const query = `query ($spaceId: ID!, $source: JSON!) {
      computedDocument(spaceId: $spaceId, source: $source, seed: "seed")
    }`
    const inGraph = await client.gql(query, { spaceId, source: pets })
    expect(inGraph.data.computedDocument).toEqual(
      (await ask('document', { source: pets, seed: 'seed' })).body,
    )
    const source = { ...named('shop'), props: { doc: 'operations', page: 'nowhere' } }
    const { data } = await client.gql(query, { spaceId, source })
    expect(JSON.stringify(data.computedDocument)).not.toContain('List')
  })
})

describe.each([
  ['revision', standsFor],
  ['document', (spec: string) => ({ ...named(spec), props: { doc: 'models' } })],
] as const)('asking for the %s of a source', (what, sourceOf) => {
  const specPath = 'source.dependencies.spec.ref.spec'
  const other = what === 'revision' ? pets : standsFor('shop')

  test.each([
    ['no source', { source: undefined }, 'source'],
    ['a source that is a text', { source: 'shop' }, 'source'],
    ['an unknown type', { source: { ...sourceOf('shop'), type: 'builtin:other' } }, 'source.type'],
    ['the source of the other', { source: other }, expect.stringMatching(/^source\.props/)],
    ['a specification that is not there', { source: sourceOf('nowhere') }, specPath],
    ['no seed', { seed: undefined }, 'seed'],
    ['an empty seed', { seed: '' }, 'seed'],
  ])('is refused with %s', async (_what, more, path) => {
    const { status, body } = await ask(what, { source: sourceOf('shop'), seed: 'seed', ...more })
    expect(status).toBe(400)
    expect(body.error.fields.map((field: { path: string }) => field.path)).toEqual([path])
  })

  test('knows no specification of another organization', async () => {
    const foreign = await buildOrganization(app)
    await putSpec(app.as(foreign.admin), foreign.id, 'foreign')
    const { status, body } = await ask(what, { source: sourceOf('foreign'), seed: 'seed' })
    expect({ status, path: body.error.fields[0].path }).toEqual({ status: 400, path: specPath })
  })

  test('tells a guest, who may read the space and no specification, what one that is not there tells', async () => {
    const guest = await buildMember(app, organizationId, null)
    const body = { source: sourceOf('shop'), seed: 'seed' }
    expect((await ask(what, body, app.as(guest))).status).toBe(404)
    await grant(app, guest, 'READ', { spaceId })
    const hidden = await ask(what, body, app.as(guest))
    const missing = await ask(what, { ...body, source: sourceOf('nowhere') }, app.as(guest))
    expect({ status: hidden.status, message: hidden.body.error.message }).toEqual({
      status: 400,
      message: missing.body.error.message,
    })
  })

  test('is for a token that may only read, too', async () => {
    const { token } = (await client.post('/user/tokens', { label: 'Reads', scopes: ['read'] })).body
    const answer = await ask(what, { source: sourceOf('shop'), seed: 'seed' }, app.as({ token }))
    expect(answer.status).toBe(200)
  })
})
