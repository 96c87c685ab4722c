import { describe, expect, test } from 'vitest'
import { body, constant, one, path, query } from '../../src/rest/route.ts'
import { createShelfRoute, libraryRoutes, pageRoute, route } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer([
  ...libraryRoutes,
  route({
    method: 'GET',
    path: '/needs',
    tag: 'Echo',
    summary: 'Needs a parameter',
    operation: 'query Needs($count: Int!) { needs(count: $count) { given } }',
    variables: { count: query('howMany') },
    respond: one('needs'),
  }),
  route({
    method: 'POST',
    path: '/shelves/:shelfId/place',
    tag: 'Echo',
    summary: 'Puts an input together',
    operation: 'mutation Place($input: PlacedInput!) { place(input: $input) { given } }',
    variables: { input: { shelf: path('shelfId'), title: body('name'), genre: constant('PRODUCT_DOCS') } },
    respond: one('place'),
  }),
  route({
    method: 'POST',
    path: '/create',
    tag: 'Echo',
    summary: 'Has a required member',
    operation: 'mutation Create($input: NamedInput!) { create(input: $input) { given } }',
    variables: { input: body() },
    respond: one('create'),
  }),
  route({
    method: 'PUT',
    path: '/store',
    tag: 'Echo',
    summary: 'Takes any JSON',
    operation: 'mutation Store($value: JSON!) { store(value: $value) { given } }',
    variables: { value: body() },
    respond: one('store'),
  }),
])

/** Returns the arguments that the operation gets for a body. */
async function understood(input: unknown) {
  const { status, body } = await server.sendJson('POST', '/v1/echo', input)
  expect(body.error).toBeUndefined()
  expect(status).toBe(200)
  return body.given.input
}

async function faultsOf(input: unknown, path = '/v1/echo', method = 'POST') {
  const { status, body } = await server.sendJson(method, path, input)
  expect(status).toBe(400)
  expect(body.error.code).toBe(400)
  expect(body.error.message).not.toMatch(/variable|\$|GraphQL|Input/i)
  return body.error.fields
}

async function asked(search: string) {
  const { status, body } = await server.send('GET', `/v1/echo${search}`)
  expect(status).toBe(200)
  return body.given
}

async function faultsOfQuery(search: string) {
  const { status, body } = await server.send('GET', `/v1/echo${search}`)
  expect(status).toBe(400)
  return body.error.fields
}

