import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { schema } from '../../src/server/graph.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp } from '../support/app.ts'
import { fallsTo } from '../support/budget.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { laterFaults } from '../support/later-contract.ts'
import { takeSnapshot } from '../support/snapshot.ts'
import { sendWith } from '../support/with-headers.ts'
import { expectAudited, secretsOf } from './audited.ts'
import { addressOf, call, isRead, rowName, startWorldApp, type World, withRequiredQuery } from './world.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

/** The first identifier in the path names what a stranger must not learn of, unless they were invited. */
const hidesSomething = (route: Route) =>
  /:(organization|collection|space)Id/.test(route.path) && !route.path.endsWith('/invites/:inviteId')

/** Returns an error body without the members that differ between requests. */
const withoutRequestId = (body: { error: Record<string, unknown> }) => ({
  ...body.error,
  requestId: undefined,
})

describe('every row of the REST table', () => {
  let stranger: TestUser
  beforeAll(async () => {
    stranger = (await buildOrganization(app)).admin
  })

  test.each(routes.filter(hidesSomething).map((route) => [rowName(route), route] as const))(
    '%s answers a stranger with the same 404 as for what does not exist',
    async (_name, route) => {
      const client = app.as(stranger)
      const parameters = world.parametersFor(route)
      const hidden = await call(client, route, parameters, world.bodyFor(route))
      const missing = await call(
        client,
        route,
        Object.fromEntries(Object.keys(parameters).map((name) => [name, 'doesnotexist'])),
        world.bodyFor(route),
      )
      expect(hidden.status).toBe(404)
      expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(missing.body))
    },
  )
})

describe('every row succeeds with its status and the members of the later contract, a GET with 304 if the client has the same, and writes are in the audit log', () => {
  // Many rows change or delete what others need.
  let restoreWorld: () => Promise<void>
  let secrets: readonly string[]
  beforeAll(async () => {
    restoreWorld = await takeSnapshot(app)
    secrets = await secretsOf(app, world)
  })

  const rows = routes.map((route, index) => [rowName(route), route, index] as const)

  test.each(rows)('%s', async (_name, route, index) => {
    if (!isRead(route)) onTestFinished(restoreWorld)
    const parameters = world.parametersFor(route)
    const answer = await call(world.client, route, parameters, world.bodyFor(route))
    expect({ status: answer.status, error: answer.body?.error }).toEqual({ status: route.status ?? 200 })
    if (route.status === 201 && answer.body.urls?.location)
      expect(answer.headers.get('location')).toBe(answer.body.urls.location)
    // In `npm test` one in three: what compares the tags is the same for all.
    if (route.method === 'GET' && fallsTo(0, 3, index)) {
      const address = `/v1${withRequiredQuery(route, addressOf(route, parameters), parameters)}`
      await expectUnchanged(address, answer.headers.get('etag'))
    }
    expect(laterFaults(route, answer).slice(0, 8)).toEqual([])
    await expectAudited(app, world, route, answer, secrets)
  })

  test('with a row for every mutation', () => {
    const documents = routes.map(({ operation }) => operation).join('\n')
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(mutations.filter((name) => !new RegExp(`\\b${name}\\b`).test(documents))).toEqual([])
  })
})

/**
 * Asks for a resource with its entity tag. Answers with an address that expires some time from now have another tag in the
 * next second, with which it asks again.
 */
async function expectUnchanged(address: string, tag: string | null, attempts = 3): Promise<void> {
  const headers = { 'If-None-Match': `"other", ${tag}` }
  const again = await sendWith(app, world.client, 'GET', address, { headers })
  const newTag = again.headers.get('etag')
  if (newTag !== tag && attempts > 1) return expectUnchanged(address, newTag, attempts - 1)
  expect([again.status, again.body]).toEqual([304, null])
}

test('an unknown method of a known address is 405 with the methods there are', async () => {
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method)
    const other = (['PUT', 'PATCH', 'DELETE', 'POST'] as const).find((method) => !methods.includes(method))
    if (!other) continue
    const row = routes.find((route) => route.path === path) as Route
    const address = addressOf(row, world.parametersFor(row))
    const answer = await sendWith(app, world.client, other, `/v1${address}`, { headers: {} })
    expect({ path, status: answer.status }).toEqual({ path, status: 405 })
    for (const method of methods) expect(answer.headers.get('allow')).toContain(method)
  }
})

test('every operation of the specification has a row with its status', () => {
  const operations = readFileSync(new URL('../fixtures/contract/operations.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string, string, string])
  expect(operations).toHaveLength(136)
  const rows = new Map(
    routes.map((route) => [
      `${route.method} /v1${route.path.replace(/:([A-Za-z]+)\*?/g, '{$1}')}`,
      route.status ?? 200,
    ]),
  )
  const missing = operations
    .filter(([method, path, status]) => String(rows.get(`${method} ${path}`)) !== status)
    .map(([method, path]) => `${method} ${path}`)
  expect(missing).toEqual([])
})
