import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/client.ts'
import { models } from '../../src/graph/declare/model-registry.ts'
import { routes } from '../../src/server/routes.ts'
import { rowNamed } from '../contract/row-permissions.ts'
import { addressOf, isRead, requiredQueryOf, rowName, startWorldApp, type World } from '../contract/world.ts'
import { startServerBeside, type TestApp } from '../support/app.ts'
import { budget, budgetSeed, isLongRun, oneRowIn, takingTurns } from '../support/budget.ts'
import { buildMember, buildUser, grant, type TestUser } from '../support/factories/organizations.ts'
import { randomOf } from '../support/random.ts'
import { comparable, steady } from './comparable.ts'
import { type Cursors, collectCursors, type RandomDocument, randomDocument } from './random-documents.ts'

type Server = Pick<TestApp, 'as'>

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let world: World
let parameters: Record<string, string>
let viewers: readonly (TestUser | null)[]
let reader: TestUser
/** Documents about what a reader of the organization may not see, which random ones seldom find. */
let documentsAboutHidden: readonly { text: string; variables: Record<string, unknown> }[]

beforeAll(async () => {
  ;({ app: compiled, world } = await startWorldApp())
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
  parameters = world.parametersFor(rowNamed('GET /user'))
  await enrich()
  const { organizationId } = world
  const guest = await buildMember(compiled, organizationId, null)
  await grant(compiled, guest, 'CREATE', { spaceId: parameters.spaceId as string })
  const members = await Promise.all(
    (['READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN'] as const).map((role) =>
      buildMember(compiled, organizationId, role),
    ),
  )
  reader = members[0] as TestUser
  viewers = [world.admin, world.admin, null, await buildUser(compiled), guest, ...members]
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

/** More rows than a page has, a hidden space, and a hidden collection with a visible space. */
async function enrich(): Promise<void> {
  const { client, organizationId } = world
  const { spaceId, collectionId } = parameters
  for (let index = 0; index < 4; index++) {
    await client.post(`/orgs/${organizationId}/spaces`, { title: `Space ${index}`, parent: collectionId })
    await client.post(`/orgs/${organizationId}/collections`, { title: `Collection ${index}` })
    const comment = await client.post(`/spaces/${spaceId}/comments`, { body: { markdown: `Said ${index}` } })
    await client.post(`/spaces/${spaceId}/comments/${comment.body.id}/replies`, { body: { markdown: 'So' } })
    await client.post(`/spaces/${spaceId}/change-requests`, { subject: `Proposal ${index}` })
  }
  const hidden = { defaultLevel: null, effectiveLevel: null }
  const { space, collection } = compiled.database.prisma
  const parent = await client.post(`/orgs/${organizationId}/collections`, { title: 'Hidden' })
  const inside = await client.post(`/orgs/${organizationId}/spaces`, { parent: parent.body.id })
  await space.update({ where: { id: inside.body.id }, data: hidden })
  const shown = await client.post(`/orgs/${organizationId}/spaces`, { parent: parent.body.id })
  await space.update({
    where: { id: shown.body.id },
    data: { defaultLevel: 'READ', effectiveLevel: 'READ' },
  })
  await collection.update({ where: { id: parent.body.id }, data: hidden })
  documentsAboutHidden = [
    { text: 'query($id: ID!) { space(id: $id) { title } }', variables: { id: inside.body.id } },
    {
      text: 'query($id: ID!) { space(id: $id) { title parent { title } } }',
      variables: { id: shown.body.id },
    },
    {
      text: 'query($id: ID!) { siteSection(id: $id) { siteSpaces { nodes { space { title } } } } }',
      variables: { id: parameters.siteSectionId },
    },
  ]
  await client.post(`/orgs/${organizationId}/sites/${parameters.siteId}/site-spaces`, {
    spaceId: inside.body.id,
    sectionId: parameters.siteSectionId,
  })
}

interface Difference {
  readonly seed: number
  readonly fields?: RandomDocument['fields']
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly answers: readonly [string, string]
}

/** Asks both servers the documents about what is hidden, and those of some seeds. Returns the first differences. */
async function differences(
  [one, other]: readonly [Server, Server],
  { count, most, firstSeed }: { count: number; most: number; firstSeed: number },
): Promise<Difference[]> {
  const cursors: Cursors = new Map()
  const found: Difference[] = []
  const compare = async (document: Omit<Difference, 'answers'>, viewer: TestUser | null) => {
    const { text, variables } = document
    const ask = (server: Server) => server.as(viewer).gql(text, variables, { 'X-Cost': 'true' })
    const answers = await Promise.all([one, other].map(ask))
    const [first, second] = answers.map((answer) => comparable(answer, document.fields)) as [string, string]
    if (first !== second) found.push({ ...document, answers: [first, second] })
    return answers[1]?.data
  }
  for (const document of documentsAboutHidden) await compare({ seed: 0, ...document }, reader)
  for (let index = 0; index < count && found.length < most; index++) {
    const seed = firstSeed + index
    const random = randomOf(seed)
    const document = randomDocument(random, parameters, cursors)
    const viewer = viewers[Math.floor(random() * viewers.length)] as TestUser | null
    collectCursors(cursors, document, await compare({ seed, ...document }, viewer))
  }
  return found
}

/** The maximum time of a test, in milliseconds. */
const longestRun = budget(60_000, 3_600_000)

test(
  'documents over the whole schema have the same data, errors, order and cost as by resolvers',
  async () => {
    const documents = { count: budget(15, 20_000), most: 3, firstSeed: budgetSeed() }
    expect(await differences([compiled, resolved], documents)).toEqual([])
  },
  longestRun,
)

test('an operation that is asked again has the answer for its variables, of the same viewer', async () => {
  const { organizationId, admin } = world
  const text = `query ($id: ID!, $first: Int, $after: String) {
    organization(id: $id) {
      id
      spaces(first: $first, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } totalCount }
    }
  }`
  const other = (await compiled.as(admin).post('/orgs', { title: 'Another' })).body.id as string
  const ask = (server: Server, user: TestUser, variables: Record<string, unknown>) =>
    server.as(user).gql(text, variables)
  const first = await ask(compiled, admin, { id: organizationId, first: 1 })
  const after = first.data.organization.spaces.pageInfo.endCursor
  for (const user of [admin, reader, admin])
    for (const variables of [
      { id: organizationId, first: 1 },
      { id: organizationId, first: 2 },
      { id: organizationId, first: 1, after },
      { id: other, first: 1 },
      { id: organizationId, first: 1 },
    ]) {
      const [answer, expected] = await Promise.all(
        [compiled, resolved].map((server) => ask(server, user, variables)),
      )
      expect(answer).toEqual(expected)
    }
})

test('an object that a document leads to twice has each item of the lists that code makes once', async () => {
  const { admin } = world
  const text = `query ($group: ID!, $site: ID!) {
    one: siteSectionGroup(id: $group) { allChildren { id } }
    other: siteSectionGroup(id: $group) { allChildren { id } }
    site(id: $site) { one: structure { structure { id } } other: structure { structure { id } } }
  }`
  const variables = { group: parameters.siteSectionGroupId, site: parameters.siteId }
  for (const server of [compiled, resolved]) {
    const { data, errors } = await server.as(admin).gql(text, variables)
    expect(errors).toBeUndefined()
    const lists: { id: string }[][] = [
      data.one.allChildren,
      data.other.allChildren,
      data.site.one.structure,
      data.site.other.structure,
    ]
    for (const items of lists) {
      expect(items).not.toEqual([])
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    }
  }
})

test('a list without pages that is selected twice costs as much as by resolvers, where rows are most of the cost', async () => {
  const { admin } = world
  const text = `query ($group: ID!, $site: ID!) {
    siteSectionGroup(id: $group) { one: allSections { id } other: allSections { title } }
    site(id: $site) { effectivePermissions { pageInfo { hasNextPage } } }
  }`
  const variables = { group: parameters.siteSectionGroupId, site: parameters.siteId }
  const expected = await resolved.as(admin).gql(text, variables)
  expect(expected.errors).toBeUndefined()
  expect(await compiled.as(admin).gql(text, variables)).toEqual(expected)
})

test.each(oneRowIn(3, ['.000', '.500', '.120', '.001', '.999']))(
  'a time with %s seconds has all of its digits',
  async (digits) => {
    const { admin } = world
    const id = parameters.spaceId as string
    const createdAt = `2026-12-31T23:59:59${digits}Z`
    await compiled.database.prisma.space.update({ where: { id }, data: { createdAt } })
    const { data } = await compiled.as(admin).gql('query ($id: ID!) { space(id: $id) { createdAt } }', { id })
    expect(data).toEqual({ space: { createdAt } })
  },
)

test('a list that outgrows its page after many answers has the number and the page of resolvers', async () => {
  const client = compiled.as(world.admin)
  const id = (await client.post('/orgs', { title: 'Small' })).body.id as string
  const text = `query ($id: ID!) {
    organization(id: $id) {
      spaces(first: 2) { totalCount pageInfo { hasNextPage endCursor } nodes { id comments(first: 1) { totalCount nodes { id } } } }
    }
  }`
  const ask = (server: Server) => server.as(world.admin).gql(text, { id })
  const space = (await client.post(`/orgs/${id}/spaces`, { title: 'First' })).body.id as string
  for (let answers = 0; answers < 40; answers++) await ask(compiled)
  const { texts } = await compiled.statements(() => ask(compiled))
  expect(texts).toEqual([expect.not.stringContaining('row_number()')])
  const additions = [
    () => client.post(`/orgs/${id}/spaces`, { title: 'Another' }),
    () => client.post(`/spaces/${space}/comments`, { body: { markdown: 'Said' } }),
  ]
  for (const add of [...additions, ...additions]) {
    await add()
    const expected = await ask(resolved)
    expect(await ask(compiled)).toEqual(expected)
  }
  expect((await ask(compiled)).data.organization.spaces).toMatchObject({
    totalCount: 3,
    pageInfo: { hasNextPage: true },
  })
  expect((await compiled.statements(() => ask(compiled))).texts).toHaveLength(1)
})

describe('code that the statement makes unnecessary:', () => {
  const cells = 'array_to_json(ARRAY['
  const codeGetsRows = expect.stringContaining(cells)
  const codeGetsNone = expect.not.stringContaining(cells)

  /** Asks both servers, and returns the statements of the compiled one. */
  async function compare(user: TestUser, text: string, variables: Record<string, unknown>) {
    const ask = (server: Server) => server.as(user).gql(text, variables)
    const expected = await ask(resolved)
    expect(expected.errors).toBeUndefined()
    expect(await ask(compiled)).toEqual(expected)
    return (await compiled.statements(() => ask(compiled))).texts
  }

  test('what an admin may do is the same in all of their organization, and what others may do is not', async () => {
    const { organizationId: id, admin } = world
    const text = `query ($id: ID!) { organization(id: $id) {
      spaces(first: 20) { nodes { id permissions { view edit admin } } }
      collections(first: 20) { nodes { id permissions { view create admin } } }
      sites(first: 20) { nodes { siteSpaceCount permissions { view admin } } }
    } }`
    const other = await buildMember(compiled, id, 'READ')
    await grant(compiled, other, 'EDIT', { spaceId: parameters.spaceId as string })
    await compiled.as(other).post('/orgs', { title: 'Of their own' })
    expect(await compare(admin, text, { id })).toEqual([codeGetsNone])
    expect(await compare(other, text, { id })).toEqual([codeGetsRows])
  })

  /** A list with each field of which SQL writes the value, by the name of the field. */
  const listsOfValues: Readonly<Record<string, string>> = {
    'Comment.body': 'space(id: $spaceId) { comments { nodes { body { markdown } } } }',
    'CommentReply.body':
      'space(id: $spaceId) { comments { nodes { replies { nodes { body { markdown } } } } } }',
    'ImportRun.id': 'organization(id: $organizationId) { importRuns { nodes { id } } }',
    'Member.id': 'organization(id: $organizationId) { members { nodes { id } } }',
    'SiteRedirect.destination':
      'site(id: $siteId) { redirects { nodes { destination { kind siteSectionId siteSpaceId pageId } } } }',
    'ParentPage.slug': 'space(id: $spaceId) { pages { nodes { ... on ParentPage { slug } } } }',
    'DocumentPage.slug': 'space(id: $spaceId) { pages { nodes { ... on DocumentPage { slug } } } }',
    'GroupPage.slug': 'space(id: $spaceId) { pages { nodes { ... on GroupPage { slug } } } }',
    'SiteSpace.title': 'site(id: $siteId) { siteSpaces { nodes { title } } }',
    'TeamMembership.teamRole': 'team(id: $teamId) { members { nodes { teamRole { role } } } }',
    'MemberTeamMembership.teamRole':
      'organization(id: $organizationId) { members { nodes { teamMemberships { nodes { teamRole { role } } } } } }',
  }
  const fieldsInSql = [...models.values()].flatMap(({ name, fields }) =>
    [...fields].flatMap(([field, declared]) =>
      declared.kind === 'computed' && (declared.inSql || declared.membersInSql) ? [`${name}.${field}`] : [],
    ),
  )

  test.each(fieldsInSql)('SQL writes the value of %s', async (name) => {
    const list = listsOfValues[name] ?? ''
    const variables = Object.entries({ ...parameters, organizationId: world.organizationId })
    const used = variables.filter(([variable]) => list.includes(`$${variable})`))
    const declared = used.map(([variable]) => `$${variable}: ID!`).join(', ')
    const statements = await compare(world.admin, `query (${declared}) { ${list} }`, Object.fromEntries(used))
    // Code gets the row `r0` of the list, to check the permission.
    expect(statements).toEqual([expect.not.stringMatching(/ARRAY\[r[1-9]/)])
  })

  test('the Markdown of comments, in each format', async () => {
    const address = `/spaces/${parameters.spaceId}/comments`
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'As a tree', marks: [] }] }],
    }
    const written = await compiled
      .as(world.admin)
      .post(address, { body: { document: { object: 'document', nodes: [paragraph] } } })
    expect(written.status).toBe(200)
    const comments = (body: string) =>
      `query ($id: ID!) { space(id: $id) { comments(first: 20) { nodes { id ${body} } } } }`
    const ask = (body: string) => compare(world.admin, comments(body), { id: parameters.spaceId })
    expect(await ask('body { __typename text: markdown }')).toEqual([codeGetsNone])
    expect(await ask('body(format: MARKDOWN) { markdown }')).toEqual([codeGetsNone])
    expect(await ask('body(format: DOCUMENT) { markdown }')).toEqual([codeGetsRows])
  })
})

