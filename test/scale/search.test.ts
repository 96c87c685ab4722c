import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunStatement } from '../../src/database/rows.ts'
import { newId } from '../../src/identifiers.ts'
import { parseQuery } from '../../src/modules/search/query.ts'
import { rankPages, rankSpaces } from '../../src/modules/search/ranking.ts'
import { readSections } from '../../src/modules/search/sections.ts'
import { findCorrections } from '../../src/modules/search/spelling-corrections.ts'
import { stemsOf } from '../../src/modules/search/stems.ts'
import { compileQuery } from '../../src/modules/search/ts-query.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { budget } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

const spaces = budget(2, 10)
const pagesPerSpace = 5_000

let app: TestApp
let client: TestClient
let organizationId: string
let spaceId: string

/** Two organizations with 10,000 or, in a long run, 50,000 pages of 150 words each, written by SQL. */
beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  await app.database.pool.query(`
    CREATE TABLE sample AS
    SELECT i, string_agg('word' || floor(2000 * power(random(), 3))::int, ' ') || CASE WHEN i % 20 = 0 THEN ' often' ELSE '' END AS body
    FROM generate_series(0, 1999) i, generate_series(1, 150) w GROUP BY i`)
  await app.database.pool.query(`ALTER TABLE sample ADD vector tsvector`)
  await app.database.pool.query(`UPDATE sample SET vector = to_tsvector('simple', 'constant ' || body)`)
  // To build the index of all rows at once takes much less time than row by row.
  const { rows: indexes } = await app.database.pool.query(
    `SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'SearchPage_vector_idx'`,
  )
  await app.database.pool.query('DROP INDEX "SearchPage_vector_idx"')
  spaceId = await fill(organizationId)
  await fill((await buildOrganization(app)).id)
  await app.database.pool.query(`
    INSERT INTO "SearchWord" SELECT 'word' || n FROM generate_series(0, 1999) n
    UNION SELECT 'rare' || n FROM generate_series(1, 50000) n UNION VALUES ('constant'), ('often')`)
  await app.database.pool.query(indexes[0].definition)
  await app.database.pool.query('VACUUM ANALYZE')
}, 180_000)
afterAll(() => app.close())

/** Returns the first space. */
async function fill(organizationId: string): Promise<string> {
  const key = newId('Space').slice(3)
  const ids = `generate_series(1, ${spaces}) n CROSS JOIN generate_series(1, ${pagesPerSpace}) p`
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
     FROM ${ids} ${sample}`,
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

const queries: [what: string, query: string, inSpace: number, inOrganization: number][] = [
  ['a rare word', 'rare4321', 1, spaces],
  ['an unfinished word', 'rare432', 11, spaces],
  ['a frequent word', 'often', 250, spaces],
  ['a misspelt word', 'oftem', 250, spaces],
  ['a word of titles', 'page', pagesPerSpace, spaces],
  ['a word of every page', 'constant', pagesPerSpace, spaces],
  ['all but some', 'constant -often', pagesPerSpace - 250, spaces],
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

const large = ['SearchPage', 'SearchSection', 'SearchWord']

test.each(queries)('%s is found by indexes: %s', async (_what, typed) => {
  const plans: string[] = []
  const run: RunStatement = async (text, values) => {
    const explained = `EXPLAIN (ANALYZE, COSTS OFF) ${text}`
    const plan = await app.database.pool.query<Record<'QUERY PLAN', string>>(explained, [...values])
    plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'))
    return (await app.database.pool.query(text, [...values])).rows
  }
  const clauses = parseQuery(typed)
  const stems = await stemsOf(run, [])
  const corrections = await findCorrections(run, clauses)
  const query = compileQuery(clauses, stems, corrections)
  if (!query) throw new Error('the query asks for nothing')
  const window = { limit: 50, backward: false, cursor: null }
  const { edges } = await rankPages(run, query, { id: spaceId, deletedAt: null }, typed, window)
  const pages = edges.map(({ node }) => node)
  await readSections(run, pages, { clauses, stems, corrections })
  await rankSpaces(run, query, { organizationId, deletedAt: null }, typed, window)
  expect(plans.join()).toContain('Bitmap Index Scan on "SearchPage_vector_idx"')
  for (const plan of plans)
    for (const table of large) expect(plan).not.toMatch(new RegExp(`Seq Scan on "${table}"`))
  if (process.env.SHOW_PLANS) console.log(plans.join('\n\n'))
})
