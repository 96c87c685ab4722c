import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'

const allowed = 'https://app.example.com'
const attacker = 'https://attacker.example'

let app: TestApp
let organizationId: string
let cookie: string
beforeAll(async () => {
  app = await startOwnTestApp({ ALLOWED_ORIGINS: allowed })
  const { id, admin } = await buildOrganization(app)
  organizationId = id
  cookie = (await buildSession(app, admin)).headers.Cookie
})
afterAll(() => app.close())

type Headers = Record<string, string>

const send = (path: string, method: string, headers: Headers, body?: string) =>
  fetch(`${app.url}${path}`, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })

const json = { 'Content-Type': 'application/json' }
const inSession = (headers: Headers): Headers => ({ Cookie: cookie, ...headers })

/** The headers by which a browser names the page that sends a request, and whether its writes count with the cookie. */
type Page = readonly [page: string, headers: () => Headers, isTrusted: boolean]

const pages: readonly Page[] = [
  ['of the server', () => ({ Origin: app.url }), true],
  ['of the server, by Sec-Fetch-Site alone', () => ({ 'Sec-Fetch-Site': 'same-origin' }), true],
  ['of an allowed origin', () => ({ Origin: allowed, 'Sec-Fetch-Site': 'same-site' }), true],
  ['that says nothing', () => ({}), false],
  ['of another site', () => ({ Origin: attacker, 'Sec-Fetch-Site': 'cross-site' }), false],
  [
    'of another site beside same-origin',
    () => ({ Origin: attacker, 'Sec-Fetch-Site': 'same-origin' }),
    false,
  ],
  ['without an origin', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }), false],
  ['of another site, by Sec-Fetch-Site alone', () => ({ 'Sec-Fetch-Site': 'cross-site' }), false],
  ['of the same site', () => ({ 'Sec-Fetch-Site': 'same-site' }), false],
  ['of a subdomain of an allowed origin', () => ({ Origin: 'https://x.app.example.com' }), false],
  ['of another port of an allowed origin', () => ({ Origin: `${allowed}:8443` }), false],
  ['of an allowed host without https', () => ({ Origin: 'http://app.example.com' }), false],
  ['of another port of the server', () => ({ Origin: 'http://127.0.0.1:1' }), false],
  ['of the server with https', () => ({ Origin: app.url.replace('http:', 'https:') }), false],
]

const untrusted = pages.filter(([, , isTrusted]) => !isTrusted)

const titleOf = async () =>
  (await app.database.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).title

const changeTitle = `mutation ($id: ID!, $title: String!) {
  updateOrganization(organizationId: $id, input: { title: $title }) { __typename }
}`

const newTitle = () => `Title ${Math.random()}`

describe.each(pages)('a page %s', (_page, headersOf, isTrusted) => {
  test(`${isTrusted ? 'changes' : 'does not change'} what the user may change, by REST`, async () => {
    const title = newTitle()
    const headers = inSession({ ...json, ...headersOf() })
    const { status } = await send(`/v1/orgs/${organizationId}`, 'PATCH', headers, JSON.stringify({ title }))
    expect([status, (await titleOf()) === title]).toEqual(isTrusted ? [200, true] : [401, false])
  })

  test(`${isTrusted ? 'changes' : 'does not change'} what the user may change, by GraphQL`, async () => {
    const title = newTitle()
    const variables = { id: organizationId, title }
    const body = JSON.stringify({ query: changeTitle, variables })
    await send('/graphql', 'POST', inSession({ ...json, ...headersOf() }), body)
    expect((await titleOf()) === title).toBe(isTrusted)
  })

  test(`${isTrusted ? 'changes' : 'does not change'} what the user may change, by a multipart request`, async () => {
    const title = newTitle()
    const body = new FormData()
    body.set('operations', JSON.stringify({ query: changeTitle, variables: { id: organizationId, title } }))
    body.set('map', '{}')
    const headers = inSession({ 'Apollo-Require-Preflight': 'true', ...headersOf() })
    await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })
    expect((await titleOf()) === title).toBe(isTrusted)
  })

  test(`${isTrusted ? 'reaches' : 'does not reach'} an object to delete`, async () => {
    const answer = await send('/v1/spaces/none', 'DELETE', inSession(headersOf()))
    expect(answer.status).toBe(isTrusted ? 404 : 401)
  })

  test('reads with the session unless its origin is foreign', async () => {
    const headers = headersOf()
    const { status } = await send('/v1/user', 'GET', inSession(headers))
    expect(status).toBe(isTrusted || headers.Origin === undefined ? 200 : 401)
  })

  test.each(
    oneRowIn(3, ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']),
  )('changes nothing by a body of type %s', async (type) => {
    const before = await titleOf()
    const headers = inSession({ 'Content-Type': type, ...headersOf() })
    const change = JSON.stringify({ title: newTitle() })
    const ofRest = await send(`/v1/orgs/${organizationId}`, 'PATCH', headers, change)
    const ofGraph = await send(
      '/graphql',
      'POST',
      headers,
      JSON.stringify({ query: changeTitle, variables: { id: organizationId, title: newTitle() } }),
    )
    expect([ofRest.status, ofGraph.status].every((status) => status >= 400)).toBe(true)
    expect(await titleOf()).toBe(before)
  })

  test('changes nothing by a mutation in the address', async () => {
    const title = newTitle()
    const variables = JSON.stringify({ id: organizationId, title })
    const query = new URLSearchParams({ query: changeTitle, variables })
    const { status } = await send(`/graphql?${query}`, 'GET', inSession(headersOf()))
    expect([status, (await titleOf()) === title]).toEqual([405, false])
  })
})

