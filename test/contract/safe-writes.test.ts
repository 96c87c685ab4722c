import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { schema } from '../../src/server/graph.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp } from '../support/app.ts'
import { fallsTo, isLongRun, oneRowIn } from '../support/budget.ts'
import { takeSnapshot } from '../support/snapshot.ts'
import { sendWith } from '../support/with-headers.ts'
import { documentOf, mutationOf, variablesOf } from './unspelled.ts'
import {
  addressOf,
  endsSomething,
  isRead,
  requiredQueryOf,
  rowName,
  startWorldApp,
  type World,
} from './world.ts'

let app: TestApp
let world: World
let restoreWorld: () => Promise<void>

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  restoreWorld = await takeSnapshot(app)
})
afterAll(() => app.close())
afterEach(() => restoreWorld())

const address = (route: Route) => {
  const parameters = world.parametersFor(route)
  const query = new URLSearchParams(requiredQueryOf(route, parameters)).toString()
  return `/v1${addressOf(route, parameters)}${query && `?${query}`}`
}

const send = (route: Route, headers: Record<string, string>) =>
  sendWith(app, world.client, route.method, address(route), { headers, body: world.bodyFor(route) })

const writes = routes.filter((row) => !isRead(row))

/** Brings back what a row has taken away from others. */
async function restoreAfter(route: Route): Promise<void> {
  if (endsSomething(route) || route.path.endsWith('/transfer')) await restoreWorld()
}

/** Returns what a request writes, besides that its token was used. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const { texts } = await app.statements(work)
  return texts.filter((text) => /^\s*(INSERT|UPDATE|DELETE)\b/i.test(text) && !text.includes('"ApiToken"'))
}

describe('a request with an Idempotency-Key that is sent again has the same answer and no effect', () => {
  // All rows have the same handler, and all mutations. In `npm test` one row in sixteen is sent in each of the styles.
  const byTurns = (turn: number) => oneRowIn(16, writes, turn)

  test('in every row of the REST table', async () => {
    for (const route of byTurns(0)) {
      const headers = { 'Idempotency-Key': `rest ${rowName(route)}` }
      const first = await send(route, headers)
      expect({ row: rowName(route), status: first.status, error: first.body?.error }).toEqual({
        row: rowName(route),
        status: route.status ?? 200,
      })
      let again: Awaited<ReturnType<typeof send>> | undefined
      const effect = await written(async () => {
        again = await send(route, headers)
      })
      const named = ({ status, body, headers: sent }: typeof first) => [
        rowName(route),
        status,
        body,
        sent.get('location'),
        sent.get('content-type'),
      ]
      expect([...named(again as typeof first), effect]).toEqual([...named(first), []])
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again?.headers.get('idempotency-replayed')).toBe('true')
      await restoreAfter(route)
    }
  }, 60_000)

  test('in every mutation', async () => {
    const called = new Set<string>()
    for (const route of byTurns(1)) {
      const document = documentOf(route)
      const mutation = mutationOf(document)
      if (called.has(mutation) && !isLongRun) continue
      called.add(mutation)
      const parameters = world.parametersFor(route)
      const variables = variablesOf(route, {
        parameters,
        query: requiredQueryOf(route, parameters),
        body: world.bodyFor(route),
      })
      const ask = () =>
        sendWith(app, world.client, 'POST', '/graphql', {
          headers: { 'Idempotency-Key': `graph ${rowName(route)}` },
          body: { query: document, variables },
        })
      const first = await ask()
      expect({ row: rowName(route), errors: first.body.errors }).toEqual({ row: rowName(route) })
      let again: typeof first | undefined
      const effect = await written(async () => {
        again = await ask()
      })
      expect([rowName(route), again?.body, effect]).toEqual([rowName(route), first.body, []])
      expect(again?.headers.get('idempotency-replayed')).toBe('true')
      await restoreAfter(route)
    }
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    if (isLongRun) expect(mutations.filter((name) => !called.has(name))).toEqual([])
  }, 60_000)
})

/** Returns the nearest GET row at or above the path of a row: what `If-Match` is about. */
function entityOf(route: Route): string {
  for (
    let path = address(route).split('?')[0] as string;
    path !== '/v1';
    path = path.slice(0, path.lastIndexOf('/'))
  ) {
    const row = routes.find((each) => each.method === 'GET' && isAt(each, path))
    if (row) return path
  }
  throw new Error(`nothing is read at ${rowName(route)}`)
}

const isAt = ({ path }: Route, at: string) =>
  new RegExp(`^/v1${path.replace(/:\w+\*/g, '.+').replace(/:\w+/g, '[^/]+')}$`).test(at)

describe('If-Match', () => {
  test('is ignored by no POST: a stale tag is refused, or the header in words', async () => {
    const posts = writes.filter(({ method }) => method === 'POST')
    for (const route of oneRowIn(6, posts)) {
      const { status, body } = await send(route, { 'If-Match': 'W/"stale"' })
      const isCompared = status === 412 && body.error.reason === 'RESOURCE_CHANGED'
      const isRefused = status === 400 && body.error.fields?.[0]?.path === 'If-Match'
      expect([rowName(route), status, isCompared || isRefused]).toEqual([rowName(route), status, true])
    }
  }, 60_000)

  test('of changes to content is the tag of that content, and the answer has the next one', async () => {
    for (const name of [
      'POST /spaces/:spaceId/content',
      'POST /spaces/:spaceId/change-requests/:changeRequestId/content',
    ]) {
      const route = writes.find((row) => rowName(row) === name) as Route
      const tagOf = async () =>
        (await sendWith(app, world.client, 'GET', address(route), { headers: {} })).headers
      const before = (await tagOf()).get('etag') as string
      const first = await send(route, { 'If-Match': before })
      expect([name, first.status, first.headers.get('etag')]).toEqual([
        name,
        200,
        (await tagOf()).get('etag'),
      ])
      expect((await send(route, { 'If-Match': before })).status).toBe(412)
    }
  })

  const conditional = writes.filter(({ method }) => method !== 'POST')

  test('lets only the current entity tag change something, in every PATCH, PUT and DELETE', async () => {
    expect(conditional.length).toBeGreaterThan(50)
    // In `npm test` one in four is sent the stale tag.
    for (const [index, route] of conditional.entries()) {
      if (!fallsTo(0, 4, index)) continue
      const name = rowName(route)
      const path = entityOf(route)
      const read = () => sendWith(app, world.client, 'GET', path, { headers: {} })
      const before = await read()
      const stale = await send(route, { 'If-Match': 'W/"stale"' })
      expect([name, stale.status, stale.body?.error?.reason]).toEqual([name, 412, 'RESOURCE_CHANGED'])
      if (before.status === 404) {
        expect([name, (await send(route, { 'If-Match': '*' })).status]).toEqual([name, 412])
        continue
      }
      // And one in eight the current one: what compares the tags is the same for all.
      if (!fallsTo(0, 8, index)) continue
      const current = await send(route, { 'If-Match': before.headers.get('etag') as string })
      expect([name, current.status, current.body?.error]).toEqual([name, route.status ?? 200, undefined])
      const tag = current.headers.get('etag')
      if (tag !== null && isLongRun) expect([name, (await read()).headers.get('etag')]).toEqual([name, tag])
      await restoreAfter(route)
    }
  }, 60_000)
})
