import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import { inGraph, shop, standsFor } from './computed-sources.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  await putShop(client, organization.id, 'shop')
})
afterAll(() => app.close())

async function putShop(owner: TestClient, organizationId: string, slug: string) {
  const source = { text: JSON.stringify(shop()) }
  await owner.put(`/orgs/${organizationId}/openapi/${slug}`, { source })
  await processPendingSpecs(app)
}

const create = (body: object, creator = client) => creator.post(`/orgs/${organization.id}/spaces`, body)

const computedSource = standsFor('shop')

const titlesIn = async (spaceId: string, query = '') =>
  (await client.get(`/spaces/${spaceId}/content/pages${query}`)).body.pages.map(
    (page: { title: string }) => page.title,
  )

const countRows = async () => {
  const { space, branch, revision, pageVersion } = app.database.prisma
  return [await space.count(), await branch.count(), await revision.count(), await pageVersion.count()]
}

describe('a space created from a computed source', () => {
  test('has one computed page, which expands to the pages of the specification immediately', async () => {
    const { status, body } = await create({ title: 'Reference', computedSource })
    expect(status).toBe(201)
    expect(await titlesIn(body.id)).toEqual(['The shop', 'Pets', 'Models'])
    const stored = (await client.get(`/spaces/${body.id}/content/pages?computed=false`)).body.pages
    expect(stored).toMatchObject([{ type: 'computed', title: 'Reference', computed: computedSource }])
    expect((await client.get(`/spaces/${body.id}/content/path/pets/toys`)).body.title).toBe('Toys')
  })

  test('is returned with the revision that has the page, of the type computed', async () => {
    const { body } = await create({ computedSource })
    expect((await client.get(`/spaces/${body.id}`)).body).toEqual(body)
    const { items } = (await client.get(`/spaces/${body.id}/revisions`)).body
    expect(items).toMatchObject([
      { id: body.revision, type: 'computed', parents: [items[1].id] },
      { type: 'edits', parents: [] },
    ])
  })

  test('can be edited, created locked and created in a collection like any other', async () => {
    const { id: parent } = await buildCollection(app, organization)
    const { body } = await create({ title: '', editMode: 'locked', parent, computedSource })
    expect(body).toMatchObject({ editMode: 'locked', parent })
    expect(await titlesIn(body.id, '?computed=false')).toEqual(['Untitled'])
    await client.patch(`/spaces/${body.id}`, { editMode: 'live' })
    const change = { operation: 'insert_page', title: 'By hand', document: { markdown: 'Text' } }
    expect((await client.post(`/spaces/${body.id}/content`, { changes: [change] })).status).toBe(200)
    expect(await titlesIn(body.id)).toEqual(['The shop', 'Pets', 'Models', 'By hand'])
  })

  test('can be created in GraphQL', async () => {
    const { data } = await client.gql(
      `mutation ($organizationId: ID!, $source: ComputedSourceInput!) {
        createSpace(organizationId: $organizationId, input: { computedSource: $source }) {
          space {
            id revision { type allPages { title } }
          }
        }
      }`,
      { organizationId: organization.id, source: inGraph(computedSource) },
    )
    expect(data.createSpace.space.revision).toEqual({
      type: 'COMPUTED',
      allPages: ['The shop', 'Pets', 'Toys', 'Models'].map((title) => ({ title })),
    })
  })

  test('is empty if the source is null', async () => {
    const { status, body } = await create({ computedSource: null, empty: true })
    expect(status).toBe(201)
    expect(await titlesIn(body.id)).toEqual([])
  })

  const specPath = 'computedSource.dependencies.spec.ref.spec'

  test.each([
    ['a text', 'shop', 'computedSource'],
    ['an unknown type', { ...computedSource, type: 'builtin:other' }, 'computedSource.type'],
    ['the source of a body', { ...computedSource, props: { doc: 'models' } }, 'computedSource.props.models'],
    ['a specification that is not there', standsFor('nowhere'), specPath],
  ])('is rejected with %s, and nothing is created', async (_what, source, path) => {
    const before = await countRows()
    const { status, body } = await create({ title: 'Refused', computedSource: source })
    expect(status).toBe(400)
    expect(body.error.fields.map((field: { path: string }) => field.path)).toEqual([path])
    expect(await countRows()).toEqual(before)
  })

  test('is rejected with a specification of another organization, and nothing is created', async () => {
    const foreign = await buildOrganization(app)
    await putShop(app.as(foreign.admin), foreign.id, 'foreign')
    const before = await countRows()
    const { status, body } = await create({ computedSource: standsFor('foreign') })
    expect({ status, path: body.error.fields[0].path }).toEqual({ status: 400, path: specPath })
    expect(await countRows()).toEqual(before)
  })

  test('is rejected for a guest, who may create spaces in a collection but not view specifications', async () => {
    const { id: parent } = await buildCollection(app, organization)
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'CREATE', { collectionId: parent })
    expect((await create({ parent }, app.as(guest))).status).toBe(201)
    const before = await countRows()
    const { status, body } = await create({ parent, computedSource }, app.as(guest))
    expect({ status, path: body.error.fields[0].path }).toEqual({ status: 400, path: specPath })
    expect(await countRows()).toEqual(before)
  })

  test('is rejected for users who may not create spaces, before the source is checked', async () => {
    const reader = await buildMember(app, organization.id, 'READ')
    for (const source of [computedSource, standsFor('nowhere')])
      expect((await create({ computedSource: source }, app.as(reader))).status).toBe(403)
  })
})
