import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestClient } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { startSkewedApp } from './skewed-world.ts'

let app: TestApp
let client: TestClient
let organizationId: string
let siteId: string
let spaceId: string
let userId: string

beforeAll(async () => {
  const { app: started, world, ids } = await startSkewedApp()
  app = started
  ;({ organizationId, siteId, spaceId, userId } = ids)
  client = world.client
})
afterAll(() => app.close())

/** Tables that are large here, so that reading one of them from end to end is a fault of the statement or an index. */
const large = [
  'Space',
  'PageVersion',
  'Revision',
  'Branch',
  'SiteSpace',
  'SiteSection',
  'Site',
  'Comment',
  'Member',
  'Collection',
  'ChangeRequest',
  'RequestedReviewer',
]

/** Settings of the planner for a statement, which hold for its plan only. */
const settings = { usual: '', noScans: 'SET LOCAL enable_seqscan = off' }

const plans = new Map<string, Promise<string>>()

/** Returns the plan of a statement for whatever its parameters are. */
function planOf(statement: string, setting: keyof typeof settings): Promise<string> {
  const key = `${setting} ${statement}`
  const plan = plans.get(key) ?? explain(statement, setting)
  plans.set(key, plan)
  return plan
}

async function explain(statement: string, setting: keyof typeof settings): Promise<string> {
  const connection = await app.database.readPool.connect()
  try {
    await connection.query(`BEGIN; ${settings[setting]}`)
    const { rows } = await connection.query<Record<'QUERY PLAN', string>>(
      `EXPLAIN (GENERIC_PLAN) ${statement}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await connection.query('ROLLBACK')
    connection.release()
  }
}

/** Returns the large tables that a statement reads from end to end. */
async function tablesReadWhole(statement: string, setting: keyof typeof settings): Promise<string[]> {
  if (!/^\s*(SELECT|WITH)/i.test(statement)) return []
  const plan = await planOf(statement, setting)
  return large.filter((table) => new RegExp(`Seq Scan on (public\\.)?"?${table}"?\\b`).test(plan))
}

/** Runs a request and checks how many statements it takes and that each goes by indexes. */
async function expectCheap(
  most: number,
  request: () => Promise<unknown>,
  setting: keyof typeof settings = 'usual',
): Promise<void> {
  // What a process does once, such as noting the use of the token, is not part of a request's cost.
  await request()
  const { count, texts } = await app.statements(request)
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(most)
  expect(count).toBeGreaterThan(0)
  for (const text of texts) expect(await tablesReadWhole(text, setting), text).toEqual([])
}

const succeed = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect({ status, error: (body as { error?: unknown }).error }).toEqual({ status: 200 })
}

describe('every list of a large organization', () => {
  const lists: [name: string, most: number, path: () => string][] = [
    ['organizations', 4, () => '/orgs?limit=50'],
    ['spaces', 5, () => `/orgs/${organizationId}/spaces?limit=50`],
    ['collections', 5, () => `/orgs/${organizationId}/collections?limit=50`],
    ['collections at the root', 5, () => `/orgs/${organizationId}/collections?limit=50&nested=false`],
    ['members', 8, () => `/orgs/${organizationId}/members?limit=50`],
    ['members by last visit', 8, () => `/orgs/${organizationId}/members?limit=50&sort=lastSeenAt`],
    ['sites', 6, () => `/orgs/${organizationId}/sites?limit=50`],
    ['sections', 10, () => `/orgs/${organizationId}/sites/${siteId}/sections?limit=50`],
    ['section groups', 14, () => `/orgs/${organizationId}/sites/${siteId}/section-groups?limit=50`],
    ['site-spaces', 8, () => `/orgs/${organizationId}/sites/${siteId}/site-spaces?limit=50`],
    ['comments', 9, () => `/spaces/${spaceId}/comments?limit=50`],
    ['open comments', 9, () => `/spaces/${spaceId}/comments?limit=50&status=open&order=asc`],
    ['change requests', 7, () => `/orgs/${organizationId}/change-requests?limit=50`],
    [
      'change requests by creation',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&orderBy=createdAt`,
    ],
    [
      'change requests of several statuses',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&status=open&status=draft`,
    ],
    [
      'change requests of several statuses by creation',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&status=open&status=draft&orderBy=createdAt`,
    ],
    [
      'change requests of a space',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&space=${spaceId}`,
    ],
    ['change requests of a site', 7, () => `/orgs/${organizationId}/change-requests?limit=50&site=${siteId}`],
    [
      'change requests of a creator',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&creator=${userId}`,
    ],
    [
      'change requests that wait for a reviewer',
      7,
      () => `/orgs/${organizationId}/change-requests?limit=50&requestedReviewer=${userId}`,
    ],
    ...[
      '',
      '&status=merged',
      '&orderBy=updatedAt',
      `&creator=:user`,
      `&contributor=:user`,
      `&requestedReviewer=:user&orderBy=updatedAt`,
    ].map((given): [string, number, () => string] => [
      `change requests in a space${given}`,
      7,
      () => `/spaces/${spaceId}/change-requests?limit=50${given.replace(':user', userId)}`,
    ]),
    ['files', 4, () => `/spaces/${spaceId}/content/files?limit=50`],
  ]

  test.each(oneRowIn(3, lists))('%s: at most %i statements, all by indexes', async (_name, most, path) => {
    await expectCheap(most, () => succeed(client.get(path())))
  })

  test.each(oneRowIn(4, lists, 1))('%s: the second page too', async (_name, most, path) => {
    const { body } = await client.get(path().replace('limit=50', 'limit=2'))
    if (!body.next) return
    await expectCheap(most, () => succeed(client.get(`${path()}&page=${body.next.page}`)))
  })
})

