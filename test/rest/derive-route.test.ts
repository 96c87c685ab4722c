import { describe, expect, test } from 'vitest'
import { RouteTable } from '../../src/rest/compiled-route.ts'
import { deriveRoutes } from '../../src/rest/derive-route.ts'
import { body, path, query, type Route } from '../../src/rest/route.ts'
import { type Row, routesOf, variable } from '../../src/rest/row.ts'
import { buildLibrary } from './library.ts'
import { authorBody, bookBody, shelfBody } from './library-routes.ts'
import { startServer } from './server.ts'

const schema = buildLibrary()
const route = routesOf('Shelves')

/** Returns the row with its operation, which the table accepts. */
function derived(row: Row): Route {
  const [found] = deriveRoutes(schema, [row])
  if (!found) throw new Error('no route')
  new RouteTable(schema, [found]).compileAll()
  return found
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('the operation follows from', () => {
  test('a path parameter that ends in the name of the argument, and the type of the field', () => {
    const { operation, variables, respond, fragments } = derived(
      route('GET', '/shelves/:shelfId', 'shelf', { name: 'GetShelf', summary: 'A shelf', reply: shelfBody }),
    )
    expect(operation).toBe('query GetShelf($shelfId: ID!) { shelf(id: $shelfId) { ...ShelfBody } }')
    expect(variables).toEqual({ shelfId: path('shelfId') })
    expect(respond).toEqual({ kind: 'one', at: 'shelf' })
    expect(fragments).toEqual([shelfBody])
  })

  test('a connection, whose pages are those of the list', () => {
    const { operation, variables, respond } = derived(
      route('GET', '/shelves/:shelfId/books', 'shelf.books', {
        name: 'ListBooks',
        summary: 'Its books',
        reply: bookBody,
        beside: 'stats { total }',
        inputs: { genre: query('about') },
      }),
    )
    expect(inOneLine(operation)).toBe(
      'query ListBooks($shelfId: ID!, $first: Int, $after: String, $genre: Genre) ' +
        '{ shelf(id: $shelfId) { books(first: $first, after: $after, genre: $genre) ' +
        '{ totalCount pageInfo { hasNextPage endCursor } stats { total } nodes { ...BookBody } } } }',
    )
    expect(variables).toEqual({
      shelfId: path('shelfId'),
      first: query('limit'),
      after: query('page'),
      genre: query('about'),
    })
    expect(respond).toEqual({ kind: 'list', at: 'shelf.books' })
  })

  test.each([
    [undefined, 'items'],
    ['authors', 'authors'],
    [null, null],
  ])('a plain list, whose member %s is %s', (stated, member) => {
    const { respond } = derived(
      route('GET', '/shelves/:shelfId/authors', 'shelf.authors', {
        summary: 'Its authors',
        reply: authorBody,
        ...(stated !== undefined && { member: stated }),
      }),
    )
    expect(respond).toEqual({ kind: 'items', at: 'shelf.authors', member })
  })

  test('the method and the first field, and the body as the input', () => {
    const { operation, variables } = derived(
      route('POST', '/create', 'create', { summary: 'Create', reply: 'given' }),
    )
    expect(operation).toBe('mutation Create($input: NamedInput!) { create(input: $input) { given } }')
    expect(variables).toEqual({ input: body() })
  })

  test('a status without a body: the field is selected, and not sent', () => {
    const { operation, respond } = derived(
      route('DELETE', '/shelves/:shelfId', 'deleteShelf', { summary: 'Delete', status: 205 }),
    )
    expect(operation).toBe('mutation DeleteShelf($shelfId: ID!) { deleteShelf(id: $shelfId) }')
    expect(respond).toEqual({ kind: 'empty' })
  })

  test('the only type that has the field, of an abstract type', () => {
    const unions = buildLibrary(undefined, {})
    const [found] = deriveRoutes(unions, [
      route('GET', '/shelves/:shelfId/text', 'shelf.body.markdown', { name: 'GetText', summary: 'Its text' }),
    ])
    expect(inOneLine(found?.operation ?? '')).toBe(
      'query GetText($shelfId: ID!) { shelf(id: $shelfId) { body { ... on MarkdownBody { markdown } } } }',
    )
  })

  test('inputs: parts of the request, values, and variables with their own types', () => {
    const { operation, variables } = derived(
      route('GET', '/shelves/:shelfId/body', 'shelf', {
        name: 'GetBody',
        summary: 'Its body',
        reply: 'body(tree: $tree) { ... on MarkdownBody { markdown } ... on TreeBody { document } }',
        inputs: { tree: variable('Boolean! = true', query('tree')) },
      }),
    )
    expect(operation).toContain('query GetBody($shelfId: ID!, $tree: Boolean! = true) {')
    expect(variables.tree).toEqual(query('tree'))
    const fixed = derived(
      route('GET', '/echo', 'echo', { summary: 'Echo', reply: 'given', inputs: { genres: '[POETRY]' } }),
    )
    expect(fixed.operation).toBe('query Echo { echo(genres: [POETRY]) { given } }')
    expect(fixed.variables).toEqual({})
  })

  test('what differs for the open renderer, with the inputs of both', () => {
    const { later } = derived(
      route('GET', '/echo/:text', 'echo', {
        summary: 'Echo',
        reply: 'given',
        inputs: { flag: query('flag') },
        later: { inputs: { count: '1' } },
      }),
    )
    expect(later?.operation).toBe(
      'query Echo($text: String, $flag: Boolean) { echo(text: $text, count: 1, flag: $flag) { given } }',
    )
  })
})

test('the path gives the order of the parameters, but an owner that may be left out comes second', () => {
  const row = route('GET', '/rows/:text/:count', 'echo', { summary: 'Echo', reply: 'given' })
  const namesOf = (owners: readonly string[]) =>
    deriveRoutes(schema, [row], { owners }).map(({ variables }) => Object.keys(variables))
  expect(namesOf([])).toEqual([['text', 'count']])
  expect(namesOf(['text'])).toEqual([['count', 'text']])
  expect(namesOf(['count'])).toEqual([['text', 'count']])
})

test('a row answers as its operation does', async () => {
  const server = await startServer(
    deriveRoutes(schema, [
      route('PUT', '/shelves', 'createShelf', {
        summary: 'Create',
        reply: 'title _urls: urls { location }',
        inputs: { title: body('name') },
        location: '_urls.location',
        status: 201,
      }),
    ]),
  )
  const answer = await server.sendJson('PUT', '/v1/shelves', { name: 'Second' })
  expect(answer.body).toEqual({ object: 'shelf', title: 'Second' })
  expect(answer.headers.get('location')).toBe('http://api.example/v1/shelves/s1')
  const refused = await server.sendJson('PUT', '/v1/shelves', {})
  expect(refused.body.error.fields).toEqual([{ path: 'name', message: 'is required' }])
})

describe('a row is refused, by name,', () => {
  const details = { summary: 'Faulty', reply: 'id' }

  test.each<[string, Row, string]>([
    [
      'whose inputs name an argument that is not there',
      route('GET', '/shelves/:shelfId', 'shelf', { ...details, inputs: { color: query('color') } }),
      'inputs has color, but no field of shelf has such an argument, only id of shelf: ' +
        'correct the name, or declare a variable of the reply by color: variable(type, source)',
    ],
    [
      'that gives such an argument a value',
      route('GET', '/shelves/:shelfId', 'shelf', { ...details, inputs: { color: 'RED' } }),
      'inputs has color, but no field of shelf has such an argument',
    ],
    [
      'that leaves a required argument unset',
      route('GET', '/shelves', 'shelf', details),
      'nothing sets the required argument id of shelf: name a path parameter after it, ' +
        "or say in inputs what sets it, such as { id: query('id') }",
    ],
    [
      'whose path parameter sets nothing',
      route('GET', '/shelves/:shelfId/:color', 'shelf', details),
      'the path parameter color sets no argument of shelf: name it after one that is not set (there is none)',
    ],
    [
      'whose path parameter is named after nothing',
      route('GET', '/shelves/:key', 'shelf', details),
      'the path parameter key sets no argument of shelf: name it after one that is not set (id of shelf), ' +
        "or say in inputs which one it sets, such as { id: path('key') }",
    ],
    ['whose field is not there', route('GET', '/x', 'shelves', details), 'Query has no field shelves'],
    [
      'whose field several types have',
      route('GET', '/shelves/:shelfId/x', 'shelf.covers.nothing', details),
      'Cover has no field nothing',
    ],
    [
      'that does not say what to send of an object',
      route('GET', '/shelves/:shelfId', 'shelf', { summary: 'Faulty' }),
      'say in reply which fields of Shelf to send',
    ],
    [
      'that names the member of what is no list',
      route('GET', '/shelves/:shelfId', 'shelf', { ...details, member: 'shelves' }),
      'shelf is no plain list',
    ],
  ])('%s', (_case, row, message) => {
    expect(() => deriveRoutes(schema, [row])).toThrow(`${row.method} ${row.path}: ${message}`)
  })
})
