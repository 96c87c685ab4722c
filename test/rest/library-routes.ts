import { bareItems, body, empty, items, list, one, path, query, type Route } from '../../src/rest/route.ts'

/** Returns a route with its operation as it is written. */
export const route = (written: Route): Route => written

export const authorBody = 'fragment AuthorBody on Author { id name }'

export const bookBody = `fragment BookBody on Book { id title author { ...AuthorBody } } ${authorBody}`

export const shelfBody = `
fragment ShelfBody on Shelf {
  id title note label genre genres createdAt data urls { location }
  authors { ...AuthorBody }
} ${authorBody}`

const tag = 'Shelves'

export const shelfRoute = (selection: string, extra: Partial<Route> = {}): Route =>
  route({
    method: 'GET',
    path: '/shelves/:shelfId',
    tag,
    summary: 'A shelf',
    operation: `query GetShelf($id: ID!) { shelf(id: $id) { ${selection} } }`,
    variables: { id: path('shelfId') },
    respond: one('shelf'),
    ...extra,
  })

export const booksRoute = route({
  method: 'GET',
  path: '/shelves/:shelfId/books',
  tag,
  summary: 'The books of a shelf',
  operation: `query ListBooks($id: ID!, $first: Int, $after: String) {
    shelf(id: $id) {
      books(first: $first, after: $after) {
        nodes { ...BookBody } totalCount pageInfo { hasNextPage endCursor } stats { total }
      }
    }
  }`,
  fragments: [bookBody],
  variables: { id: path('shelfId'), first: query('limit'), after: query('page') },
  respond: list('shelf.books'),
})

export const echoRoute = route({
  method: 'POST',
  path: '/echo',
  tag: 'Echo',
  summary: 'What was understood',
  operation: 'mutation Echo($input: EchoInput!) { echo(input: $input) { given } }',
  variables: { input: body() },
  respond: one('echo'),
})

export const echoQueryRoute = route({
  method: 'GET',
  path: '/echo',
  tag: 'Echo',
  summary: 'What was understood',
  operation: `query EchoQuery($text: String, $id: ID, $count: Int, $ratio: Float, $flag: Boolean, $genre: Genre,
      $genres: [Genre!], $ids: [ID!], $names: [String!], $numbers: [Int!], $when: DateTime) {
    echo(text: $text, id: $id, count: $count, ratio: $ratio, flag: $flag, genre: $genre, genres: $genres,
      ids: $ids, names: $names, numbers: $numbers, when: $when) { given }
  }`,
  variables: Object.fromEntries(
    ['text', 'id', 'count', 'ratio', 'flag', 'genre', 'genres', 'ids', 'names', 'numbers', 'when'].map(
      (name) => [name, query(name)],
    ),
  ),
  respond: one('echo'),
})

export const createShelfRoute = route({
  method: 'POST',
  path: '/shelves',
  tag,
  summary: 'Create a shelf',
  operation: `mutation CreateShelf($title: String!, $note: String) {
    createShelf(title: $title, note: $note) { ...ShelfBody }
  }`,
  fragments: [shelfBody, authorBody],
  variables: { title: body('title'), note: body('note') },
  respond: one('createShelf'),
  status: 201,
})

export const deleteShelfRoute = route({
  method: 'DELETE',
  path: '/shelves/:shelfId',
  tag,
  summary: 'Delete a shelf',
  operation: 'mutation DeleteShelf($id: ID!) { deleteShelf(id: $id) }',
  variables: { id: path('shelfId') },
  respond: empty(),
  status: 205,
})

export const authorsRoute = route({
  method: 'GET',
  path: '/shelves/:shelfId/authors',
  tag,
  summary: 'The authors of a shelf',
  operation: 'query ListAuthors($id: ID!) { shelf(id: $id) { authors { ...AuthorBody } } }',
  fragments: [authorBody],
  variables: { id: path('shelfId') },
  respond: items('shelf.authors', 'authors'),
})

export const bareAuthorsRoute = route({
  ...authorsRoute,
  path: '/shelves/:shelfId/bare-authors',
  operation: 'query ListBareAuthors($id: ID!) { shelf(id: $id) { authors { ...AuthorBody } } }',
  respond: bareItems('shelf.authors'),
})

export const pageRoute = route({
  method: 'GET',
  path: '/shelves/:shelfId/path/:pagePath*',
  tag,
  summary: 'A page by its path',
  operation: 'query GetPage($id: ID!, $path: String!) { page(id: $id, path: $path) { given } }',
  variables: { id: path('shelfId'), path: path('pagePath') },
  respond: one('page'),
})

export const failsRoute = route({
  method: 'GET',
  path: '/fails/:code',
  tag: 'Echo',
  summary: 'Fails',
  operation: 'query Fails($code: String!) { fails(code: $code) { given } }',
  variables: { code: path('code') },
  respond: one('fails'),
})

/** One row of every kind. */
export const libraryRoutes: readonly Route[] = [
  shelfRoute('...ShelfBody', { fragments: [shelfBody] }),
  booksRoute,
  echoRoute,
  echoQueryRoute,
  createShelfRoute,
  deleteShelfRoute,
  authorsRoute,
  bareAuthorsRoute,
  pageRoute,
  failsRoute,
]
