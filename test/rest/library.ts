import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { AppError, type ErrorCode, errorTable, invalidInput, notFound } from '../../src/base/errors.ts'

/** A small schema with every construct that the adapter supports, independent of the app. */
const definitions = /* GraphQL */ `
  scalar DateTime
  scalar JSON
  interface Node { id: ID! }
  "How a shelf is sorted."
  enum Genre { "Of the future." SCIENCE_FICTION POETRY PRODUCT_DOCS }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Stats { total: Int! }
  type BookConnection { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! stats: Stats! }
  type Book implements Node { id: ID! title: String! subtitle: String! author: Author }
  type Author implements Node { id: ID! name: String! }
  type ShelfUrls { location: String! }
  type OpenAPISpec implements Node { id: ID! slug: String! }
  type Quiet implements Node { id: ID! }
  type Loud { id: ID! }
  type ColorCover { color: String! }
  type PictureCover implements Node { id: ID! genre: Genre! }
  union Cover = ColorCover | PictureCover
  type MarkdownBody { markdown: String! }
  type TreeBody { document: JSON! }
  union Body = MarkdownBody | TreeBody
  interface Part { id: ID! title: String! parentId: ID }
  type Chapter implements Part { id: ID! title: String! parentId: ID }
  type Figure implements Part { id: ID! title: String! parentId: ID }
  "Holds books."
  type Shelf implements Node {
    id: ID!
    "The name."
    title: String!
    note: String
    label: String
    genre: Genre
    genres: [Genre!]!
    createdAt: DateTime!
    data: JSON
    urls: ShelfUrls!
    books("How many." first: Int = 50, "From where." after: String, genre: Genre): BookConnection!
    authors: [Author!]!
    parts: [Part!]!
    covers: [Cover!]!
    body(tree: Boolean! = false): Body
    spec: OpenAPISpec
    quiet: Quiet
    loud: Loud
    old: String @deprecated(reason: "Gone.")
  }
  type Echo { given: JSON! }
  type Query {
    shelf("Id of the shelf." id: ID!): Shelf
    publicShelf(id: ID!): Shelf
    page(id: ID!, path: String!): Echo!
    echo(text: String, id: ID, count: Int, ratio: Float, flag: Boolean, genre: Genre, genres: [Genre!],
      ids: [ID!], names: [String!], numbers: [Int!], when: DateTime): Echo!
    needs(count: Int!): Echo!
    fails(code: String!, first: Int): Echo!
  }
  input NamedInput { name: String! note: String = "none" }
  input ChoiceInput @oneOf { url: String text: String }
  input EchoInput {
    text: String
    id: ID
    count: Int
    ratio: Float
    flag: Boolean
    genre: Genre
    genres: [Genre!]
    when: DateTime
    anything: JSON
    inner: EchoInput
    inners: [EchoInput!]
    named: NamedInput
    choice: ChoiceInput
    secret: String
  }
  input PlacedInput { shelf: ID! title: String! genre: Genre = POETRY }
  type Mutation {
    createShelf("The name." title: String!, note: String): Shelf!
    deleteShelf(id: ID!): Boolean!
    echo(input: EchoInput!): Echo!
    create(input: NamedInput!): Echo!
    place(input: PlacedInput!): Echo!
    store(value: JSON!): Echo!
    refuse(input: EchoInput!): Echo!
  }
`

export interface LibraryShelf {
  readonly [field: string]: unknown
}

export const shelf: LibraryShelf = {
  __typename: 'Shelf',
  id: 's1',
  title: 'First',
  note: null,
  label: null,
  genre: 'SCIENCE_FICTION',
  genres: ['POETRY', 'PRODUCT_DOCS'],
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  data: { kept: null },
  urls: { location: 'http://api.example/v1/shelves/s1' },
  authors: [{ id: 'a1', name: 'Ann' }],
  parts: [
    { id: 'p1', title: 'One', parentId: null, __typename: 'Chapter' },
    { id: 'p2', title: 'Two', parentId: 'p1', __typename: 'Chapter' },
    { id: 'p3', title: 'Three', parentId: 'p2', __typename: 'Figure' },
    { id: 'p4', title: 'Four', parentId: 'p1', __typename: 'Figure' },
    { id: 'p5', title: 'Five', parentId: null, __typename: 'Chapter' },
    { id: 'p6', title: 'Six', parentId: 'unknown', __typename: 'Figure' },
  ],
  covers: [
    { __typename: 'ColorCover', color: 'red' },
    { __typename: 'PictureCover', id: 'c1', genre: 'PRODUCT_DOCS' },
  ],
  body: ({ tree }: { tree: boolean }) =>
    tree
      ? { __typename: 'TreeBody', document: { nodes: [] } }
      : { __typename: 'MarkdownBody', markdown: '# Hi' },
  books: ({ first, after }: { first: number; after?: string }) => bookPage(first, after),
  spec: { id: 'o1', slug: 'pets' },
  quiet: { id: 'q1' },
  loud: { id: 'l1' },
}