describe('a form of the pages', () => {
  const signOut = async (headers: Headers) =>
    (await send('/sign-out', 'POST', { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }, ''))
      .status

  test.each<Page>([...untrusted, ['of an allowed origin', () => ({ Origin: allowed }), false]])(
    'is not accepted from a page %s',
    async (_page, headersOf) => {
      expect(await signOut(inSession(headersOf()))).toBe(403)
      expect((await send('/v1/user', 'GET', inSession({}))).status).toBe(200)
    },
  )

  test('is accepted from a page of the server', async () => {
    expect(await signOut({ Origin: app.url })).toBe(303)
  })
})

describe('the headers for browsers', () => {
  const preflight = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  const requests: readonly [name: string, path: string, method: string, headers: Headers, body?: string][] = [
    ['a read by REST', '/v1/user', 'GET', {}],
    ['an address that is not there', '/v1/none', 'GET', {}],
    ['the description of REST', '/v1/openapi.json', 'GET', {}],
    ['a preflight of REST', '/v1/user', 'OPTIONS', preflight],
    ['GraphQL', '/graphql', 'POST', json, '{"query":"{ __typename }"}'],
    ['GraphQL that is no JSON', '/graphql', 'POST', json, '{'],
    [
      'GraphQL with a token that is not accepted',
      '/graphql',
      'POST',
      { ...json, Authorization: 'Bearer x' },
      '{}',
    ],
    ['GraphiQL', '/graphql', 'GET', { Accept: 'text/html' }],
    ['a preflight of GraphQL', '/graphql', 'OPTIONS', preflight],
  ]

  test.each(oneRowIn(3, requests))(
    'allow credentials to trusted origins alone: %s',
    async (_name, path, method, headers, body) => {
      const allowedTo = async (Origin: string | undefined) => {
        const answer = await send(path, method, { ...headers, ...(Origin && { Origin }) }, body)
        const vary = answer.headers.get('vary')?.split(/, */) ?? []
        expect(vary).toContain('Origin')
        const names = ['access-control-allow-origin', 'access-control-allow-credentials']
        return names.map((name) => answer.headers.get(name))
      }
      for (const origin of [allowed, app.url]) expect(await allowedTo(origin)).toEqual([origin, 'true'])
      for (const origin of [undefined, 'null', attacker, 'http://app.example.com'])
        expect(await allowedTo(origin)).toEqual(['*', null])
    },
  )

  test('name the headers that an application with credentials may send', async () => {
    const { headers } = await send('/graphql', 'OPTIONS', { ...preflight, Origin: allowed })
    expect(headers.get('access-control-allow-headers')).toBe('content-type')
  })
})

describe('a websocket', () => {
  /** Opens one in the session, and returns the first message of the server, or the code with which it is closed. */
  async function opened(path: string, headers: Headers): Promise<number | string> {
    const address = `${app.url.replace('http', 'ws')}${path}`
    const socket = new WebSocket(address, 'graphql-transport-ws', { headers: inSession(headers) })
    const { promise, resolve } = Promise.withResolvers<number | string>()
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
    socket.on('message', (data) => resolve(JSON.parse(String(data)).type))
    socket.on('close', resolve).on('error', ({ message }) => resolve(message))
    const first = await promise
    socket.terminate()
    return first
  }

  test.each(pages)(
    'by a page %s has the session where its writes have it',
    async (_page, headers, isTrusted) => {
      expect(await opened('/graphql', headers())).toBe(isTrusted ? 'connection_ack' : 4401)
    },
  )

  test('is opened at no other path', async () => {
    expect(await opened('/v1/user', { Origin: app.url })).toContain('404')
  })
})
