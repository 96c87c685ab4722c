import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
  grant,
} from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildTeam } from '../../support/factories/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function buildStaff() {
  const organization = await buildOrganization(app)
  const reader = await buildMember(app, organization.id, 'READ')
  const members = `/orgs/${organization.id}/members`
  return { organization, reader, members, client: app.as(organization.admin) }
}

const adminsOf = (organizationId: string) =>
  app.database.prisma.member.count({ where: { organizationId, role: 'ADMIN' } })

describe('the role of a member', () => {
  test('can be updated by an admin, with effect from the next request', async () => {
    const { organization, reader, members, client } = await buildStaff()
    const changed = await client.patch(`${members}/${reader.id}`, { role: 'create' })
    expect(changed).toMatchObject({ status: 200, body: { object: 'member', id: reader.id, role: 'create' } })
    expect((await app.as(reader).post(`/orgs/${organization.id}/spaces`, {})).status).toBe(201)
    expect((await client.patch(`${members}/${reader.id}`, { role: null })).body.role).toBeNull()
    expect((await app.as(reader).get(members)).status).toBe(403)
    expect((await client.patch(`${members}/${reader.id}`, {})).body.role).toBeNull()
    expect((await client.patch(`${members}/${reader.id}`, { role: 'owner' })).status).toBe(400)
  })

  test('cannot be updated by others, including the member', async () => {
    const { organization, reader, members } = await buildStaff()
    const creator = await buildMember(app, organization.id, 'CREATE')
    for (const user of [creator, reader])
      expect((await app.as(creator).patch(`${members}/${user.id}`, { role: 'admin' })).status).toBe(403)
    expect((await app.as(creator).post(`${members}/${reader.id}/sso`)).status).toBe(403)
    expect((await app.as(creator).delete(`${members}/${reader.id}`)).status).toBe(403)
  })

  test('of a user who is not a member is not found', async () => {
    const { members, client } = await buildStaff()
    const stranger = await buildUser(app)
    expect((await client.patch(`${members}/${stranger.id}`, { role: 'read' })).status).toBe(404)
    expect((await client.delete(`${members}/${stranger.id}`)).status).toBe(404)
    expect((await client.post(`${members}/${stranger.id}/sso`)).status).toBe(404)
  })
})

test('a member can be marked as an SSO member', async () => {
  const { reader, members, client } = await buildStaff()
  expect((await client.post(`${members}/${reader.id}/sso`)).body).toMatchObject({ id: reader.id, sso: true })
  expect((await client.get(`${members}/${reader.id}`)).body.sso).toBe(true)
})

describe('the last admin', () => {
  test('can be removed or demoted only when there is another admin', async () => {
    const { organization, reader, members, client } = await buildStaff()
    const own = `${members}/${organization.admin.id}`
    const refused = await client.delete(own)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'LAST_ADMIN'])
    for (const role of ['create', null]) expect((await client.patch(own, { role })).status).toBe(409)
    expect((await client.patch(own, { role: 'admin' })).status).toBe(200)
    await client.patch(`${members}/${reader.id}`, { role: 'admin' })
    expect((await client.delete(own)).status).toBe(204)
    expect((await client.get(members)).status).toBe(404)
    expect(await adminsOf(organization.id)).toBe(1)
  })

  test('cannot be removed when all other admins are disabled', async () => {
    const { organization, members, client } = await buildStaff()
    const other = await buildMember(app, organization.id, 'ADMIN')
    await app.database.prisma.member.updateMany({ where: { userId: other.id }, data: { disabled: true } })
    expect((await client.delete(`${members}/${organization.admin.id}`)).status).toBe(409)
    expect((await client.delete(`${members}/${other.id}`)).status).toBe(204)
  })

  test.each([
    ['remove', 'delete'],
    ['demote', 'patch'],
  ] as const)('stays when two admins %s each other at once', async (_name, method) => {
    for (let round = 0; round < 8; round++) {
      const organization = await buildOrganization(app)
      const other = await buildMember(app, organization.id, 'ADMIN')
      const members = `/orgs/${organization.id}/members`
      const strike = (by: { token: string }, at: { id: string }) =>
        app.as(by)[method](`${members}/${at.id}`, { role: 'read' })
      const answers = await Promise.all([
        strike(organization.admin, other),
        strike(other, organization.admin),
      ])
      expect(await adminsOf(organization.id)).toBe(1)
      const won = answers.filter(({ status }) => status < 300)
      expect(won).toHaveLength(1)
      for (const { status } of answers) expect([200, 204, 403, 404, 409]).toContain(status)
    }
  })

  test('stays when the last two admins leave concurrently', async () => {
    const organization = await buildOrganization(app)
    const other = await buildMember(app, organization.id, 'ADMIN')
    const leave = (user: { id: string; token: string }) =>
      app.as(user).delete(`/orgs/${organization.id}/members/${user.id}`)
    const answers = await Promise.all([leave(organization.admin), leave(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await adminsOf(organization.id)).toBe(1)
  })
})

