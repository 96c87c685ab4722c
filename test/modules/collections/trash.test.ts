import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeDeletedContent } from '../../../src/modules/spaces/purge.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { addMember, buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Deleted {
  readonly id: string
  readonly deletedAt: string
  readonly purgeAt: string
  readonly daysLeft: number
  readonly deletedWithId: string | null
  readonly deletedWith: { readonly id: string } | null
}

interface Trash {
  readonly spaces: Deleted[]
  readonly collections: Deleted[]
}

/** Reads the trash of an organization, and compares the lists of GraphQL with those of REST. */
async function trashOf(client: TestClient, organizationId: string, nested = true): Promise<Trash> {
  const { data, errors } = await client.gql(
    `query ($id: ID!, $nested: Boolean) { organization(id: $id) {
      spaces: deletedSpaces(nested: $nested) { totalCount nodes { ...Deleted deletedWithId deletedWith { id } } }
      collections: deletedCollections(nested: $nested) {
        totalCount nodes { ...Deleted daysLeft purgeAt deletedWithId deletedWith { id } }
      }
    } }
    fragment Deleted on Content { id deletedAt ... on Space { daysLeft purgeAt } }`,
    { id: organizationId, nested },
  )
  expect(errors).toBeUndefined()
  const { spaces, collections } = data.organization
  for (const [name, list] of [
    ['spaces', spaces],
    ['collections', collections],
  ] as const) {
    const { body } = await client.get(`/orgs/${organizationId}/trash/${name}?nested=${nested}`)
    expect(body).toMatchObject({ count: list.totalCount })
    expect(body.items).toEqual(
      list.nodes.map(({ id, deletedAt, purgeAt, daysLeft, deletedWithId }: Deleted) =>
        expect.objectContaining({
          id,
          deletedAt,
          purgeAt,
          daysLeft,
          ...(deletedWithId && { deletedWith: deletedWithId }),
        }),
      ),
    )
  }
  return { spaces: spaces.nodes, collections: collections.nodes }
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).sort()

/** Deletes it some days earlier than now. */
async function age(id: string, milliseconds: number): Promise<void> {
  const deletedAt = new Date(Date.now() - milliseconds)
  const data = { deletedAt }
  await app.database.prisma.collection.updateMany({
    where: { deletedAt: { not: null }, OR: [{ id }, { deletedWithId: id }] },
    data,
  })
  await app.database.prisma.space.updateMany({
    where: { deletedAt: { not: null }, OR: [{ id }, { deletedWithId: id }] },
    data,
  })
}

/** Creates an outer collection with a space, and in it an inner one with a space. */
async function buildTree(organization: { id: string }) {
  const outer = await buildCollection(app, organization, { title: 'outer' })
  const inner = await buildCollection(app, organization, { title: 'inner', parent: outer })
  const one = await buildSpace(app, organization, { title: 'one', parent: outer })
  const two = await buildSpace(app, organization, { title: 'two', parent: inner })
  return { outer: outer.id, inner: inner.id, one: one.id, two: two.id }
}

