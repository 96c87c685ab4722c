import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildTeam } from '../../support/factories/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ids = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map((item) => item.id)

async function buildStaff() {
  const organization = await buildOrganization(app)
  const reader = await buildMember(app, organization.id, 'READ')
  const editor = await buildMember(app, organization.id, 'EDIT')
  const guest = await buildMember(app, organization.id, null)
  const teams = `/orgs/${organization.id}/teams`
  return { organization, reader, editor, guest, teams, client: app.as(organization.admin) }
}

describe('a team', () => {
  test('is created with members by ids of users or members, without duplicates', async () => {
    const { organization, reader, editor, teams, client } = await buildStaff()
    const { id: memberId } = await app.database.prisma.member.findFirstOrThrow({
      where: { userId: editor.id },
    })
    const { status, body } = await client.put(teams, {
      title: 'Writers',
      members: [reader.id, memberId, editor.id],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'team',
      id: expect.any(String),
      title: 'Writers',
      members: 2,
      spaces: 0,
      createdAt: expect.any(String),
      permissions: { admin: true, view: true },
    })
    expect((await client.get(`${teams}/${body.id}`)).body).toEqual(body)
    const { items } = (await client.get(`${teams}/${body.id}/members`)).body
    expect(items.map((item: { organization: { id: string } }) => item.organization.id)).toEqual([
      reader.id,
      editor.id,
    ])
    expect(items[0]).toEqual({
      organization: expect.objectContaining({ object: 'member', id: reader.id, teams: 1 }),
      team: { role: 'member' },
      permissions: { view: true },
    })
    expect((await client.get(`/orgs/${organization.id}/members/${reader.id}/teams`)).body).toMatchObject({
      count: 1,
      items: [{ team: { id: body.id, title: 'Writers' }, member: { role: 'member' } }],
    })
  })

  test('is not created with a member of another organization', async () => {
    const { reader, teams, client } = await buildStaff()
    const stranger = await buildUser(app)
    const answer = await client.put(teams, { title: 'Writers', members: [reader.id, stranger.id] })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields[0].path).toBe('members.1')
    expect((await client.get(teams)).body.count).toBe(0)
  })

  test('is found by owner and by title, ignoring case', async () => {
    const { organization, reader, editor, teams, client } = await buildStaff()
    const owned = await buildTeam(app, organization, [reader], { title: 'Docs', role: 'OWNER' })
    const other = await buildTeam(app, organization, [reader, editor], { title: 'API docs 100%' })
    expect(ids(await client.get(teams))).toEqual([owned.id, other.id])
    expect(ids(await client.get(`${teams}?owner=${reader.id}`))).toEqual([owned.id])
    expect(ids(await client.get(`${teams}?owner=${editor.id}`))).toEqual([])
    expect(ids(await client.get(`${teams}?title=DOCS`))).toEqual([owned.id, other.id])
    expect(ids(await client.get(`${teams}?title=100%25`))).toEqual([other.id])
    const { data } = await client.gql(
      `query ($id: ID!) { organization(id: $id) {
        teams(search: "docs", orderBy: { field: TITLE, direction: DESC }) { totalCount nodes { title } }
      } }`,
      { id: organization.id },
    )
    expect(data.organization.teams).toEqual({
      totalCount: 2,
      nodes: [{ title: 'Docs' }, { title: 'API docs 100%' }],
    })
    const memberships = `/orgs/${organization.id}/members/${reader.id}/teams`
    expect((await client.get(`${memberships}?title=api`)).body.items).toHaveLength(1)
    const { id } = await app.database.prisma.member.findFirstOrThrow({ where: { userId: reader.id } })
    expect(ids(await client.get(`${teams}?owner=${id}`))).toEqual([owned.id])
  })

  test('of another organization is not found', async () => {
    const { teams, client } = await buildStaff()
    const { organization } = await buildStaff()
    const { id } = await buildTeam(app, organization)
    expect((await client.get(`${teams}/${id}`)).status).toBe(404)
    expect((await client.patch(`${teams}/${id}`, { title: 'Mine' })).status).toBe(404)
  })

  test('counts the spaces shared with it, without deleted spaces', async () => {
    const { organization, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization)
    const kept = await buildSpace(app, organization)
    const deleted = await buildSpace(app, organization)
    for (const space of [kept, deleted])
      await client.post(`/spaces/${space.id}/permissions`, { role: 'edit', teams: [id] })
    expect((await client.get(`${teams}/${id}`)).body.spaces).toBe(2)
    await client.delete(`/spaces/${deleted.id}`)
    expect((await client.get(`${teams}/${id}`)).body.spaces).toBe(1)
  })

  test('that is deleted gives no access from the next request on', async () => {
    const { organization, guest, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization, [guest])
    const space = await buildSpace(app, organization)
    await client.post(`/spaces/${space.id}/permissions`, { role: 'read', teams: [id] })
    expect((await app.as(guest).get(`/spaces/${space.id}`)).status).toBe(200)
    expect((await client.delete(`${teams}/${id}`)).status).toBe(204)
    expect((await app.as(guest).get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await client.delete(`${teams}/${id}`)).status).toBe(404)
  })
})

