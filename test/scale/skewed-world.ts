import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { addressOf, rowName, startWorldApp, type World, withRequiredQuery } from '../contract/world.ts'
import { screens } from '../docs/screens.ts'
import { startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { buildMember, buildToken, grant } from '../support/factories/organizations.ts'
import { blocksOf, type MeasuredStatement, measuredDatabase } from './blocks.ts'
import {
  addSmallOrganizations,
  growOrganization,
  type Ids,
  idOf,
  none,
  type Size,
  shortSkewed,
  skewed,
  usual,
} from './skewed-organization.ts'

/** An admin, a member with many grants who is in many teams, and a guest who was let in to a few things. */
export const viewers = ['admin', 'member', 'guest'] as const
export type ViewerName = (typeof viewers)[number]

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A request that reads. */
export interface ReadRequest {
  readonly name: string
  /** Whether it reads the first page of a list, or several lists. */
  readonly isList: boolean
  /** The request of the first page of the same list. */
  readonly first?: ReadRequest
  /** Returns null if there is nothing to ask for, because a list has no second page. */
  send(client: TestClient, world: World): Promise<Answer | null>
}

export interface MeasuredRequest extends Answer {
  readonly blocks: number
  /** The objects in the answer. */
  readonly objects: number
  /** The sum of the numbers by which the answer counts objects. */
  readonly counted: number
  readonly statements: readonly MeasuredStatement[]
}

export interface SkewedWorld {
  /** Measures a request of a viewer whose plans have been made. Returns null if there is nothing to ask for. */
  measure(request: ReadRequest, viewer: ViewerName): Promise<MeasuredRequest | null>
  /** Makes the organization a larger one, beside many small ones. */
  grow(size: Size): Promise<void>
  close(): Promise<void>
}

/**
 * How often a request is sent, the last time to be measured: a statement is named the second time, and where PostgreSQL may
 * choose it makes its last plan the sixth time after that. One that takes long is sent once.
 */
const sending = { times: budget(3, 8), milliseconds: 400 }

/** The size of the large organization in this run. */
export const large = isLongRun ? skewed : shortSkewed
/** Beside 2,000 others, an organization of 10,000 spaces is as much of an exception as it is among the customers of a service. */
const smallOrganizations = budget(700, 2_000)

const idsOf = (world: World): Ids => world.parametersFor(routes[0] as Route) as Ids

/** Starts a server with an organization that has one of everything, and a large number of most things, beside many small ones. */
export async function startSkewedApp(): Promise<{ app: TestApp; world: World; ids: Ids }> {
  const { app, world } = await startWorldApp()
  const ids = idsOf(world)
  await growOrganization(app.database, ids, none, large)
  await addSmallOrganizations(app.database, smallOrganizations)
  return { app, world, ids }
}

/** Builds an organization that has one of everything and 5,000 pages. */
export async function buildSkewedWorld(): Promise<SkewedWorld> {
  const { app, world } = await startWorldApp({ RATE_LIMIT: 'off' })
  const ids = idsOf(world)
  await growOrganization(app.database, ids, none, usual)
  const tokens = {
    admin: world.admin,
    member: await buildToken(app, { id: ids.userId }),
    guest: await buildGuest(app, ids),
  }
  const startServer = async () => {
    const { database, during } = await measuredDatabase(app)
    return { database, during, server: await startServerBeside(app, { database }) }
  }
  let running = await startServer()
  let size = usual
  const stopServer = async () => {
    await running.server.close()
    await running.database.close()
  }
  return {
    measure: async (request, viewer) => {
      const client = running.server.as(tokens[viewer])
      const end = Date.now() + sending.milliseconds
      let answer: Answer | null = null
      let statements: readonly MeasuredStatement[] = []
      for (let times = 0; times < sending.times && (times === 0 || Date.now() < end); times++)
        statements = await running.during(async () => {
          answer = await request.send(client, world)
        })
      return answer && measured(answer, statements)
    },
    grow: async (to) => {
      await stopServer()
      if (size === usual) await addSmallOrganizations(app.database, smallOrganizations)
      await growOrganization(app.database, ids, size, to)
      size = to
      running = await startServer()
    },
    close: async () => {
      await stopServer()
      await app.close()
    },
  }
}

const measured = (answer: Answer, statements: readonly MeasuredStatement[]): MeasuredRequest => ({
  ...answer,
  statements,
  blocks: blocksOf(statements),
  objects: objectsIn(answer.body),
  counted: countedIn(answer.body),
})

/** The members of answers that are numbers of objects. */
const isCount = (name: string) =>
  /^(count|totalCount|spaces|sites|teams|members|siteSpaces|\w+Count)$/.test(name)

/** Returns the sum of the numbers by which an answer counts objects. */
function countedIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + (typeof member === 'number' && isCount(name) ? member : countedIn(member)),
    0,
  )
}

