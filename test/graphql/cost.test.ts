import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { maximumDepth } from '../../src/formats/body/limits.ts'
import type { ImportedPage } from '../../src/formats/import/imported-content.ts'
import { queryLimits } from '../../src/graphql/query-limits.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import { inserted, standsFor } from '../modules/content/computed-sources.ts'
import {
  type GraphQLAnswer,
  startOwnTestApp,
  startTestApp,
  type TestApp,
  type TestClient,
} from '../support/app.ts'
import { isLongRun, oneRowIn } from '../support/budget.ts'
import { buildContent, buildPageTree } from '../support/factories/content.ts'
import { buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { readByIndexes, rowCounts } from '../support/row-counts.ts'

const megabyte = 1024 * 1024

let app: TestApp
let client: TestClient
let organization: Awaited<ReturnType<typeof buildOrganization>>
/** A space of 70 pages on five levels. */
let spaceId: string

/** The default limits apply, but for those that a test sets out to exceed. */
beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  spaceId = space.id
  const chains = Array.from({ length: 14 }, (_, index) => chainOf(5, `Chain ${index}`))
  await buildContent(app, organization.admin, space, chains)
})
afterAll(() => app.close())

/** One page, with one page below it on each further level. */
function chainOf(levels: number, title: string): ImportedPage {
  const pages = levels > 1 ? [chainOf(levels - 1, title)] : []
  return { id: newId('Page'), title: `${title} of ${levels}`, markdown: `The text of ${title}.`, pages }
}

/** Selects a list of pages with those below them, to a number of levels. */
const pagesTo = (levels: number, item = 'nodes', list = 'pages'): string => {
  const below = levels > 1 ? pagesTo(levels - 1, item, 'children') : ''
  return item === 'nodes'
    ? `${list} { nodes { title ${below} } }`
    : `${list} { edges { node { title ${below} } } }`
}

interface CostReport {
  objects: { requested: number; actual: number; maximum: number }
  bytes: { actual: number; maximum: number }
}
/** Asks for the cost of an answer. */
const withCost = { 'X-Cost': 'true' }

const costOf = (answer: GraphQLAnswer) =>
  (answer as unknown as { extensions: { cost: CostReport } }).extensions.cost

const titlesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => (name === 'title' ? [member] : titlesIn(member)))

describe('an operation that asks for much and reads little is answered', () => {
  test('five levels of pages with pages of the default size, in a space of 70 pages', async () => {
    const answer = await client.gql(`{ space(id: "${spaceId}") { ${pagesTo(5)} } }`)
    expect(answer.errors).toBeUndefined()
    expect(titlesIn(answer.data).length).toBe(70)
  })

  test.runIf(isLongRun)(
    'the tree of an organization with its spaces and their pages, with pages of the default size',
    async () => {
      const answer = await client.gql(
        `{ organization(id: "${organization.id}") { title spaces { nodes { title ${pagesTo(5)} } } } }`,
      )
      expect(answer.errors).toBeUndefined()
      expect(titlesIn(answer.data).length).toBe(72)
    },
  )

  test.each(oneRowIn(2, ['nodes', 'edges']))('the deepest page tree of a space by %s', async (item) => {
    const deep = await buildSpace(app, organization)
    await buildContent(app, organization.admin, deep, [chainOf(maximumDepth, 'Deep')])
    const answer = await client.gql(
      `{ organization(id: "${organization.id}") { spaces(last: 1) { nodes { revision { ${pagesTo(maximumDepth, item)} } } } } }`,
    )
    expect(answer.errors).toBeUndefined()
    expect(titlesIn(answer.data)).toContain('Deep of 1')
  })
})

