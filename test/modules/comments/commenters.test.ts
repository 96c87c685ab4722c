import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { casesOfTurn } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import {
  buildMember,
  buildOrganization,
  grant,
  type TestUser,
} from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const say = { body: { markdown: 'Text' } }

/** Builds a space, or a change request of one, with an admin and three members who may comment. */
async function buildDiscussion(kind: string) {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  const proposal = await buildProposal(client, space.id)
  const [first, second, third] = (await Promise.all(
    [1, 2, 3].map(() => buildMember(app, organization.id, 'COMMENT')),
  )) as [TestUser, TestUser, TestUser]
  const ofSpace = `/spaces/${space.id}`
  const [subject, elsewhere] = kind === 'a space' ? [ofSpace, proposal.address] : [proposal.address, ofSpace]
  const comment = async (user: { token: string }, on = subject) =>
    (await app.as(user).post(`${on}/comments`, say)).body.id as string
  const reply = async (user: { token: string }, id: string) =>
    (await app.as(user).post(`${subject}/comments/${id}/replies`, say)).body.id as string
  return { organization, client, space, subject, elsewhere, first, second, third, comment, reply }
}

interface Shown {
  readonly items: readonly { readonly id: string }[]
  readonly count: number
  readonly next?: { readonly page: string }
}

const commentersOf = async (client: TestClient, subject: string, query = ''): Promise<Shown> =>
  (await client.get(`${subject}/commenters${query}`)).body

const idsOf = ({ items }: Shown) => items.map(({ id }) => id)

const joined = (...users: readonly TestUser[]) => {
  const ids = users.map(({ id }) => id)
  return app.database.prisma.member
    .findMany({ where: { userId: { in: ids } }, orderBy: { id: 'asc' } })
    .then((members) => members.map(({ userId }) => userId))
}

const subjects = ['a space', 'a change request'].map((kind, turn) => [kind, turn] as const)

describe.each(subjects)('the commenters of %s', (kind, turn) => {
  const falls = casesOfTurn(turn, 2)
  /** Declares a case. In `npm test` each is tried on one of the two. */
  const row = () => test.runIf(falls())

  row()(
    'are the distinct members who wrote comments or replies, in the order in which they joined',
    async () => {
      const { client, subject, first, second, third, comment, reply } = await buildDiscussion(kind)
      expect(await commentersOf(client, subject)).toEqual({ items: [], count: 0 })
      const id = await comment(second)
      await comment(second)
      await reply(first, id)
      await reply(first, id)
      await reply(second, id)
      const shown = await commentersOf(client, subject)
      expect(shown.count).toBe(2)
      expect(idsOf(shown)).toEqual(await joined(first, second))
      expect(idsOf(shown)).not.toContain(third.id)
      expect(shown.items[0]).toMatchObject({ object: 'member', role: 'comment', user: { object: 'user' } })
    },
  )

  row()('exclude those of other discussions', async () => {
    const { client, subject, elsewhere, first, second, comment } = await buildDiscussion(kind)
    await comment(first)
    await comment(second, elsewhere)
    expect(idsOf(await commentersOf(client, subject))).toEqual([first.id])
    expect(idsOf(await commentersOf(client, elsewhere))).toEqual([second.id])
  })

  row()('exclude users who left the organization or whose comments were all deleted', async () => {
    const { organization, client, subject, first, second, third, comment, reply } =
      await buildDiscussion(kind)
    const id = await comment(first)
    await comment(second)
    const answer = await reply(third, id)
    expect((await commentersOf(client, subject)).count).toBe(3)
    await client.delete(`${subject}/comments/${id}/replies/${answer}`)
    expect(idsOf(await commentersOf(client, subject))).toEqual(await joined(first, second))
    await client.delete(`/orgs/${organization.id}/members/${second.id}`)
    expect(idsOf(await commentersOf(client, subject))).toEqual([first.id])
    await client.delete(`${subject}/comments/${id}`)
    expect(await commentersOf(client, subject)).toEqual({ items: [], count: 0 })
  })

  row()('are paginated without gaps or repeats', async () => {
    const { client, subject, first, second, third, comment } = await buildDiscussion(kind)
    for (const user of [third, first, second]) await comment(user)
    const found: string[] = []
    let query = '?limit=1'
    for (let page = 1; page <= 3; page++) {
      const shown = await commentersOf(client, subject, query)
      expect(shown).toMatchObject({ items: [expect.anything()], count: 3 })
      found.push(...idsOf(shown))
      query = `?limit=1&page=${shown.next?.page}`
    }
    expect(query).toBe('?limit=1&page=undefined')
    expect(found).toEqual(await joined(first, second, third))
  })

  row()('are visible to all readers of the space, including guests, and not found by others', async () => {
    const { organization, space, subject, first, comment } = await buildDiscussion(kind)
    await comment(first)
    const guest = await buildMember(app, organization.id, null)
    expect((await app.as(guest).get(`${subject}/commenters`)).status).toBe(404)
    await grant(app, guest, 'READ', { spaceId: space.id })
    expect(idsOf(await commentersOf(app.as(guest), subject))).toEqual([first.id])
  })
})

