import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '../../src/access/viewer.ts'
import { newId } from '../../src/base/identifiers.ts'
import type { RunStatement } from '../../src/database/rows.ts'
import { excerptLength, pagesWithSections, readLimits } from '../../src/modules/search/limits.ts'
import type { SpaceFilter } from '../../src/modules/search/scope.ts'
import { searchSpaces } from '../../src/modules/search/service.ts'
import { readableSpaces } from '../../src/modules/spaces/policy.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'

/** The numbers of spaces and of their pages in an organization. */
interface Size {
  readonly spaces: number
  readonly pages: number
}

/** The words of a page. */
const words = 150
/** More pages than a search matches one by one. */
const few: Size = { spaces: 4, pages: 5_000 }
/** More spaces than a search looks up one by one. */
const many: Size = { spaces: 300, pages: 100 }
/** Spaces of others, so that those of an organization are a small part of all. */
const empty: Size = { spaces: 6_000, pages: 0 }

let app: TestApp
let client: TestClient
let organizationId: string
let spaceId: string
let manySpacesId: string
let clientOfMany: TestClient

/** Three organizations with 70,000 pages, written by SQL. */
describe.runIf(isLongRun)('the search of a large organization', () => {
  beforeAll(async () => {
    app = await startOwnTestApp()
    const organization = await buildOrganization(app)
    organizationId = organization.id
    client = app.as(organization.admin)
    await app.database.pool.query(`
    CREATE TABLE sample AS
    SELECT i, string_agg('word' || floor(2000 * power(random(), 3))::int, ' ') || CASE WHEN i % 20 = 0 THEN ' often' ELSE '' END AS body
    FROM generate_series(0, 1999) i, generate_series(1, ${words}) w GROUP BY i`)
    await app.database.pool.query(`ALTER TABLE sample ADD vector tsvector`)
    await app.database.pool.query(`UPDATE sample SET vector = to_tsvector('simple', 'constant ' || body)`)
    // To build the index of all rows at once takes much less time than row by row.
    const { rows: indexes } = await app.database.pool.query(
      `SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'SearchPage_spaceId_vector_idx'`,
    )
    await app.database.pool.query('DROP INDEX "SearchPage_spaceId_vector_idx"')
    spaceId = await fill(organizationId, few)
    await fill((await buildOrganization(app)).id, few)
    const withManySpaces = await buildOrganization(app)
    manySpacesId = withManySpaces.id
    clientOfMany = app.as(withManySpaces.admin)
    await fill(manySpacesId, many)
    await fill((await buildOrganization(app)).id, empty)
    await app.database.pool.query(`
    INSERT INTO "SearchWord" SELECT 'word' || n FROM generate_series(0, 1999) n
    UNION SELECT 'rare' || n FROM generate_series(1, 50000) n UNION VALUES ('constant'), ('often')`)
    await app.database.pool.query(`INSERT INTO "SearchWord" VALUES ('ofted')`)
    await app.database.pool.query(indexes[0].definition)
    await app.database.pool.query('VACUUM ANALYZE')
  }, 180_000)
  afterAll(() => app.close())

  /** Returns the first space. One page of each space has a word that differs from a frequent one in a letter. */
  async function fill(organizationId: string, { spaces, pages }: Size): Promise<string> {
    const key = newId('Space').slice(3)
    const ids = `generate_series(1, ${spaces}) n CROSS JOIN generate_series(1, ${pages}) p`
    const sample = 'JOIN sample b ON b.i = (n * 7 + p) % 2000'
    const statements = [
      `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", ancestors)
     SELECT 'spc${key}' || n, '${organizationId}', 'Space ' || n, '📄', 'a' || lpad(n::text, 6, '0'), 'rev${key}' || n, '{}'
     FROM generate_series(1, ${spaces}) n`,
      `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
     SELECT 'brn${key}' || n, 'spc${key}' || n, 'MAIN', 1 FROM generate_series(1, ${spaces}) n`,
      `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
     SELECT 'rev${key}' || n, 'spc${key}' || n, 'brn${key}' || n, 1, 'EDITS', '{}' FROM generate_series(1, ${spaces}) n`,
      `INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, position, title, slug, "createdAt", "updatedAt")
     SELECT 'pgv${key}' || n || 'x' || p, 'brn${key}' || n, 'pag${key}' || n || 'x' || p, 1, 'DOCUMENT',
       'a' || lpad(p::text, 5, '0'), 'Page ' || p, 'page-' || p, now(), now() FROM ${ids}`,
      `INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector)
     SELECT 'spc${key}' || n, 'pag${key}' || n || 'x' || p, 'Page rare' || p,
       format('page:1A ^page:1A #page:1A rare%s:2A ^rare%s:2A #rare%s:2A', p, p, p)::tsvector || b.vector
         || CASE p WHEN 7 THEN 'ofted:3' WHEN 9 THEN '''to be'':3 ''be or'':4' ELSE '' END::tsvector
     FROM ${ids} ${sample}`,
      `INSERT INTO "SearchedSpace" ("spaceId", "organizationId", pages)
     SELECT 'spc${key}' || n, '${organizationId}', ${pages} FROM generate_series(1, ${spaces}) n`,
      `INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, title, body)
     SELECT 'spc${key}' || n, 'pag${key}' || n || 'x' || p, 0, 'Page rare' || p, b.body
     FROM ${ids} ${sample}`,
    ]
    const connection = await app.database.pool.connect()
    try {
      // As a replica, the server neither checks references nor runs triggers.
      await connection.query('BEGIN; SET LOCAL session_replication_role = replica')
      for (const statement of statements) await connection.query(statement)
      await connection.query('COMMIT')
    } finally {
      connection.release()
    }
    return `spc${key}1`
  }

  /** The pages of a space that have the frequent word. */
  const often = few.pages / 20

  const queries: [what: string, query: string, inSpace: number, inOrganization: number][] = [
    ['a rare word', 'rare2321', 1, few.spaces],
    ['an unfinished word', 'rare232', 11, few.spaces],
    ['a frequent word', 'often', often, few.spaces],
    ['a misspelt word', 'oftem', often, few.spaces],
    ['a word that is rare, and frequent with another letter', 'ofted', often + 1, few.spaces],
    ['a common word, for which texts are read', 'this', 0, 0],
    ['a row of common words', 'to be or', 1, few.spaces],
    ['a word of titles', 'page', few.pages, few.spaces],
    ['a word of every page', 'constant', few.pages, few.spaces],
    ['all but some', 'constant -often', few.pages - often, few.spaces],
    ['a phrase that is nowhere', '"constant often"', 0, 0],
  ]

  test.each(queries)('%s is found in few statements: %s', async (_what, query, inSpace, inOrganization) => {
    for (const [address, count] of [
      [`/spaces/${spaceId}/search`, inSpace],
      [`/orgs/${organizationId}/search`, inOrganization],
    ] as const) {
      const request = async () => {
        const { status, body } = await client.get(`${address}?query=${encodeURIComponent(query)}`)
        expect({ status, count: body.count }).toEqual({ status: 200, count })
      }
      await request()
      const { texts } = await app.statements(request)
      expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(10)
    }
  })

  /** A node of a plan, as PostgreSQL describes it. */
  interface PlanNode {
    readonly 'Node Type': string
    readonly 'Relation Name'?: string
    readonly 'Index Name'?: string
    readonly 'Actual Rows': number
    readonly 'Actual Loops': number
    readonly 'Rows Removed by Filter'?: number
    readonly Plans?: readonly PlanNode[]
  }

  /** Runs a search as the service does, and returns all nodes of the plans of its statements. */
  async function plansOf(typed: string, filter: SpaceFilter): Promise<{ nodes: PlanNode[]; text: string }> {
    const nodes: PlanNode[] = []
    const collect = (node: PlanNode) => {
      nodes.push(node)
      node.Plans?.forEach(collect)
    }
    const run: RunStatement = async (text, values) => {
      const { rows } = await app.database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values])
      collect(rows[0]['QUERY PLAN'][0].Plan)
      return (await app.database.pool.query(text, [...values])).rows
    }
    const services = { database: { ...app.database, query: run } }
    const found = searchSpaces(services as never, filter, { search: typed })
    const { edges } = await found.page()
    for (const { node } of edges) for (const page of node.pages) await page.sections()
    const text = JSON.stringify(nodes[0], null, 1)
    if (process.env.SHOW_PLANS) console.log(text)
    return { nodes, text }
  }

  const large = ['SearchPage', 'SearchSection', 'SearchWord']

  /** No statement of a search reads more rows of a table than this, however many there are. */
  const mostRows = readLimits.countedPages + readLimits.scannedPages

  test.each(queries)('%s is found by indexes in a limited number of rows: %s', async (_what, typed) => {
    // The planner underestimates how many spaces fulfil the conditions of the policy.
    const { deletedAt: _, ...policy } = readableSpaces({
      memberships: new Map([[manySpacesId, 'ADMIN']]),
      grants: { spaces: new Map(), collections: new Map(), sites: new Map() },
    } as unknown as Viewer)
    const filters = {
      'a space': { id: spaceId },
      'an organization': { organizationId },
      'half of many spaces': { ...policy, position: { lt: 'a000200' } },
      'many spaces': { organizationId: manySpacesId },
    }
    for (const filter of Object.values(filters)) {
      const { nodes } = await plansOf(typed, { ...filter, deletedAt: null })
      const reads = nodes.filter((node) => large.includes(node['Relation Name'] ?? ''))
      expect(reads.filter((node) => node['Node Type'].includes('Seq Scan'))).toEqual([])
      for (const node of reads) {
        const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
        expect(rows, JSON.stringify(node)).toBeLessThanOrEqual(mostRows)
      }
      // One that few pages made unnecessary is not read at all.
      for (const scan of nodes.filter((node) => node['Index Name'] === 'SearchPage_spaceId_vector_idx'))
        expect(scan['Actual Loops'], JSON.stringify(scan)).toBeLessThanOrEqual(1)
    }
  })

  test.each(['often', 'constant', '"constant often"'])(
    'the index of spaces and words leads to the pages of a large space with %s, and to no others',
    async (typed) => {
      const { nodes } = await plansOf(typed, { id: spaceId, deletedAt: null })
      const scans = nodes.filter((node) => node['Index Name'] === 'SearchPage_spaceId_vector_idx')
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans) expect(scan['Actual Rows']).toBeLessThanOrEqual(few.pages)
    },
  )

  describe('the number of results', () => {
    const document = `query ($id: ID!, $query: String!) {
    searchOrganization(organizationId: $id, search: $query) { totalCount isTotalCountExact nodes { spaceId } }
  }`
    const count = async (id: string, query: string) => {
      const { data, errors } = await (id === manySpacesId ? clientOfMany : client).gql(document, {
        id,
        query,
      })
      expect(errors).toBeUndefined()
      return data.searchOrganization
    }

    test('is exact where the index finds all of them', async () => {
      for (const query of ['rare2321', 'often -constant', 'zzzz'])
        expect(await count(organizationId, query), query).toMatchObject({ isTotalCountExact: true })
      const inSpace = await client.gql(
        `query ($id: ID!) { searchSpace(spaceId: $id, search: "constant") { totalCount isTotalCountExact } }`,
        { id: spaceId },
      )
      expect(inSpace.data.searchSpace).toEqual({ totalCount: few.pages, isTotalCountExact: true })
    })

    test('is a lower bound where a word is frequent in many spaces', async () => {
      const found = await count(manySpacesId, 'constant')
      expect(found.isTotalCountExact).toBe(false)
      expect(found.totalCount).toBe(readLimits.scannedPages / many.pages)
    })

    test('is that of the readable spaces, which are all found, however frequent a word is in others', async () => {
      const guest = await buildMember(app, manySpacesId, null)
      const [first, last] = (
        await app.database.pool.query<{ id: string }>(
          `SELECT unnest(ARRAY[min(id), max(id)]) AS id FROM "Space" WHERE "organizationId" = $1`,
          [manySpacesId],
        )
      ).rows
      const spaceIds = [first?.id, last?.id] as string[]
      await app.database.prisma.contentPermission.createMany({
        data: spaceIds.map((spaceId) => ({
          id: newId('ContentPermission'),
          userId: guest.id,
          spaceId,
          role: 'READ',
        })),
      })
      const { data } = await app.as(guest).gql(document, { id: manySpacesId, query: 'constant' })
      const ids = data.searchOrganization.nodes.map((node: { spaceId: string }) => node.spaceId)
      expect(ids.sort()).toEqual(spaceIds.sort())
      expect(data.searchOrganization).toMatchObject({ totalCount: 2, isTotalCountExact: true })
    })
  })

  test('an answer has the sections of a limited number of pages, of the best of each space first', async () => {
    const { body } = await clientOfMany.get(`/orgs/${manySpacesId}/search?query=word0&limit=100`)
    const pages = body.items.flatMap((space: { pages: unknown[] }) => space.pages)
    expect(pages.length).toBeGreaterThan(pagesWithSections)
    const withSections = pages.filter((page: { sections: unknown[] }) => page.sections.length > 0)
    expect(withSections).toHaveLength(pagesWithSections)
    for (const { pages } of body.items) expect(pages[0].sections.length).toBeGreaterThan(0)
    for (const { sections } of withSections)
      for (const section of sections) expect(section.body.length).toBeLessThanOrEqual(excerptLength)
  })
})