const succeedGraphQL = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await client.gql(query, variables)
  expect(errors).toBeUndefined()
  return data
}

describe('the order and the title filter of a list of an organization', () => {
  const fields = ['TITLE', 'CREATED_AT', 'UPDATED_AT']
  const given = fields.flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => `orderBy: { field: ${field}, direction: ${direction} }`),
  )
  const lists = ['spaces', 'collections', 'sites'].flatMap((list) =>
    [...given, 'search: "7"', 'search: "7", orderBy: { field: TITLE }'].map(
      (argument) => [list, argument] as const,
    ),
  )

  test.each(oneRowIn(5, lists))('%s(%s) goes by indexes, the second page too', async (list, argument) => {
    const page = (rest: string) => `query ($id: ID!) { organization(id: $id) {
      ${list}(${argument}, ${rest}) { totalCount pageInfo { endCursor } nodes { title updatedAt } }
    } }`
    const { organization } = await succeedGraphQL(page('first: 2'), { id: organizationId })
    const { endCursor } = organization[list].pageInfo
    for (const rest of ['first: 50', `first: 50, after: "${endCursor}"`])
      await expectCheap(5, () => succeedGraphQL(page(rest), { id: organizationId }))
  })

  test.each([false, true])(
    'contents are read in their shared order, without a sort (nested: %s)',
    async (nested) => {
      const list = `query ($id: ID!) { organization(id: $id) {
      contents(first: 50, nested: ${nested}) { pageInfo { hasNextPage } nodes { id title ... on Space { emoji } } }
    } }`
      const request = () => succeedGraphQL(list, { id: organizationId })
      await expectCheap(2, request)
      const { texts } = await app.statements(request)
      const plan = await planOf(texts.find((text) => text.includes('LATERAL')) as string, 'usual')
      expect(plan).toMatch(/Merge Append/)
      for (const table of ['Space', 'Collection'])
        expect(plan).toMatch(new RegExp(`Index Scan using "${table}_organizationId_position_id_idx"`))
      expect(plan).not.toMatch(/-> +(Incremental )?Sort /)
    },
  )

  test.each(['TITLE', 'UPDATED_AT'])('spaces are read in the order of %s, without a sort', async (field) => {
    const document = `query ($id: ID!) { organization(id: $id) {
      spaces(first: 50, orderBy: { field: ${field} }) { nodes { title } }
    } }`
    const { texts } = await app.statements(() => succeedGraphQL(document, { id: organizationId }))
    const statement = texts.find((text) => text.includes('LATERAL')) as string
    const plan = await planOf(statement, 'usual')
    expect(plan).toMatch(/Index Scan using "Space_organizationId_(title|updatedAt)_id_idx"/)
    expect(plan).not.toMatch(/Sort Key: t\."(title|updatedAt)"/)
  })
})

