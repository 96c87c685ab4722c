import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildOrganization, buildUser } from '../support/factories/organizations.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = app.as((await buildOrganization(app)).admin)
})
afterAll(() => app.close())

describe('the GraphQL over HTTP specification', () => {
  // The address is known only once the app runs; the audits themselves do not depend on it.
  const audits = serverAudits({ url: () => `${app.url}/graphql` })

  test('there are audits', () => {
    expect(audits.length).toBeGreaterThan(50)
  })

  for (const audit of audits)
    test(`${audit.id}: ${audit.name}`, async () => {
      const result = await audit.fn()
      expect(result).toMatchObject({ status: 'ok' })
    })
})

const post = (body: string, headers: Record<string, string>) =>
  fetch(`${app.url}/graphql`, { method: 'POST', body, headers })

describe('/graphql', () => {
  test('runs a query over GET', async () => {
    const answer = await fetch(`${app.url}/graphql?query=${encodeURIComponent('{ __typename }')}`)
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } })
  })

  test('rejects a mutation over GET', async () => {
    const mutation = 'mutation { createOrganization(input: { title: "Sneaky" }) { organization { id } } }'
    const answer = await fetch(`${app.url}/graphql?query=${encodeURIComponent(mutation)}`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    expect(answer.status).toBe(405)
  })

  test('sends the result of a query as server-sent events', async () => {
    const answer = await post(JSON.stringify({ query: '{ __typename }' }), {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(await answer.text()).toContain('event: next')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of type %s, which another origin could send unasked',
    async (type) => {
      const answer = await post(JSON.stringify({ query: '{ __typename }' }), { 'Content-Type': type })
      expect(answer.status).toBe(415)
    },
  )

  test('lets no other origin read with the credentials of a browser', async () => {
    const origin = 'https://attacker.example'
    const ask = async (method: string, headers: Record<string, string>, body?: string) => {
      const answer = await fetch(`${app.url}/graphql?query={__typename}`, {
        method,
        headers: { Origin: origin, Cookie: 'lectern=x', ...headers },
        ...(body && { body }),
      })
      const allowed = answer.headers.get('access-control-allow-origin')
      return { method, allowed, credentials: answer.headers.get('access-control-allow-credentials') }
    }
    const json = { 'Content-Type': 'application/json' }
    for (const answered of [
      ask('GET', {}),
      ask('GET', { Accept: 'text/html' }),
      ask('OPTIONS', { 'Access-Control-Request-Method': 'POST' }),
      ask('POST', json, JSON.stringify({ query: '{ __typename }' })),
      ask('POST', json, 'no JSON'),
      ask('PUT', json, '{}'),
    ]) {
      const { method, allowed, credentials } = await answered
      expect({ method, allowed, credentials }).toEqual({ method, allowed: '*', credentials: null })
    }
  })

  test('rejects batches', async () => {
    const batch = JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }])
    const answer = await post(batch, { 'Content-Type': 'application/json' })
    expect(answer.status).toBe(400)
  })

  test('rejects a body over the limit, with and without Content-Length', async () => {
    const body = JSON.stringify({ query: `{ __typename } #${'x'.repeat(app.config.maxBodyBytes)}` })
    const answer = await post(body, { 'Content-Type': 'application/json' })
    expect(answer.status).toBe(413)
  })

  test('returns 401 with a code for an unknown token', async () => {
    const answer = await post(JSON.stringify({ query: '{ viewer { id } }' }), {
      'Content-Type': 'application/json',
      Authorization: 'Bearer lectern_nothing',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect((await answer.json()) as unknown).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    })
  })

  test('allows reads and no writes with a read-only token', async () => {
    const reader = app.as(await buildUser(app, { scopes: ['read'] }))
    expect((await reader.gql('{ viewer { id } }')).errors).toBeUndefined()
    const refused = await reader.gql(
      'mutation { createOrganization(input: { title: "Mine" }) { organization { id } } }',
    )
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

describe('GraphiQL', () => {
  test('is a page without external resources, which opens with a query of the tree', async () => {
    const answer = await fetch(`${app.url}/graphql`, { headers: { Accept: 'text/html' } })
    expect(answer.headers.get('content-type')).toContain('text/html')
    const page = await answer.text()
    expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/)
    const start = /src="(\/graphql\/[^"]+\/start.js)"/.exec(page)?.[1]
    expect(await (await fetch(`${app.url}${start}`)).text()).toContain('WorkspaceTree')
  })

  test('is framed by no page, tells no other where it was, and runs only its own scripts', async () => {
    const { headers } = await fetch(`${app.url}/graphql`, { headers: { Accept: 'text/html' } })
    const policy = headers.get('content-security-policy')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule)
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
      'nosniff',
      'no-referrer',
    ])
  })
})
