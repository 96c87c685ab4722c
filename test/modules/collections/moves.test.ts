import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maximumLevels } from '../../../src/modules/collections/limits.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
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

/** Returns the ids of the children of a parent, spaces and collections, in order. */
async function childrenOf(parentId: string): Promise<string[]> {
  const where = { parentId }
  const spaces = await app.database.prisma.space.findMany({ where: { ...where, deletedAt: null } })
  const collections = await app.database.prisma.collection.findMany({ where: { ...where, deletedAt: null } })
  return [...spaces, ...collections]
    .sort((one, other) => (one.position < other.position ? -1 : 1))
    .map(({ id }) => id)
}

const space = (id: string) => ({ type: 'space', space: id })
const collection = (id: string) => ({ type: 'collection', collection: id })

/** Creates a collection that contains, in this order: space a, collection b, space c. */
async function buildRow() {
  const parent = await buildCollection(app, organization)
  const a = await buildSpace(app, organization, { parent, title: 'a' })
  const b = await buildCollection(app, organization, { parent, title: 'b' })
  const c = await buildSpace(app, organization, { parent, title: 'c' })
  return { parent, a: a.id, b: b.id, c: c.id }
}

describe('moving among siblings', () => {
  it('moves an item directly before or after a sibling, which is a space or a collection', async () => {
    const { parent, a, b, c } = await buildRow()
    expect((await admin.post(`/spaces/${c}/move`, { position: { before: space(a) } })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([c, a, b])
    expect((await admin.post(`/collections/${b}/move`, { position: { after: space(c) } })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([c, b, a])
    expect((await admin.post(`/spaces/${c}/move`, { position: { after: collection(b) } })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([b, c, a])
  })

  it('accepts two siblings that are adjacent in that order', async () => {
    const { parent, a, b, c } = await buildRow()
    const d = (await buildSpace(app, organization, { parent })).id
    const between = { after: space(a), before: collection(b) }
    expect((await admin.post(`/spaces/${d}/move`, { position: between })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([a, d, b, c])
    const apart = { after: space(a), before: space(c) }
    expect((await admin.post(`/spaces/${d}/move`, { position: apart })).status).toBe(400)
    const reversed = { after: collection(b), before: space(a) }
    expect((await admin.post(`/spaces/${d}/move`, { position: reversed })).status).toBe(400)
  })

  it('moves to the end without a position', async () => {
    const { parent, a, b, c } = await buildRow()
    expect((await admin.post(`/spaces/${a}/move`, { parent: parent.id })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([b, c, a])
    expect((await admin.post(`/collections/${b}/move`, { position: {} })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([c, a, b])
  })

  it('returns 409 if nothing would change', async () => {
    const { parent, a, b, c } = await buildRow()
    for (const body of [
      { position: { before: collection(b) } },
      { parent: parent.id, position: { before: collection(b) } },
    ])
      expect((await admin.post(`/spaces/${a}/move`, body)).status).toBe(409)
    expect((await admin.post(`/spaces/${c}/move`, { position: {} })).status).toBe(409)
    expect((await admin.post(`/collections/${b}/move`, { position: { after: space(a) } })).status).toBe(409)
    expect(await childrenOf(parent.id)).toEqual([a, b, c])
  })

  it('ignores a deleted neighbor, which keeps its position until it is restored', async () => {
    const { parent, a, b, c } = await buildRow()
    const d = (await buildSpace(app, organization, { parent })).id
    await admin.delete(`/spaces/${c}`)
    expect((await admin.post(`/spaces/${d}/move`, { position: { after: collection(b) } })).status).toBe(409)
    const between = { after: collection(b), before: space(d) }
    expect((await admin.post(`/spaces/${a}/move`, { position: between })).status).toBe(200)
    expect(await childrenOf(parent.id)).toEqual([b, a, d])
    await admin.post(`/spaces/${c}/restore`)
    expect(await childrenOf(parent.id)).toHaveLength(4)
    expect((await childrenOf(parent.id)).filter((id) => id !== a)).toEqual([b, c, d])
  })

  it('rejects ids that are not of siblings', async () => {
    const { a, b } = await buildRow()
    const stranger = await buildSpace(app, organization)
    for (const position of [
      { before: space(a) },
      { before: space('spcnone') },
      { after: space(stranger.id) },
      { after: space(b) },
      { after: { type: 'collection', space: b } },
      { after: { type: 'page', space: b } },
      { after: {} },
    ])
      expect((await admin.post(`/spaces/${a}/move`, { position })).status).toBe(400)
  })

  it('rejects a sibling that the caller cannot see as one that does not exist', async () => {
    const { parent, a } = await buildRow()
    const hidden = await buildSpace(app, organization, { parent, defaultLevel: null })
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const answers = await Promise.all(
      [hidden.id, 'spcnone'].map((id) =>
        creator.post(`/spaces/${a}/move`, { position: { after: space(id) } }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([400, 400])
    expect(answers[0]?.body.error.message).toBe(answers[1]?.body.error.message)
  })

  it.runIf(isLongRun)('requires a parent or a position', async () => {
    const { a, b } = await buildRow()
    for (const body of [undefined, {}, { position: null }]) {
      expect((await admin.post(`/spaces/${a}/move`, body)).status).toBe(400)
      expect((await admin.post(`/collections/${b}/move`, body)).status).toBe(400)
    }
  })
})

describe('moving to another parent', () => {
  it('applies the permissions of the new parent to a space', async () => {
    const closed = await buildCollection(app, organization, { defaultLevel: null })
    const open = await buildCollection(app, organization, { defaultLevel: 'COMMENT' })
    const { id } = await buildSpace(app, organization, { parent: closed })
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    expect((await reader.get(`/spaces/${id}`)).status).toBe(404)
    const moved = await admin.post(`/spaces/${id}/move`, { parent: open.id })
    expect(moved.body).toMatchObject({ parent: open.id, defaultLevel: 'inherit' })
    expect((await reader.get(`/spaces/${id}`)).body.permissions).toMatchObject({ comment: true, edit: false })
    expect((await admin.post(`/spaces/${id}/move`, { parent: null })).body).not.toHaveProperty('parent')
    expect((await reader.get(`/spaces/${id}`)).body.permissions).toMatchObject({ comment: false })
  })

  it('moves all content of a collection, with the permissions of the new parent', async () => {
    const closed = await buildCollection(app, organization, { defaultLevel: null })
    const outer = await buildCollection(app, organization)
    const inner = await buildCollection(app, organization, { parent: outer })
    const { id } = await buildSpace(app, organization, { parent: inner })
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'READ', { collectionId: closed.id })
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    expect((await reader.get(`/spaces/${id}`)).status).toBe(200)
    expect((await app.as(guest).get(`/spaces/${id}`)).status).toBe(404)
    expect((await admin.post(`/collections/${outer.id}/move`, { parent: closed.id })).status).toBe(200)
    expect((await reader.get(`/spaces/${id}`)).status).toBe(404)
    expect((await reader.get(`/collections/${inner.id}`)).status).toBe(404)
    expect((await app.as(guest).get(`/spaces/${id}`)).status).toBe(200)
    const row = await app.database.prisma.space.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ ancestors: [closed.id, outer.id, inner.id], effectiveLevel: null })
  })

  it('rejects a collection as its own descendant', async () => {
    const outer = await buildCollection(app, organization)
    const inner = await buildCollection(app, organization, { parent: outer })
    for (const parent of [outer.id, inner.id])
      expect((await admin.post(`/collections/${outer.id}/move`, { parent })).body.error).toMatchObject({
        code: 400,
        fields: [{ path: 'parent' }],
      })
  })

  it('rejects parents that are unknown, hidden or of another organization with the same message', async () => {
    const { id } = await buildSpace(app, organization)
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const hidden = await buildCollection(app, organization, { defaultLevel: null })
    const foreign = await buildCollection(app, await buildOrganization(app))
    const messages = []
    for (const parent of [hidden.id, foreign.id, 'colnone', '', '\u00e9']) {
      const answer = await creator.post(`/spaces/${id}/move`, { parent })
      expect(answer.status).toBe(400)
      messages.push(answer.body.error.message)
    }
    expect(new Set(messages).size).toBe(1)
  })

  it('requires the permission to create content in the target', async () => {
    const closed = await buildCollection(app, organization, { defaultLevel: 'READ' })
    const { id } = await buildSpace(app, organization)
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    expect((await creator.post(`/spaces/${id}/move`, { parent: closed.id })).status).toBe(403)
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'CREATE', { spaceId: id })
    expect((await app.as(guest).post(`/spaces/${id}/move`, { position: {} })).status).toBe(403)
  })
})

describe('the depth of collections', () => {
  const createIn = (parent: string | undefined) =>
    admin.post(`/orgs/${organization.id}/collections`, parent === undefined ? {} : { parent })

  it.runIf(isLongRun)('is limited, also for what a moved collection has inside', async () => {
    const chain: string[] = []
    for (let level = 0; level < maximumLevels; level++) chain.push((await createIn(chain.at(-1))).body.id)
    const deepest = chain.at(-1) as string
    const tooDeep = await createIn(deepest)
    expect([tooDeep.status, tooDeep.body.error.reason]).toEqual([400, 'COLLECTIONS_TOO_DEEP'])
    const space = await admin.post(`/orgs/${organization.id}/spaces`, { parent: deepest })
    expect(space.status).toBe(201)

    const outer = (await createIn(undefined)).body.id
    const inner = (await createIn(outer)).body.id
    const move = (id: string, parent: string | undefined) => admin.post(`/collections/${id}/move`, { parent })
    const moved = await move(outer, chain.at(-2))
    expect([moved.status, moved.body.error?.reason]).toEqual([400, 'COLLECTIONS_TOO_DEEP'])
    expect((await move(inner, chain.at(-2))).status).toBe(200)
    expect((await move(outer, chain.at(-2))).status).toBe(200)
  })
})

describe('under concurrency', () => {
  it.runIf(isLongRun)('gives 50 concurrently created spaces 50 positions', async () => {
    const parent = await buildCollection(app, organization)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.post(`/orgs/${organization.id}/spaces`, { parent: parent.id })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const spaces = await app.database.prisma.space.findMany({ where: { parentId: parent.id } })
    expect(new Set(spaces.map(({ position }) => position)).size).toBe(50)
  })

  it('creates no cycle by opposite moves of collections', async () => {
    for (let round = 0; round < 8; round++) {
      const a = await buildCollection(app, organization)
      const b = await buildCollection(app, organization)
      const answers = await Promise.all([
        admin.post(`/collections/${a.id}/move`, { parent: b.id }),
        admin.post(`/collections/${b.id}/move`, { parent: a.id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  it.runIf(isLongRun)(
    'keeps ancestors and levels consistent while spaces and collections are created, moved and updated',
    async () => {
      const own = await buildOrganization(app)
      const client = app.as(own.admin)
      const outer = await buildCollection(app, own)
      const inner = await buildCollection(app, own, { parent: outer })
      const other = await buildCollection(app, own, { defaultLevel: 'COMMENT' })
      const space = await buildSpace(app, own)
      const statuses = await Promise.all([
        ...Array.from({ length: 10 }, () => client.post(`/orgs/${own.id}/spaces`, { parent: inner.id })),
        client.post(`/collections/${inner.id}/move`, { parent: other.id }),
        client.patch(`/collections/${other.id}`, { defaultLevel: 'read' }),
        client.post(`/spaces/${space.id}/move`, { parent: inner.id }),
        client.patch(`/spaces/${space.id}`, { defaultLevel: 'inherit' }),
        client.patch(`/collections/${outer.id}`, { defaultLevel: null }),
        client.post(`/orgs/${own.id}/collections`, { parent: inner.id }),
      ])
      for (const { status } of statuses) expect([200, 201, 409]).toContain(status)
      const collections = await app.database.prisma.collection.findMany({ where: { organizationId: own.id } })
      const byId = new Map(collections.map((row) => [row.id, row]))
      const spaces = await app.database.prisma.space.findMany({ where: { organizationId: own.id } })
      expect(spaces.filter(({ parentId }) => parentId === inner.id).length).toBeGreaterThanOrEqual(10)
      for (const row of [...collections, ...spaces]) {
        const parent = row.parentId === null ? null : byId.get(row.parentId)
        expect(row.ancestors).toEqual(parent ? [...parent.ancestors, parent.id] : [])
        const inherited = parent ? parent.effectiveLevel : 'INHERIT'
        expect(row.effectiveLevel).toBe(row.defaultLevel === 'INHERIT' ? inherited : row.defaultLevel)
      }
    },
  )

  it('loses no space that is created in a collection while it is deleted', async () => {
    const own = await buildOrganization(app)
    const client = app.as(own.admin)
    const { id } = await buildCollection(app, own)
    const [deleted, ...created] = await Promise.all([
      client.delete(`/collections/${id}`),
      ...Array.from({ length: 10 }, () => client.post(`/orgs/${own.id}/spaces`, { parent: id })),
    ])
    expect(deleted?.status).toBe(205)
    const made = created.filter(({ status }) => status === 201)
    for (const { status } of created) expect([201, 400, 409]).toContain(status)
    const rows = await app.database.prisma.space.findMany({ where: { organizationId: own.id } })
    expect(rows).toHaveLength(made.length)
    for (const row of rows) expect(row).toMatchObject({ deletedWithId: id, deletedAt: expect.any(Date) })
  })
})
