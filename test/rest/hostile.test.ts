import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyBudget } from '../support/budget.ts'
import { libraryRoutes } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer(libraryRoutes)

const members = [
  'text',
  'id',
  'count',
  'ratio',
  'flag',
  'genre',
  'genres',
  'when',
  'anything',
  'inner',
  'inners',
]
const names = [
  ...members,
  'named',
  'choice',
  'otherName',
  'title',
  'note',
  '__proto__',
  'constructor',
  'toString',
]

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 'poetry', '2026-01-01T00:00:00Z', -0, 1e308, 2 ** 53, '\0', '\ud800', ''),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  ),
})).value

/** Asserts that the response is a success or a client error, in the form of the contract. */
function expectNoFaultOfOurs({ status, body }: { status: number; body: unknown }) {
  expect(status).toBeLessThan(500)
  if (status >= 400) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
}

describe('no input causes a server error:', () => {
  test('any JSON as a body', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom('/v1/echo', '/v1/shelves'), async (value, path) => {
        expectNoFaultOfOurs(await server.sendJson('POST', path, value))
      }),
      propertyBudget(80, 400),
    )
  })

  test('any bytes as a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        const headers = { 'Content-Type': 'application/json' }
        expectNoFaultOfOurs(await server.send('POST', '/v1/echo', { body: new Uint8Array(bytes), headers }))
      }),
      propertyBudget(66, 200),
    )
  })

  test('JSON with one changed character, with the position of the error in the text', async () => {
    const text = '{"text": "a\\u00e9", "inner": {"count": -1.5e3, "flag": true}, "genres": [null, false]}'
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ maxLength: 2 }), async (at, change) => {
        const changed = text.slice(0, at) + change + text.slice(at + 1)
        const headers = { 'Content-Type': 'application/json' }
        const answer = await server.send('POST', '/v1/echo', { body: changed, headers })
        expectNoFaultOfOurs(answer)
        const position = /position (\d+)/.exec(answer.body.error?.message ?? '')?.[1]
        if (position !== undefined) expect(Number(position)).toBeLessThanOrEqual(changed.length)
      }),
      propertyBudget(60, 300),
    )
  })

  test('any text as query parameters', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('null', '1e999', '%', '%ff', '\0', '-0'),
    )
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names, 'limit', 'page', 'names', 'ids'), text), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(
        pairs,
        fc.boolean(),
        fc.constantFrom('echo', 'shelves/s1/books'),
        async (given, encode, path) => {
          const search = given
            .map(([name, value]) => `${name}=${encode ? encodeURIComponent(value) : value}`)
            .join('&')
          expectNoFaultOfOurs(await server.send('GET', `/v1/${path}?${search}`))
        },
      ),
      propertyBudget(60, 300),
    )
  })

  test('any text as a path', async () => {
    const segment = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => encodeURIComponent(text)),
      fc.constantFrom(
        'shelves',
        's1',
        'books',
        'path',
        '%',
        '%2F',
        '%00',
        '%ff',
        '..',
        '.',
        '',
        ':shelfId',
        '*',
      ),
    )
    const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE')
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 6 }), method, async (segments, chosen) => {
        const { status } = await server.send(chosen, `/v1/${segments.join('/')}`)
        expect(status).toBeLessThan(500)
      }),
      propertyBudget(60, 300),
    )
  })

  test('any method that HTTP knows', async () => {
    for (const method of ['PROPFIND', 'PURGE', 'QUERY', 'TRACE', 'SEARCH']) {
      const answer = await server.raw(
        `${method} /v1/shelves/s1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    }
  })
})