const objectsIn = (headers: Headers) => /objects=\d+/.exec(headers.get('x-cost') ?? '')?.[0]

test(
  'every row that reads answers each viewer the same as by resolvers',
  async () => {
    const differing: string[] = []
    const inTurn = takingTurns([...new Set(viewers)], 1)
    // In `npm test` one row in five, each by one viewer.
    const gets = routes.filter((each) => isRead(each) && each.method === 'GET')
    for (const route of oneRowIn(5, gets))
      for (const viewer of inTurn()) {
        const given = world.parametersFor(route)
        const query = new URLSearchParams(requiredQueryOf(route, given)).toString()
        const address = `${addressOf(route, given)}?${query}`
        const [one, other] = await Promise.all(
          [compiled, resolved].map(async (server) => {
            const { status, body, headers } = await server.as(viewer).get(address)
            return `${status} ${steady(body)} ${objectsIn(headers)}`
          }),
        )
        if (one !== other) differing.push(`${rowName(route)}: ${one} instead of ${other}`)
      }
    expect(differing).toEqual([])
  },
  longestRun,
)

test('a row is written as REST represents it by the statement that reads it', async () => {
  const client = compiled.as(world.admin)
  for (const path of [`/spaces/${parameters.spaceId}`, `/orgs/${world.organizationId}/spaces`]) {
    await client.get(path)
    const { texts } = await compiled.statements(() => client.get(path))
    expect(texts).toEqual([expect.stringContaining('"object":"space"')])
  }
})

