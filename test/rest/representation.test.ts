import { describe, expect, test } from 'vitest'
import { one, query, type Route } from '../../src/rest/route.ts'
import { libraryRoutes, shelfBody, shelfRoute } from './library-routes.ts'
import { startServer } from './server.ts'

const server = await startServer(libraryRoutes)

/** Returns the body of a shelf of which `selection` is selected. */
async function shelfWith(selection: string, extra: Partial<Route> = {}, search = '') {
  const { send } = await startServer([shelfRoute(selection, extra)])
  const { status, body } = await send('GET', `/v1/shelves/s1${search}`)
  expect(status).toBe(200)
  return body
}

describe('a single resource', () => {
  test('is written with its discriminator, REST enum spelling, ISO dates and without null members', async () => {
    const { body } = await server.send('GET', '/v1/shelves/s1')
    expect(body).toEqual({
      object: 'shelf',
      id: 's1',
      title: 'First',
      label: null,
      genre: 'science-fiction',
      genres: ['poetry', 'productDocs'],
      createdAt: '2026-01-02T03:04:05.678Z',
      data: { kept: null },
      urls: { location: 'http://api.example/v1/shelves/s1' },
      authors: [{ object: 'author', id: 'a1', name: 'Ann' }],
    })
  })

  test('has the discriminator that its type declares, or none', async () => {
    expect(await shelfWith('spec { slug } quiet { id } loud { id }')).toEqual({
      object: 'shelf',
      spec: { object: 'openapi-spec', slug: 'pets' },
      quiet: { id: 'q1' },
      loud: { object: 'very-loud', id: 'l1' },
    })
  })

  test('never shows __typename or members whose key begins with an underscore', async () => {
    expect(await shelfWith('__typename _where: urls { location } id')).toEqual({ object: 'shelf', id: 's1' })
  })

  test('spells an aliased __typename like the discriminator', async () => {
    expect(await shelfWith('kind: __typename spec { kind: __typename }')).toEqual({
      object: 'shelf',
      kind: 'shelf',
      spec: { object: 'openapi-spec', kind: 'openapi-spec' },
    })
  })

  test('merges the selections of several fragments on a member', async () => {
    const fragments = [shelfBody, 'fragment More on Shelf { authors { __typename id } }']
    const body = await shelfWith('...More ...ShelfBody', { fragments })
    expect(body.authors).toEqual([{ object: 'author', id: 'a1', name: 'Ann' }])
  })
})

describe('the text of a response', () => {
  const written = (text: string) => JSON.stringify(JSON.parse(text))

  test('is what JSON.stringify writes, whatever is selected', async () => {
    const selection = `__typename kind: __typename id label genre genres createdAt data urls { location }
      authors { id name } parts { id title } covers { ... on ColorCover { color } ... on PictureCover { id genre } }
      body { ... on MarkdownBody { markdown } } books(first: 2) { nodes { id author { id } } }
      count: books { totalCount } spec { slug } quiet { id } quieter: quiet { _hidden: id }`
    const { send } = await startServer([shelfRoute(selection)])
    const { text } = await send('GET', '/v1/shelves/s1')
    expect(text).toBe(written(text))
    expect(text).toContain('"genres":["poetry","productDocs"],"createdAt":"2026-01-02T03:04:05.678Z"')
    expect(text).toContain('"parts":[{"id":"p1","title":"One","parts":[{"id":"p2","title":"Two","parts":[')
    expect(text).toContain('"quieter":{}')
  })

  test('is the same for long lists, which are written in parts', async () => {
    const { send } = await startServer(libraryRoutes)
    const books = Array.from(
      { length: 1000 },
      (_, index) => `b${index}: books(first: 5) { nodes { id title } }`,
    )
    const long = await startServer([shelfRoute(`title ${books.join(' ')}`)])
    const short = JSON.stringify((await send('GET', '/v1/shelves/s1/books?limit=5')).body.items)
    const uncompressed = { headers: { 'Accept-Encoding': 'identity' } }
    const { text, headers } = await long.send('GET', '/v1/shelves/s1', uncompressed)
    const members = books.map((_, index) => `"b${index}":${short}`)
    expect(text).toBe(`{"object":"shelf","title":"First",${members.join()}}`)
    expect(headers.get('content-length')).toBe(`${Buffer.byteLength(text)}`)
  })
})