describe('a body member', () => {
  test('has exactly its declared type', async () => {
    const input = {
      text: 'a',
      id: 'b',
      count: 3,
      ratio: 1,
      flag: false,
      genre: 'science-fiction',
      genres: ['productDocs', 'poetry'],
      when: '2026-01-02T03:04:05.000Z',
      anything: { deep: [null, 1] },
    }
    const expected = { ...input, genre: 'SCIENCE_FICTION', genres: ['PRODUCT_DOCS', 'POETRY'] }
    expect(await understood(input)).toEqual(expected)
  })

  test.each([
    ['text', 5, 'must be a string'],
    ['text', { a: 1 }, 'must be a string'],
    ['id', 5, 'must be a string'],
    ['count', '5', 'must be a whole number from -2147483648 to 2147483647'],
    ['count', 1.5, 'must be a whole number from -2147483648 to 2147483647'],
    ['count', -2147483649, 'must be a whole number from -2147483648 to 2147483647'],
    ['count', 2147483648, 'must be a whole number from -2147483648 to 2147483647'],
    ['ratio', '1', 'must be a number'],
    ['flag', 'true', 'must be true or false'],
    ['flag', 1, 'must be true or false'],
    ['genre', 'SCIENCE_FICTION', 'must be one of: science-fiction, poetry, productDocs'],
    ['genre', 'product-docs', 'must be one of: science-fiction, poetry, productDocs'],
    ['genre', 7, 'must be one of: science-fiction, poetry, productDocs'],
    ['genres', 'poetry', 'must be an array'],
    ['inner', [], 'must be an object'],
    ['inner', 'x', 'must be an object'],
    ['inners', {}, 'must be an array'],
  ])('%s is refused as %j', async (member, value, message) => {
    expect(await faultsOf({ [member]: value })).toEqual([{ path: member, message }])
  })

  test('of a custom scalar is rejected with the message of the scalar', async () => {
    const [fault] = await faultsOf({ when: 'yesterday' })
    expect(fault).toEqual({ path: 'when', message: expect.stringContaining('invalid date-time') })
  })

  test('that is a number can have the minimum and maximum value', async () => {
    for (const count of [-2147483648, 2147483647]) expect(await understood({ count })).toEqual({ count })
  })

  test('that the type does not declare is ignored, at any depth', async () => {
    expect(await understood({ text: 'a', unknown: 1, inner: { more: 2, count: 1 } })).toEqual({
      text: 'a',
      inner: { count: 1 },
    })
  })

  test('may be null where the type allows, which is not the same as absent', async () => {
    expect(await understood({ text: null, genres: null, inner: { when: null } })).toEqual({
      text: null,
      genres: null,
      inner: { when: null },
    })
    expect(await understood({})).toEqual({})
    expect(await faultsOf({ genres: [null] })).toEqual([{ path: 'genres.0', message: 'must not be null' }])
  })

  test('may have another name than in the graph', async () => {
    expect(await understood({ otherName: 'abc', secret: 'no' })).toEqual({ secret: 'abc' })
    expect(await faultsOf({ otherName: 1 })).toEqual([{ path: 'otherName', message: 'must be a string' }])
  })

  test('that is required must be present and not null, and others have defaults', async () => {
    expect(await faultsOf({ named: {} })).toEqual([{ path: 'named.name', message: 'is required' }])
    expect(await faultsOf({ named: { name: null } })).toEqual([
      { path: 'named.name', message: 'must not be null' },
    ])
    expect(await understood({ named: { name: 'x' } })).toEqual({ named: { name: 'x', note: 'none' } })
  })

  test('with alternatives has exactly one of them', async () => {
    const message = 'must have exactly one of: url, text'
    expect(await understood({ choice: { text: 'x' } })).toEqual({ choice: { text: 'x' } })
    expect(await understood({ choice: { text: 'x', object: 'y' } })).toEqual({ choice: { text: 'x' } })
    for (const choice of [{}, { url: 'a', text: 'b' }, { url: null }])
      expect(await faultsOf({ choice })).toEqual([{ path: 'choice', message }])
  })

  test('is named with its full path, and all errors are reported together', async () => {
    const { body: answer } = await server.sendJson('POST', '/v1/echo', {
      text: 1,
      inner: { inner: { count: 'x' } },
      inners: [{}, { genre: 'none' }],
    })
    expect(answer.error).toEqual({
      code: 400,
      message:
        'text: must be a string; inner.inner.count: must be a whole number from -2147483648 to 2147483647; ' +
        'inners.1.genre: must be one of: science-fiction, poetry, productDocs',
      fields: [
        { path: 'text', message: 'must be a string' },
        { path: 'inner.inner.count', message: expect.any(String) },
        { path: 'inners.1.genre', message: expect.any(String) },
      ],
      requestId: expect.any(String),
    })
  })

  test('with many errors gets a limited list of errors', async () => {
    expect(await faultsOf({ genres: Array.from({ length: 300 }, () => 1) })).toHaveLength(20)
  })
})

describe('a body', () => {
  test('that is read by members has only the members of the row', async () => {
    const { status, body } = await server.sendJson('POST', '/v1/shelves', {
      title: 'New',
      note: 'x',
      other: 1,
    })
    expect(status).toBe(201)
    expect(body.title).toBe('New')
    expect(await faultsOf({ note: 5 }, `/v1${createShelfRoute.path}`)).toEqual([
      { path: 'title', message: 'is required' },
      { path: 'note', message: 'must be a string' },
    ])
  })

  test('that is not an object is rejected if members are read', async () => {
    for (const value of [[], 'text', 5, true])
      for (const path of ['/v1/shelves', '/v1/echo'])
        expect(await faultsOf(value, path)).toEqual([{ path: '', message: 'must be an object' }])
    expect(await faultsOf(null, '/v1/shelves')).toEqual([{ path: '', message: 'must be an object' }])
    expect(await faultsOf(null)).toEqual([{ path: '', message: 'must not be null' }])
  })

  test('may be any JSON if the argument allows it', async () => {
    for (const value of [[1, 'a'], 'text', { a: { b: null } }])
      expect((await server.sendJson('PUT', '/v1/store', value)).body.given).toEqual({ value })
  })

  test('is combined with path and constants to one input', async () => {
    const { body } = await server.sendJson('POST', '/v1/shelves/s1/place', { name: 'x' })
    expect(body.given).toEqual({ input: { shelf: 's1', title: 'x', genre: 'PRODUCT_DOCS' } })
    expect(await faultsOf({}, '/v1/shelves/s1/place')).toEqual([{ path: 'name', message: 'is required' }])
  })

  test('that is empty means an empty object', async () => {
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'text/plain' },
      undefined,
    ]) {
      const { status, body } = await server.send('POST', '/v1/echo', { headers })
      expect([status, body.given]).toEqual([200, { input: {} }])
    }
    const { body } = await server.send('POST', '/v1/create', {
      headers: { 'Content-Type': 'application/json' },
    })
    expect(body.error.fields).toEqual([{ path: 'name', message: 'is required' }])
  })
})

