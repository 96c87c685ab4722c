import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildContent, sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

const create = async (input: object = {}) =>
  (await client.post(`/orgs/${organization.id}/spaces`, input)).body as { id: string }
const pagesOf = async ({ id }: { id: string }) => (await client.get(`/spaces/${id}/content/pages`)).body.pages
const titlesOf = async (space: { id: string }) =>
  (await pagesOf(space)).map(({ title }: { title: string }) => title)
const imported = () => [{ id: newId('Page'), title: 'Imported', markdown: 'Text' }]

describe('a new space in REST', () => {
  it('has an empty first page', async () => {
    const space = await create({ title: 'New' })
    expect(await pagesOf(space)).toMatchObject([{ type: 'document', title: 'Untitled', path: 'untitled' }])
  })

  it('has a first page without a body, and if its members are null', async () => {
    const { body } = await client.post(`/orgs/${organization.id}/spaces`, {
      empty: null,
      computedSource: null,
    })
    expect(await titlesOf(body)).toEqual(['Untitled'])
  })

  it('has no page if it is to be empty', async () => {
    expect(await pagesOf(await create({ empty: true }))).toEqual([])
  })

  it('has the first page in a change request, where it can be changed', async () => {
    const space = await create()
    const request = (await client.post(`/spaces/${space.id}/change-requests`, {})).body.id
    const content = `/spaces/${space.id}/change-requests/${request}/content`
    const [page] = (await client.get(`${content}/pages`)).body.pages
    const changes = [{ operation: 'update_page', page: page.id, document: { markdown: '# Guide\n\nText' } }]
    expect((await client.post(content, { changes })).status).toBe(200)
    expect((await client.get(`${content}/pages`)).body.pages).toMatchObject([{ title: 'Guide' }])
  })
})

describe('a new space in GraphQL', () => {
  const createInGraph = async (args: string) => {
    const { data } = await client.gql(
      `mutation ($id: ID!) { createSpace(organizationId: $id, ${args}) { space { pages { nodes { title } } } } }`,
      { id: organization.id },
    )
    return data.createSpace.space.pages.nodes
  }

  it('is empty unless it asks for a first page', async () => {
    expect(await createInGraph('input: {}')).toEqual([])
    expect(await createInGraph('input: {}, hasFirstPage: true')).toEqual([{ title: 'Untitled' }])
    expect(await createInGraph('input: { empty: true }, hasFirstPage: true')).toEqual([])
  })
})

describe('an import', () => {
  it('replaces the first page that nobody has changed', async () => {
    const space = await create()
    await buildContent(app, organization.admin, space, imported())
    expect(await titlesOf(space)).toEqual(['Imported'])
  })

  it.each([
    ['has a body', { document: { markdown: 'Text' } }, 'Untitled'],
    ['has another title', { title: 'Guide' }, 'Guide'],
    ['has an emoji', { emoji: '🦊' }, 'Untitled'],
  ])('keeps the first page if it %s', async (_name, more, title) => {
    const space = await create()
    const [page] = await pagesOf(space)
    await sendChanges(client, space.id, { operation: 'update_page', page: page.id, ...more })
    await buildContent(app, organization.admin, space, imported())
    expect(await titlesOf(space)).toEqual([title, 'Imported'])
  })

  it('keeps the first page beside another one', async () => {
    const space = await create()
    const other = { operation: 'insert_page', title: 'Other', document: { markdown: '' } }
    await sendChanges(client, space.id, other)
    await buildContent(app, organization.admin, space, imported())
    expect(await titlesOf(space)).toEqual(['Untitled', 'Other', 'Imported'])
  })

  it('without pages keeps the first page', async () => {
    const space = await create()
    await buildContent(app, organization.admin, space, [])
    expect(await titlesOf(space)).toEqual(['Untitled'])
  })
})
