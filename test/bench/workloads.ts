import { Kind, parse, print } from 'graphql'
import { routeTable } from '../../src/server/route-table.ts'
import { screens } from '../docs/screens.ts'
import type { Dialect } from './contenders.ts'
import { lecternDocuments, postgraphileDocuments, type ReadName } from './read-documents.ts'
import { get, graphql, post, type Request } from './requests.ts'
import type { SeededIds } from './seed-ids.ts'

/** The tables of the results. */
export type Group = 'reads' | 'rest' | 'pages' | 'floors' | 'screens'

/** Something to measure. */
export interface Workload {
  readonly name: string
  readonly title: string
  readonly group: Group
  /** The request in each of the dialects. A dialect that cannot express it is missing. */
  readonly requests: Partial<Record<Dialect, (ids: SeededIds, index: number) => Request>>
  /** Whether to measure Lectern without compiled reads too. */
  readonly comparesResolvers?: true
  /** The number of concurrent requests, if it is not the default. */
  readonly connections?: number
  /** The status of all responses; 200 if absent. */
  readonly status?: number
  /** Whether the requests send the entity tags that they have. */
  readonly isConditional?: true
  /** The throughput to reach, as a share of that of the hand-written statement. */
  readonly goals?: Goals
  /** The name of the workload that reads the same in GraphQL. */
  readonly sameInGraphQL?: string
}

export interface Goals {
  readonly done: number
  readonly aim: number
}

type Variables = Readonly<Record<string, unknown>>

const ofOrganization = ({ organizationId }: SeededIds) => ({ id: organizationId })
const ofSite = ({ siteId }: SeededIds) => ({ id: siteId })
const ofSpace = ({ spaceId }: SeededIds) => ({ id: spaceId })
/** Returns a title for each request, so that each changes a row. */
const renaming = ({ spaceId, spaceNumber }: SeededIds, index: number) => ({
  id: spaceId,
  title: `Space ${spaceNumber} renamed ${index}`,
})

const read = (
  name: ReadName,
  title: string,
  variables: (ids: SeededIds, index: number) => Variables,
  goals?: Goals,
): Workload => ({
  name,
  title,
  group: goals ? 'reads' : 'floors',
  requests: {
    lectern: (...given) => graphql(lecternDocuments[name], variables(...given)),
    postgraphile: (...given) => graphql(postgraphileDocuments[name], variables(...given)),
    'hand-written': (...given) => post('/', { statement: name, values: Object.values(variables(...given)) }),
  },
  ...(goals ? { goals, comparesResolvers: true } : {}),
})

const reads = [
  read('organization-tree', 'Organization tree', ofOrganization, { done: 0.8, aim: 1.2 }),
  read('site-tree', 'Site tree', ofSite, { done: 0.65, aim: 1 }),
  read('space', 'One space', ofSpace, { done: 0.55, aim: 1 }),
  read('spaces-with-counts', '50 spaces with counts', ofOrganization, { done: 0.85, aim: 1.1 }),
  read('comments', '20 comments with authors', ofSpace, { done: 0.7, aim: 1.1 }),
  read('whole-organization', 'Everything of an organization', ofOrganization, { done: 1, aim: 1.8 }),
  read('update-space', 'Update a space', renaming, { done: 0.45, aim: 0.6 }),
]

/** Returns a row of the REST table, and the operation of that row sent to GraphQL. */
function restPair(
  name: string,
  title: string,
  row: string,
  path: (ids: SeededIds) => string,
  variables: (ids: SeededIds) => Variables,
): Workload[] {
  const inGraphQL = `${name}-in-graphql`
  return [
    {
      name,
      title,
      group: 'rest',
      requests: { lectern: (ids) => get(`/v1${path(ids)}`) },
      sameInGraphQL: inGraphQL,
    },
    {
      name: inGraphQL,
      title: `${title} in GraphQL`,
      group: 'rest',
      requests: { lectern: (ids) => graphql(documentOfRow(row), variables(ids)) },
    },
  ]
}

const documents = new Map<string, string>()

function documentOfRow(path: string): string {
  const known = documents.get(path)
  if (known !== undefined) return known
  const route = routeTable.routes.find((each) => each.method === 'GET' && each.path === path)
  if (!route) throw new Error(`there is no row GET ${path}`)
  const document = print(routeTable.compile(route).document)
  documents.set(path, document)
  return document
}