const books = Array.from({ length: 5 }, (_, index) => ({
  id: `b${index}`,
  title: `Book ${index}`,
  subtitle: '',
  author: null,
}))

function bookPage(first: number, after: string | undefined) {
  if (first < 0 || first > 1000) throw invalidInput('first', 'must be a number from 0 to 1000')
  const start = after ? Number(after.slice(1).split('.')[0]) + 1 : 0
  if (Number.isNaN(start)) throw invalidInput('after', 'is not a page of this list')
  const nodes = books.slice(start, start + first)
  const pageInfo = {
    hasNextPage: first > 0 && start + first < books.length,
    endCursor: nodes.at(-1)?.id ?? null,
  }
  return { nodes, pageInfo, totalCount: books.length, stats: { total: 5 } }
}

const given = (_root: unknown, args: unknown) => ({ given: args })

const queries = {
  shelf: (_root: unknown, { id }: { id: string }) => {
    if (id === 'hidden') throw notFound()
    return id === 's1' ? shelf : null
  },
  publicShelf: () => shelf,
  page: given,
  echo: given,
  needs: given,
  fails: (_root: unknown, { code }: { code: string }) => {
    if (code === 'crash') throw new Error('the password is 12345')
    if (code === 'limited')
      throw Object.assign(new AppError('RATE_LIMITED'), {
        extensions: { code: 'RATE_LIMITED', retryAfter: 1.2 },
      })
    throw new AppError(code as ErrorCode, Object.hasOwn(errorTable, code) ? undefined : code)
  },
}

const mutations = {
  createShelf: (_root: unknown, { title }: { title: string }) => ({ ...shelf, title }),
  deleteShelf: () => true,
  echo: given,
  create: given,
  place: given,
  store: given,
  refuse: () => {
    throw new AppError('BAD_USER_INPUT', 'wrong', {
      fields: [
        { path: 'inner.secret', message: 'must be shorter' },
        { path: 'inners.3.secret', message: 'must be longer' },
      ],
    })
  },
}

/** The fields that need no token. */
const openFields = ['publicShelf', 'place']

const extensions: Record<string, object> = {
  'Genre.PRODUCT_DOCS': { rest: 'productDocs' },
  'Shelf.label': { rest: { keepNull: true } },
  'Shelf.body': { rest: { merge: true } },
  'Shelf.parts': { rest: { nest: { parent: 'parentId', children: 'parts', parentTypes: ['Chapter'] } } },
  'EchoInput.secret': { rest: 'otherName', limits: { minLength: 2, maxLength: 5, pattern: /^[a-z]+$/ } },
  OpenAPISpec: { rest: { object: 'openapi-spec' } },
  Quiet: { rest: { object: false } },
  Loud: { rest: { object: 'very-loud' } },
}

export function buildLibrary(sdl = definitions, stated = extensions): GraphQLSchema {
  const schema = buildSchema(sdl)
  const { parseValue, parseLiteral, serialize } = DateTimeISOResolver
  Object.assign(schema.getType('DateTime') ?? {}, { parseValue, parseLiteral, serialize })
  for (const scalar of [DateTimeISOResolver, JSONResolver])
    Object.assign(schema.getType(scalar.name) ?? {}, { extensions: scalar.extensions })
  const roots = [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
  ] as const
  for (const [type, resolvers] of roots)
    for (const [name, resolve] of Object.entries(resolvers))
      Object.assign(type?.getFields()[name] ?? {}, {
        resolve,
        extensions: { permission: openFields.includes(name) ? 'public' : 'authenticated' },
      })
  for (const [place, extension] of Object.entries(stated))
    Object.assign(find(schema, place), { extensions: extension })
  return schema
}

function find(schema: GraphQLSchema, place: string): object {
  const [typeName, member] = place.split('.') as [string, string | undefined]
  const type = schema.getType(typeName)
  if (member === undefined) return type as object
  if (isEnumType(type)) return type.getValue(member) as object
  if (isObjectType(type) || isInputObjectType(type)) return type.getFields()[member] as object
  throw new Error(`no ${place}`)
}
