import { addSmallOrganizations } from '../scale/skewed-organization.ts'
import { addPages, pagesPerSpace } from './add-pages.ts'
import type { Contender } from './contenders.ts'
import { type BenchDatabase, settle } from './database.ts'
import { type LoadGenerator, type Measurement, measure } from './measure.ts'
import type { Options } from './options.ts'
import { get, graphql } from './requests.ts'
import { seedId } from './seed-ids.ts'
import { type Workload, workloads } from './workloads.ts'

/** The measurements of Lectern for each number of pages. */
export interface Growth {
  readonly pages: readonly number[]
  readonly rows: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[]
}

/** Beside them the organization of the viewer is as much of an exception as it is among the customers of a service. */
const smallOrganizations = 2_000

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
  await addSmallOrganizations(database.pool, smallOrganizations)
  for (const count of pages) {
    console.error(`growing by ${count} pages`)
    const last = Math.ceil(count / pagesPerSpace)
    await addPages(database, seedId('org', 1), { first: spaces + 1, last }, () => {})
    await settle(database)
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
    ...workloads.filter(({ group }) => group === 'screens'),
    workload('One space', (index) => `/v1/spaces/${grown(index)}`),
    workload('50 spaces', () => `/v1/orgs/${organization}/spaces?limit=50`),
    workload('50 members', () => `/v1/orgs/${organization}/members?limit=50`),
    workload('50 teams', () => `/v1/orgs/${organization}/teams?limit=50`),
    workload('50 change requests', () => `/v1/orgs/${organization}/change-requests?limit=50`),
    workload('50 sites', () => `/v1/orgs/${organization}/sites?limit=50`),
    workload('50 events of the audit log', () => `/v1/orgs/${organization}/audit-events?limit=50`),
    workload('50 links of a space', (index) => `/v1/spaces/${grown(index)}/links?limit=50`),
    workload(
      'Backlinks of a page',
      (index) => `/v1/spaces/${grown(index)}/content/page/pag${grown(index).slice(3)}x23/backlinks`,
    ),
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
