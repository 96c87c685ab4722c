import { validate } from '@readme/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../src/base/errors.ts'
import { body, one, path, query, type Route } from '../../src/rest/route.ts'
import { libraryRoutes, route, shelfRoute } from './library-routes.ts'
import { startServer } from './server.ts'

const treeSelection = `
  id parts { id title } old
  covers { ... on ColorCover { color } ... on PictureCover { id genre } }
  body { ... on MarkdownBody { markdown } ... on TreeBody { document } }
  spec { slug kind: __typename } quiet { id } count: books { totalCount } books { nodes { id } }`

const routes: readonly Route[] = [
  ...libraryRoutes,
  shelfRoute(treeSelection, {
    path: '/trees/:shelfId',
    operation: `query GetTree($id: ID!) { shelf(id: $id) { ${treeSelection} } }`,
  }),
  route({
    method: 'POST',
    path: '/shelves/:shelfId/place',
    tag: 'Shelves',
    summary: 'Puts an input together',
    operation: 'mutation Place($input: PlacedInput!) { place(input: $input) { given } }',
    variables: {
      input: { shelf: path('shelfId'), title: body('name'), genre: query('genre', 'Which kind.') },
    },
    respond: one('place'),
  }),
]

const server = await startServer(routes)
const { body: document, headers } = await server.send('GET', '/v1/openapi.json')

const schemas = document.components.schemas

/** Validates a response of the server against its schema in the document. */
async function expectDescribed(method: string, address: string, pattern: string, input?: unknown) {
  const { status, body: sent } =
    input === undefined ? await server.send(method, address) : await server.sendJson(method, address, input)
  const response = document.paths[pattern][method.toLowerCase()].responses[status]
  expect(response.content).toBeDefined()
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true, int32: true } })
  const { schema } = response.content['application/json']
  const check = ajv.compile({ ...schema, components: document.components })
  check(sent)
  expect(check.errors).toBeNull()
}

