import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { growOrganization, type Ids, none, usual } from '../scale/skewed-organization.ts'
import type { TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { addressOf, rowName, startWorldApp, type World, withRequiredQuery } from './world.ts'

let app: TestApp
let world: World
let ids: Ids

beforeAll(async () => {
  ;({ app, world } = await startWorldApp({ RATE_LIMIT: 'off' }))
  ids = world.parametersFor(lists[0]?.route as Route) as Ids
  await growOrganization(app.database, ids, none, { ...usual, pagesPerSpace: 4, pagesOfLargeSpaces: 4 })
})
afterAll(() => app.close())

const lists = compiledRoutes
  .filter(({ route, method }) => method === 'GET' && route.respond.kind === 'list')
  .map(({ route, paging }) => ({ name: rowName(route), route, paging }))

function addressIn(route: Route, limit: number): string {
  const parameters = world.parametersFor(route)
  const address = withRequiredQuery(route, addressOf(route, parameters), parameters)
  return `${address}${address.includes('?') ? '&' : '?'}limit=${limit}`
}

/** The lists without an end, which are never counted. */
const endless = ['GET /orgs/:organizationId/events']
const counted = lists.filter(({ name }) => !endless.includes(name))

test.each(counted)('$name has a form that does not count', ({ paging }) => {
  expect(paging?.uncounted().document).toBeDefined()
})

/** The lists that code finds as a whole, of which it knows the number of items. */
const foundWhole = /\/(links|backlinks|search)$/

/** Returns how many counts of lists statements have. */
const countsIn = (texts: readonly string[]): number => texts.join().split('count(*)::int').length - 1

/** In `npm test` one in four: that of a list is counted is the same for all. */
const tried = oneRowIn(4, lists)

/** The rows whose lists have two pages. */
const walked: string[] = []

test.each(tried)('$name counts its items for the first page only', async ({ name, route }) => {
  const { body: first } = await world.client.get(addressIn(route, 1))
  if (!first.next) return
  walked.push(name)
  const second = (token: string) => world.client.get(`${addressIn(route, 1)}&page=${token}`)
  await second(first.next.page)
  let count: unknown
  const { texts } = await app.statements(async () => {
    count = (await second(first.next.page)).body.count
  })
  expect(count).toBe(first.count)
  // A cursor of GraphQL has no count: the list is counted beside what is counted of its items.
  const cursor = first.next.page.split('.')[0]
  const { texts: counting } = await app.statements(() => second(cursor))
  if (countsIn(counting) > 0 && !foundWhole.test(name))
    expect(countsIn(texts)).toBeLessThan(countsIn(counting))
})

test('most lists have been walked', () => {
  expect(walked.length).toBeGreaterThan(tried.length / 2)
})

const requests = (query: string) => `/orgs/${ids.organizationId}/change-requests?limit=2&${query}`
const tokenOf = async (query: string): Promise<string> =>
  (await world.client.get(requests(query))).body.next.page
const countOf = async (page: string, query = '', client = world.client) =>
  (await client.get(requests(`${query}&page=${page}`))).body.count

test('the count of a walk is that of its first page, on each of its pages', async () => {
  const total = (await world.client.get(requests(''))).body.count
  let page = await tokenOf('')
  const [{ id } = { id: '' }] = await app.database.query<{ id: string }>(
    `DELETE FROM "ChangeRequest" WHERE id = (
       SELECT id FROM "ChangeRequest" WHERE "organizationId" = $1 AND subject LIKE 'Proposal%' AND status = 'OPEN' ORDER BY "updatedAt" LIMIT 1) RETURNING id`,
    [ids.organizationId],
  )
  expect(id).not.toBe('')
  for (let pages = 0; pages < 3; pages++) {
    const { body } = await world.client.get(requests(`page=${page}`))
    expect(body.count).toBe(total)
    page = body.next.page
  }
  expect((await world.client.get(requests(''))).body.count).toBe(total - 1)
})

test('a count that is not of this list and of this viewer is counted anew', async () => {
  const total = (await world.client.get(requests(''))).body.count
  const token = await tokenOf('')
  const [cursor, , signature] = token.split('.')
  expect(await countOf(`${cursor}.1.${signature}`), 'a forged count').toBe(total)
  expect(await countOf(cursor as string), 'a cursor of GraphQL').toBe(total)
  const filtered = (await world.client.get(requests(`creator=${ids.userId}`))).body.count
  expect(filtered).toBeLessThan(total)
  expect(await countOf(token, `creator=${ids.userId}`), 'of other filters').toBe(filtered)
  const guest = await buildMember(app, ids.organizationId, 'READ')
  const reader = app.as(guest)
  const own = (await reader.get(requests(''))).body.count
  expect(own).toBeLessThan(total)
  expect(await countOf(token, '', reader), 'of another viewer').toBe(own)
})

test('a token that the server did not issue is refused', async () => {
  const token = await tokenOf('')
  const wrong = [`${token}x`, `${token}.1`, token.slice(0, -1), `.1.${token.split('.')[2]}`, `x${token}`]
  for (const page of wrong)
    expect(await world.client.get(requests(`page=${page}`)), page).toMatchObject({ status: 400 })
})

test('the page token of REST is a cursor of GraphQL', async () => {
  const { body } = await world.client.get(requests(`page=${await tokenOf('')}`))
  const { data } = await world.client.gql(
    `query ($id: ID!, $after: String) { organization(id: $id) { changeRequests(first: 2, after: $after) { totalCount nodes { id } } } }`,
    { id: ids.organizationId, after: await tokenOf('') },
  )
  const { totalCount, nodes } = data.organization.changeRequests
  expect(nodes.map(({ id }: { id: string }) => id)).toEqual(body.items.map(({ id }: { id: string }) => id))
  expect(totalCount).toBe(body.count)
})
