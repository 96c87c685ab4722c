import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumTokens } from '../../../src/modules/tokens/limits.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildOrganization, buildUser } from '../../support/factories/organizations.ts'

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

/** The members of a token in a response. */
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