describe('a member who is removed', () => {
  test('loses their teams and permissions in the organization, and nothing in others', async () => {
    const { organization, reader, members, client } = await buildStaff()
    const elsewhere = await buildOrganization(app)
    await addMember(app, elsewhere.id, reader, null)
    const [here, there] = [await buildSpace(app, organization), await buildSpace(app, elsewhere)]
    const collection = await buildCollection(app, organization)
    const site = (await client.post(`/orgs/${organization.id}/sites`, {})).body
    for (const target of [
      { spaceId: here.id },
      { collectionId: collection.id },
      { siteId: site.id },
      { spaceId: there.id },
    ])
      await grant(app, reader, 'READ', target)
    await buildTeam(app, organization, [reader])
    const kept = await buildTeam(app, elsewhere, [reader])

    expect((await client.delete(`${members}/${reader.id}`)).status).toBe(204)
    expect((await app.as(reader).get(`/spaces/${here.id}`)).status).toBe(404)
    expect((await app.as(reader).get(`/spaces/${there.id}`)).status).toBe(200)
    const userId = reader.id
    const permissions = await app.database.prisma.contentPermission.findMany({ where: { userId } })
    expect(permissions.map(({ spaceId }) => spaceId)).toEqual([there.id])
    const places = await app.database.prisma.teamMember.findMany({ where: { userId } })
    expect(places.map(({ teamId }) => teamId)).toEqual([kept.id])
    // A member who returns starts without teams and permissions.
    await addMember(app, organization.id, reader, null)
    expect((await app.as(reader).get(`/spaces/${here.id}`)).status).toBe(404)
  })

  test('can have left on their own', async () => {
    const { organization, reader, members, client } = await buildStaff()
    const guest = await buildMember(app, organization.id, null)
    for (const user of [reader, guest]) {
      expect((await app.as(user).delete(`${members}/${user.id}`)).status).toBe(204)
      expect((await client.get(`${members}/${user.id}`)).status).toBe(404)
    }
  })
})

test('members are updated in GraphQL as in REST', async () => {
  const { organization, reader, client } = await buildStaff()
  const change = `mutation ($organizationId: ID!, $userId: ID!) {
    updateMember(organizationId: $organizationId, userId: $userId, input: { role: EDIT }) { member { userId role } }
    enableMemberSingleSignOn(organizationId: $organizationId, userId: $userId) { member { usesSSO } }
    removeMember(organizationId: $organizationId, userId: $userId) { removedUserId }
  }`
  const organizationId = organization.id
  const { data } = await client.gql(change, { organizationId, userId: reader.id })
  expect(data).toEqual({
    updateMember: { member: { userId: reader.id, role: 'EDIT' } },
    enableMemberSingleSignOn: { member: { usesSSO: true } },
    removeMember: { removedUserId: reader.id },
  })
  const last = await client.gql(
    'mutation ($o: ID!, $u: ID!) { removeMember(organizationId: $o, userId: $u) { removedUserId } }',
    { o: organizationId, u: organization.admin.id },
  )
  expect(last.errors?.[0]?.extensions.code).toBe('CONFLICT')
})
