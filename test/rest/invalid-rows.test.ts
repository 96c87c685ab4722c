import { describe, expect, test } from 'vitest'
import { RouteTable } from '../../src/rest/compiled-route.ts'
import { checkNestings } from '../../src/rest/representation.ts'
import {
  bareItems,
  body,
  constant,
  empty,
  items,
  list,
  one,
  path,
  query,
  type Route,
} from '../../src/rest/route.ts'
import { routeTable } from '../../src/server/route-table.ts'
import { buildLibrary } from './library.ts'
import { authorBody, createShelfRoute, echoRoute, libraryRoutes, shelfRoute } from './library-routes.ts'
import { startServer } from './server.ts'

const schema = buildLibrary()

const compile = (...routes: Route[]) => new RouteTable(schema, routes).compileAll()

const shelf = (extra: Partial<Route>) => shelfRoute('id', extra)

const withOperation = (operation: string, extra: Partial<Route> = {}) => shelf({ operation, ...extra })

test('every row of the REST table is valid, and has names of its own', () => {
  expect(routeTable.compileAll()).toHaveLength(routeTable.routes.length)
})

describe('an invalid row', () => {
  test.each<[string, Route, string]>([
    ['that does not parse', withOperation('query {'), 'Syntax Error'],
    [
      'that sends two members of the same name',
      shelfRoute('markdown: title body { ... on MarkdownBody { markdown } }'),
      'two members named markdown',
    ],
    ['that replaces the discriminator', shelfRoute('object: title'), 'two members named object'],
    ['that selects what is not there', shelfRoute('nothing'), 'Cannot query field "nothing"'],
    [
      'without an operation name',
      withOperation('query ($id: ID!) { shelf(id: $id) { id } }'),
      'needs a name',
    ],
    [
      'with two operations',
      withOperation('query A($id: ID!) { shelf(id: $id) { id } } query B { __typename }'),
      'exactly one operation',
    ],
    ['that reads by a mutation', { ...createShelfRoute, method: 'GET' }, 'a GET row needs a query'],
    ['that changes by a query', shelf({ method: 'POST' }), 'a POST row needs a mutation'],
    ['that leaves a path parameter unused', shelf({ path: '/s/:shelfId/:other' }), 'other is not used'],
    ['that uses one that is not there', shelf({ path: '/s' }), 'no parameter shelfId'],
    [
      'that has a parameter twice',
      shelf({ path: '/s/:shelfId/t/:shelfId' }),
      'two path parameters have the same name',
    ],
    [
      'that supplies a variable nobody declared',
      shelf({ variables: { id: path('shelfId'), more: query('more') } }),
      'declares no variable $more',
    ],
    [
      'that leaves a needed variable empty',
      shelf({ path: '/s', variables: {} }),
      'nothing supplies the variable $id',
    ],
    [
      'whose location is not selected',
      shelf({ location: 'shelf.nothing' }),
      'the document selects nothing at shelf.nothing',
    ],
    [
      'whose constant has the wrong type',
      shelf({
        operation:
          'query S($id: ID!, $tree: Boolean!) { shelf(id: $id) { id body(tree: $tree) { __typename } } }',
        variables: { id: path('shelfId'), tree: constant('yes') },
      }),
      'the constant is invalid',
    ],
    ['that answers from nowhere', shelf({ respond: one('shelf.none') }), 'selects nothing at shelf.none'],
    [
      'that sends a list as one',
      shelfRoute('authors { id }', { respond: one('shelf.authors') }),
      'is a list',
    ],
    ['that sends one as a list', shelf({ respond: items('shelf') }), 'is not a list'],
    ['that sends one as a bare list', shelf({ respond: bareItems('shelf') }), 'is not a list'],
    [
      'that pages what has no pages',
      shelfRoute('authors { id }', { respond: list('shelf.authors') }),
      'connection',
    ],
    [
      'that pages without selecting the page',
      shelfRoute('books { nodes { id } totalCount }', { respond: list('shelf.books') }),
      'pageInfo { hasNextPage endCursor }',
    ],
    ['that is empty with 200', shelf({ respond: empty() }), 'empty() requires status 204 or 205'],
    ['that has a body with 204', shelf({ status: 204 }), 'empty() requires status 204 or 205'],
    [
      'that reads a body in a GET',
      withOperation(
        'query S($id: ID!, $a: String!) { shelf(id: $id) { id } page(id: $id, path: $a) { given } }',
        {
          variables: { id: path('shelfId'), a: body('a') },
        },
      ),
      'cannot read a body',
    ],
    [
      'that writes an object into the address',
      { ...echoRoute, variables: { input: query('input') } },
      'cannot be a path or query parameter',
    ],
    [
      'that nests what is no object',
      shelf({ variables: { id: { a: path('shelfId') } } }),
      'is not an input object',
    ],
    [
      'that nests an unknown member',
      { ...echoRoute, variables: { input: { none: body('none') } } },
      'EchoInput has no member none',
    ],
    [
      'with a fragment of two meanings',
      shelf({ fragments: [authorBody, 'fragment AuthorBody on Author { id }'] }),
      'AuthorBody has two definitions',
    ],
    [
      'with an operation among its fragments',
      shelf({ fragments: ['{ __typename }'] }),
      'fragment definitions only',
    ],
    ['with a fragment it does not use', shelf({ fragments: [authorBody] }), 'never used'],
  ])('%s is refused, by name', (_case, row, message) => {
    expect(() => compile(row)).toThrow(`${row.method} ${row.path}: `)
    expect(() => compile(row)).toThrow(message)
  })
})