test('the viewer is found without trying the policies of other users', async () => {
  const ask = () => compiled.as(reader).gql('{ viewer { id displayName } }')
  expect((await ask()).data.viewer.id).toBe(reader.id)
  const { texts } = await compiled.statements(ask)
  expect(texts).toEqual([expect.not.stringContaining('EXISTS')])
})

/** Uses a server that records how many rows each compiled read says it reads. */
async function withExpectedRows(
  use: (server: Server, rows: readonly (number | undefined)[]) => Promise<void>,
): Promise<void> {
  const rows: (number | undefined)[] = []
  const { database } = compiled
  const texts: Database['texts'] = (text, values, limits) => {
    rows.push(limits.rows)
    return database.texts(text, values, limits)
  }
  const server = await startServerBeside(compiled, { database: { texts } })
  try {
    await use(server, rows)
  } finally {
    await server.close()
  }
}

test('a statement is as short with counts as with so many more rows', () =>
  withExpectedRows(async (server, rows) => {
    const text = `query ($id: ID!) {
      organization(id: $id) { spaces(first: 10) { totalCount nodes { comments { totalCount } } } }
    }`
    await server.as(world.admin).gql(text, { id: world.organizationId })
    // The organization, ten spaces and the one after them, and the number of spaces and of the comments of each.
    expect(rows).toEqual([1 + 11 + 1 + 11])
  }))

