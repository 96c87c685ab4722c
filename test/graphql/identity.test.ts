import { isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addMember, buildMember, buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('every type with an id is a node', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => (isObjectType(type) || isInterfaceType(type)) && type.getFields().id && type.name !== 'Node',
  )
  expect(types.length).toBeGreaterThan(25)
  const others = types.filter(
    (type) => isObjectType(type) && !type.getInterfaces().some(({ name }) => name === 'Node'),
  )
  expect(others.map(({ name }) => name)).toEqual([])
})

describe('a member', () => {
  const memberOf = 'query ($o: ID!, $u: ID!) { member(organizationId: $o, userId: $u) { id userId role } }'

  /** Builds a user who is a member of two organizations, with different roles. */
  async function buildMemberOfTwo() {
    const [first, second] = [await buildOrganization(app), await buildOrganization(app)]
    const user = await buildMember(app, first.id, 'READ')
    await addMember(app, second.id, user, 'EDIT')
    const client = app.as(user)
    const read = async (organizationId: string, userId: string) =>
      (await client.gql(memberOf, { o: organizationId, u: userId })).data.member
    return { first, second, user, client, read }
  }

  test('has an id of its own in each organization, with which node finds it again', async () => {
    const { first, second, user, client, read } = await buildMemberOfTwo()
    const members = [await read(first.id, user.id), await read(second.id, user.id)]
    expect(members).toMatchObject([
      { userId: user.id, role: 'READ' },
      { userId: user.id, role: 'EDIT' },
    ])
    expect(new Set([user.id, members[0].id, members[1].id]).size).toBe(3)
    const { data } = await client.gql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Member { userId role } } }',
      { ids: members.map(({ id }) => id) },
    )
    expect(data.nodes).toEqual(members.map((member) => ({ __typename: 'Member', ...member })))
  })

  test('is named by the id of the membership wherever the id of the user is taken', async () => {
    const { first, user, read } = await buildMemberOfTwo()
    const member = await read(first.id, user.id)
    expect(await read(first.id, member.id)).toEqual(member)
    const { data } = await app.as(first.admin).gql(
      `mutation ($o: ID!, $m: [ID!]) { createTeam(organizationId: $o, input: { title: "T", members: $m }) {
          team { members { nodes { member { id } } } }
        } }`,
      { o: first.id, m: [member.id] },
    )
    expect(data.createTeam.team.members.nodes).toEqual([{ member: { id: member.id } }])
    expect((await app.as(first.admin).get(`/orgs/${first.id}/members/${member.id}`)).body.id).toBe(user.id)
  })

  test('is not found with node by those who may not read it', async () => {
    const { first, user, read } = await buildMemberOfTwo()
    const { id } = await read(first.id, user.id)
    for (const stranger of [await buildUser(app), await buildMember(app, first.id, null)])
      expect((await app.as(stranger).gql('query ($id: ID!) { node(id: $id) { id } }', { id })).data).toEqual({
        node: null,
      })
    for (const unknown of [`${user.id}@${user.id}`, `${id}@${id}`, `${user.id}@`])
      expect(
        (await app.as(first.admin).gql('query ($id: ID!) { node(id: $id) { id } }', { id: unknown })).data,
      ).toEqual({ node: null })
  })
})

test('a site-space whose siblings are hidden from a visitor has equal data under equal ids', async () => {
  const site = await buildSite(app, { visibility: 'public' })
  const usual = await buildSiteSpace(site, 'Staff')
  const other = await buildSiteSpace(site, 'Everybody')
  const hidden = await site.client.patch(`${site.path}/site-spaces/${usual.id}`, {
    condition: 'visitor.claims.staff == true',
  })
  expect(hidden.status).toBe(200)
  await site.client.post(`${site.path}/publish`)
  const { data, errors } = await site.client.gql(
    `query ($site: ID!) {
      publishedSite(id: $site) { structure { structure { __typename ... on PublishedSiteSpace {
        siteSpaceId isDefault urls { published } space { id }
      } } } }
    }`,
    { site: site.id },
  )
  expect(errors).toBeUndefined()
  expect(data.publishedSite.structure.structure).toEqual([
    {
      __typename: 'PublishedSiteSpace',
      siteSpaceId: other.id,
      isDefault: true,
      urls: { published: (await site.client.get(site.path)).body.urls.published },
      space: { id: other.space.id },
    },
  ])
  const { body } = await site.client.get(`${site.path}/published`)
  expect(body.structure.structure).toMatchObject([{ object: 'site-space', id: other.id, default: true }])
  expect((await site.client.get(`${site.path}/site-spaces`)).body.items).toMatchObject([
    { id: usual.id, default: true },
    { id: other.id, default: false },
  ])
})
