import { describe, expect, test } from 'vitest'
import { prefersStrictHandling } from '../../src/rest/preferences.ts'
import { libraryRoutes } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer(libraryRoutes)

const strict = { Prefer: 'handling=strict' }

const send = (input: unknown, headers: Record<string, string> = {}) =>
  server.send('POST', '/v1/echo', {
    body: JSON.stringify(input),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

describe('an unknown member', () => {
  test('that is close to a known one is warned of, and everything else stays as it is', async () => {
    const { status, headers, body } = await send({ tex: 'a', count: 3 })
    expect([status, body.given.input]).toEqual([200, { count: 3 }])
    expect(headers.get('warning')).toBe('299 - "tex is unknown; did you mean text?"')
    expect(headers.get('access-control-expose-headers')).toContain('Warning')
  })

  test('that resembles nothing is ignored, unless the client prefers strict handling', async () => {
    const input = { somethingElseEntirely: 1 }
    const ignored = await send(input)
    expect([ignored.status, ignored.headers.get('warning')]).toEqual([200, null])
    const refused = await send(input, strict)
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      [{ path: 'somethingElseEntirely', message: 'is unknown' }],
    ])
  })

  test('below another one has its path, with the index in a list', async () => {
    const input = { inner: { otherNam: 'a' }, inners: [{}, { OtherName: 'b' }] }
    const { body } = await send(input, strict)
    const message = 'is unknown; did you mean `otherName`?'
    expect(body.error.fields).toEqual(
      expect.arrayContaining([
        { path: 'inner.otherNam', message },
        { path: 'inners.1.OtherName', message },
      ]),
    )
  })

  test('is warned of beside an error, which it may explain', async () => {
    const { status, headers } = await send({ coun: 1, text: 5 })
    expect([status, headers.get('warning')]).toEqual([400, '299 - "coun is unknown; did you mean count?"'])
  })

  test('in a request without any is accepted as strict', async () => {
    const { status, headers } = await send({ text: 'a' }, strict)
    expect([status, headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
  })
})

describe('an unknown parameter', () => {
  test('is reported like a member', async () => {
    const warned = await server.send('GET', '/v1/shelves/s1/books?limt=1&limt=2')
    expect([warned.status, warned.headers.get('warning')]).toEqual([
      200,
      '299 - "limt is unknown; did you mean limit?"',
    ])
    const refused = await server.send('GET', '/v1/shelves/s1/books?limt=1', { headers: strict })
    expect(refused.body.error).toMatchObject({
      reason: 'UNKNOWN_INPUT',
      fields: [{ path: 'limt', message: 'is unknown; did you mean `limit`?' }],
    })
  })
})

describe('the report of unknown names', () => {
  test('is bounded in number and length', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`text${index}`, 1]))
    const warned = await send(many)
    expect(warned.status).toBe(200)
    expect(warned.headers.get('warning')?.match(/299 - /g)).toHaveLength(5)
    const refused = await send(many, strict)
    expect(refused.body.error.fields).toHaveLength(20)
    const long = await send({ ['text'.repeat(500)]: 1 }, strict)
    expect(long.text.length).toBeLessThan(1000)
  })

  test('cannot end the header or start another one', async () => {
    const hostile = ['tex"t', 'tex\r\nX-Other: 1', 'texté', 'tex, t', 'tex\\', 'tex\ud800', '𝐭text']
    for (const name of hostile) {
      const { status, headers } = await send({ [name]: 1 })
      expect(status).toBe(200)
      expect(headers.get('x-other')).toBeNull()
      expect(headers.get('warning') ?? '299 - ""').toMatch(/^299 - "[\w%.!'()*~;? -]*"$/)
    }
  })
})

test.each([
  ['handling=strict', true],
  ['Handling="STRICT"', true],
  ['respond-async, handling = strict; wait=10', true],
  [['return=minimal', 'handling=strict'], true],
  ['handling=lenient, handling=strict', false],
  ['handling=stricter', false],
  ['handling', false],
  ['', false],
  [undefined, false],
])('the header Prefer: %j is strict: %s', (header, expected) => {
  expect(prefersStrictHandling(header)).toBe(expected)
})
