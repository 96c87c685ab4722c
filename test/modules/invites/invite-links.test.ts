import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumInviteLinks } from '../../../src/modules/invites/limits.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
  grant,
} from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function build() {
  const organization = await buildOrganization(app)
  const admin = app.as(organization.admin)
  const base = `/orgs/${organization.id}`
  return { organization, admin, base, links: `${base}/link-invites` }
}

const create = async (client: TestClient, links: string, body: Record<string, unknown>) => {
  const answer = await client.post(links, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: string }
}

const membersOf = (organizationId: string, userId: string) =>
  app.database.prisma.member.findMany({ where: { organizationId, userId } })

describe('an invite link', () => {
  test('is refused where an organization has as many as it may', async () => {
    const { organization, admin, links } = await build()
    const add = `INSERT INTO "LinkInvite" (id, "organizationId", role, "createdById", "expiresAt")
      SELECT $1 || n, $2, 'READ', $3, CASE WHEN n > $4 THEN now() - interval '1 day' END FROM generate_series(1, $5) n`
    const values = [`inv${organization.id}`, organization.id, organization.admin.id]
    await app.database.pool.query(add, [...values, maximumInviteLinks - 1, maximumInviteLinks + 10])
    const { id } = await create(admin, links, { role: 'read' })
    const refused = await admin.post(links, { role: 'read' })
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'TOO_MANY_INVITE_LINKS'])
    await admin.delete(`${links}/${id}`)
    expect((await admin.post(links, { role: 'read' })).status).toBe(201)
  })

  test('to an organization can be created, read, updated and deleted by its admins', async () => {
    const { admin, links } = await build()
    const answer = await admin.post(links, { role: 'edit' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBeNull()
    const { id } = answer.body
    expect(answer.body).toEqual({ object: 'invite', id, redundant: true, role: 'edit' })
    expect((await admin.get(`${links}/${id}`)).body).toEqual(answer.body)
    expect((await admin.patch(`${links}/${id}`, { role: null })).body).toMatchObject({ role: null })
    expect((await admin.get(links)).body).toMatchObject({ count: 1, items: [{ id, role: null }] })
    expect((await admin.delete(`${links}/${id}`)).status).toBe(205)
    expect((await admin.get(`${links}/${id}`)).status).toBe(404)
  })

  test('to a space or collection has a level and its target, and is not listed', async () => {
    const { admin, links, base, organization } = await build()
    const space = await buildSpace(app, organization)
    const collection = (await admin.post(`${base}/collections`, { title: 'C' })).body
    const toSpace = (await admin.post(links, { level: 'comment', space: space.id })).body
    expect(toSpace).toEqual({
      object: 'invite',
      id: toSpace.id,
      redundant: true,
      level: 'comment',
      space: expect.objectContaining({ object: 'space', id: space.id }),
    })
    const toCollection = (await admin.post(links, { level: null, collection: collection.id })).body
    expect(toCollection).toMatchObject({ level: null, collection: { id: collection.id } })
    expect(toCollection).not.toHaveProperty('role')
    expect((await admin.patch(`${links}/${toSpace.id}`, { level: 'edit' })).body.level).toBe('edit')
    expect((await admin.get(links)).body.count).toBe(0)
    const { data } = await admin.gql(
      `query ($id: ID!) { space(id: $id) { inviteLinks { nodes { id target { ... on SpaceInvite { level } } } } } }`,
      { id: space.id },
    )
    expect(data.space.inviteLinks.nodes).toEqual([{ id: toSpace.id, target: { level: 'EDIT' } }])
  })

  test.each([
    {},
    { level: 'edit' },
    { role: 'owner' },
    { role: 'edit', expiresAt: '2020-01-01T00:00:00Z' },
    { level: 'edit', space: 'unknown' },
    { role: 'edit', space: 'own' },
    { space: 'own' },
  ])('cannot be created with %j', async (body) => {
    const { admin, links, organization } = await build()
    const space = await buildSpace(app, organization)
    const sent = 'space' in body && body.space === 'own' ? { ...body, space: space.id } : body
    expect((await admin.post(links, sent)).status).toBe(400)
  })

  test('can be updated only with fields of its kind', async () => {
    const { admin, links } = await build()
    const { id } = await create(admin, links, { role: 'read' })
    expect((await admin.patch(`${links}/${id}`, { level: 'edit' })).status).toBe(400)
    expect((await admin.patch(`${links}/${id}`, {})).status).toBe(400)
  })

  test('can be managed by admins only, of the organization or of the content', async () => {
    const { admin, links, organization } = await build()
    const space = await buildSpace(app, organization)
    const { id } = await create(admin, links, { role: 'read' })
    const ofSpace = await create(admin, links, { level: 'read', space: space.id })
    const creator = await buildMember(app, organization.id, 'CREATE')
    const client = app.as(creator)
    expect((await client.get(links)).status).toBe(403)
    expect((await client.post(links, { role: 'read' })).status).toBe(403)
    expect((await client.get(`${links}/${id}`)).status).toBe(403)
    expect((await client.post(links, { level: 'read', space: space.id })).status).toBe(403)
    await grant(app, creator, 'ADMIN', { spaceId: space.id })
    expect((await client.post(links, { level: 'admin', space: space.id })).status).toBe(201)
    expect((await client.get(`${links}/${ofSpace.id}`)).status).toBe(200)
    expect((await client.delete(`${links}/${id}`)).status).toBe(403)
  })
})