test('a statement is as short as its answers were, once there were enough and as long as they are short', () =>
  withExpectedRows(async (server, rows) => {
    const ask = async () => {
      const text = `query ($id: ID!) { organization(id: $id) { spaces(first: 500) { nodes { id } } } }`
      const { data } = await server.as(world.admin).gql(text, { id: world.organizationId })
      return data.organization.spaces.nodes.length as number
    }
    for (let answer = 0; answer < 30; answer++) await ask()
    expect(rows.at(-1)).toBeGreaterThan(500)
    const count = await ask()
    expect(rows.at(-1)).toBe(count)
    await world.client.post(`/orgs/${world.organizationId}/spaces`, { title: 'One more' })
    expect(await ask()).toBe(count + 1)
    await ask()
    expect(rows.at(-1)).toBe(count + 1)
    while ((await ask()) <= 25)
      await world.client.post(`/orgs/${world.organizationId}/spaces`, { title: 'One more' })
    await ask()
    expect(rows.at(-1)).toBeGreaterThan(500)
  }))

describe('pages in lists', () => {
  const fields = '__typename id title ... on ParentPage { path }'
  const below = (pages: string) =>
    `${pages} { totalCount nodes { ${fields} ... on ParentPage { children(first: 50) { totalCount nodes { ${fields} } } } } }`
  const ofSpace = `query ($id: ID!) { space(id: $id) { id ${below('pages(first: 100)')} ${below('stored: pages(computed: false)')} } }`
  const ofRevision = `query ($id: ID!) { space(id: $id) { revisions(first: 3) { nodes { id ${below('pages')} ${below('stored: pages(computed: false)')} } } } }`

  test('have the ids and paths of resolvers, in a space, in its copy and in revisions', async () => {
    const client = compiled.as(world.admin)
    const copy = (await client.post(`/spaces/${parameters.spaceId}/duplicate`)).body.id as string
    for (const [text, id] of [
      [ofSpace, parameters.spaceId],
      [ofSpace, copy],
      [ofRevision, parameters.spaceId],
      [ofRevision, copy],
    ] as const) {
      const ask = (server: Server) => server.as(world.admin).gql(text, { id })
      const expected = await ask(resolved)
      const paths = JSON.stringify(expected).match(/"path":"[^"]+/g)
      expect(paths).toContain('"path":"welcome/below')
      expect(await ask(compiled)).toEqual(expected)
    }
  })

  test('have ids and paths that the statement writes, once for all types of pages', async () => {
    const ask = () => compiled.as(world.admin).gql(ofSpace, { id: parameters.spaceId })
    await ask()
    const { texts } = await compiled.statements(ask)
    expect(texts).toEqual([expect.stringContaining(`t."path"`)])
    expect(texts[0]?.match(/'\{"__typename":'/g)).toHaveLength(4)
  })

  test('are written by the statement three levels deep', async () => {
    const children = (inner: string) => `children(first: 50) { nodes { id ${inner} } }`
    const text = `query ($id: ID!) { space(id: $id) { pages(first: 100) { nodes { ${children(children(''))} } } } }`
    const ask = () => compiled.as(world.admin).gql(text, { id: parameters.spaceId })
    await ask()
    const { texts } = await compiled.statements(ask)
    expect(texts).toEqual([expect.stringContaining(`'{"children":`)])
  })
})

