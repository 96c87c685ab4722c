import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  admin = app.as(organization.admin)
})
afterAll(() => app.close())

const names = (answer: { body: { items: { title: string }[] } }) =>
  answer.body.items.map((item) => item.title)

describe('creating a collection', () => {
  it('returns 201 with the collection and its location', async () => {
    const answer = await admin.post(`/orgs/${organization.id}/collections`, { title: 'Guides' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${app.url}/v1/collections/${answer.body.id}`)
    expect(answer.body).toEqual({
      object: 'collection',
      id: expect.any(String),
      title: 'Guides',
      organization: organization.id,
      defaultLevel: 'inherit',
      urls: { location: answer.headers.get('location'), app: `${app.url}/c/${answer.body.id}` },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    })
    expect((await admin.get(`/collections/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('has a default title, and rejects one of more than 50 characters', async () => {
    const address = `/orgs/${organization.id}/collections`
    expect((await admin.post(address)).body.title).toBe('Untitled')
    expect((await admin.post(address, { title: '🙂'.repeat(50) })).status).toBe(201)
    expect((await admin.post(address, { title: 'x'.repeat(51) })).status).toBe(400)
  })

  it('nests it in a parent of the same organization only', async () => {
    const other = await buildOrganization(app)
    const parent = await buildCollection(app, organization)
    const foreign = await buildCollection(app, other)
    const address = `/orgs/${organization.id}/collections`
    expect((await admin.post(address, { parent: parent.id })).body.parent).toBe(parent.id)
    for (const id of [foreign.id, 'colnone', ''])
      expect((await admin.post(address, { parent: id })).body.error).toMatchObject({
        code: 400,
        fields: [{ path: 'parent' }],
      })
  })

  it('requires the permission to create content in the target', async () => {
    const parent = await buildCollection(app, organization)
    const reviewer = await buildMember(app, organization.id, 'REVIEW')
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'CREATE', { collectionId: parent.id })
    const address = `/orgs/${organization.id}/collections`
    expect((await app.as(reviewer).post(address)).status).toBe(403)
    expect((await app.as(reviewer).post(address, { parent: parent.id })).status).toBe(403)
    expect((await app.as(guest).post(address)).status).toBe(403)
    expect((await app.as(guest).post(address, { parent: parent.id })).status).toBe(201)
  })
})

describe('changing a collection', () => {
  it('sets title, description and level, and removes a description with null', async () => {
    const { id } = await buildCollection(app, organization)
    const changed = await admin.patch(`/collections/${id}`, {
      title: 'New',
      description: 'About',
      defaultLevel: null,
    })
    expect(changed.body).toMatchObject({ title: 'New', description: 'About', defaultLevel: null })
    const again = await admin.patch(`/collections/${id}`, { description: null, defaultLevel: 'comment' })
    expect(again.body).toMatchObject({ title: 'New', defaultLevel: 'comment' })
    expect(again.body).not.toHaveProperty('description')
    expect((await admin.patch(`/collections/${id}`, { description: 'x'.repeat(101) })).status).toBe(400)
    expect((await admin.patch(`/collections/${id}`, { defaultLevel: 'owner' })).status).toBe(400)
  })

  it('applies a changed level to all content inside that inherits it, and to nothing else', async () => {
    const outer = await buildCollection(app, organization)
    const inner = await buildCollection(app, organization, { parent: outer })
    const closed = await buildCollection(app, organization, { parent: outer, defaultLevel: null })
    const inInner = await buildSpace(app, organization, { parent: inner })
    const inClosed = await buildSpace(app, organization, { parent: closed })
    const own = await buildSpace(app, organization, { parent: inner, defaultLevel: 'EDIT' })
    const { token } = await buildMember(app, organization.id, 'CREATE')
    const rights = async (id: string) => (await app.as({ token }).get(`/spaces/${id}`)).body.permissions

    expect(await rights(inInner.id)).toMatchObject({ admin: true })
    await admin.patch(`/collections/${outer.id}`, { defaultLevel: 'comment' })
    expect(await rights(inInner.id)).toMatchObject({ comment: true, edit: false })
    expect(await rights(own.id)).toMatchObject({ edit: true, review: false })
    expect((await app.as({ token }).get(`/spaces/${inClosed.id}`)).status).toBe(404)
    await admin.patch(`/collections/${outer.id}`, { defaultLevel: null })
    expect((await app.as({ token }).get(`/spaces/${inInner.id}`)).status).toBe(404)
    expect((await app.as({ token }).get(`/collections/${inner.id}`)).status).toBe(404)
    expect((await app.as({ token }).get(`/spaces/${own.id}`)).status).toBe(200)
    await admin.patch(`/collections/${outer.id}`, { defaultLevel: 'inherit' })
    expect(await rights(inInner.id)).toMatchObject({ admin: true })
  })
})

describe('listing', () => {
  it('lists all collections of an organization, or those at the root only', async () => {
    const own = await buildOrganization(app)
    const client = app.as(own.admin)
    const first = await buildCollection(app, own, { title: 'first' })
    await buildCollection(app, own, { title: 'second' })
    await buildCollection(app, own, { title: 'inner', parent: first })
    const address = `/orgs/${own.id}/collections`
    expect(names(await client.get(address))).toEqual(['first', 'second', 'inner'])
    expect(names(await client.get(`${address}?nested=true`))).toEqual(['first', 'second', 'inner'])
    const root = await client.get(`${address}?nested=false`)
    expect(names(root)).toEqual(['first', 'second'])
    expect(root.body.count).toBe(2)
    expect((await client.get(`${address}?nested=perhaps`)).status).toBe(400)
    await client.post(`/collections/${first.id}/move`, { position: {} })
    expect(names(await client.get(`${address}?nested=false`))).toEqual(['second', 'first'])
  })

  it('lists the spaces directly inside, in order and in pages', async () => {
    const collection = await buildCollection(app, organization)
    const inner = await buildCollection(app, organization, { parent: collection })
    await buildSpace(app, organization, { parent: inner, title: 'deeper' })
    for (const title of ['a', 'b', 'c']) await buildSpace(app, organization, { parent: collection, title })
    const address = `/collections/${collection.id}/spaces`
    const page = await admin.get(`${address}?limit=2`)
    expect(names(page)).toEqual(['a', 'b'])
    expect(page.body.count).toBe(3)
    const next = await admin.get(`${address}?limit=2&page=${page.body.next.page}`)
    expect(names(next)).toEqual(['c'])
    expect(next.body).not.toHaveProperty('next')
  })

  it('returns a tree in one GraphQL request', async () => {
    const outer = await buildCollection(app, organization, { title: 'outer' })
    const inner = await buildCollection(app, organization, { title: 'inner', parent: outer })
    await buildSpace(app, organization, { title: 'leaf', parent: inner })
    const { data } = await admin.gql(
      `query ($id: ID!) {
        collection(id: $id) {
          organization { id } parent { id }
          collections { nodes { title parent { title } spaces { nodes { title parent { title } } } } }
        }
        node(id: $id) { id ... on Collection { title } }
      }`,
      { id: outer.id },
    )
    expect(data).toEqual({
      collection: {
        organization: { id: organization.id },
        parent: null,
        collections: {
          nodes: [
            {
              title: 'inner',
              parent: { title: 'outer' },
              spaces: { nodes: [{ title: 'leaf', parent: { title: 'inner' } }] },
            },
          ],
        },
      },
      node: { id: outer.id, title: 'outer' },
    })
  })
})

describe('deleting a collection', () => {
  it('marks it and its content as deleted, of which each can be restored by itself to the root', async () => {
    const own = await buildOrganization(app)
    const client = app.as(own.admin)
    const outer = await buildCollection(app, own)
    const inner = await buildCollection(app, own, { parent: outer })
    const spaces = [
      await buildSpace(app, own, { title: 'one', parent: outer }),
      await buildSpace(app, own, { title: 'two', parent: inner }),
    ]
    await buildSpace(app, own, { title: 'root' })
    expect((await client.delete(`/collections/${outer.id}`)).status).toBe(205)
    for (const { id } of [outer, inner])
      expect((await client.get(`/collections/${id}`)).body).toMatchObject({ deletedAt: expect.any(String) })
    expect((await client.delete(`/collections/${outer.id}`)).status).toBe(404)
    expect((await client.get(`/orgs/${own.id}/collections`)).body).toEqual({ items: [], count: 0 })
    expect(names(await client.get(`/orgs/${own.id}/spaces`))).toEqual(['root'])
    for (const { id } of spaces) {
      const deleted = await client.get(`/spaces/${id}`)
      expect(deleted.body).toHaveProperty('deletedAt')
      const restored = await client.post(`/spaces/${id}/restore`)
      expect(restored.status).toBe(200)
      expect(restored.body).not.toHaveProperty('deletedAt')
      expect(restored.body).not.toHaveProperty('parent')
    }
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) { spaces(nested: false) { nodes { title } } } }`,
      { id: own.id },
    )
    expect(data.organization.spaces.nodes.map((space: { title: string }) => space.title)).toEqual([
      'root',
      'one',
      'two',
    ])
  })

  it('does not give members access to restricted content', async () => {
    const closed = await buildCollection(app, organization, { defaultLevel: null })
    const space = await buildSpace(app, organization, { parent: closed })
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    await admin.delete(`/collections/${closed.id}`)
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await member.post(`/spaces/${space.id}/restore`)).status).toBe(404)
    expect((await admin.post(`/spaces/${space.id}/restore`)).body.defaultLevel).toBeNull()
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(404)
  })
})

describe('rights', () => {
  it('responds to a hidden collection as to an unknown one', async () => {
    const { id } = await buildCollection(app, organization, { defaultLevel: null })
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    const stranger = app.as(await buildUser(app))
    for (const client of [member, stranger])
      for (const [method, rest] of [
        ['get', ''],
        ['delete', ''],
        ['get', '/spaces'],
      ] as const) {
        const hidden = await client[method](`/collections/${id}${rest}`)
        const unknown = await client[method](`/collections/colnone${rest}`)
        expect(hidden.status).toBe(404)
        expect({ ...hidden.body.error, requestId: null }).toEqual({
          ...unknown.body.error,
          requestId: null,
        })
      }
    expect((await member.patch(`/collections/${id}`, { title: 'x' })).status).toBe(404)
    expect((await member.post(`/collections/${id}/move`, { parent: null })).status).toBe(404)
    expect((await member.post(`/collections/${id}/transfer`, { organization: 'x' })).status).toBe(404)
    const { data, errors } = await member.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined })
  })

  it('allows only members with at least the role create to administer it', async () => {
    const reviewer = app.as(await buildMember(app, organization.id, 'REVIEW'))
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const { id } = await buildCollection(app, organization)
    expect((await reviewer.get(`/collections/${id}`)).body.permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    })
    expect((await reviewer.patch(`/collections/${id}`, { title: 'x' })).status).toBe(403)
    expect((await reviewer.post(`/collections/${id}/move`, { position: {} })).status).toBe(403)
    expect((await reviewer.post(`/collections/${id}/transfer`, { organization: 'x' })).status).toBe(403)
    expect((await reviewer.delete(`/collections/${id}`)).status).toBe(403)
    expect((await creator.get(`/collections/${id}`)).body.permissions).toMatchObject({
      admin: true,
      create: true,
    })
    expect((await creator.patch(`/collections/${id}`, { title: 'x' })).status).toBe(200)
    expect((await creator.delete(`/collections/${id}`)).status).toBe(205)
  })

  it('does not expose the title of a hidden parent', async () => {
    const hidden = await buildCollection(app, organization, { defaultLevel: null, title: 'secret' })
    const space = await buildSpace(app, organization, { parent: hidden })
    const member = await buildMember(app, organization.id, 'READ')
    await grant(app, member, 'READ', { spaceId: space.id })
    const { data } = await app
      .as(member)
      .gql('query ($id: ID!) { space(id: $id) { title parent { title } } }', { id: space.id })
    expect(data.space).toEqual({ title: 'Space', parent: null })
  })

  it('applies a role granted on a collection to everything inside it', async () => {
    const outer = await buildCollection(app, organization, { defaultLevel: null })
    const inner = await buildCollection(app, organization, { parent: outer })
    const space = await buildSpace(app, organization, { parent: inner })
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'EDIT', { collectionId: outer.id })
    const seen = await app.as(guest).get(`/spaces/${space.id}`)
    expect(seen.body.permissions).toMatchObject({ view: true, edit: true, review: false, admin: false })
    expect(names(await app.as(guest).get(`/orgs/${organization.id}/collections`))).toHaveLength(2)
  })
})