describe('joining by an invite link', () => {
  test.runIf(isLongRun)('creates one membership, also when repeated and concurrent', async () => {
    const { admin, links, base, organization } = await build()
    const { id } = await create(admin, links, { role: 'edit' })
    const user = await buildUser(app)
    const join = () => app.as(user).post(`${base}/invites/${id}`)
    const answers = await Promise.all(Array.from({ length: 20 }, join))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(20).fill([200, {}]))
    expect(await membersOf(organization.id, user.id)).toMatchObject([{ role: 'EDIT' }])
  })

  test('can raise a role but never lowers one', async () => {
    const { admin, links, base, organization } = await build()
    const { id } = await create(admin, links, { role: 'edit' })
    const reader = await buildMember(app, organization.id, 'READ')
    const creator = await buildMember(app, organization.id, 'CREATE')
    for (const user of [reader, creator]) await app.as(user).post(`${base}/invites/${id}`)
    expect(await membersOf(organization.id, reader.id)).toMatchObject([{ role: 'EDIT' }])
    expect(await membersOf(organization.id, creator.id)).toMatchObject([{ role: 'CREATE' }])
  })

  test('of a space creates a guest who can see only that space', async () => {
    const { admin, links, base, organization } = await build()
    const space = await buildSpace(app, organization)
    const other = await buildSpace(app, organization)
    const { id } = await create(admin, links, { level: 'comment', space: space.id })
    const user = await buildUser(app)
    const guest = app.as(user)
    await Promise.all(Array.from({ length: 20 }, () => guest.post(`${base}/invites/${id}`)))
    expect(await membersOf(organization.id, user.id)).toMatchObject([{ role: null }])
    expect((await guest.get(`/spaces/${space.id}`)).body.permissions).toMatchObject({
      comment: true,
      edit: false,
    })
    expect((await guest.get(`/spaces/${other.id}`)).status).toBe(404)
    const where = { userId: user.id }
    expect(await app.database.prisma.contentPermission.count({ where })).toBe(1)
    await admin.patch(`${links}/${id}`, { level: 'edit' })
    await guest.post(`${base}/invites/${id}`)
    expect((await guest.get(`/spaces/${space.id}`)).body.permissions.edit).toBe(true)
  })

  test.runIf(isLongRun)('of a collection gives access to its content', async () => {
    const { admin, links, base, organization } = await build()
    const collection = (await admin.post(`${base}/collections`, { title: 'C' })).body
    const space = await buildSpace(app, organization, { parent: collection })
    const { id } = await create(admin, links, { level: 'read', collection: collection.id })
    const guest = app.as(await buildUser(app))
    const joined = await guest.gql(
      'mutation ($o: ID!, $i: ID!) { acceptInviteLink(organizationId: $o, inviteLinkId: $i) { organization { id } } }',
      { o: organization.id, i: id },
    )
    expect(joined.data.acceptInviteLink.organization.id).toBe(organization.id)
    expect((await guest.get(`/spaces/${space.id}`)).status).toBe(200)
  })

  test('is redundant for users who gain no access', async () => {
    const { admin, links, organization } = await build()
    const space = await buildSpace(app, organization, { defaultLevel: 'READ' })
    const ofSpace = await create(admin, links, { level: 'edit', space: space.id })
    const owner = await buildMember(app, organization.id, 'CREATE')
    await grant(app, owner, 'ADMIN', { spaceId: space.id })
    const { body } = await app.as(owner).get(`${links}/${ofSpace.id}`)
    expect(body.redundant).toBe(true)
    expect((await create(admin, links, { role: 'admin' })) as unknown).toMatchObject({ redundant: true })
  })

  test('is rejected if the link has expired or was deleted, or if links are disabled', async () => {
    const { admin, links, base, organization } = await build()
    const user = app.as(await buildUser(app))
    const join = async (id: string) => (await user.post(`${base}/invites/${id}`)).status
    const expiring = await create(admin, links, { role: 'read', expiresAt: '2100-01-01T00:00:00Z' })
    await app.database.prisma.linkInvite.update({
      where: { id: expiring.id },
      data: { expiresAt: new Date() },
    })
    expect(await join(expiring.id)).toBe(404)
    const ended = await create(admin, links, { role: 'read' })
    await admin.delete(`${links}/${ended.id}`)
    expect(await join(ended.id)).toBe(404)
    const open = await create(admin, links, { role: 'read' })
    await admin.patch(base, { inviteLinks: false })
    expect(await join(open.id)).toBe(404)
    expect((await admin.post(links, { role: 'read' })).status).toBe(409)
    await admin.patch(base, { inviteLinks: true })
    expect((await user.post(`/orgs/${(await buildOrganization(app)).id}/invites/${open.id}`)).status).toBe(
      404,
    )
    expect(await join(open.id)).toBe(200)
    expect((await user.get(`/orgs/${organization.id}`)).status).toBe(200)
  })

  test('is valid as long as the user who created or last updated it could create it', async () => {
    const { organization, admin, base, links } = await build()
    const space = await buildSpace(app, organization)
    const collection = (await admin.post(`${base}/collections`, { title: 'C' })).body
    const join = async (id: string) =>
      (await app.as(await buildUser(app)).post(`${base}/invites/${id}`)).status
    const giver = await buildMember(app, organization.id, 'ADMIN')
    const made: string[] = []
    for (const body of [
      { role: 'admin' },
      { role: null },
      { level: 'admin', space: space.id },
      { level: 'read', collection: collection.id },
    ])
      made.push((await create(app.as(giver), links, body)).id)
    const statuses = () => Promise.all(made.map(join))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await admin.patch(`${base}/members/${giver.id}`, { role: 'create' })
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await grant(app, giver, 'ADMIN', { spaceId: space.id })
    expect(await statuses()).toEqual([404, 404, 200, 404])
    await admin.patch(`${links}/${made[0]}`, { role: 'read' })
    expect(await statuses()).toEqual([200, 404, 200, 404])
    await admin.delete(`${base}/members/${giver.id}`)
    expect(await statuses()).toEqual([200, 404, 404, 404])
  })

  test('is rejected if the space was deleted or transferred to another organization', async () => {
    const { admin, links, base, organization } = await build()
    const space = await buildSpace(app, organization)
    const moving = await buildSpace(app, organization)
    const toDeleted = await create(admin, links, { level: 'read', space: space.id })
    const toMoved = await create(admin, links, { level: 'read', space: moving.id })
    await admin.delete(`/spaces/${space.id}`)
    const target = await buildOrganization(app)
    await addMember(app, target.id, organization.admin, 'ADMIN')
    await admin.post(`/spaces/${moving.id}/transfer`, { organization: target.id })
    const user = app.as(await buildUser(app))
    expect((await user.post(`${base}/invites/${toDeleted.id}`)).status).toBe(404)
    expect((await user.post(`${base}/invites/${toMoved.id}`)).status).toBe(404)
    expect((await admin.get(`${links}/${toMoved.id}`)).status).toBe(404)
  })

  test('is rejected for disabled members, and where single sign-on is required', async () => {
    const { admin, links, base, organization } = await build()
    const { id } = await create(admin, links, { role: 'read' })
    const disabled = await buildMember(app, organization.id, 'READ')
    const where = { organizationId: organization.id, userId: disabled.id }
    await app.database.prisma.member.updateMany({ where, data: { disabled: true } })
    expect((await app.as(disabled).post(`${base}/invites/${id}`)).status).toBe(403)
    await app.database.prisma.organization.update({ where: { id: organization.id }, data: { sso: true } })
    const user = await buildUser(app)
    expect((await app.as(user).post(`${base}/invites/${id}`)).status).toBe(403)
    expect(await membersOf(organization.id, user.id)).toEqual([])
  })
})
