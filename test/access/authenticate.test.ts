import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
  grant,
} from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const tokenRow = (userId: string) => app.database.prisma.apiToken.findFirstOrThrow({ where: { userId } })

describe('a token', () => {
  test('is stored as a hash, with a prefix that does not expose its secret', async () => {
    const user = await buildUser(app)
    const { hash, prefix } = await tokenRow(user.id)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hash).not.toContain(user.token)
    expect(user.token.startsWith(prefix)).toBe(true)
    expect(user.token.length - prefix.length).toBeGreaterThan(30)
  })

  test.each([
    ['expired', { expiresAt: new Date(Date.now() - 1000) }],
    ['revoked', { revokedAt: new Date() }],
  ])('that is %s is rejected immediately, in REST and GraphQL', async (_state, data) => {
    const user = await buildUser(app)
    expect((await app.as(user).get('/user')).status).toBe(200)
    await app.database.prisma.apiToken.updateMany({ where: { userId: user.id }, data })
    expect((await app.as(user).get('/user')).status).toBe(401)
    const { errors } = await app.as(user).gql('{ viewer { id } }')
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  test('counts for its own requests only, when many arrive together', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => buildUser(app)))
    const [revoked] = users
    await app.database.prisma.apiToken.updateMany({
      where: { userId: revoked?.id ?? '' },
      data: { revokedAt: new Date() },
    })
    const requests = Array.from({ length: 6 }, () => users).flat()
    const answers = await Promise.all(requests.map((user) => app.as(user).gql('{ viewer { id } }')))
    expect(answers.map(({ data }) => data?.viewer?.id)).toEqual(
      requests.map(({ id }) => (id === revoked?.id ? undefined : id)),
    )
  })

  test('that expires later is valid until then', async () => {
    const user = await buildUser(app)
    const expiresAt = new Date(Date.now() + 60_000)
    await app.database.prisma.apiToken.updateMany({ where: { userId: user.id }, data: { expiresAt } })
    expect((await app.as(user).get('/user')).status).toBe(200)
  })

  test('records when it was last used', async () => {
    const user = await buildUser(app)
    expect((await tokenRow(user.id)).lastUsedAt).toBeNull()
    await app.as(user).get('/user')
    expect((await tokenRow(user.id)).lastUsedAt).not.toBeNull()
  })

  test.each(['Basic abc', 'Bearer', 'Bearer a b', 'lectern_abc'])(
    'is not read out of “%s”',
    async (header) => {
      const answer = await fetch(`${app.url}/v1/user`, { headers: { Authorization: header } })
      expect(answer.status).toBe(401)
    },
  )
})

describe('the rights of a viewer', () => {
  test('are loaded with the token in one statement, and remembered', async () => {
    const { id, admin } = await buildOrganization(app)
    const user = await buildMember(app, id, 'READ')
    for (let index = 0; index < 5; index++) {
      const other = await buildOrganization(app)
      await addMember(app, other.id, user, 'EDIT')
      const space = (await app.as(admin).post(`/orgs/${id}/spaces`, {})).body
      await grant(app, user, 'REVIEW', { spaceId: space.id })
    }
    const client = app.as(user)
    const ask = async () => {
      const { texts } = await app.statements(() =>
        client.gql(
          '{ organizations { nodes { permissions { view admin } spaces { nodes { permissions { merge } } } } } }',
        ),
      )
      return texts.filter((text) => /FROM "(Member|ContentPermission|TeamMember|ApiToken)"/.test(text))
    }
    expect(await ask()).toHaveLength(1)
    expect(await ask()).toEqual([])
  })

  test('end with the membership, including grants', async () => {
    const { id, admin } = await buildOrganization(app)
    const user = await buildMember(app, id, null)
    const space = (await app.as(admin).post(`/orgs/${id}/spaces`, {})).body
    expect((await app.as(user).get(`/spaces/${space.id}`)).status).toBe(404)
    await grant(app, user, 'EDIT', { spaceId: space.id })
    expect((await app.as(user).get(`/spaces/${space.id}`)).body.permissions).toMatchObject({
      edit: true,
      merge: false,
    })
    await app.database.prisma.member.deleteMany({ where: { userId: user.id } })
    expect((await app.as(user).get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('include those of teams, and the highest takes precedence', async () => {
    const { id, admin } = await buildOrganization(app)
    const user = await buildMember(app, id, 'READ')
    const space = (await app.as(admin).post(`/orgs/${id}/spaces`, {})).body
    const { prisma } = app.database
    await prisma.team.create({
      data: {
        id: `tea${user.id}`,
        organizationId: id,
        title: 'Team',
        members: { create: { userId: user.id } },
        contentPermissions: { create: { id: `per${user.id}`, role: 'REVIEW', spaceId: space.id } },
      },
    })
    await grant(app, user, 'COMMENT', { spaceId: space.id })
    const { permissions } = (await app.as(user).get(`/spaces/${space.id}`)).body
    expect(permissions).toMatchObject({ comment: true, edit: true, review: true, merge: true, admin: false })
  })
})
