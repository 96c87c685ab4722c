import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { printSchema } from 'graphql'
import type { ConcreteRequest, IEnvironment, ReaderFragment, SingularReaderSelector } from 'relay-runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../src/server/graph.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { buildWorld, type World } from './screens.ts'

const require = createRequire(import.meta.url)
const relay = require('relay-runtime') as typeof import('relay-runtime')

let app: TestApp
let world: World
beforeAll(async () => {
  if (!isLongRun) return
  app = await startTestApp()
  world = await buildWorld(app)
})
afterAll(() => app?.close())

/** The documents of an application, as the compiler finds them in its source. */
const documents = [
  `query screensPageQuery($space: ID!, $page: ID!, $proposal: ID, $revision: ID) {
    page(spaceId: $space, pageId: $page, changeRequestId: $proposal, revisionId: $revision) { ...screensSubpages }
  }`,
  `fragment screensSubpages on Page
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" })
  @refetchable(queryName: "screensSubpagesPaginationQuery") {
    id
    title
    ... on DocumentPage { markdown }
    children(first: $count, after: $cursor) @connection(key: "Page_children") {
      totalCount
      edges { node { id title ... on DocumentPage { path markdown } } }
    }
  }`,
  `query screensSpaceQuery($space: ID!) {
    space(id: $space) {
      id
      title
      pages(first: 10) @connection(key: "Space_pages") { edges { node { id title } } }
      revision { id allPages { id title } }
    }
  }`,
  `query screensRevisionQuery($space: ID!, $revision: ID!) {
    revision(spaceId: $space, id: $revision) {
      id
      allPages { id title ... on DocumentPage { markdown } }
      files(first: 5) { nodes { id name } }
    }
  }`,
  `query screensMembershipQuery($organization: ID!, $user: ID!) {
    member(organizationId: $organization, userId: $user) { id userId role user { id displayName } }
  }`,
]

/** Compiles the documents in a new folder, and returns what reads an artifact. */
async function compileDocuments() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'artifacts'))
  const source = documents.map((document) => `graphql\`\n${document}\n\`\n`).join('')
  await writeFile(join(folder, 'src/screens.js'), source)
  await writeFile(join(folder, 'schema.graphql'), printSchema(schema))
  const config = {
    src: 'src',
    schema: 'schema.graphql',
    language: 'javascript',
    artifactDirectory: 'artifacts',
  }
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify({ ...config, eagerEsModules: false }))
  const compiler = require.resolve('relay-compiler/cli.js')
  await promisify(execFile)(process.execPath, [compiler, 'relay.config.json'], { cwd: folder })
  return (name: string) => require(join(folder, 'artifacts', `${name}.graphql.js`))
}

function openEnvironment(): IEnvironment {
  const { Environment, Network, RecordSource, Store } = relay
  const network = Network.create(async ({ text }, variables) => {
    const { data, errors } = await world.client.gql(text as string, variables)
    if (errors) throw new Error(JSON.stringify(errors))
    return { data }
  })
  return new Environment({ network, store: new Store(new RecordSource()) })
}

type Variables = Record<string, string | number>

/** Fetches a query and keeps its data. */
async function fetch(environment: IEnvironment, query: ConcreteRequest, variables: Variables): Promise<void> {
  environment.retain(relay.createOperationDescriptor(query, variables))
  await relay.fetchQuery(environment, query, variables).toPromise()
}

/** Returns what the store has for a query. */
const stored = (environment: IEnvironment, query: ConcreteRequest, variables: Variables) =>
  environment.lookup(relay.createOperationDescriptor(query, variables).fragment)

interface Subpages {
  readonly id: string
  readonly title: string
  readonly children: {
    readonly totalCount: number
    readonly edges: readonly { readonly node: { readonly id: string; readonly title: string } }[]
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean }
  }
}

test.runIf(isLongRun)(
  'the store of Relay gives in every context what the server answers, also after further pages',
  async () => {
    const artifact = await compileDocuments()
    const { space, copy, page, proposal, earlier, later, organizations, user } = world
    const pageQuery: ConcreteRequest = artifact('screensPageQuery')
    const nextPage: ConcreteRequest = artifact('screensSubpagesPaginationQuery')
    const subpages: ReaderFragment = artifact('screensSubpages')
    const pageContexts: Variables[] = [
      { space, page },
      { space: copy, page },
      { space, page, proposal },
      { space, page, revision: earlier },
    ]
    const others: [query: ConcreteRequest, variables: Variables][] = [
      [artifact('screensSpaceQuery'), { space }],
      [artifact('screensSpaceQuery'), { space: copy }],
      [artifact('screensRevisionQuery'), { space, revision: earlier }],
      [artifact('screensRevisionQuery'), { space, revision: later }],
      ...organizations.map((organization): [ConcreteRequest, Variables] => [
        artifact('screensMembershipQuery'),
        { organization, user: user.id },
      ]),
    ]
    const shownPage = (environment: IEnvironment, variables: Variables): Subpages => {
      const { data } = stored(environment, pageQuery, variables)
      const selector = relay.getSelector(subpages, (data as { page: never }).page) as SingularReaderSelector
      return environment.lookup(selector).data as unknown as Subpages
    }
    const openPage = async (environment: IEnvironment, variables: Variables) => {
      await fetch(environment, pageQuery, variables)
      for (;;) {
        const { id, children } = shownPage(environment, variables)
        if (!children.pageInfo.hasNextPage) return
        await fetch(environment, nextPage, { id, count: 2, cursor: children.pageInfo.endCursor })
      }
    }

    const environment = openEnvironment()
    for (const variables of pageContexts) await openPage(environment, variables)
    for (const [query, variables] of others) await fetch(environment, query, variables)

    for (const [query, variables] of others) {
      const alone = openEnvironment()
      await fetch(alone, query, variables)
      expect(stored(environment, query, variables).data).toEqual(stored(alone, query, variables).data)
      expect(stored(environment, query, variables).isMissingData).toBe(false)
    }
    const wire = `query ($space: ID!, $page: ID!, $proposal: ID, $revision: ID) {
    page(spaceId: $space, pageId: $page, changeRequestId: $proposal, revisionId: $revision) {
      id title ... on DocumentPage { markdown }
      children { totalCount edges { node { id title ... on DocumentPage { path markdown } } } }
    }
  }`
    for (const variables of pageContexts) {
      const { data } = await world.client.gql(wire, variables)
      expect(shownPage(environment, variables)).toMatchObject(data.page)
      expect(data.page.children.totalCount).toBeGreaterThan(2)
    }
  },
)
