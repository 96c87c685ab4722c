import { withPatientConnection } from '../../src/database/client.ts'
import type { Contender } from './contenders.ts'
import { type BenchDatabase, settle } from './database.ts'
import { type LoadGenerator, type Measurement, measure } from './measure.ts'
import type { Options } from './options.ts'
import { get, graphql } from './requests.ts'
import { seedId } from './seed-ids.ts'
import type { Workload } from './workloads.ts'

/** The measurements of Lectern for each number of pages. */
export interface Growth {
  readonly pages: readonly number[]
  readonly rows: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[]
}

const pagesPerSpace = 50

/** Adds pages to the organization of the viewer up to each of the numbers, and measures one request at a time. */
export async function measureGrowth(
  database: BenchDatabase,
  contenders: readonly Contender[],
  load: LoadGenerator,
  options: Options,
): Promise<Growth> {
  const lectern = contenders.filter(({ name }) => name === 'lectern')
  const pages = [...options.scale].sort((one, other) => one - other)
  const measured = new Map<string, Measurement[]>(growthWorkloads(1).map(({ title }) => [title, []]))
  let spaces = 0
  for (const count of pages) {
    console.error(`growing by ${count} pages`)
    const last = Math.ceil(count / pagesPerSpace)
    await grow(database, spaces + 1, last)
    spaces = last
    for (const workload of growthWorkloads(spaces)) {
      const results = await measure(
        [workload],
        lectern,
        load,
        { ...options, connections: 1 },
        database.processId,
      )
      const lecternResult = results.get(workload)?.lectern
      if (lecternResult) measured.get(workload.title)?.push(lecternResult)
    }
  }
  return { pages, rows: [...measured].map(([title, measurements]) => ({ title, measurements })) }
}

/** Adds spaces to the first organization, with words that are in every page, in a twentieth and in one of a space. */
async function grow({ pool }: BenchDatabase, first: number, last: number): Promise<void> {
  const organizationId = seedId('org', 1)
  const spaces = `generate_series(${first}, ${last}) n`
  const pages = `${spaces} CROSS JOIN generate_series(1, ${pagesPerSpace}) p`
  await withPatientConnection(pool, async (client) => {
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of [
      `INSERT INTO "Space" (id, "organizationId", title, emoji, position, ancestors, "revisionId", "searchedAt")
       SELECT 'spcgrown' || n, '${organizationId}', 'Grown ' || n, '📄', 'c' || lpad(n::text, 6, '0') || 'V', '{}', 'revgrown' || n, now()
       FROM ${spaces}`,
      `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
       SELECT 'brngrown' || n, 'spcgrown' || n, 'MAIN', 1 FROM ${spaces}`,
      `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
       SELECT 'revgrown' || n, 'spcgrown' || n, 'brngrown' || n, 1, 'EDITS', '{}' FROM ${spaces}`,
      `INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug,
         "documentId", "createdAt", "updatedAt")
       SELECT 'pgvgrown' || n || 'x' || p, 'brngrown' || n, 'paggrown' || n || 'x' || p, 1, 'DOCUMENT',
         CASE WHEN p > 10 THEN 'paggrown' || n || 'x' || p % 10 + 1 END, 'a' || lpad(p::text, 3, '0') || 'V', 'Page rare' || p,
         'page-' || p, v."documentId", now(), now()
       FROM ${pages} JOIN "PageVersion" v ON v.id = 'pgv' || substr(md5('pgv' || p), 1, 26)`,
      `INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector)
       SELECT 'spcgrown' || n, 'paggrown' || n || 'x' || p, 'Page rare' || p,
         format('page:1A ^page:1A #page:1A rare%1$s:2A ^rare%1$s:2A #rare%1$s:2A', p)::tsvector
         || to_tsvector('simple', 'constant word' || (n * 7 + p) % 2000 || CASE WHEN (n + p) % 20 = 0 THEN ' often' ELSE '' END)
       FROM ${pages}`,
      `INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, title, body)
       SELECT 'spcgrown' || n, 'paggrown' || n || 'x' || p, 0, 'Page rare' || p, 'constant words of a page, often'
       FROM ${pages}`,
      `INSERT INTO "SearchWord" SELECT 'rare' || p FROM generate_series(1, ${pagesPerSpace}) p
       UNION VALUES ('constant'), ('often') ON CONFLICT DO NOTHING`,
    ])
      await client.query(statement)
    await client.query('COMMIT')
  })
  await settle({ pool })
}

function growthWorkloads(spaces: number): Workload[] {
  const organization = seedId('org', 1)
  const grown = (index: number) => `spcgrown${1 + ((index * 7919) % spaces)}`
  const workload = (title: string, path: (index: number) => string): Workload => ({
    name: title,
    title,
    group: 'pages',
    requests: { lectern: (_, index) => get(path(index)) },
  })
  return [
    workload('One space', (index) => `/v1/spaces/${grown(index)}`),
    workload('50 spaces', () => `/v1/orgs/${organization}/spaces?limit=50`),
    workload('Page by path', (index) => `/v1/spaces/${grown(index)}/content/path/page-5/page-14`),
    workload('Page tree, 50 pages', (index) => `/v1/spaces/${grown(index)}/content/pages`),
    {
      ...workload('50 spaces with the total', () => ''),
      requests: {
        lectern: () =>
          graphql(
            'query ($id: ID!) { organization(id: $id) { spaces(first: 50) { totalCount nodes { id title } } } }',
            { id: organization },
          ),
      },
    },
    workload(
      'Search of a space, a word of every page',
      (index) => `/v1/spaces/${grown(index)}/search?query=constant`,
    ),
    workload(
      'Search of the organization, a word of one page of each space',
      () => `/v1/orgs/${organization}/search?query=rare23`,
    ),
    workload(
      'Search of the organization, a word of each twentieth page',
      () => `/v1/orgs/${organization}/search?query=often`,
    ),
    workload(
      'Search of the organization, a word of every page',
      () => `/v1/orgs/${organization}/search?query=constant`,
    ),
  ]
}