describe('the comparison finds a compiler that', () => {
  type Change = (text: string, values: readonly unknown[]) => [string, readonly unknown[]]

  /** Returns a server whose compiled reads send other statements than they should. */
  const withFault = async (change: Change) => {
    const { database } = compiled
    const query: Database['query'] = (text, values) => database.query(...change(text, values))
    const texts: Database['texts'] = (text, values, maximumBytes) =>
      database.texts(...change(text, values), maximumBytes)
    const faulty = await startServerBeside(compiled, { database: { query, texts } })
    try {
      return await differences([faulty, resolved], { count: 300, most: 1, firstSeed: 1 })
    } finally {
      await faulty.close()
    }
  }
  const replacing =
    (pattern: RegExp, replacement: string | ((found: string, ...groups: string[]) => string)): Change =>
    (text, values) => [text.replace(pattern, replacement as string), values]

  /** Takes many documents to be found. */
  const readsRowsOfOthers: [string, Change] = [
    'reads rows of other parents',
    replacing(/(CROSS JOIN LATERAL \(\s*SELECT [^;]+? t WHERE )t\."\w+" = p\.k0/g, '$1TRUE'),
  ]

  const ordersTheOtherWay: [string, Change] = [
    'orders a list the other way',
    replacing(/ORDER BY t[\s\S]+? LIMIT/g, (order) => order.replaceAll(' ASC', ' DESC')),
  ]

  const readsTooFew: [string, Change] = [
    'reads one row too few of a list',
    (text, values) => {
      const limits = [...text.matchAll(/ LIMIT \$(\d+)\)/g)].map(([, number]) => Number(number) - 1)
      return [
        text,
        values.map((value, index) => (limits.includes(index) ? Math.max(0, Number(value) - 1) : value)),
      ]
    },
  ]

  const dropsPolicyOfCount: [string, Change] = [
    'drops the policy of a count',
    replacing(/(count\(\*\)::int FROM "\w+" t WHERE [^()]+? AND )/g, '$1 TRUE OR '),
  ]

  test.each<[string, Change]>([
    [
      'drops the policy of a list',
      replacing(
        /(WHERE t\."\w+" = p\.k0 AND )((?:(?! LIMIT | FROM \()[\s\S])+?)(\s+ORDER BY)/g,
        '$1(TRUE OR $2)$3',
      ),
    ],
    [
      'drops the policy of a row that others refer to',
      replacing(
        /(WHERE t\."\w+" = (?:p\.k0|r\d+\."\w+") AND )((?:(?! ORDER BY | LIMIT )[\s\S])+?)((?: LIMIT 1)?\) r\d)/g,
        '$1(TRUE OR $2)$3',
      ),
    ],
    [
      'drops the policy of a row that is found by its id',
      replacing(/(FROM "\w+" t WHERE \(t\."id" = \$\d+ AND )([\s\S]+?)(\) LIMIT 1\))/g, '$1(TRUE OR $2)$3'),
    ],
    [
      'drops the policy of the rows that are read together with a list',
      replacing(
        /(JOIN "\w+" (j\d+) ON \2\.id = t\."\w+" AND )((?:(?! WHERE | JOIN )[\s\S])+)/g,
        '$1(TRUE OR $3)',
      ),
    ],
    ...(isLongRun ? [dropsPolicyOfCount, ordersTheOtherWay, readsTooFew, readsRowsOfOthers] : []),
  ])('%s', async (_fault, change) => {
    expect(await withFault(change)).not.toEqual([])
  })
})