describe('the trash', () => {
  it('lists what was deleted, by itself or with its collection, the last first, with the days left', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const { outer, inner, one, two } = await buildTree(organization)
    const { id: alone } = await buildSpace(app, organization)
    expect(await trashOf(client, organization.id)).toEqual({ spaces: [], collections: [] })
    await client.delete(`/spaces/${alone}`)
    await age(alone, 3 * day + 60_000)
    await client.delete(`/collections/${outer}`)

    const { spaces, collections } = await trashOf(client, organization.id)
    expect(idsOf(spaces)).toEqual([one, two, alone].sort())
    expect(idsOf(collections)).toEqual([outer, inner].sort())
    expect(spaces.at(-1)).toMatchObject({ id: alone, daysLeft: 4, deletedWithId: null, deletedWith: null })
    expect(spaces[0]).toMatchObject({ daysLeft: 7, deletedWithId: outer, deletedWith: { id: outer } })
    for (const { deletedAt, purgeAt } of [...spaces, ...collections])
      expect(Date.parse(purgeAt) - Date.parse(deletedAt)).toBe(7 * day)

    const byThemselves = await trashOf(client, organization.id, false)
    expect(idsOf(byThemselves.spaces)).toEqual([alone])
    expect(idsOf(byThemselves.collections)).toEqual([outer])
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) {
        spaces { totalCount } collections { totalCount } contents(nested: true) { totalCount } } }`,
      { id: organization.id },
    )
    expect(data.organization).toEqual({
      spaces: { totalCount: 0 },
      collections: { totalCount: 0 },
      contents: { totalCount: 0 },
    })
  })

  it('shows each only what they may restore', async () => {
    const organization = await buildOrganization(app)
    const admin = app.as(organization.admin)
    const { outer, inner, one, two } = await buildTree(organization)
    const reader = await buildMember(app, organization.id, 'READ')
    const ofSpace = await buildMember(app, organization.id, null)
    await grant(app, ofSpace, 'ADMIN', { spaceId: two })
    const ofInner = await buildMember(app, organization.id, null)
    await grant(app, ofInner, 'ADMIN', { collectionId: inner })
    await admin.delete(`/collections/${outer}`)

    expect(await trashOf(app.as(reader), organization.id)).toEqual({ spaces: [], collections: [] })
    const found = await trashOf(app.as(ofSpace), organization.id)
    // The collection with which it was deleted is not theirs.
    expect(found).toMatchObject({ spaces: [{ id: two, deletedWith: null }], collections: [] })
    const further = await trashOf(app.as(ofInner), organization.id)
    expect([idsOf(further.spaces), idsOf(further.collections)]).toEqual([[two], [inner]])
    for (const client of [app.as(reader), app.as(ofSpace)]) {
      expect((await client.get(`/collections/${inner}`)).status).toBe(404)
      expect((await client.post(`/collections/${inner}/restore`)).status).toBe(404)
    }
    expect((await app.as(ofInner).get(`/collections/${inner}`)).status).toBe(200)
    expect((await app.as(ofInner).post(`/collections/${inner}/restore`)).status).toBe(200)
    expect((await trashOf(admin, organization.id)).spaces).toMatchObject([{ id: one }])
    const stranger = app.as((await buildOrganization(app)).admin)
    expect((await stranger.get(`/orgs/${organization.id}/trash/spaces`)).status).toBe(404)
  })

  it('holds its content, which no other way leads to', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const { outer, inner, one } = await buildTree(organization)
    const link = await client.post(`/orgs/${organization.id}/link-invites`, {
      collection: inner,
      role: 'read',
    })
    const { id: other } = await buildSpace(app, organization)
    await client.delete(`/collections/${outer}`)
    const address = `/collections/${inner}`
    const statuses = [
      (await client.patch(address, { title: 'x' })).status,
      (await client.post(`${address}/move`, { parent: null })).status,
      (await client.post(`${address}/transfer`, { organization: organization.id })).status,
      (await client.delete(address)).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404])
    const into = { parent: inner }
    expect((await client.post(`/orgs/${organization.id}/spaces`, into)).status).toBe(400)
    expect((await client.post(`/orgs/${organization.id}/collections`, into)).status).toBe(400)
    expect((await client.post(`/spaces/${other}/move`, into)).status).toBe(400)
    const position = { after: { type: 'collection', collection: outer } }
    expect((await client.post(`/spaces/${other}/move`, { position })).status).toBe(400)
    if (link.status < 300) {
      const { data } = await client.gql(
        `query ($id: ID!) { organization(id: $id) { inviteLinks { nodes { id } } } }`,
        { id: organization.id },
      )
      expect(idsOf(data.organization.inviteLinks.nodes)).not.toContain(link.body.id)
    }
    const { data } = await client.gql('query ($id: ID!) { space(id: $id) { parent { id } } }', { id: one })
    expect(data.space.parent).toBeNull()
  })
})

describe('restoring a collection', () => {
  it('restores what was deleted with it, to its place, and not what was deleted before', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const { outer, inner, one, two } = await buildTree(organization)
    const before = await buildSpace(app, organization, { parent: { id: inner } })
    const { id: last } = await buildSpace(app, organization)
    await client.delete(`/spaces/${before.id}`)
    await client.delete(`/collections/${outer}`)
    const restored = await client.post(`/collections/${outer}/restore`)
    expect(restored.status).toBe(200)
    expect(restored.body).not.toHaveProperty('deletedAt')
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) { contents { nodes {
        id ... on Collection { contents { nodes { id ... on Collection { contents { nodes { id } } } } } }
      } } } }`,
      { id: organization.id },
    )
    expect(data.organization.contents.nodes).toEqual([
      { id: outer, contents: { nodes: [{ id: inner, contents: { nodes: [{ id: two }] } }, { id: one }] } },
      { id: last },
    ])
    expect(await trashOf(client, organization.id)).toMatchObject({
      spaces: [{ id: before.id, deletedWithId: null }],
      collections: [],
    })
    expect((await client.post(`/spaces/${before.id}/restore`)).body.parent).toBe(inner)
    expect((await client.post(`/collections/${outer}/restore`)).body.error.reason).toBe(
      'COLLECTION_NOT_DELETED',
    )
  })

  it('restores one inside of a deleted one to the root, and keeps it restricted', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const closed = await buildCollection(app, organization, { defaultLevel: null })
    const inner = await buildCollection(app, organization, { parent: closed })
    const space = await buildSpace(app, organization, { parent: inner })
    const rest = await buildSpace(app, organization, { parent: closed })
    await client.delete(`/collections/${closed.id}`)
    const restored = await client.post(`/collections/${inner.id}/restore`)
    expect(restored.body).toMatchObject({ defaultLevel: null })
    expect(restored.body).not.toHaveProperty('parent')
    expect((await client.get(`/spaces/${space.id}`)).body.parent).toBe(inner.id)
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    for (const address of [`/collections/${inner.id}`, `/spaces/${space.id}`])
      expect((await member.get(address)).status).toBe(404)
    expect((await client.post(`/collections/${closed.id}/restore`)).status).toBe(200)
    expect((await client.get(`/spaces/${rest.id}`)).body.parent).toBe(closed.id)
    expect((await client.get(`/collections/${inner.id}`)).body).not.toHaveProperty('parent')
  })

  it('puts it between its former neighbors, also in another organization', async () => {
    const organization = await buildOrganization(app)
    const target = await buildOrganization(app)
    await addMember(app, target.id, organization.admin, 'ADMIN')
    const client = app.as(organization.admin)
    const parent = await buildCollection(app, organization)
    const [a, b, c] = [
      await buildSpace(app, organization, { parent }),
      await buildCollection(app, organization, { parent }),
      await buildSpace(app, organization, { parent }),
    ]
    await client.delete(`/collections/${b.id}`)
    const position = { after: { type: 'space', space: a.id } }
    const d = await buildSpace(app, organization, { parent })
    expect((await client.post(`/spaces/${d.id}/move`, { position })).status).toBe(200)
    expect(
      (await client.post(`/collections/${parent.id}/transfer`, { organization: target.id })).status,
    ).toBe(200)
    const restored = await client.post(`/collections/${b.id}/restore`)
    expect(restored.body).toMatchObject({ organization: target.id, parent: parent.id })
    const { data } = await client.gql(
      'query ($id: ID!) { collection(id: $id) { contents { nodes { id } } } }',
      { id: parent.id },
    )
    const ids = data.collection.contents.nodes.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([a.id, d.id, b.id, c.id])
  })

  it('is possible for 7 days, after which all of it is purged, and nothing else', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const { outer, inner, one, two } = await buildTree(organization)
    const kept = await buildTree(organization)
    await client.delete(`/collections/${outer}`)
    await client.delete(`/collections/${kept.outer}`)
    await age(outer, 7 * day + 1)
    await age(kept.outer, 7 * day - 60_000)
    expect((await client.post(`/collections/${outer}/restore`)).status).toBe(404)
    expect(idsOf((await trashOf(client, organization.id)).collections)).toEqual(
      [kept.outer, kept.inner].sort(),
    )
    await Promise.all([1, 2].map(() => purgeDeletedContent(app.database, new Date())))
    const { prisma } = app.database
    expect(await prisma.collection.count({ where: { id: { in: [outer, inner] } } })).toBe(0)
    expect(await prisma.space.count({ where: { id: { in: [one, two] } } })).toBe(0)
    expect((await client.post(`/collections/${kept.outer}/restore`)).status).toBe(200)
    expect((await client.get(`/spaces/${kept.two}`)).body).not.toHaveProperty('deletedAt')
  })
})