/** Returns the number of objects in an answer. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : 1
  return Object.values(value).reduce((sum: number, member) => sum + objectsIn(member), own)
}

/** Builds a guest who was let in to what the rows are about, and to 19 other spaces. */
async function buildGuest(app: TestApp, ids: Ids): Promise<{ token: string }> {
  const guest = await buildMember(app, ids.organizationId, null)
  const { spaceId, collectionId, siteId } = ids
  const others = Array.from({ length: 19 }, (_, index) => ({ spaceId: idOf('spc', 30 + index) }))
  for (const target of [{ spaceId }, { collectionId }, { siteId }, ...others])
    await grant(app, guest, 'READ', target)
  return guest
}

/** Returns every row that reads, the second page of each list, the ten screens, and lists with further arguments. */
export function readRequests(): ReadRequest[] {
  const rows = routes.filter(({ method }) => method === 'GET')
  return [...rows.flatMap(requestsOfRow), ...furtherRows, ...furtherLists, ...requestsOfScreens()]
}

function requestsOfRow(route: Route): ReadRequest[] {
  const addressIn = (world: World) => {
    const parameters = world.parametersFor(route)
    return withRequiredQuery(route, addressOf(route, parameters), parameters)
  }
  const name = rowName(route)
  const isList = route.respond.kind === 'list'
  const first: ReadRequest = { name, isList, send: (client, world) => client.get(addressIn(world)) }
  if (!isList) return [first]
  const nextPages = new Map<string | null, string | null>()
  const send = async (client: TestClient, world: World) => {
    const address = addressIn(world)
    if (!nextPages.has(client.token))
      nextPages.set(client.token, (await client.get(address)).body.next?.page ?? null)
    const next = nextPages.get(client.token)
    return next ? client.get(`${address}${address.includes('?') ? '&' : '?'}page=${next}`) : null
  }
  return [first, { name: `${name}, second page`, isList: false, first, send }]
}

/** Rows with arguments for which a list is read in another way, or finds nothing. */
const furtherRows = [
  '/orgs/:organizationId/members?search=zzz',
  '/orgs/:organizationId/members?sort=lastSeenAt',
  '/orgs/:organizationId/members?role=review',
  '/orgs/:organizationId/spaces?limit=0',
  '/orgs/:organizationId/spaces?limit=1000',
  '/orgs/:organizationId/search?query=rare3',
  '/orgs/:organizationId/search?query=constant',
  '/orgs/:organizationId/change-requests?status=merged',
  '/orgs/:organizationId/change-requests?creator=:userId',
  '/orgs/:organizationId/change-requests?requestedReviewer=:userId',
  '/orgs/:organizationId/change-requests?site=:siteId',
  '/spaces/:spaceId/content/page/:pageId/backlinks?limit=1000',
  '/spaces/:spaceId/links?limit=1000',
  '/spaces/:spaceId/search?query=rare3',
].map((path): ReadRequest => {
  const route = { path } as Route
  return {
    name: `GET ${path}`,
    isList: true,
    send: (client, world) => client.get(addressOf(route, world.parametersFor(route))),
  }
})

/** Lists that no row of REST has, or not with these arguments. */
const furtherLists = [
  ...['spaces', 'collections', 'sites'].map(
    (list) =>
      `query ($organizationId: ID!) { organization(id: $organizationId) { ${list}(search: "zzz", first: 50) { totalCount nodes { id } } } }`,
  ),
  'query ($spaceId: ID!) { space(id: $spaceId) { backlinks(first: 50) { totalCount nodes { page { id } } } } }',
].map(
  (document): ReadRequest =>
    requestOf(document, document, (world) => world.parametersFor(routes[0] as Route)),
)

function requestsOfScreens(): ReadRequest[] {
  return screens().map(({ name, document }) =>
    requestOf(name, document, (world, client) => {
      const ids = world.parametersFor(routes[0] as Route)
      const {
        organizationId: org,
        spaceId: space,
        pageId: page,
        changeRequestId: changeRequest,
        siteId: site,
      } = ids
      return { org, space, page, changeRequest, site, admin: client.token === world.admin.token }
    }),
  )
}

/** Returns a request of GraphQL with those of the values that its document declares as variables. */
function requestOf(
  name: string,
  document: string,
  valuesOf: (world: World, client: TestClient) => Record<string, unknown>,
): ReadRequest {
  const declared = [...document.matchAll(/\$(\w+):/g)].map((match) => match[1] as string)
  const send = async (client: TestClient, world: World) => {
    const values = valuesOf(world, client)
    const body = await client.gql(document, Object.fromEntries(declared.map((each) => [each, values[each]])))
    return { status: body.errors ? 400 : 200, body }
  }
  return { name, isList: true, send }
}