const rest = [
  ...restPair(
    'rest-space',
    'One space',
    '/spaces/:spaceId',
    ({ spaceId }) => `/spaces/${spaceId}`,
    ({ spaceId }) => ({ spaceId }),
  ),
  ...restPair(
    'rest-spaces',
    '50 spaces',
    '/orgs/:organizationId/spaces',
    ({ organizationId }) => `/orgs/${organizationId}/spaces?limit=50`,
    ({ organizationId }) => ({ organizationId, first: 50 }),
  ),
  ...restPair(
    'rest-page',
    'Page by path',
    '/spaces/:spaceId/content/path/:pagePath*',
    ({ spaceId, pagePath }) => `/spaces/${spaceId}/content/path/${pagePath}`,
    ({ spaceId, pagePath }) => ({ spaceId, pagePath }),
  ),
  ...restPair(
    'rest-pages',
    'Page tree, 40 pages',
    '/spaces/:spaceId/content/pages',
    ({ spaceId }) => `/spaces/${spaceId}/content/pages`,
    ({ spaceId }) => ({ spaceId }),
  ),
]

const searchDocument = `query Search($id: ID!) {
  searchSpace(spaceId: $id, search: "documentation") { totalCount nodes { pageId title path sections { title body } } }
}`

const html = { accept: 'text/html' }

const pages: Workload[] = [
  {
    name: 'published-page',
    title: 'Published page',
    group: 'pages',
    requests: { lectern: ({ publishedPath }) => get(publishedPath, html) },
  },
  {
    name: 'published-page-unchanged',
    title: 'Published page that the visitor has, 304',
    group: 'pages',
    requests: { lectern: ({ publishedPath }) => get(publishedPath, html) },
    status: 304,
    isConditional: true,
  },
  {
    name: 'search-space',
    title: 'Search of a space, a word of every page',
    group: 'pages',
    requests: { lectern: (ids) => graphql(searchDocument, ofSpace(ids)) },
  },
  {
    name: 'search-organization',
    title: 'Search of an organization, a word of every page',
    group: 'pages',
    requests: {
      lectern: ({ organizationId }) => get(`/v1/orgs/${organizationId}/search?query=documentation`),
    },
    connections: 1,
  },
]

const floors: Workload[] = [
  read('typename', '`{ __typename }`', () => ({})),
  {
    name: 'healthz',
    title: '`/healthz`',
    group: 'floors',
    requests: { lectern: () => get('/healthz') },
  },
]

/** The screens of the documentation, with the variables that each declares. */
const screenWorkloads: Workload[] = screens().map(({ name, document }) => {
  const declared = variablesOf(document)
  const variables = (ids: SeededIds): Variables => {
    const values: Variables = {
      org: ids.organizationId,
      space: ids.spaceId,
      page: ids.pageId,
      changeRequest: ids.changeRequestId,
      site: ids.siteId,
      admin: true,
    }
    return Object.fromEntries(declared.map((variable) => [variable, values[variable]]))
  }
  const workload = `screen-${name}`
  return {
    name: workload,
    title: name.replace(/Screen$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    group: 'screens',
    comparesResolvers: true,
    requests: {
      lectern: (ids) => graphql(document, variables(ids)),
      'hand-written': (ids) =>
        post('/', {
          statement: workload,
          values: Object.values(variables(ids)).filter((value) => value !== true),
        }),
    },
  }
})

function variablesOf(document: string): string[] {
  return parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
}

export const workloads: readonly Workload[] = [...reads, ...rest, ...pages, ...floors, ...screenWorkloads]

/** Returns the workloads in groups: each alone, and a row of REST with the same read in GraphQL. */
export function comparedWorkloads(chosen: readonly Workload[]): Workload[][] {
  const sameAs = ({ sameInGraphQL }: Workload) => chosen.filter(({ name }) => name === sameInGraphQL)
  const inGraphQL = new Set(chosen.flatMap(sameAs))
  return chosen
    .filter((workload) => !inGraphQL.has(workload))
    .map((workload) => [workload, ...sameAs(workload)])
}
