import type { Route } from '../../src/rest/route.ts'
import {
  startTestAppFrom,
  startTestTemplate,
  type Template,
  type TestApp,
  type TestClient,
} from '../support/app.ts'
import type { TestUser } from '../support/factories/organizations.ts'
import { madeOnce } from '../support/made-once.ts'
import { rowName } from './row-names.ts'
import { createObjects, type WorldObjects } from './world-objects.ts'
import { requestsAbout } from './world-requests.ts'

/** An organization that holds one of everything, and what to send to each row of the REST table. */
export interface World {
  readonly organizationId: string
  readonly admin: TestUser
  readonly client: TestClient
  /** The value of each path parameter of a row. */
  parametersFor(route: Route): Record<string, string>
  /** The body of a request that succeeds, for each row that takes one. */
  bodyFor(route: Route): unknown
}

export { rowName }

/** Returns the address of a row with every parameter filled in. */
export function addressOf(route: Route, parameters: Readonly<Record<string, string>>): string {
  return route.path.replace(/:([A-Za-z]+)\*?/g, (_match, name: string) => {
    const value = parameters[name]
    if (value === undefined)
      throw new Error(`the world has no ${name}; add one to test/contract/world-requests.ts`)
    return value
  })
}

export async function call(
  client: TestClient,
  route: Route,
  parameters: Record<string, string>,
  body: unknown,
) {
  const address = addressOf(route, parameters)
  switch (route.method) {
    case 'GET':
      return client.get(withRequiredQuery(route, address, parameters))
    case 'POST':
      return client.post(address, body)
    case 'PUT':
      return client.put(address, body)
    case 'PATCH':
      return client.patch(address, body)
    case 'DELETE':
      return client.delete(withRequiredQuery(route, address, parameters))
  }
}

type Parameters = Readonly<Record<string, string>>

/** Returns whether a row changes nothing. */
export const isRead = (route: Route): boolean => route.method === 'GET' || route.reads === true

const isMerge = ({ path }: Route): boolean => path.endsWith('/merge')
const isDeletion = ({ method }: Route): boolean => method === 'DELETE'
/** Custom host names are of sites, whose own paths have as many parts. */
const depthOf = ({ path }: Route): number =>
  path.startsWith('/custom-hostnames/') ? Number.POSITIVE_INFINITY : path.split('/').length

/** Returns whether a row removes objects that other rows are about. */
export const endsSomething = (route: Route): boolean => isMerge(route) || isDeletion(route)

/** Returns the rows with those last that end something: merges, then deletions, of the innermost things first. */
export const endingLast = (rows: readonly Route[]): Route[] => [
  ...rows.filter((row) => !endsSomething(row)),
  ...rows.filter(isMerge),
  ...rows
    .filter(isDeletion)
    .reverse()
    .sort((one, other) => depthOf(other) - depthOf(one)),
]

/** Returns whether the row creates an object with the name in the parameter, which is not in use yet. */
export const makesWhatItNames = (route: Route, parameter: string): boolean =>
  route.method === 'PUT' && parameter === 'specSlug'

/** Query parameters without which a row cannot succeed. */
const requiredQueries: Readonly<Record<string, (parameters: Parameters) => Parameters>> = {
  'GET /spaces/:spaceId/search': () => ({ query: 'world' }),
  'GET /orgs/:organizationId/search': () => ({ query: 'world' }),
  'GET /orgs/:organizationId/sites/:siteId/redirect': () => ({ source: '/old' }),
  'GET /spaces/:spaceId/embed': () => ({ url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
  'GET /urls/embed': () => ({ url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
  'GET /urls/published': ({ publishedAddress = '' }) => ({ url: publishedAddress }),
  'DELETE /orgs/:organizationId': ({ organizationTitle = '' }) => ({ title: organizationTitle }),
  'GET /urls/content': ({ workspaceAddress = '' }) => ({ url: workspaceAddress }),
}

export const requiredQueryOf = (route: Route, parameters: Parameters): Parameters =>
  requiredQueries[rowName(route)]?.(parameters) ?? {}

export function withRequiredQuery(route: Route, address: string, parameters: Parameters): string {
  const query = new URLSearchParams(requiredQueryOf(route, parameters)).toString()
  return query === '' ? address : `${address}?${query}`
}

const worldOf = (app: TestApp, objects: WorldObjects): World => ({
  organizationId: objects.organizationId,
  admin: objects.admin,
  client: app.as(objects.admin),
  ...requestsAbout(app, objects),
})

/** Builds another world on a server that has others. */
export const buildWorld = async (app: TestApp): Promise<World> => worldOf(app, await createObjects(app))

/** Starts a server on a database of its own that has a world: a copy of the one that is built once in a run. */
export async function startWorldApp(
  environment: Record<string, string> = {},
): Promise<{ app: TestApp; world: World; objects: WorldObjects }> {
  const { template, objects } = await madeOnce('world', makeTemplate)
  const app = await startTestAppFrom(template, environment)
  return { app, world: worldOf(app, objects), objects }
}

async function makeTemplate(): Promise<{ template: Template; objects: WorldObjects }> {
  const { app, finish } = await startTestTemplate('world')
  const objects = await createObjects(app)
  return { objects, template: await finish() }
}