describe('commenters in GraphQL', () => {
  test('are a connection of the space and of each of its change requests', async () => {
    const { client, space, first, second, comment, elsewhere } = await buildDiscussion('a space')
    await comment(first)
    await comment(second, elsewhere)
    const { data } = await client.gql(
      `query ($id: ID!) { space(id: $id) {
        commenters(last: 1) { totalCount edges { cursor node { userId } } }
        changeRequests(status: null) { nodes { commenters { nodes { userId user { displayName } } } } }
      } }`,
      { id: space.id },
    )
    expect(data.space).toEqual({
      commenters: { totalCount: 1, edges: [{ cursor: expect.any(String), node: { userId: first.id } }] },
      changeRequests: {
        nodes: [
          { commenters: { nodes: [{ userId: second.id, user: { displayName: second.displayName } }] } },
        ],
      },
    })
  })

  test('have permissions that guests may not read', async () => {
    const { organization, space, first, comment } = await buildDiscussion('a space')
    await comment(first)
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'READ', { spaceId: space.id })
    const { errors } = await app
      .as(guest)
      .gql(
        'query ($id: ID!) { space(id: $id) { commenters { nodes { spacePermissions { totalCount } } } } }',
        { id: space.id },
      )
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  test('are read with the same number of statements for many spaces as for one', async () => {
    const { organization, client, first } = await buildDiscussion('a space')
    const query = `query ($id: ID!) { organization(id: $id) { spaces { nodes {
      commenters { totalCount nodes { userId spaces teams user { displayName } } }
    } } } }`
    const count = async () => {
      const { id } = await buildSpace(app, organization)
      await app.as(first).post(`/spaces/${id}/comments`, say)
      return (await app.statements(() => client.gql(query, { id: organization.id }))).count
    }
    const few = await count()
    await count()
    expect(await count()).toBe(few)
  })
})

describe.each(['a space', 'a change request'])('the repliers of a comment on %s', (kind) => {
  test('are told with the number of their replies, the last one first, also after they left', async () => {
    const { organization, client, subject, first, second, comment, reply } = await buildDiscussion(kind)
    const id = await comment(first)
    const repliers = async () => (await client.get(`${subject}/comments/${id}`)).body.repliers
    expect(await repliers()).toEqual([])
    for (const user of [second, first, second]) await reply(user, id)
    const expected = [
      { user: { id: second.id }, count: 2, updatedAt: expect.any(String) },
      { user: { id: first.id }, count: 1 },
    ]
    expect(await repliers()).toMatchObject(expected)
    await client.delete(`/orgs/${organization.id}/members/${second.id}`)
    expect(await repliers()).toMatchObject(expected)
    expect((await client.get(`${subject}/comments`)).body.items[0].repliers).toMatchObject(expected)
  })
})