describe('the members of a team', () => {
  test('are added, removed and given roles in one request, where removal takes precedence', async () => {
    const { organization, reader, editor, guest, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization, [reader])
    const answer = await client.put(`${teams}/${id}/members`, {
      add: [editor.id, guest.id],
      remove: [guest.id],
      memberships: { [editor.id]: { role: 'owner' }, [organization.admin.id]: { role: 'member' } },
    })
    expect(answer).toMatchObject({ status: 204, body: null })
    const { items } = (await client.get(`${teams}/${id}/members`)).body
    expect(
      items.map(({ organization: member, team }: { organization: { id: string }; team: object }) => [
        member.id,
        team,
      ]),
    ).toEqual([
      [organization.admin.id, { role: 'member' }],
      [reader.id, { role: 'member' }],
      [editor.id, { role: 'owner' }],
    ])
  })

  const membersOf = async (client: TestClient, address: string): Promise<string[]> =>
    (await client.get(`${address}/members`)).body.items.map(
      ({ organization }: { organization: { id: string } }) => organization.id,
    )

  test('are named by addresses in any case, by ids of users and of memberships, and by several of these', async () => {
    const { organization, reader, editor, guest, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization)
    const address = `${teams}/${id}`
    const add = [
      reader.email,
      reader.email.toUpperCase(),
      reader.id,
      `${editor.id}@${organization.id}`,
      guest.id,
    ]
    expect((await client.put(`${address}/members`, { add })).status).toBe(204)
    expect(await membersOf(client, address)).toEqual([reader.id, editor.id, guest.id])
    const remove = [reader.email.toUpperCase(), `${editor.id}@${organization.id}`, editor.email]
    expect((await client.put(`${address}/members`, { remove })).status).toBe(204)
    expect(await membersOf(client, address)).toEqual([guest.id])
    const { data } = await client.gql(
      `mutation ($team: ID!, $add: [ID!], $of: ID!) {
        updateTeamMembers(teamId: $team, input: { add: $add, memberships: [{ userId: $of, role: OWNER }] }) {
          team { memberCount }
        }
      }`,
      { team: id, add: [editor.email], of: reader.email },
    )
    expect(data.updateTeamMembers.team.memberCount).toBe(3)
    const created = await client.put(teams, { title: 'Others', members: [editor.email.toUpperCase()] })
    expect(await membersOf(client, `${teams}/${created.body.id}`)).toEqual([editor.id])
  })

  test('stay unchanged if names are of nobody in the organization, all of which the error tells in full', async () => {
    const { organization, reader, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization, [reader])
    const stranger = await buildUser(app)
    for (const list of ['add', 'remove']) {
      const names = [reader.email, 'nobody@example.com', stranger.email]
      const { status, body } = await client.put(`${teams}/${id}/members`, { [list]: names })
      expect(status).toBe(400)
      expect(body.error.reason).toBe('USER_NOT_IN_ORGANIZATION')
      expect(body.error.fields).toEqual(
        [1, 2].map((index) => ({
          path: `${list}.${index}`,
          message: `${names[index]} is not a member of this organization`,
        })),
      )
    }
    const unknownId = await client.put(`${teams}/${id}/members`, { remove: ['usrnone'] })
    expect(unknownId.status).toBe(204)
    expect(await membersOf(client, `${teams}/${id}`)).toEqual([reader.id])
  })

  test('are not found out by address by owners of a team who may not list the members', async () => {
    const { organization, editor, guest, teams } = await buildStaff()
    const { id } = await buildTeam(app, organization, [guest], { role: 'OWNER' })
    const owner = app.as(guest)
    const add = (name: string) => owner.put(`${teams}/${id}/members`, { add: [name] })
    expect((await add(editor.email)).status).toBe(400)
    expect((await add(guest.email)).status).toBe(204)
    expect((await add(editor.id)).status).toBe(204)
  })

  test('stay unchanged if one of several is unknown', async () => {
    const { organization, reader, editor, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization, [reader])
    const stranger = await buildUser(app)
    for (const input of [
      { add: [editor.id, stranger.id], remove: [reader.id] },
      { remove: [reader.id], memberships: { [stranger.id]: { role: 'owner' } } },
      { remove: [reader.id], memberships: { [editor.id]: { role: 'boss' } } },
      { memberships: ['owner'] },
      { remove: [reader.id], memberships: { '\0': { role: 'owner' } } },
      { remove: [reader.id], memberships: { '\ud800': { role: 'owner' } } },
    ])
      expect((await client.put(`${teams}/${id}/members`, input)).status).toBe(400)
    expect((await client.get(`${teams}/${id}`)).body.members).toBe(1)
  })

  test('can be added individually, and keep their role if none is given', async () => {
    const { organization, reader, teams, client } = await buildStaff()
    const { id } = await buildTeam(app, organization)
    const place = `${teams}/${id}/members/${reader.id}`
    const roles = async () =>
      (await client.get(`${teams}/${id}/members`)).body.items.map(
        ({ team }: { team: { role: string } }) => team.role,
      )
    expect((await client.put(place)).status).toBe(204)
    expect(await roles()).toEqual(['member'])
    expect((await client.put(place, { role: 'owner' })).status).toBe(204)
    expect((await client.put(place, {})).status).toBe(204)
    expect(await roles()).toEqual(['owner'])
    expect((await client.delete(place)).status).toBe(204)
    expect((await client.delete(place)).status).toBe(404)
    expect((await client.put(`${teams}/${id}/members/${(await buildUser(app)).id}`)).status).toBe(404)
  })

  test('and the title can be updated by owners, who cannot create or delete teams', async () => {
    const { organization, reader, editor, guest, teams } = await buildStaff()
    const { id } = await buildTeam(app, organization, [guest], { role: 'OWNER' })
    const owner = app.as(guest)
    expect((await owner.get(`${teams}/${id}`)).body.permissions).toEqual({ admin: true, view: true })
    expect((await owner.get(`/orgs/${organization.id}`)).body.permissions.ownTeam).toBe(true)
    expect((await owner.patch(`${teams}/${id}`, { title: 'Ours' })).body.title).toBe('Ours')
    expect((await owner.put(`${teams}/${id}/members/${reader.id}`)).status).toBe(204)
    expect((await owner.delete(`${teams}/${id}`)).status).toBe(403)
    expect((await owner.put(teams, { title: 'More' })).status).toBe(403)
    for (const other of [reader, editor]) {
      expect((await app.as(other).get(`${teams}/${id}`)).body.permissions).toEqual({
        admin: false,
        view: true,
      })
      expect((await app.as(other).put(`${teams}/${id}/members/${editor.id}`)).status).toBe(403)
      expect((await app.as(other).patch(`${teams}/${id}`, { title: 'Theirs' })).status).toBe(403)
    }
  })

  test('are visible to guests only in teams that they are in', async () => {
    const { organization, guest, teams } = await buildStaff()
    const own = await buildTeam(app, organization, [guest])
    const other = await buildTeam(app, organization)
    const client = app.as(guest)
    expect((await client.get(teams)).status).toBe(403)
    expect((await client.get(`${teams}/${own.id}/members`)).status).toBe(200)
    expect((await client.get(`${teams}/${other.id}/members`)).status).toBe(404)
    expect((await client.patch(`${teams}/${own.id}`, { title: 'Ours' })).status).toBe(403)
    const { data } = await client.gql(
      '{ own: node(id: "OWN") { id } other: node(id: "OTHER") { id } }'
        .replace('OWN', own.id)
        .replace('OTHER', other.id),
    )
    expect(data).toEqual({ own: { id: own.id }, other: null })
  })

  test('are not visible to guests who have shared something with the team', async () => {
    const { organization, guest, reader } = await buildStaff()
    const team = await buildTeam(app, organization, [reader])
    const space = await buildSpace(app, organization)
    await grant(app, guest, 'CREATE', { spaceId: space.id })
    const client = app.as(guest)
    expect(
      (await client.post(`/spaces/${space.id}/permissions`, { role: 'read', teams: [team.id] })).status,
    ).toBe(204)
    const read = (fields: string) =>
      client.gql(`query ($id: ID!) { space(id: $id) { teamPermissions { nodes { team { ${fields} } } } } }`, {
        id: space.id,
      })
    const { data } = await read('id title permissions { view }')
    expect(data.space.teamPermissions.nodes).toEqual([
      { team: { id: team.id, title: 'Team', permissions: { view: false } } },
    ])
    const { errors } = await read('members { nodes { member { user { email } } } }')
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  test.runIf(isLongRun)(
    'of one team are paginated without gaps, in a constant number of statements',
    async () => {
      const { organization, teams, client } = await buildStaff()
      const users = []
      for (let index = 0; index < 12; index++) users.push(await buildMember(app, organization.id, 'READ'))
      const small = await buildTeam(app, organization, users.slice(0, 2))
      const large = await buildTeam(app, organization, users)
      const first = await client.get(`${teams}/${large.id}/members?limit=7`)
      const second = await client.get(`${teams}/${large.id}/members?limit=7&page=${first.body.next.page}`)
      const seen = [...first.body.items, ...second.body.items].map((item) => item.organization.id)
      expect(seen).toEqual(users.map(({ id }) => id))
      expect(second.body).not.toHaveProperty('next')
      const statements = async (id: string) =>
        (await app.statements(() => client.get(`${teams}/${id}/members`))).count
      expect(await statements(large.id)).toBe(await statements(small.id))
    },
  )
})

test('teams are managed in GraphQL as in REST', async () => {
  const { organization, reader, client } = await buildStaff()
  const created = await client.gql(
    `mutation ($organizationId: ID!, $members: [ID!]) {
      createTeam(organizationId: $organizationId, input: { title: "Writers", members: $members }) { team { id } }
    }`,
    { organizationId: organization.id, members: [reader.id] },
  )
  const { id } = created.data.createTeam.team
  const { data } = await client.gql(
    `mutation ($id: ID!, $user: ID!, $roles: [MemberRoleInTeamInput!]) {
      addTeamMember(teamId: $id, userId: $user, input: { role: OWNER }) { team { memberCount } }
      updateTeamMembers(teamId: $id, input: { memberships: $roles }) {
        team {
          memberCount members { totalCount nodes { teamRole { role } member { userId teamMemberships { nodes { teamRole { role } } } } } }
        }
      }
    }`,
    { id, user: organization.admin.id, roles: [{ userId: reader.id, role: 'OWNER' }] },
  )
  expect(data.addTeamMember.team.memberCount).toBe(2)
  expect(data.updateTeamMembers.team.members).toMatchObject({
    totalCount: 2,
    nodes: [
      { teamRole: { role: 'OWNER' }, member: { userId: organization.admin.id } },
      {
        teamRole: { role: 'OWNER' },
        member: { userId: reader.id, teamMemberships: { nodes: [{ teamRole: { role: 'OWNER' } }] } },
      },
    ],
  })
})

test('what was granted to a team is listed to its members, as far as they can see it', async () => {
  const organization = await buildOrganization(app)
  const guest = await buildMember(app, organization.id, null)
  const team = await buildTeam(app, organization, [guest])
  const space = await buildSpace(app, organization)
  const collection = await buildCollection(app, organization)
  const admin = app.as(organization.admin)
  await admin.post(`/spaces/${space.id}/permissions`, { role: 'edit', teams: [team.id] })
  await admin.post(`/collections/${collection.id}/permissions`, { role: 'read', teams: [team.id] })
  const grantsSeenBy = async (user: { readonly id: string; readonly token: string }) =>
    (
      await app.as(user).gql(
        `query ($id: ID!) {
          team(id: $id) { grants { totalCount nodes { role space { id } collection { id } site { id } } } }
        }`,
        { id: team.id },
      )
    ).data.team?.grants
  const all = {
    totalCount: 2,
    nodes: [
      { role: 'EDIT', space: { id: space.id }, collection: null, site: null },
      { role: 'READ', space: null, collection: { id: collection.id }, site: null },
    ],
  }
  expect(await grantsSeenBy(organization.admin)).toEqual(all)
  expect(await grantsSeenBy(guest)).toEqual(all)
  await admin.delete(`/spaces/${space.id}`)
  expect(await grantsSeenBy(organization.admin)).toEqual({ totalCount: 1, nodes: all.nodes.slice(1) })
})
