import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { casesOfTurn, isLongRun } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildTeam } from '../../support/factories/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds an organization with a space in a collection in another, a site, a team, and a guest who is in the team. */
async function buildContent() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const outer = await buildCollection(app, organization, { title: 'Outer' })
  const inner = await buildCollection(app, organization, { title: 'Inner', parent: outer })
  const space = await buildSpace(app, organization, { parent: inner })
  const site = (await client.post(`/orgs/${organization.id}/sites`, {})).body
  const guest = await buildMember(app, organization.id, null)
  const team = await buildTeam(app, organization, [guest])
  const addresses = {
    space: `/spaces/${space.id}`,
    collection: `/collections/${inner.id}`,
    site: `/orgs/${organization.id}/sites/${site.id}`,
  }
  return { organization, client, outer, inner, space, site, guest, team, addresses }
}

const kinds = ['space', 'collection', 'site'] as const

describe.each(kinds.map((kind, turn) => [kind, turn] as const))('the permissions on a %s', (kind, turn) => {
  const falls = casesOfTurn(turn, 2)
  /** Declares a case. In `npm test` each is tried on one or two of the kinds. */
  const row = () => test.runIf(falls())

  row()(
    'are granted to users and teams, updated and removed, with effect from the next request',
    async () => {
      const { client, guest, team, addresses } = await buildContent()
      const address = addresses[kind]
      const below = `${address}/permissions`
      const seen = async () => (await app.as(guest).get(address)).status
      expect(await seen()).toBe(404)
      const shared = await client.post(below, { role: 'read', users: [guest.id], teams: [team.id] })
      expect(shared).toMatchObject({ status: 204, body: null })
      expect(await seen()).toBe(200)
      expect((await client.get(`${below}/users`)).body).toMatchObject({
        count: 1,
        items: [{ permission: 'read', user: { object: 'user', id: guest.id } }],
      })
      expect((await client.get(`${below}/teams`)).body).toMatchObject({
        count: 1,
        items: [{ permission: 'read', team: { object: 'team', id: team.id, members: 1 } }],
      })
      expect((await client.patch(`${below}/users/${guest.id}`, { role: 'create' })).status).toBe(204)
      expect((await app.as(guest).patch(address, { title: 'Ours' })).status).toBe(200)
      expect((await client.patch(`${below}/users/${guest.id}`, {})).status).toBe(204)
      expect((await client.get(`${below}/users`)).body.items[0].permission).toBe('create')
      expect((await client.patch(`${below}/users/${guest.id}`, { role: null })).status).toBe(204)
      expect((await app.as(guest).patch(address, { title: 'Ours' })).status).toBe(403)
      expect((await client.patch(`${below}/teams/${team.id}`, { role: 'create' })).status).toBe(204)
      expect((await app.as(guest).patch(address, { title: 'Ours' })).status).toBe(200)
      expect((await client.delete(`${below}/teams/${team.id}`)).status).toBe(204)
      expect(await seen()).toBe(404)
    },
  )

  row()('are granted atomically, and not found for users outside the organization', async () => {
    const { client, guest, team, addresses } = await buildContent()
    const below = `${addresses[kind]}/permissions`
    const stranger = await buildUser(app)
    const { team: foreign } = await buildContent()
    for (const input of [
      { users: [guest.id, stranger.id] },
      { users: [guest.id], teams: [foreign.id] },
      { teams: [team.id, foreign.id] },
    ])
      expect((await client.post(below, { role: 'read', ...input })).status).toBe(404)
    expect((await client.patch(`${below}/users/${stranger.id}`, { role: 'read' })).status).toBe(404)
    expect((await client.patch(`${below}/teams/${foreign.id}`, { role: 'read' })).status).toBe(404)
    expect((await client.get(`${below}/users`)).body.count).toBe(0)
    expect((await client.get(`${below}/teams`)).body.count).toBe(0)
  })

  row()('require a role and a holder', async () => {
    const { client, guest, addresses } = await buildContent()
    const below = `${addresses[kind]}/permissions`
    for (const input of [{}, { role: 'read' }, { users: [guest.id] }, { role: 'read', users: [] }])
      expect((await client.post(below, input)).status).toBe(400)
  })

  row()('that do not exist cannot be removed', async () => {
    const { client, guest, team, addresses } = await buildContent()
    const below = `${addresses[kind]}/permissions`
    expect((await client.delete(`${below}/users/${guest.id}`)).status).toBe(404)
    const status = kind === 'space' ? 400 : 404
    expect((await client.delete(`${below}/teams/${team.id}`)).status).toBe(status)
    expect((await client.delete(`${below}/teams/doesnotexist`)).status).toBe(404)
  })

  row()('are unique per holder, also when granted concurrently', async () => {
    const { client, guest, addresses } = await buildContent()
    const below = `${addresses[kind]}/permissions`
    const answers = await Promise.all(
      ['read', 'edit', 'review', 'comment', 'create'].map((role) =>
        client.post(below, { role, users: [guest.id] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect((await client.get(`${below}/users`)).body.count).toBe(1)
  })

  row()('can be read and updated only by users who administer the object', async () => {
    const { organization, guest, addresses } = await buildContent()
    const reviewer = app.as(await buildMember(app, organization.id, 'REVIEW'))
    const below = `${addresses[kind]}/permissions`
    for (const list of ['users', 'teams', 'aggregate'])
      expect((await reviewer.get(`${below}/${list}`)).status).toBe(403)
    expect((await reviewer.post(below, { role: 'read', users: [guest.id] })).status).toBe(403)
    expect((await app.as(guest).get(`${below}/users`)).status).toBe(404)
  })
})

/** Returns the aggregate by member. */
async function originsOf(client: ReturnType<TestApp['as']>, address: string) {
  const { body } = await client.get(`${address}/permissions/aggregate`)
  return new Map(
    body.items.map(({ user, permission, origin }: Record<string, Record<string, string>>) => {
      const { type, by, team } = origin ?? {}
      return [user?.id, { permission, type, by, on: origin?.[type as string], team }]
    }),
  )
}

describe('the aggregate of a space', () => {
  test('returns the origin of every right', async () => {
    const { organization, client, outer, inner, space, guest, team, addresses } = await buildContent()
    const reader = await buildMember(app, organization.id, 'READ')
    const address = addresses.space
    const byRole = { permission: 'read', type: 'organization', by: 'role', on: organization.id }
    expect(await originsOf(client, address)).toEqual(
      new Map([
        [organization.admin.id, { ...byRole, permission: 'admin' }],
        [reader.id, byRole],
      ]),
    )
    await client.post(`/collections/${outer.id}/permissions`, { role: 'edit', teams: [team.id] })
    const byTeam = { permission: 'edit', type: 'collection', by: 'team', on: outer.id, team: team.id }
    expect((await originsOf(client, address)).get(guest.id)).toEqual(byTeam)
    await client.post(`/collections/${inner.id}/permissions`, { role: 'edit', teams: [team.id] })
    expect((await originsOf(client, address)).get(guest.id)).toEqual({ ...byTeam, on: inner.id })
    await client.post(`${address}/permissions`, { role: 'edit', users: [guest.id] })
    const direct = { permission: 'edit', type: 'space', by: 'user', on: space.id }
    expect((await originsOf(client, address)).get(guest.id)).toEqual(direct)
    await client.patch(`/collections/${outer.id}`, { defaultLevel: 'comment' })
    const byLevel = { permission: 'comment', type: 'collection', by: 'level', on: outer.id }
    expect((await originsOf(client, address)).get(reader.id)).toEqual(byLevel)
    await client.patch(address, { defaultLevel: 'review' })
    expect((await originsOf(client, address)).get(reader.id)).toEqual({
      permission: 'review',
      type: 'space',
      by: 'level',
      on: space.id,
    })
    await client.patch(address, { defaultLevel: null })
    expect((await originsOf(client, address)).has(reader.id)).toBe(false)
  })

  test('is filtered by role, with the count of the filtered list', async () => {
    const { organization, client, addresses } = await buildContent()
    for (const role of ['READ', 'READ', 'EDIT'] as const) await buildMember(app, organization.id, role)
    const counts = []
    for (const role of ['read', 'comment', 'edit', 'admin'])
      counts.push((await client.get(`${addresses.space}/permissions/aggregate?role=${role}`)).body.count)
    expect(counts).toEqual([2, 0, 1, 1])
    const page = await client.get(`${addresses.space}/permissions/aggregate?role=read&limit=1`)
    expect(page.body).toMatchObject({ count: 2, items: [{ permission: 'read' }] })
    expect((await client.get(`${addresses.space}/permissions/aggregate?page=x`)).status).toBe(400)
  })

  test('does not expose collections and teams that are hidden from the caller', async () => {
    const { client, inner, space, guest, team, addresses } = await buildContent()
    await client.patch(`/collections/${inner.id}`, { defaultLevel: 'comment' })
    const other = await buildTeam(app, { id: space.organizationId }, [guest])
    await client.post(`/collections/${inner.id}/permissions`, { role: 'review', teams: [other.id] })
    await client.delete(`/orgs/${space.organizationId}/teams/${team.id}`)
    const creator = await buildMember(app, space.organizationId, null)
    await client.post(`${addresses.space}/permissions`, { role: 'create', users: [creator.id] })
    const { body } = await app.as(creator).get(`${addresses.space}/permissions/aggregate`)
    expect(JSON.stringify(body)).not.toContain(inner.title)
    expect(JSON.stringify(body)).not.toContain(other.id)
  })

  test.runIf(isLongRun)(
    'needs the same number of statements for many members as for few, also in GraphQL',
    async () => {
      const [small, large] = [await buildContent(), await buildContent()]
      for (let index = 0; index < 15; index++) {
        const user = await buildMember(app, large.organization.id, index % 2 ? 'READ' : null)
        const target = index % 3 ? large.addresses.space : large.addresses.collection
        await large.client.post(`${target}/permissions`, { role: 'edit', users: [user.id] })
      }
      for (const kind of kinds) {
        const count = async ({ client, addresses }: typeof small) =>
          (await app.statements(() => client.get(`${addresses[kind]}/permissions/aggregate`))).count
        expect(await count(large)).toBeLessThanOrEqual((await count(small)) + 1)
      }
      const { data } = await large.client.gql(
        `query ($id: ID!) { space(id: $id) {
        effectivePermissions(last: 3, role: EDIT) { totalCount nodes { role user { id } origin { type by } } }
      } }`,
        { id: large.space.id },
      )
      expect(data.space.effectivePermissions.totalCount).toBe(15)
      expect(data.space.effectivePermissions.nodes).toHaveLength(3)
    },
  )
})

test('the aggregates of many spaces, collections and sites are read together, each with its own page and count', async () => {
  const { organization, client } = await buildContent()
  const role = { role: 'edit', users: [(await buildMember(app, organization.id, null)).id] }
  for (let index = 0; index < 6; index++) {
    const space = await buildSpace(app, organization)
    const collection = await buildCollection(app, organization)
    const site = (await client.post(`/orgs/${organization.id}/sites`, {})).body
    if (index % 2) continue
    await client.post(`/spaces/${space.id}/permissions`, role)
    await client.post(`/collections/${collection.id}/permissions`, role)
    await client.post(`/orgs/${organization.id}/sites/${site.id}/permissions`, role)
  }
  for (const list of ['spaces', 'collections', 'sites']) {
    const read = (first: number) =>
      client.gql(
        `query ($id: ID!, $first: Int!) { organization(id: $id) { ${list}(first: $first) { nodes {
          effectivePermissions(first: 2, orderBy: { field: JOINED_AT, direction: ASC }) {
            totalCount pageInfo { hasNextPage } nodes { role user { id } origin { by } }
          }
        } } } }`,
        { id: organization.id, first },
      )
    await read(1)
    const one = await app.statements(() => read(1))
    const many = await app.statements(() => read(7))
    expect({ list, count: many.count }).toEqual({ list, count: one.count })
    const { nodes } = (await read(7)).data.organization[list]
    expect(nodes).toHaveLength(7)
    for (const { effectivePermissions } of nodes) {
      const { totalCount, pageInfo, nodes: rights } = effectivePermissions
      expect(rights[0]).toMatchObject({ role: 'ADMIN', user: { id: organization.admin.id } })
      expect(rights).toHaveLength(Math.min(totalCount, 2))
      expect(pageInfo.hasNextPage).toBe(totalCount > 2)
    }
  }
})

test('the aggregate of a site lists every active member, including guests without permissions', async () => {
  const { organization, client, site, guest, addresses } = await buildContent()
  const disabled = await buildMember(app, organization.id, 'EDIT')
  await app.database.prisma.member.updateMany({ where: { userId: disabled.id }, data: { disabled: true } })
  expect((await client.get(`${addresses.site}/permissions/aggregate`)).body.items).toMatchObject([
    { permission: null, user: { id: guest.id }, origin: { type: 'organization' } },
    { permission: 'admin', origin: { type: 'organization', organization: organization.id } },
  ])
  await client.post(`${addresses.site}/permissions`, { role: 'read', users: [guest.id] })
  expect((await originsOf(client, addresses.site)).get(guest.id)).toEqual({
    permission: 'read',
    type: 'site',
    by: 'user',
    on: site.id,
  })
})

test('the spaces of a member are those that both the member and the caller can see', async () => {
  const { organization, client, space, guest } = await buildContent()
  const hidden = await buildSpace(app, organization, { defaultLevel: null })
  const reader = await buildMember(app, organization.id, 'READ')
  const address = `/orgs/${organization.id}/members/${guest.id}/spaces`
  for (const { id } of [space, hidden])
    await client.post(`/spaces/${id}/permissions`, { role: 'review', users: [guest.id] })
  const spaces = async (user: { token: string }, query = '') =>
    (await app.as(user).get(`${address}${query}`)).body.items.map(
      (item: { permission: string; space: { id: string } }) => [item.space.id, item.permission],
    )
  expect(await spaces(organization.admin)).toEqual([
    [hidden.id, 'review'],
    [space.id, 'review'],
  ])
  expect((await spaces(organization.admin, '?order=asc'))[0]).toEqual([space.id, 'review'])
  expect(await spaces(reader)).toEqual([[space.id, 'review']])
  expect(await spaces(guest)).toHaveLength(2)
  const other = `/orgs/${organization.id}/members/${reader.id}/spaces`
  expect((await app.as(guest).get(other)).status).toBe(403)
})