describe('values of several types', () => {
  test('are represented by their runtime type', async () => {
    const selection = 'covers { ... on ColorCover { color } ... on PictureCover { id genre } }'
    expect((await shelfWith(selection)).covers).toEqual([
      { color: 'red' },
      { object: 'picture-cover', id: 'c1', genre: 'productDocs' },
    ])
  })

  test('are merged into their parent if the field declares it', async () => {
    const operation = (tree: boolean) =>
      shelfWith(`id body(tree: ${tree}) { ... on MarkdownBody { markdown } ... on TreeBody { document } }`)
    expect(await operation(false)).toEqual({ object: 'shelf', id: 's1', markdown: '# Hi' })
    expect(await operation(true)).toEqual({ object: 'shelf', id: 's1', document: { nodes: [] } })
  })

  test('are merged into their parent under the alias for that, without their discriminator', async () => {
    const body = await shelfWith('mergedMembers: urls { location } urls { location }')
    expect(body).toEqual({ object: 'shelf', location: body.urls.location, urls: body.urls })
  })
})

describe('a nested list', () => {
  test('becomes a tree, with children for items that can have any', async () => {
    const nested = [
      {
        id: 'p1',
        title: 'One',
        parts: [
          { id: 'p2', title: 'Two', parts: [{ id: 'p3', title: 'Three' }] },
          { id: 'p4', title: 'Four' },
        ],
      },
      { id: 'p5', title: 'Five', parts: [] },
      { id: 'p6', title: 'Six' },
    ]
    expect((await shelfWith('parts { id title }')).parts).toEqual(nested)
    expect((await shelfWith('parts { id title parentId }')).parts).toEqual(nested)
  })

  test('of a connection is plain with only nodes, and a number with only totalCount', async () => {
    const body = await shelfWith('books(first: 2) { nodes { id } } count: books { totalCount }')
    expect(body).toEqual({
      object: 'shelf',
      books: [
        { object: 'book', id: 'b0' },
        { object: 'book', id: 'b1' },
      ],
      count: 5,
    })
  })
})

describe('members under a directive', () => {
  const extra: Partial<Route> = {
    operation: `query GetShelf($id: ID!, $titled: Boolean! = true) {
      shelf(id: $id) { id title @include(if: $titled) }
    }`,
    variables: { id: { from: 'path', name: 'shelfId' }, titled: query('titled') },
    respond: one('shelf'),
  }

  test('are sent by the default of the document', async () => {
    expect(await shelfWith('', extra)).toEqual({ object: 'shelf', id: 's1', title: 'First' })
  })

  test('are omitted if the request says so', async () => {
    expect(await shelfWith('', extra, '?titled=false')).toEqual({ object: 'shelf', id: 's1' })
  })
})

describe('a list', () => {
  test('is an envelope of items, count and next page, with further selected fields', async () => {
    const { body } = await server.send('GET', '/v1/shelves/s1/books?limit=2')
    expect(body).toEqual({
      items: [
        { object: 'book', id: 'b0', title: 'Book 0' },
        { object: 'book', id: 'b1', title: 'Book 1' },
      ],
      count: 5,
      next: { page: expect.stringMatching(/^b1\.5\.[\w-]{43}$/) },
      stats: { total: 5 },
    })
  })

  test('has no next page at its end, and contains every item once', async () => {
    const seen: string[] = []
    let page = ''
    do {
      const { body } = await server.send('GET', `/v1/shelves/s1/books?limit=2${page}`)
      seen.push(...body.items.map((item: { id: string }) => item.id))
      page = body.next ? `&page=${encodeURIComponent(body.next.page)}` : ''
    } while (page)
    expect(seen).toEqual(['b0', 'b1', 'b2', 'b3', 'b4'])
  })

  test('with limit 0 has its count, no items and no next page', async () => {
    const { body } = await server.send('GET', '/v1/shelves/s1/books?limit=0')
    expect(body).toEqual({ items: [], count: 5, stats: { total: 5 } })
  })

  test('without pages is sent under the member of the row, or as an array', async () => {
    const items = [{ object: 'author', id: 'a1', name: 'Ann' }]
    expect((await server.send('GET', '/v1/shelves/s1/authors')).body).toEqual({ authors: items })
    expect((await server.send('GET', '/v1/shelves/s1/bare-authors')).body).toEqual(items)
  })

  test('of a missing object is 404', async () => {
    expect((await server.send('GET', '/v1/shelves/none/books')).status).toBe(404)
  })
})