describe('conflicting rows are refused:', () => {
  test('one operation name for two rows', () => {
    expect(() => compile(shelf({}), shelf({ path: '/other/:shelfId' }))).toThrow(
      'GetShelf is already the name of GET /shelves/:shelfId',
    )
  })

  test('one fragment name for two fragments', () => {
    const authors = (name: string, fragment: string) =>
      shelf({
        path: `/${name}/:shelfId`,
        operation: `query ${name}($id: ID!) { shelf(id: $id) { authors { ...AuthorBody } } }`,
        fragments: [fragment],
      })
    const other = authors('Second', 'fragment AuthorBody on Author { name }')
    expect(() => compile(authors('First', authorBody), other)).toThrow(
      'a different fragment named AuthorBody',
    )
  })

  test('two rows with the same method and path', async () => {
    const again = withOperation('query Again($id: ID!) { shelf(id: $id) { id } }', {
      path: '/shelves/:shelfId',
    })
    await expect(startServer([...libraryRoutes, again])).rejects.toThrow('already used by')
  })
})

describe('an invalid extension is refused:', () => {
  test.each<[string, string, object, string]>([
    ['an unknown word', 'Shelf.title', { rest: { keepnull: true } }, 'not keepnull'],
    ['a name where none belongs', 'Shelf', { rest: 'shelf' }, 'not shelf'],
    ['an object where a name belongs', 'Genre.POETRY', { rest: { name: 'x' } }, 'must be its REST name'],
    ['two values spelled alike', 'Genre.POETRY', { rest: 'science-fiction' }, 'the same REST spelling'],
    ['a value that is not selected', 'Shelf', { rest: { value: 'label' } }, 'label, which is not selected'],
    ['a merge of no object', 'Shelf.title', { rest: { merge: true } }, 'no members to merge'],
  ])('%s', (_case, place, extension, message) => {
    const faulty = buildLibrary(undefined, { [place]: extension })
    expect(() => new RouteTable(faulty, [shelfRoute('title genre')]).compileAll()).toThrow(message)
  })

  test('a tree whose items do not have the required fields', () => {
    const nest = { parent: 'none', children: 'parts' }
    const faulty = buildLibrary(undefined, { 'Shelf.parts': { rest: { nest } } })
    expect(() => checkNestings(faulty)).toThrow('Shelf.parts: its items need the plain fields none')
  })
})
