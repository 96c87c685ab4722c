import { describe, expect, test } from 'vitest'
import { one, path } from '../../src/rest/route.ts'
import { createShelfRoute, libraryRoutes, route } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer([
  ...libraryRoutes,
  route({
    ...createShelfRoute,
    path: '/shelves/:title/copies',
    operation: `mutation CopyShelf($title: String!) {
      createShelf(title: $title) { id _urls: urls { location } }
    }`,
    fragments: [],
    variables: { title: path('title') },
    location: 'createShelf._urls.location',
  }),
  route({
    ...createShelfRoute,
    path: '/shelves/:title/ping',
    operation: 'mutation PingShelf($title: String!) { createShelf(title: $title) { id urls { location } } }',
    fragments: [],
    variables: { title: path('title') },
    respond: one('createShelf'),
    status: 202,
  }),
])

const shelf = '/v1/shelves/s1'

describe('every response', () => {
  test('has the request id, and can be read by pages of any origin', async () => {
    for (const [method, address] of [
      ['GET', shelf],
      ['GET', '/v1/none'],
      ['DELETE', shelf],
      ['OPTIONS', shelf],
      ['GET', '/v1/docs'],
      ['GET', '/v1/openapi.json'],
    ] as const) {
      const { headers } = await server.send(method, address)
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('with a body is JSON in UTF-8 with its length', async () => {
    const { headers, text } = await server.send('GET', shelf)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  })
})

describe('an entity tag', () => {
  test('gives 304 without a body if the client has the same', async () => {
    const first = await server.send('GET', shelf)
    const tag = first.headers.get('etag') as string
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const condition of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const { status, text, headers } = await server.send('GET', shelf, {
        headers: { 'If-None-Match': condition },
      })
      expect([status, text, headers.get('etag')]).toEqual([304, '', tag])
    }
    const { status } = await server.send('GET', shelf, { headers: { 'If-None-Match': '"other"' } })
    expect(status).toBe(200)
  })

  test('is the same for every token that gets the same body', async () => {
    const tags = await Promise.all(
      ['Bearer good', 'Bearer rotated'].map(async (Authorization) =>
        (await server.send('GET', shelf, { headers: { Authorization } })).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(1)
  })

  test('is only sent for reads with status 200', async () => {
    expect((await server.sendJson('POST', '/v1/echo', {})).headers.get('etag')).toBeNull()
    expect((await server.send('GET', '/v1/shelves/none')).headers.get('etag')).toBeNull()
  })
})

describe('HEAD', () => {
  test('is GET without the body', async () => {
    const got = await server.send('GET', shelf)
    const head = await server.send('HEAD', shelf)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['etag', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(got.headers.get(name))
    expect((await server.send('HEAD', '/v1/shelves/none')).status).toBe(404)
  })
})

describe('OPTIONS', () => {
  test('lists the methods without a token, and allows cross-origin requests', async () => {
    const answer = await fetch(`${server.url}${shelf}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'DELETE' },
    })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, DELETE, HEAD, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization')
  })
})

describe('a response without a body', () => {
  test('has the headers that its status requires', async () => {
    const { status, text, headers } = await server.send('DELETE', shelf)
    expect([status, text, headers.get('content-length')]).toEqual([205, '', '0'])
    expect(headers.get('content-type')).toBeNull()
  })
})

describe('the Location header', () => {
  test('of a created resource is its URL', async () => {
    const { status, headers } = await server.sendJson('POST', '/v1/shelves', { title: 'New' })
    expect([status, headers.get('location')]).toEqual([201, 'http://api.example/v1/shelves/s1'])
  })

  test('may be read from a member that is not sent', async () => {
    const { headers, body } = await server.send('POST', '/v1/shelves/x/copies')
    expect(headers.get('location')).toBe('http://api.example/v1/shelves/s1')
    expect(body).toEqual({ object: 'shelf', id: 's1' })
  })

  test('is not sent if nothing is created', async () => {
    const { status, headers } = await server.send('POST', '/v1/shelves/x/ping')
    expect([status, headers.get('location')]).toEqual([202, null])
  })
})

describe('the request line', () => {
  test('may contain an absolute URL', async () => {
    const answer = await server.raw(
      `GET http://elsewhere.example${shelf}?x=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})