describe('a query parameter', () => {
  test('is read by its declared type', async () => {
    expect(await asked('?text=a%20b&id=7&count=-5&ratio=1e2&flag=false&genre=science-fiction')).toEqual({
      text: 'a b',
      id: '7',
      count: -5,
      ratio: 100,
      flag: false,
      genre: 'SCIENCE_FICTION',
    })
    expect(await asked('?when=2026-01-02T03:04:05Z')).toEqual({ when: '2026-01-02T03:04:05.000Z' })
  })

  test('that is repeated or given once becomes a list for list arguments', async () => {
    expect(await asked('?names=a&names=b&genres=poetry&numbers=1&numbers=2')).toEqual({
      names: ['a', 'b'],
      genres: ['POETRY'],
      numbers: [1, 2],
    })
    expect(await faultsOfQuery('?numbers=1&numbers=x&ids=a')).toEqual([
      { path: 'numbers', message: expect.stringContaining('whole number') },
    ])
  })

  test.each([
    ['count', '1.0'],
    ['count', '5x'],
    ['count', ' 5'],
    ['count', '+5'],
    ['count', '0x10'],
    ['count', '1e3'],
    ['count', '99999999999999999999'],
    ['ratio', 'NaN'],
    ['ratio', 'Infinity'],
    ['ratio', '1e999'],
    ['flag', '1'],
    ['flag', 'yes'],
    ['genre', 'POETRY'],
    ['when', 'now'],
  ])('%s=%j is refused', async (name, text) => {
    const faults = await faultsOfQuery(`?${name}=${encodeURIComponent(text)}`)
    expect(faults).toEqual([{ path: name, message: expect.any(String) }])
  })

  test('that is repeated is rejected for other arguments', async () => {
    expect(await faultsOfQuery('?count=1&count=2')).toEqual([
      { path: 'count', message: 'must be given once' },
    ])
  })

  test('with the text null is absent, except for strings', async () => {
    expect(
      await asked('?count=null&flag=null&genre=null&id=null&genres=null&numbers=1&numbers=null'),
    ).toEqual({
      numbers: [1],
    })
    expect(await asked('?text=null&names=null')).toEqual({ text: 'null', names: ['null'] })
  })

  test('with an empty value is absent, of whatever type', async () => {
    const names = ['text', 'id', 'count', 'ratio', 'flag', 'genre', 'when', 'names', 'genres', 'numbers']
    expect(await asked(`?${names.map((name) => `${name}=`).join('&')}`)).toEqual({})
    expect(await asked('?count=&count=2&names=&names=a')).toEqual({ count: 2, names: ['a'] })
  })

  test.each(['true', 'True', 'TRUE'])('that is a boolean may be %s', async (text) => {
    expect(await asked(`?flag=${text}`)).toEqual({ flag: true })
  })

  test.each(['false', 'False', 'FALSE'])('that is a boolean may be %s', async (text) => {
    expect(await asked(`?flag=${text}`)).toEqual({ flag: false })
  })

  test('that is unknown is ignored, including names of built-in object methods', async () => {
    expect(await asked('?unknown=1&__proto__=2&constructor=3&toString=4')).toEqual({})
  })

  test('that is required must be present', async () => {
    for (const search of ['', '?howMany=null', '?howMany=', '?count=1']) {
      const { status, body } = await server.send('GET', `/v1/needs${search}`)
      expect([status, body.error.message]).toEqual([400, 'howMany: is required'])
    }
    expect((await server.send('GET', '/v1/needs?howMany=2')).body.given).toEqual({ count: 2 })
  })
})

describe('a path parameter', () => {
  test('is decoded, and the rest of a path may be encoded or not', async () => {
    const base = `/v1${pageRoute.path}`.replace('/:pagePath*', '')
    const ask = async (rest: string) =>
      (await server.send('GET', `${base.replace(':shelfId', 's%2F1')}/${rest}`)).body.given
    expect(await ask('a/b%20c')).toEqual({ id: 's/1', path: 'a/b c' })
    expect(await ask('a%2Fb%20c')).toEqual({ id: 's/1', path: 'a/b c' })
    expect(await ask('null')).toEqual({ id: 's/1', path: 'null' })
  })
})