describe('an operation that reads too much is ended', () => {
  let small: TestApp
  let reader: TestClient
  let owner: Awaited<ReturnType<typeof buildOrganization>>
  let smallSpaces: { id: string }[]
  const maximumObjects = 1_000

  /** Five spaces of 31 pages with 8 KB of text each, and 30 revisions of each space: 4,650 pages with 37 MB. */
  beforeAll(async () => {
    small = await startOwnTestApp({
      MAX_QUERY_BYTES: String(megabyte),
      MAX_QUERY_OBJECTS: String(maximumObjects),
      MAX_QUERY_SECONDS: '1',
    })
    owner = await buildOrganization(small)
    reader = small.as(owner.admin)
    smallSpaces = []
    for (let index = 0; index < 5; index++) {
      const space = await buildSpace(small, owner)
      smallSpaces.push(space)
      const fill = (page: ImportedPage): ImportedPage => ({
        ...page,
        markdown: `${page.title} in ${space.id}. `.repeat(200),
        pages: page.pages?.map(fill),
      })
      await buildContent(small, owner.admin, space, [fill(buildPageTree('Page', 5, 3))])
    }
    await small.database.pool.query(
      `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
       SELECT r.id || n, r."spaceId", r."branchId", r.sequence + n, 'EDITS', '{}'
       FROM "Revision" r JOIN "Space" s ON s."revisionId" = r.id, generate_series(1, 30) n`,
    )
    await small.database.pool.query('ANALYZE')
    await readByIndexes(small)
  })
  afterAll(() => small.close())

  const readAll = (fields: string, spaces = 1000) =>
    `{ organization(id: "${owner.id}") { spaces(first: ${spaces}) { nodes { revisions(first: 100) { nodes { ${fields} } } } } } }`

  function expectRefusal(answer: GraphQLAnswer, limit: string) {
    expect(answer.data).toBeNull()
    expect(answer.errors?.length).toBe(1)
    const [error] = answer.errors as [NonNullable<GraphQLAnswer['errors']>[0]]
    expect(error.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'OPERATION_TOO_LARGE' })
    expect(error.message).toMatch(new RegExp(`at least [\\d,]+ (objects|bytes); at most ${limit}`))
  }

  test('by one error with limit and cost, when all texts of all revisions of all spaces are selected', async () => {
    const answer = await reader.gql(readAll('allPages { ... on DocumentPage { markdown } }'), {}, withCost)
    expectRefusal(answer, '1,000')
    expect(costOf(answer).objects.maximum).toBe(maximumObjects)
    expect(costOf(answer).objects.actual).toBeGreaterThan(maximumObjects)
  })

  test('before its rows are read: the statement stops at the limit', async () => {
    const { read } = await rowCounts(small, async () => {
      expectRefusal(await reader.gql(readAll('allPages { title }')), '1,000')
    })
    // Some pages are read in more than one place, such as an index and its table.
    expect(read).toBeLessThan(4 * maximumObjects)
  })

  test.runIf(isLongRun)('before the rows of compared revisions are read', async () => {
    const { id, admin } = await buildOrganization(small)
    const space = await buildSpace(small, { id })
    const pages = Array.from({ length: 1500 }, (_, index) => ({ id: newId('Page'), title: `Page ${index}` }))
    await buildContent(small, admin, space, pages)
    const { read } = await rowCounts(small, async () => {
      const query = `{ space(id: "${space.id}") { revision { changes { totalCount } } } }`
      expectRefusal(await small.as(admin).gql(query), '1,000')
    })
    expect(read).toBeLessThan(2 * maximumObjects)
  })

  test.runIf(isLongRun)('before the pages that a computed page stands for are read', async () => {
    const { id, admin } = await buildOrganization(small)
    const writer = small.as(admin)
    const space = await buildSpace(small, { id })
    const paths = Object.fromEntries(
      Array.from({ length: 1200 }, (_, index) => [
        `/path${index}`,
        { get: { tags: [`Tag ${index}`], responses: {} } },
      ]),
    )
    const source = {
      text: JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }),
    }
    await writer.put(`/orgs/${id}/openapi/large`, { source })
    await processPendingSpecs(small)
    await writer.post(`/spaces/${space.id}/content`, {
      changes: [inserted('large', { computed: standsFor('large') })],
    })
    const query = `{ space(id: "${space.id}") { revision { allPages { title } } } }`
    const answer = await writer.gql(query, {}, withCost)
    expectRefusal(answer, '1,000')
    // The one page that is stored, and one row more than there may be.
    expect(costOf(answer).objects.actual).toBe(maximumObjects + 1)
  })

  test('before its texts are read: no statement returns more bytes than the limit', async () => {
    // 5 × 31 texts of 8 KB, which are less than 1,000 objects.
    const query = `{ organization(id: "${owner.id}") { spaces { nodes { revision { allPages { ... on DocumentPage { markdown } } } } } } }`
    const answer = await reader.gql(query, {}, withCost)
    expectRefusal(answer, megabyte.toLocaleString('en-US'))
    expect(costOf(answer).bytes).toMatchObject({ maximum: megabyte })
  })

  test('when one list has more items than the limit in all of its places together', async () => {
    const pages = '{ pageInfo { endCursor } }'
    const lists = Array.from(
      { length: 8 },
      (_, index) => `a${index}: spaces { nodes { revisions ${pages} } }`,
    )
    expectRefusal(await reader.gql(`{ organization(id: "${owner.id}") { ${lists.join(' ')} } }`), '1,000')
  })

  test('when nested types of the schema multiply', async () => {
    const query = '{ __schema { types { fields { type { fields { name } } } } } }'
    expectRefusal(await small.as(null).gql(query), '1,000')
  })

  test('when its time is over, also while it waits for the database', async () => {
    const connection = await small.database.pool.connect()
    try {
      await connection.query('BEGIN')
      await connection.query('LOCK TABLE "Space" IN ACCESS EXCLUSIVE MODE')
      const { data, errors } = await reader.gql(`{ space(id: "${smallSpaces[0]?.id}") { title } }`)
      expect(data).toBeNull()
      expect(errors?.map(({ extensions }) => extensions.reason)).toEqual(['OPERATION_TOO_SLOW'])
      expect(errors?.[0]?.message).toContain('1 seconds')
    } finally {
      await connection.query('ROLLBACK')
      connection.release()
    }
  })

  test('and REST still answers what GraphQL refuses', async () => {
    for (const { id } of smallSpaces.slice(0, 2))
      expect((await reader.get(`/spaces/${id}/revisions?limit=1000`)).status).toBe(200)
  })
})

const bytesOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data))

describe('the cost of an answer', () => {
  test('is in extensions.cost: objects requested, read and allowed, bytes read and allowed', async () => {
    const answer = await client.gql(
      `{ space(id: "${spaceId}") { pages(first: 20) { nodes { title } } } }`,
      {},
      withCost,
    )
    const slugs: string[] = answer.data.space.pages.nodes.map(({ title }: { title: string }) => title)
    expect(costOf(answer)).toEqual({
      // The space, the list, and the places of its page.
      objects: { requested: 2 + 20, actual: 2 + slugs.length, maximum: app.config.maxQueryObjects },
      bytes: { actual: bytesOf(answer.data), maximum: app.config.maxQueryBytes },
    })
  })

  test('counts each alias of a field', async () => {
    const field = (alias: string) => `${alias}: space(id: "${spaceId}") { pages { nodes { title } } }`
    const one = costOf(await client.gql(`{ ${field('a')} }`, {}, withCost))
    const twice = await client.gql(`{ ${field('a')} ${field('b')} }`, {}, withCost)
    const two = costOf(twice)
    expect(two.objects.actual).toBe(2 * one.objects.actual)
    expect(two.bytes.actual).toBe(bytesOf(twice.data))
  })

  test('is in a header of REST, also for a response that the client has already', async () => {
    const { headers, body } = await client.get(`/spaces/${spaceId}/content/pages`)
    const [, objects, bytes] = /^objects=(\d+), bytes=(\d+)$/.exec(headers.get('x-cost') ?? '') ?? []
    expect(Number(objects)).toBeGreaterThan(70)
    expect(Number(bytes)).toBeGreaterThan(70 * 10)
    expect(body.pages.length).toBe(14)
    const repeated = await fetch(`${app.url}/v1/spaces/${spaceId}/content/pages`, {
      headers: { Authorization: `Bearer ${client.token}`, 'If-None-Match': headers.get('etag') ?? '' },
    })
    expect([repeated.status, repeated.headers.get('x-cost')]).toEqual([304, headers.get('x-cost')])
    expect(headers.get('access-control-expose-headers')).toContain('X-Cost')
  })

  test('is documented for every response of REST that succeeds', async () => {
    const { body } = await client.get('/openapi.json')
    type Responses = Record<string, { headers?: Record<string, unknown> }>
    const paths: Record<string, { responses?: Responses }>[] = Object.values(body.paths)
    const answers = paths.flatMap((path) =>
      Object.values(path).flatMap(({ responses = {} }) =>
        Object.entries(responses).filter(([status]) => status.startsWith('2')),
      ),
    )
    expect(answers.length).toBeGreaterThan(130)
    for (const [, { headers }] of answers) expect(headers).toHaveProperty('X-Cost')
  })
})

