import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../src/base/errors.ts'
import { body, one, path } from '../../src/rest/route.ts'
import { libraryRoutes, route, shelfRoute } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer([
  ...libraryRoutes,
  route({
    method: 'POST',
    path: '/refuse',
    tag: 'Echo',
    summary: 'Refuses its input',
    operation: 'mutation Refuse($input: EchoInput!) { refuse(input: $input) { given } }',
    variables: { input: body() },
    respond: one('refuse'),
  }),
  route({
    ...shelfRoute('id'),
    path: '/public/:shelfId',
    operation: 'query PublicShelf($id: ID!) { publicShelf(id: $id) { id } }',
    variables: { id: path('shelfId') },
    respond: one('publicShelf'),
  }),
])

const requestId = expect.stringMatching(/^[\w-]{36}$/)

describe('an error', () => {
  test.each(Object.keys(errorTable) as ErrorCode[])(
    '%s has its status and text from the table',
    async (code) => {
      const { status, body, headers } = await server.send('GET', `/v1/fails/${code}`)
      expect(status).toBe(errorTable[code].status)
      expect(body).toEqual({ error: { code: status, message: errorTable[code].message, requestId } })
      expect(body.error.requestId).toBe(headers.get('x-request-id'))
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  test('that is unexpected is logged, and returns only the request id', async () => {
    const { status, text, body } = await server.send('GET', '/v1/fails/crash')
    expect(status).toBe(500)
    expect(text).not.toContain('12345')
    expect(body.error.requestId).toEqual(requestId)
    expect(server.logged).toHaveLength(1)
  })

  test('with an unknown code is an internal error', async () => {
    const { status, body } = await server.send('GET', '/v1/fails/TEAPOT')
    expect([status, body.error.message]).toEqual([500, errorTable.INTERNAL_SERVER_ERROR.message])
  })

  test('of the rate limit states when to retry', async () => {
    const { status, headers } = await server.send('GET', '/v1/fails/limited')
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  })
})

describe('what is not found', () => {
  test('is the same 404 whether it is missing, hidden or null', async () => {
    const answers = await Promise.all(
      ['hidden', 'missing'].map((id) => server.send('GET', `/v1/shelves/${id}`)),
    )
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([404, { code: 404, message: 'Not found.', requestId }])
  })

  test('under /v1 is 404 in the contract’s shape, with and without a token', async () => {
    for (const path of ['/v1', '/v1/', '/v1/unknown', '/v1/shelves//', '/v1/shelves//books', '/v1/__proto__'])
      for (const headers of [undefined, { Authorization: 'Bearer bad' }]) {
        const { status, body } = await server.send('GET', path, { headers })
        expect([status, body.error.message]).toEqual([404, 'Not found.'])
      }
  })

  test('elsewhere is not handled', async () => {
    for (const path of ['/', '/v10/shelves', '/graphql'])
      expect((await server.send('GET', path)).status).toBe(418)
  })
})

describe('the method', () => {
  test('that a path does not support is 405 with the supported methods', async () => {
    const { status, headers, body } = await server.send('PUT', '/v1/shelves/s1')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, DELETE, HEAD, OPTIONS'])
    expect(body.error).toEqual({ code: 405, message: errorTable.METHOD_NOT_ALLOWED.message, requestId })
    expect((await server.send('HEAD', '/v1/refuse')).status).toBe(405)
  })
})

describe('a token', () => {
  test.each([
    ['missing', undefined],
    ['not accepted', 'Bearer bad'],
  ])(
    'that is %s is 401 with a challenge, before anything else is looked at',
    async (_case, authorization) => {
      const { url } = server
      for (const [method, path] of [
        ['GET', '/v1/shelves/missing'],
        ['GET', '/v1/echo?count=x'],
        ['POST', '/v1/echo'],
      ] as const) {
        const headers: Record<string, string> = authorization ? { authorization } : {}
        const answer = await fetch(`${url}${path}`, {
          method,
          headers,
          body: method === 'POST' ? '{' : undefined,
        })
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        const { error } = (await answer.json()) as { error: object }
        expect(error).toEqual({ code: 401, message: errorTable.UNAUTHENTICATED.message, requestId })
      }
    },
  )

  test('is not required by a public row', async () => {
    expect((await fetch(`${server.url}/v1/public/s1`)).status).toBe(200)
  })

  test('that cannot be checked is 500 without the reason', async () => {
    const { status, text } = await server.send('GET', '/v1/shelves/s1', {
      headers: { Authorization: 'Bearer broken' },
    })
    expect(status).toBe(500)
    expect(text).not.toContain('12345')
  })
})

describe('an error that the graph reports', () => {
  test('names the query parameter that sets the argument', async () => {
    const refused = await server.send('GET', '/v1/shelves/s1/books?limit=1001')
    expect(refused.status).toBe(400)
    expect(refused.body.error).toEqual({
      code: 400,
      message: 'limit: must be a number from 0 to 1000',
      fields: [{ path: 'limit', message: 'must be a number from 0 to 1000' }],
      requestId,
    })
    expect((await server.send('GET', '/v1/shelves/s1/books?limit=1000')).status).toBe(200)
    expect((await server.send('GET', '/v1/shelves/s1/books?limit=-1')).status).toBe(400)
    const page = await server.send('GET', '/v1/shelves/s1/books?page=rubbish')
    expect(page.body.error.fields).toEqual([{ path: 'page', message: 'is not a page of this list' }])
  })

  test('names the body member in REST spelling', async () => {
    const { body } = await server.sendJson('POST', '/v1/refuse', {})
    expect(body.error.message).toBe('inner.otherName: must be shorter; inners.3.otherName: must be longer')
    expect(body.error.fields.map((fault: { path: string }) => fault.path)).toEqual([
      'inner.otherName',
      'inners.3.otherName',
    ])
  })
})
