import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { purgeDeletedContent } from '../../../src/modules/spaces/purge.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildContent, buildPageTree } from '../../support/factories/content.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  admin = app.as(organization.admin)
})
afterAll(() => app.close())

const deletedAgo = (milliseconds: number) => ({ deletedAt: new Date(Date.now() - milliseconds) })

describe('a deleted space', () => {
  it('is not listed, and can only be read and restored', async () => {
    const own = await buildOrganization(app)
    const client = app.as(own.admin)
    const parent = await buildCollection(app, own)
    const { id } = await buildSpace(app, own, { parent })
    expect((await client.delete(`/spaces/${id}`)).status).toBe(205)
    expect((await client.get(`/spaces/${id}`)).body).toMatchObject({ id, deletedAt: expect.any(String) })
    for (const address of [`/orgs/${own.id}/spaces`, `/collections/${parent.id}/spaces`])
      expect((await client.get(address)).body).toEqual({ items: [], count: 0 })
    expect((await client.delete(`/spaces/${id}`)).status).toBe(404)
    expect((await client.patch(`/spaces/${id}`, { title: 'x' })).status).toBe(404)
    expect((await client.post(`/spaces/${id}/move`, { parent: null })).status).toBe(404)
    expect((await client.post(`/spaces/${id}/transfer`, { organization: own.id })).status).toBe(404)
    const sibling = { type: 'space', space: id }
    const other = await buildSpace(app, own, { parent })
    expect((await client.post(`/spaces/${other.id}/move`, { position: { after: sibling } })).status).toBe(400)
  })

  it('can be read by users who may administer it, and is not found for others', async () => {
    const { id } = await buildSpace(app, organization)
    await admin.delete(`/spaces/${id}`)
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const reviewer = app.as(await buildMember(app, organization.id, 'REVIEW'))
    expect((await creator.get(`/spaces/${id}`)).status).toBe(200)
    expect((await reviewer.get(`/spaces/${id}`)).status).toBe(404)
    expect((await reviewer.post(`/spaces/${id}/restore`)).status).toBe(404)
    expect((await creator.post(`/spaces/${id}/restore`)).status).toBe(200)
  })

  it('is restored to its position', async () => {
    const parent = await buildCollection(app, organization)
    const spaces = []
    for (const title of ['a', 'b', 'c']) spaces.push(await buildSpace(app, organization, { parent, title }))
    const id = spaces[1]?.id
    await admin.delete(`/spaces/${id}`)
    const restored = await admin.post(`/spaces/${id}/restore`)
    expect(restored.status).toBe(200)
    expect(restored.body).not.toHaveProperty('deletedAt')
    const { body } = await admin.get(`/collections/${parent.id}/spaces`)
    expect(body.items.map((item: { title: string }) => item.title)).toEqual(['a', 'b', 'c'])
    expect((await admin.post(`/spaces/${id}/restore`)).status).toBe(409)
  })

  it.runIf(isLongRun)('is restored with the current level of its collection', async () => {
    const parent = await buildCollection(app, organization)
    const { id } = await buildSpace(app, organization, { parent })
    await admin.delete(`/spaces/${id}`)
    await admin.patch(`/collections/${parent.id}`, { defaultLevel: null })
    await admin.post(`/spaces/${id}/restore`)
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    expect((await member.get(`/spaces/${id}`)).status).toBe(404)
  })

  it.runIf(isLongRun)('is restored once by two concurrent requests', async () => {
    const { id } = await buildSpace(app, organization)
    await admin.delete(`/spaces/${id}`)
    const answers = await Promise.all([1, 2].map(() => admin.post(`/spaces/${id}/restore`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('cannot be restored after 7 days, even if it was not purged yet', async () => {
    const recent = await buildSpace(app, organization, { data: deletedAgo(7 * day - 60_000) })
    const old = await buildSpace(app, organization, { data: deletedAgo(7 * day + 1) })
    expect((await admin.post(`/spaces/${recent.id}/restore`)).status).toBe(200)
    expect((await admin.post(`/spaces/${old.id}/restore`)).status).toBe(404)
    expect((await admin.get(`/spaces/${old.id}`)).status).toBe(404)
  })
})

describe('under concurrency', () => {
  it.runIf(isLongRun)('spaces, collections and sites are created and deleted without deadlocks', async () => {
    const own = await buildOrganization(app)
    const client = app.as(own.admin)
    const target = await buildOrganization(app)
    await addMember(app, target.id, own.admin, 'ADMIN')
    for (let round = 0; round < 5; round++) {
      const outer = await buildCollection(app, own)
      const inner = await buildCollection(app, own, { parent: outer })
      const root = await buildSpace(app, own)
      const deleted = await buildSpace(app, own, { parent: inner })
      const used = await buildSpace(app, own, { parent: inner })
      const moving = await buildSpace(app, own, { parent: inner })
      await client.post(`/orgs/${own.id}/sites`, { title: 'Site', spaces: [used.id, root.id] })
      await client.delete(`/spaces/${deleted.id}`)
      const answers = await Promise.all([
        client.post(`/orgs/${own.id}/sites`, { title: 'New', spaces: 'empty' }),
        client.post(`/spaces/${deleted.id}/restore`),
        client.delete(`/collections/${outer.id}`),
        client.delete(`/spaces/${root.id}`),
        client.post(`/spaces/${moving.id}/move`, { parent: outer.id }),
        client.post(`/spaces/${used.id}/move`, { parent: null }),
        client.post(`/collections/${inner.id}/transfer`, { organization: target.id }),
        client.patch(`/collections/${inner.id}`, { defaultLevel: 'read' }),
        client.post(`/orgs/${own.id}/sites`, { title: 'New', spaces: 'empty' }),
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
    }
  })
})

describe('the purge', () => {
  it('deletes spaces that were deleted more than 7 days ago, with their content, and nothing else', async () => {
    const { prisma } = app.database
    const space = await buildSpace(app, organization)
    await buildContent(app, organization.admin, space, [buildPageTree('Page', 5, 3)])
    await prisma.comment.create({
      data: {
        id: newId('Comment'),
        spaceId: space.id,
        markdown: 'text',
        replies: { create: { id: newId('CommentReply'), markdown: 'reply' } },
      },
    })
    const kept = await buildSpace(app, organization)
    await admin.delete(`/spaces/${space.id}`)
    const deletedAt = (await prisma.space.findUniqueOrThrow({ where: { id: space.id } })).deletedAt as Date

    await purgeDeletedContent(app.database, new Date(deletedAt.getTime() + 7 * day))
    expect(await prisma.pageVersion.count({ where: { branch: { spaceId: space.id } } })).toBeGreaterThan(0)
    const after = new Date(deletedAt.getTime() + 7 * day + 1)
    expect(await purgeDeletedContent(app.database, after)).toBeGreaterThanOrEqual(1)
    expect(await prisma.space.findUnique({ where: { id: space.id } })).toBeNull()
    const where = { spaceId: space.id }
    expect(await prisma.branch.count({ where })).toBe(0)
    expect(await prisma.revision.count({ where })).toBe(0)
    expect(await prisma.comment.count({ where })).toBe(0)
    expect((await admin.get(`/spaces/${kept.id}`)).status).toBe(200)
  })

  it.runIf(isLongRun)('may run concurrently', async () => {
    for (let index = 0; index < 5; index++) await buildSpace(app, organization, { data: deletedAgo(8 * day) })
    const now = new Date()
    await Promise.all([purgeDeletedContent(app.database, now), purgeDeletedContent(app.database, now)])
    const deletedBefore = new Date(now.getTime() - 7 * day)
    expect(await app.database.prisma.space.count({ where: { deletedAt: { lt: deletedBefore } } })).toBe(0)
  })
})