describe('a document that is absurd at sight is refused with its count and the limit', () => {
  const refusalOf = async (query: string) => {
    const { errors, data } = await client.gql(query)
    expect(data).toBeUndefined()
    expect(errors?.length).toBe(1)
    return errors?.[0]
  }
  const repeat = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join(' ')

  /** 2²⁰ fields, by 20 fragments each of which spreads the next one twice. */
  const bomb = `{ viewer { ...F0 } } ${repeat(20, (n) => `fragment F${n} on User { a: organizations { nodes { ...G${n} } } } fragment G${n} on Organization { x: viewer { ...F${n + 1} } y: viewer { ...F${n + 1} } }`)}
    fragment F20 on User { id }`

  const tooMuch: Record<string, [query: string, count: number, maximum: number]> = {
    'levels of fields': [
      `{ ${'a { '.repeat(queryLimits.depth)} b ${'} '.repeat(queryLimits.depth)} }`,
      queryLimits.depth + 1,
      queryLimits.depth,
    ],
    fields: [
      `{ ${'__typename '.repeat(queryLimits.fields + 1)} }`,
      queryLimits.fields + 1,
      queryLimits.fields,
    ],
    aliases: [
      `{ ${repeat(queryLimits.aliases + 1, (index) => `a${index}: __typename`)} }`,
      queryLimits.aliases + 1,
      queryLimits.aliases,
    ],
    directives: [
      `{ __typename ${'@include(if: true) '.repeat(queryLimits.directives + 1)} }`,
      queryLimits.directives + 1,
      queryLimits.directives,
    ],
  }

  test.each(Object.entries(tooMuch))('%s', async (unit, [query, count, maximum]) => {
    const error = await refusalOf(query)
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'OPERATION_TOO_COMPLEX' })
    expect(error?.message).toBe(`The operation has ${count} ${unit}; at most ${maximum} are allowed.`)
  })

  test('fields of fragments, counted where they are spread', async () => {
    expect((await refusalOf(bomb))?.message).toMatch(/has \d+ fields; at most 2000 are allowed/)
  })

  test('a cycle of fragments', async () => {
    const { errors } = await client.gql(
      '{ viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
    )
    expect(errors?.[0]?.message).toContain('Cannot spread fragment')
  })

  test('tokens', async () => {
    const error = await refusalOf(`{ ${'__typename '.repeat(queryLimits.tokens)} }`)
    expect(error?.message).toContain(String(queryLimits.tokens))
  })

  test('mutations, of which none is executed', async () => {
    const create = (index: number) => `a${index}: createOrganization(input: { title: "Mine" }) { __typename }`
    const user = await buildUser(app)
    const { errors } = await app.as(user).gql(`mutation { ${repeat(queryLimits.mutations + 1, create)} }`)
    expect(errors?.[0]?.message).toBe('The operation has 51 mutations; at most 50 are allowed.')
    const { data } = await app.as(user).gql('{ organizations { totalCount } }')
    expect(data.organizations.totalCount).toBe(0)
  })

  const repeatedIntrospection = {
    'by aliases': `{ ${repeat(150, (index) => `a${index}: __schema { queryType { name } }`)} }`,
    'by a fragment':
      '{ __schema { queryType { name } } ...F } fragment F on Query { b: __schema { queryType { name } } }',
    'by two spreads of a fragment':
      '{ ...F ... on Query { ...F } } fragment F on Query { __schema { queryType { name } } }',
    'by aliases of __type': '{ a: __type(name: "Page") { name } b: __type(name: "Space") { name } }',
  }

  test.each(Object.entries(repeatedIntrospection))('repeated introspection %s', async (_how, query) => {
    const { errors, data } = await app.as(null).gql(query)
    expect(data).toBeUndefined()
    expect(errors?.[0]?.message).toMatch(/has \d+ fields __(schema|type); at most 1 are allowed/)
  })

  const aliased = (fields: string) =>
    `{ __schema { ${Array.from({ length: 150 }, (_, index) => `a${index}: ${fields}`).join(' ')} } }`

  test.each([
    ['aliases', aliased('types { fields { args { name } } }')],
    ['types of fields', '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'],
    ['fragments', `${aliased('types { ...ofType }')} fragment ofType on __Type { fields { args { name } } }`],
  ])('the values of introspection that %s multiply, before any of them is found', async (_how, query) => {
    const { errors, data } = await app.as(null).gql(query)
    expect(data).toBeUndefined()
    expect(errors?.[0]?.message).toMatch(/has \d+ values of the schema; at most 100000 are allowed/)
  })
})

describe('introspection', () => {
  test.runIf(isLongRun)(
    'answers the query of standard tools to anyone, each time with the same',
    async () => {
      const anyone = app.as(null)
      const variants = [
        getIntrospectionQuery(),
        getIntrospectionQuery({
          specifiedByUrl: true,
          directiveIsRepeatable: true,
          inputValueDeprecation: true,
        }),
      ]
      for (const query of variants) {
        const first = await anyone.gql(query)
        expect(first.errors).toBeUndefined()
        const { types } = (first.data as IntrospectionQuery).__schema
        expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(['Query', 'Page', 'Space']))
        expect(await anyone.gql(query)).toEqual(first)
        expect(await client.gql(query)).toEqual(first)
      }
    },
  )

  test('allows __schema and __type in one operation, once each', async () => {
    const { data } = await app
      .as(null)
      .gql('{ __schema { queryType { name } } __type(name: "Page") { name } __typename }')
    expect(data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      __type: { name: 'Page' },
      __typename: 'Query',
    })
  })
})