describe('the OpenAPI document', () => {
  test('is valid according to an independent parser', async () => {
    expect(await validate(structuredClone(document))).toMatchObject({ valid: true })
  })

  test('needs no token and contains the URL of the server', async () => {
    expect((await fetch(`${server.url}/v1/openapi.json`)).status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(document.servers).toEqual([{ url: 'http://api.example/v1' }])
  })

  test('has an operation with id, tag and summary for every row', () => {
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    )
      .flatMap((item) => Object.values(item))
      .map((operation) => operation.operationId)
    expect(operations).toHaveLength(routes.length)
    expect(document.paths['/shelves/{shelfId}'].get).toMatchObject({
      operationId: 'GetShelf',
      tags: ['Shelves'],
      summary: 'A shelf',
    })
    expect(document.tags).toEqual([
      { name: 'Shelves', description: 'Operations on Shelves.' },
      { name: 'Echo', description: 'Operations on Echo.' },
    ])
  })

  test('describes a parameter with the description of the argument that it sets', () => {
    expect(document.paths['/shelves/{shelfId}/books'].get.parameters).toEqual([
      {
        name: 'shelfId',
        in: 'path',
        required: true,
        description: 'Id of the shelf.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many.',
        schema: { type: 'integer', format: 'int32', default: 50 },
      },
      { name: 'page', in: 'query', required: false, description: 'From where.', schema: { type: 'string' } },
      { $ref: '#/components/parameters/If-None-Match' },
    ])
    const [, genre] = document.paths['/shelves/{shelfId}/place'].post.parameters
    expect(genre).toMatchObject({ in: 'query', required: false, description: 'Which kind.' })
    expect(genre.schema.default).toBe('poetry')
  })

  test('lists enum values in their REST spelling, with their descriptions', () => {
    expect(schemas.Genre).toEqual({
      type: 'string',
      enum: ['science-fiction', 'poetry', 'productDocs'],
      description: expect.stringContaining('- `science-fiction`: Of the future.'),
    })
  })

  test('describes bodies with their limits, names and required members', () => {
    const { requestBody } = document.paths['/echo'].post
    expect(requestBody).toEqual({
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/EchoInput' } } },
    })
    expect(schemas.EchoInput.properties.otherName).toEqual({
      type: ['string', 'null'],
      minLength: 2,
      maxLength: 5,
      pattern: '^[a-z]+$',
    })
    expect(schemas.EchoInput.properties.inner).toEqual({
      anyOf: [{ $ref: '#/components/schemas/EchoInput' }, { type: 'null' }],
    })
    expect(schemas.NamedInput.required).toEqual(['name'])
    expect(schemas.NamedInput.properties.note).toMatchObject({ default: 'none' })
    expect(schemas.ChoiceInput).toMatchObject({ minProperties: 1, maxProperties: 1 })
    const created = document.paths['/shelves'].post.requestBody
    expect(created.required).toBe(true)
    expect(created.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CreateShelfBody',
    })
    expect(schemas.CreateShelfBody).toMatchObject({
      properties: { title: { type: 'string', description: 'The name.' }, note: { type: ['string', 'null'] } },
      required: ['title'],
    })
  })

  test('names the schema of a resource after its fragment', () => {
    const { schema } = document.paths['/shelves/{shelfId}'].get.responses[200].content['application/json']
    expect(schema).toEqual({ $ref: '#/components/schemas/Shelf' })
    expect(schemas.Shelf.properties.object).toEqual({ type: 'string', const: 'shelf' })
    expect(schemas.Shelf.required).not.toContain('note')
    expect(schemas.Shelf.properties.label).toEqual({ type: ['string', 'null'] })
  })

  test('names the envelope of a list after what it lists', () => {
    const schemaOf = (path: string) =>
      document.paths[path].get.responses[200].content['application/json'].schema
    expect(schemaOf('/shelves/{shelfId}/books')).toEqual({ $ref: '#/components/schemas/BookList' })
    expect(schemas.BookList.properties.next).toEqual({ $ref: '#/components/schemas/NextPage' })
    expect(schemaOf('/shelves/{shelfId}/authors').$ref).toMatch(/Result$/)
  })

  test('states the headers of a response', () => {
    const { get } = document.paths['/shelves/{shelfId}']
    const names = (operation: { responses: Record<string, { headers: object }> }, status: number) =>
      Object.keys(operation.responses[status]?.headers ?? {})
    const always = ['X-Request-Id', 'X-Cost', 'Warning', 'Preference-Applied']
    expect(names(get, 200)).toEqual([...always, 'ETag'])
    expect(names(get, 304)).toEqual(['X-Request-Id', 'X-Cost', 'ETag'])
    expect(names(document.paths['/shelves'].post, 201)).toEqual([
      ...always,
      'Idempotency-Replayed',
      'Location',
    ])
    expect(Object.keys(document.components.responses.Unauthenticated.headers)).toContain('WWW-Authenticate')
  })

  test('lists the errors that an operation can return', () => {
    const statuses = (operation: { responses: object }) => Object.keys(operation.responses).map(Number)
    const { get, delete: remove } = document.paths['/shelves/{shelfId}']
    expect(statuses(get)).toEqual([200, 304, 400, 401, 403, 404, 406, 429, 500, 503])
    expect(statuses(remove)).toEqual([205, 400, 401, 403, 404, 406, 409, 412, 422, 429, 500, 503].sort())
    const open = document.paths['/shelves/{shelfId}/place'].post
    expect(open.security).toEqual([])
    expect(statuses(open)).not.toContain(401)
    expect(statuses(open)).toContain(413)
    expect(Object.keys(document.components.responses)).toHaveLength(Object.keys(errorTable).length - 1)
    expect(document.components.responses.NotFound.description).toMatch(/^The resource does not exist/)
  })

  test.each<[string, string, string, unknown?]>([
    ['GET', '/v1/shelves/s1', '/shelves/{shelfId}'],
    ['GET', '/v1/trees/s1', '/trees/{shelfId}'],
    ['GET', '/v1/shelves/s1/books?limit=2', '/shelves/{shelfId}/books'],
    ['GET', '/v1/shelves/s1/authors', '/shelves/{shelfId}/authors'],
    ['GET', '/v1/shelves/s1/bare-authors', '/shelves/{shelfId}/bare-authors'],
    ['POST', '/v1/shelves', '/shelves', { title: 'x' }],
  ])('matches the response of %s %s', async (method, address, pattern, input) => {
    await expectDescribed(method, address, pattern, input)
  })

  test('matches error responses', async () => {
    const { body: sent } = await server.sendJson('POST', '/v1/shelves', {})
    const check = new Ajv2020({ strict: false }).compile(schemas.Error)
    expect(check(sent)).toBe(true)
  })
})
