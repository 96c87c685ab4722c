import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopesOfOrganization } from '../../../src/access/tokens.ts'
import { maximumTokens } from '../../../src/modules/tokens/limits.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
} from '../../support/factories/organizations.ts'
import { buildSession } from '../../support/factories/sessions.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const build = async () => app.as(await buildUser(app))
const tokens = '/user/tokens'

const create = async (client: TestClient, body: Record<string, unknown> = {}) => {
  const answer = await client.post(tokens, { label: 'CI', ...body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: string; token: string; expiresAt?: string }
}

/** Returns the members of a token in a response. */
async function accepted(token: string): Promise<{ rest: number; graph: unknown }> {
  const client = app.as({ token })
  const rest = (await client.get('/user')).status
  const { errors } = await client.gql('{ viewer { id } }')
  return { rest, graph: errors?.[0]?.extensions.code ?? 'OK' }
}

const works = { rest: 200, graph: 'OK' }
const refused = { rest: 401, graph: 'UNAUTHENTICATED' }

describe('a token', () => {
  test('returns its secret only on creation, and is valid immediately', async () => {
    const client = await build()
    const answer = await client.post(tokens, { label: 'CI' })
    expect(answer.status).toBe(201)
    const { id, token, prefix, createdAt } = answer.body
    expect(answer.body).toEqual({
      object: 'api-token',
      kind: 'api',
      id,
      label: 'CI',
      token,
      prefix,
      scopes: ['read', 'write'],
      createdAt,
      urls: { location: `${app.url}/v1/user/tokens/${id}` },
    })
    expect(answer.headers.get('location')).toBe(answer.body.urls.location)
    expect(token.startsWith(prefix)).toBe(true)
    expect(await accepted(token)).toEqual(works)
    const listed = await client.get(tokens)
    expect(listed.body.items.map((item: { label: string }) => item.label)).toEqual(['test', 'CI'])
    expect(JSON.stringify(listed.body)).not.toContain(token)
    expect((await client.get(`${tokens}/${id}`)).body).toMatchObject({ id, lastUsedAt: expect.any(String) })
    const row = await app.database.prisma.apiToken.findUniqueOrThrow({ where: { id } })
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('that is revoked is rejected from the next request on, in REST and GraphQL', async () => {
    const client = await build()
    const { id, token } = await create(client)
    expect(await accepted(token)).toEqual(works)
    expect((await client.delete(`${tokens}/${id}`)).status).toBe(204)
    expect(await accepted(token)).toEqual(refused)
    expect((await client.get(`${tokens}/${id}`)).status).toBe(404)
    expect((await client.delete(`${tokens}/${id}`)).status).toBe(404)
    const made = await client.gql(
      'mutation { createApiToken(input: { label: "A" }) { token apiToken { id } } }',
    )
    const other = made.data.createApiToken
    expect(await accepted(other.token)).toEqual(works)
    const ended = await client.gql(
      'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { revokedApiTokenId } }',
      {
        id: other.apiToken.id,
      },
    )
    expect(ended.data.revokeApiToken.revokedApiTokenId).toBe(other.apiToken.id)
    expect(await accepted(other.token)).toEqual(refused)
  })

  test('can revoke itself', async () => {
    const client = await build()
    const { id, token } = await create(client)
    expect((await app.as({ token }).delete(`${tokens}/${id}`)).status).toBe(204)
    expect(await accepted(token)).toEqual(refused)
  })

  test('that has expired is rejected and not listed', async () => {
    const client = await build()
    const { id, token } = await create(client, { expiresAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await accepted(token)).toEqual(works)
    await app.database.prisma.apiToken.update({ where: { id }, data: { expiresAt: new Date() } })
    expect(await accepted(token)).toEqual(refused)
    expect((await client.get(tokens)).body.count).toBe(1)
  })

  test.each([
    { label: '' },
    { label: 'x'.repeat(51) },
    { label: 'A', scopes: ['admin'] },
    { label: 'A', expiresAt: '2020-01-01T00:00:00Z' },
    { label: 'A', expiresAt: 'tomorrow' },
    { label: 'A', expiresAt: '9999-12-31T23:59:59-23:59' },
  ])('cannot be created with %j', async (body) => {
    expect((await (await build()).post(tokens, body)).status).toBe(400)
  })

  test('with read scope can read everything its user can, and cannot change anything or create tokens', async () => {
    const { admin, id: organizationId } = await buildOrganization(app)
    const { token, ...made } = await create(app.as(admin), { scopes: ['read'] })
    const reader = app.as({ token })
    expect((await reader.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await reader.get(`${tokens}/${made.id}`)).body.scopes).toEqual(['read'])
    expect((await reader.patch(`/orgs/${organizationId}`, { title: 'Renamed' })).status).toBe(403)
    expect((await reader.post(tokens, { label: 'More' })).status).toBe(403)
    expect((await reader.post(`${tokens}/${made.id}/rotate`)).status).toBe(403)
    expect((await reader.delete(`${tokens}/${made.id}`)).status).toBe(403)
  })

  test('is not visible to other users, who cannot revoke it', async () => {
    const client = await build()
    const { id, token } = await create(client)
    const other = await build()
    expect((await other.get(`${tokens}/${id}`)).status).toBe(404)
    expect((await other.post(`${tokens}/${id}/rotate`)).status).toBe(404)
    expect((await other.delete(`${tokens}/${id}`)).status).toBe(404)
    const { data } = await other.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(data.node).toBeNull()
    expect(await accepted(token)).toEqual(works)
  })

  test('of another member is not listed below that user', async () => {
    const { admin, id: organizationId } = await buildOrganization(app)
    const colleague = await buildUser(app)
    await app.database.prisma.member.create({
      data: { id: `mem${colleague.id}`, organizationId, userId: colleague.id, role: 'ADMIN' },
    })
    const { errors } = await app
      .as(colleague)
      .gql('query ($id: ID!) { user(id: $id) { tokens { nodes { id } } } }', { id: admin.id })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  test('counts towards the maximum per user, also when created concurrently', async () => {
    const user = await buildUser(app)
    await app.database.prisma.apiToken.createMany({
      data: Array.from({ length: maximumTokens - 3 }, (_none, index) => ({
        id: `tok${user.id}${index}`,
        userId: user.id,
        label: 'many',
        prefix: '',
        hash: `${user.id} ${index}`,
      })),
    })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.as(user).post(tokens, { label: 'one more' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  })
})

describe('a token that expires', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  /** Builds a user with a token that does not expire, and one that expires tomorrow. */
  async function buildExpiring() {
    const client = await build()
    const end = inDays(1)
    const expiring = await create(client, { label: 'Day', expiresAt: end })
    return { client, end, expiring, day: app.as(expiring) }
  }

  test('makes no token that outlives it', async () => {
    const { day, end } = await buildExpiring()
    const later = await day.post(tokens, { label: 'Later', expiresAt: inDays(2) })
    expect([later.status, later.body.error.reason]).toEqual([403, 'TOKEN_OUTLIVES_OWN'])
    expect((await create(day)).expiresAt).toBe(end)
    const sooner = inDays(0.5)
    expect((await create(day, { expiresAt: sooner })).expiresAt).toBe(sooner)
    const { errors } = await day.gql(
      'mutation ($end: DateTime) { createApiToken(input: { label: "A", expiresAt: $end }) { token } }',
      { end: inDays(2) },
    )
    expect(errors?.[0]?.extensions.reason).toBe('TOKEN_OUTLIVES_OWN')
  })

  test('rotates itself, and no token that outlives it', async () => {
    const { client, day, end, expiring } = await buildExpiring()
    const lasting = await create(client)
    const { status, body } = await day.post(`${tokens}/${lasting.id}/rotate`)
    expect([status, body.error.reason]).toEqual([403, 'TOKEN_OUTLIVES_OWN'])
    expect(await accepted(lasting.token)).toEqual(works)
    expect((await day.post(`${tokens}/${expiring.id}/rotate`)).body.expiresAt).toBe(end)
  })
})

describe('tokens of members', () => {
  const listed = async (client: TestClient, organizationId: string, userId?: string) => {
    const { data, errors } = await client.gql(
      `query ($id: ID!, $user: ID) { organization(id: $id) { memberTokens(userId: $user) {
        totalCount nodes { tokenId prefix scopes createdAt expiresAt lastUsedAt user { id } }
      } } }`,
      { id: organizationId, user: userId },
    )
    return { nodes: data.organization?.memberTokens?.nodes, code: errors?.[0]?.extensions.code }
  }
  const revoke = async (client: TestClient, organizationId: string, tokenId: string) => {
    const { data, errors } = await client.gql(
      `mutation ($id: ID!, $token: ID!) {
        revokeMemberToken(organizationId: $id, tokenId: $token) { revokedTokenId }
      }`,
      { id: organizationId, token: tokenId },
    )
    return data?.revokeMemberToken?.revokedTokenId ?? errors?.[0]?.extensions.code
  }
  const idsOf = (nodes: { tokenId: string }[]) => nodes.map(({ tokenId }) => tokenId)

  /** Builds an organization with a member who is also in another organization. */
  async function buildShared() {
    const [own, other] = [await buildOrganization(app), await buildOrganization(app)]
    const member = await buildMember(app, own.id, 'EDIT')
    await addMember(app, other.id, member, 'READ')
    return { own, other, member, admin: app.as(own.admin), client: app.as(member) }
  }

  test('are listed to the admins of an organization only, with the label by which the member knows them', async () => {
    const { own, member, admin, client } = await buildShared()
    const { id } = await create(client, { label: 'Laptop', scopes: ['read'] })
    const { nodes } = await listed(admin, own.id, member.id)
    expect(nodes).toMatchObject([{ scopes: ['READ', 'WRITE'] }, { tokenId: id, scopes: ['READ'] }])
    expect(new Set(nodes.map(({ user }: { user: { id: string } }) => user.id))).toEqual(new Set([member.id]))
    expect((await listed(admin, own.id)).nodes).toHaveLength(3)
    const { items } = (await admin.get(`/orgs/${own.id}/member-tokens?user=${member.id}`)).body
    expect(items).toMatchObject([
      { user: { id: member.id } },
      { object: 'member-token', id, label: 'Laptop', scopes: ['read'] },
    ])
    expect(await listed(client, own.id)).toMatchObject({ code: 'FORBIDDEN' })
    const creator = app.as(await buildMember(app, own.id, 'CREATE'))
    expect(await listed(creator, own.id)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await revoke(creator, own.id, id)).toBe('FORBIDDEN')
  })

  test('that are revoked give no access to the organization any more, and to others as before', async () => {
    const { own, other, member, admin, client } = await buildShared()
    const made = await create(client)
    const token = app.as(made)
    expect(await revoke(admin, own.id, made.id)).toBe(made.id)
    expect((await token.get(`/orgs/${own.id}`)).status).toBe(404)
    expect((await token.get(`/orgs/${other.id}`)).status).toBe(200)
    expect((await client.get(`/orgs/${own.id}`)).status).toBe(200)
    expect(idsOf((await listed(admin, own.id, member.id)).nodes)).not.toContain(made.id)
    expect(idsOf((await listed(app.as(other.admin), other.id, member.id)).nodes)).toContain(made.id)
    expect(await revoke(admin, own.id, made.id)).toBe('NOT_FOUND')
    expect((await admin.delete(`/orgs/${own.id}/member-tokens/${made.id}`)).status).toBe(404)
    const { id } = await create(client)
    expect((await admin.delete(`/orgs/${own.id}/member-tokens/${id}`)).status).toBe(204)
  })

  test('that are revoked stay so in what they make, and make no other token theirs', async () => {
    const { own, other, admin, client } = await buildShared()
    const [made, free] = [await create(client), await create(client)]
    await revoke(admin, own.id, made.id)
    const token = app.as(made)
    const created = await create(token)
    const rotated = (await token.post(`${tokens}/${made.id}/rotate`)).body
    for (const each of [created, rotated]) {
      expect((await app.as(each).get(`/orgs/${own.id}`)).status).toBe(404)
      expect((await app.as(each).get(`/orgs/${other.id}`)).status).toBe(200)
    }
    expect((await token.post(`${tokens}/${free.id}/rotate`)).status).toBe(404)
    const link = (await admin.post(`/orgs/${own.id}/link-invites`, { role: 'read' })).body
    expect((await token.post(`/orgs/${own.id}/invites/${link.id}`)).status).toBe(404)
    expect((await token.post('/orgs', { title: 'Mine' })).status).toBe(201)
  })

  test('that are limited to the organization are revoked altogether, and hidden from others', async () => {
    const { own, other, member, admin } = await buildShared()
    const session = await buildUser(app, { scopes: scopesOfOrganization(own.id) })
    await addMember(app, own.id, session, 'READ')
    await addMember(app, other.id, session, 'READ')
    expect((await listed(app.as(other.admin), other.id, session.id)).nodes).toEqual([])
    const [{ tokenId }] = (await listed(admin, own.id, session.id)).nodes
    expect(await revoke(app.as(other.admin), other.id, tokenId)).toBe('NOT_FOUND')
    expect(await revoke(admin, own.id, tokenId)).toBe(tokenId)
    expect(await accepted(session.token)).toEqual(refused)
    expect(await accepted(member.token)).toEqual(works)
  })

  test('are revoked by two organizations at the same time', async () => {
    const { own, other, admin, client } = await buildShared()
    const made = await create(client)
    await Promise.all([revoke(admin, own.id, made.id), revoke(app.as(other.admin), other.id, made.id)])
    for (const { id } of [own, other]) expect((await app.as(made).get(`/orgs/${id}`)).status).toBe(404)
  })
})

describe('a session', () => {
  test('makes tokens for longer than itself, which are limited to its organization', async () => {
    const { id } = await buildOrganization(app)
    const user = await buildMember(app, id, 'READ')
    const session = await buildSession(app, user, { organizationId: id })
    const made = await create(app.as(session))
    expect(made.expiresAt).toBeUndefined()
    expect((await app.as(made).get(`/orgs/${id}`)).status).toBe(200)
  })
})

describe('rotating a token', () => {
  test('creates one with the same label and scopes, and both are valid during the overlap', async () => {
    const client = await build()
    const end = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const old = await create(client, { label: 'Deploy', scopes: ['read'], expiresAt: end })
    const answer = await client.post(`${tokens}/${old.id}/rotate`)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ label: 'Deploy', scopes: ['read'], expiresAt: end })
    expect(answer.body.id).not.toBe(old.id)
    expect(await accepted(old.token)).toEqual(works)
    expect(await accepted(answer.body.token)).toEqual(works)
    const { expiresAt } = (await client.get(`${tokens}/${old.id}`)).body
    const left = Date.parse(expiresAt) - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    expect(left).toBeLessThanOrEqual(3_600_000)
  })

  test('without an overlap revokes the old one immediately, in REST and GraphQL', async () => {
    const client = await build()
    const old = await create(client)
    const rotated = (await client.post(`${tokens}/${old.id}/rotate`, { overlapSeconds: 0 })).body
    expect(await accepted(old.token)).toEqual(refused)
    expect(await accepted(rotated.token)).toEqual(works)
    const { data } = await client.gql(
      'mutation ($id: ID!) { rotateApiToken(tokenId: $id, input: { overlapSeconds: 0 }) { token } }',
      { id: rotated.id },
    )
    expect(await accepted(rotated.token)).toEqual(refused)
    expect(await accepted(data.rotateApiToken.token)).toEqual(works)
  })

  test('never extends the expiry of the old one', async () => {
    const client = await build()
    const end = new Date(Date.now() + 60_000).toISOString()
    const old = await create(client, { expiresAt: end })
    await client.post(`${tokens}/${old.id}/rotate`, { overlapSeconds: 600 })
    expect((await client.get(`${tokens}/${old.id}`)).body.expiresAt).toBe(end)
  })

  test.each([-1, 604_801, 0.5])('with an overlap of %d is rejected', async (overlapSeconds) => {
    const client = await build()
    const { id } = await create(client)
    expect((await client.post(`${tokens}/${id}/rotate`, { overlapSeconds })).status).toBe(400)
  })
})