describe('the change requests of the caller', () => {
  const changeRequests = (given: string) => `{ viewer { changeRequests(${given}) {
    totalCount pageInfo { endCursor } nodes { subject isOutdated space { title } createdBy { displayName } }
  } } }`

  test.each([
    ['', 'first: 20'],
    [' by creation', 'first: 20, status: null, orderBy: { field: CREATED_AT }'],
    [' that wait for their review', 'first: 20, reviewRequested: true'],
    [' that do not', 'first: 20, reviewRequested: false'],
  ])('across organizations%s can go by indexes, the second page too', async (_name, given) => {
    // The organizations of one member hold so much of these tables that reading them whole is cheaper than an index.
    const expectIndexes = (after = '') =>
      expectCheap(7, () => succeedGraphQL(changeRequests(`${given}${after}`), {}), 'noScans')
    await expectIndexes()
    const { viewer } = await succeedGraphQL(changeRequests(given.replace('20', '2')), {})
    const { endCursor } = viewer.changeRequests.pageInfo
    if (endCursor !== null) await expectIndexes(`, after: "${endCursor}"`)
  })
})

describe('trees', () => {
  const siteTree = `query ($id: ID!) {
    site(id: $id) { title sections(first: 50) { nodes { title siteSpaces(first: 50) { nodes { path space {
      title openCommentCount permissions { view edit admin } pages(first: 5) { totalCount nodes { title ... on ParentPage { path } } }
    } } } } } }
  }`

  test('one site down to its pages', async () => {
    const data = await succeedGraphQL(siteTree, { id: siteId })
    expect(data.site.sections.nodes.length).toBeGreaterThan(20)
    expect(data.site.sections.nodes[0].siteSpaces.nodes[0].space.pages).toMatchObject({
      nodes: [{ title: 'Welcome', path: 'welcome' }, {}, {}, {}, {}],
    })
    await expectCheap(10, () => succeedGraphQL(siteTree, { id: siteId }))
  })

  const organizationTree = (sites: number) => `query ($id: ID!) {
    organization(id: $id) { title sites(first: ${sites}) { nodes { title sections(first: 10) { nodes { title
      siteSpaces(first: 10) { nodes { path space { title openCommentCount permissions { view edit admin }
        pages(first: 5) { nodes { title ... on ParentPage { path } } } } } } } } } } }
  }`

  test('the organization down to its pages: as many statements for 40 sites as for 2', async () => {
    await succeedGraphQL(organizationTree(2), { id: organizationId })
    const few = await app.statements(() => succeedGraphQL(organizationTree(2), { id: organizationId }))
    const many = await app.statements(() => succeedGraphQL(organizationTree(40), { id: organizationId }))
    expect(many.texts).toHaveLength(few.count)
    await expectCheap(11, () => succeedGraphQL(organizationTree(10), { id: organizationId }))
  })

  test('50 spaces with counts and permissions: as many statements as for 2', async () => {
    const spaces = (
      first: number,
    ) => `query ($id: ID!) { organization(id: $id) { spaces(first: ${first}) { nodes {
      title openCommentCount changeRequestCount permissions { view access edit comment merge review admin }
      organization { title } parent { title } revision { id } } } } }`
    await succeedGraphQL(spaces(2), { id: organizationId })
    const few = await app.statements(() => succeedGraphQL(spaces(2), { id: organizationId }))
    const many = await app.statements(() => succeedGraphQL(spaces(50), { id: organizationId }))
    expect(many.texts).toHaveLength(few.count)
  })

  test('comments with authors: as many statements for 100 as for 50', async () => {
    const comments = (
      first: number,
    ) => `query ($id: ID!) { space(id: $id) { comments(first: ${first}) { nodes {
      body { markdown } postedBy { displayName } reactions { emoji users { user { displayName } } }
      target { page { title path } } permissions { edit } replies(first: 5) { nodes { postedBy { displayName } } }
    } } } }`
    // What a document needs code for is known once it was read.
    for (const first of [50, 100]) await succeedGraphQL(comments(first), { id: spaceId })
    const few = await app.statements(() => succeedGraphQL(comments(50), { id: spaceId }))
    const many = await app.statements(() => succeedGraphQL(comments(100), { id: spaceId }))
    expect(many.texts).toHaveLength(few.count)
  })
})
