import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../src/base/errors.ts'
import { isSource, type Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { fallsTo, isLongRun, oneInTurn, oneRowIn, takingTurns } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { storedRows, takeSnapshot } from '../support/snapshot.ts'
import { withPlaceholders } from './placeholders.ts'
import { holds, isPublic, permissionOf } from './row-permissions.ts'
import { documentOf, plainForm, variablesOf, withEnumsOf } from './unspelled.ts'
import {
  addressOf,
  buildWorld,
  call,
  endingLast,
  endsSomething,
  isRead,
  makesWhatItNames,
  requiredQueryOf,
  rowName,
  startWorldApp,
  type World,
} from './world.ts'

/** Two worlds that differ in nothing but ids and times: one is spoken to by REST, the other by GraphQL. */
interface Twins {
  readonly rest: World
  readonly graph: World
}

let app: TestApp

let twins: Twins
let restoreTwins: () => Promise<void>

beforeAll(async () => {
  const started = await startWorldApp()
  app = started.app
  twins = { rest: started.world, graph: await buildWorld(app) }
  restoreTwins = await takeSnapshot(app)
})
afterAll(() => app.close())

const named = (chosen: readonly Route[]) => chosen.map((route) => [rowName(route), route] as const)

interface Request {
  readonly client?: TestClient
  readonly parameters?: Record<string, string>
  readonly query?: Record<string, number>
  readonly body?: unknown
}

function askRest(world: World, route: Route, request: Request = {}) {
  const { client = world.client, parameters = world.parametersFor(route) } = request
  if (!request.query) return call(client, route, parameters, request.body ?? world.bodyFor(route))
  const query = new URLSearchParams(
    Object.entries({ ...requiredQueryOf(route, parameters), ...request.query }).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
  const address = `${addressOf(route, parameters)}?${query}`
  return route.method === 'GET'
    ? client.get(address)
    : client.post(address, request.body ?? world.bodyFor(route))
}

function askGraph(world: World, route: Route, request: Request = {}) {
  const { client = world.client, parameters = world.parametersFor(route) } = request
  const query = { ...requiredQueryOf(route, parameters), ...request.query }
  const body = request.body ?? world.bodyFor(route)
  return client.gql(documentOf(route), variablesOf(route, { parameters, query, body }))
}

/** Returns the part of the result of its document that the row sends. */
function sentOf({ respond }: Route, data: unknown): unknown {
  if (respond.kind === 'empty') return null
  const value = respond.at
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], data)
  return respond.kind === 'items' && respond.member !== null ? { [respond.member]: value } : value
}

/** Runs the row in both worlds and asserts that the data is the same. */
async function expectSameData({ rest, graph }: Twins, route: Route, query?: Record<string, number>) {
  const byRest = await askRest(rest, route, { query })
  const byGraph = await askGraph(graph, route, { query })
  expect({ row: rowName(route), error: byRest.body?.error }).toEqual({ row: rowName(route) })
  expect({ row: rowName(route), errors: byGraph.errors }).toEqual({ row: rowName(route) })
  const expected = withPlaceholders(plainForm(sentOf(route, byGraph.data)))
  const actual = withPlaceholders(plainForm(byRest.body))
  expect(withEnumsOf(actual, expected)).toEqual(expected)
}

/** Removes the operations of changes from paths: REST names them in a member. */
const withoutOperations = (message: string) =>
  message.replaceAll(/(?<=changes\.\d+)\.(insert|update|delete|revert)(Page|Files?)/g, '')

/** Asserts that the error is the same: the status of its code, and the message. Returns the answer of REST. */
async function expectSameError(twins: Twins, route: Route, requests: { rest: Request; graph: Request }) {
  const byRest = await askRest(twins.rest, route, requests.rest)
  const byGraph = await askGraph(twins.graph, route, requests.graph)
  const error = byGraph.errors?.[0]
  const code = error?.extensions.code as ErrorCode
  expect({
    row: rowName(route),
    status: byRest.status,
    message: withPlaceholders(byRest.body?.error?.message),
  }).toEqual({
    row: rowName(route),
    status: errorTable[code]?.status,
    message: withPlaceholders(error && withoutOperations(error.message)),
  })
  return byRest
}

const reads = routes.filter(isRead)
const writes = routes.filter((route) => !isRead(route))

describe('reading', () => {
  test.each(named(reads))('%s sends what its document finds', async (_name, route) => {
    await expectSameData(twins, route)
  })

  const lists = routes
    .filter(({ respond }) => respond.kind === 'list')
    .filter((_route, index) => fallsTo(0, 4, index))

  const limits = takingTurns([1, 0], 1)

  test.each(named(lists))('%s is divided into the same pages', async (_name, route) => {
    for (const limit of limits()) await expectSameData(twins, route, { limit })
  })

  const idsOf = (route: Route) =>
    [...route.path.matchAll(/:([A-Za-z]+)/g)]
      .map(([, name]) => name as string)
      .filter((name) => !makesWhatItNames(route, name))
  /** In `npm test` what fails is compared for one row of three, and with one of its ids. */
  const idInTurn = oneInTurn()
  const isInBothStyles = (route: Route) => isLongRun || routes.indexOf(route) % 3 === 0

  test.each(named(routes.filter((route) => idsOf(route).length > 0 && isInBothStyles(route))))(
    '%s fails in the same way where any of its ids does not exist',
    async (_name, route) => {
      for (const name of idInTurn(idsOf(route))) {
        const unknown = (world: World): Request => ({
          parameters: { ...world.parametersFor(route), [name]: 'doesnotexist' },
        })
        const { status } = await expectSameError(twins, route, {
          rest: unknown(twins.rest),
          graph: unknown(twins.graph),
        })
        expect({ name, status }).toEqual({ name, status: 404 })
      }
    },
  )

  const withToken = routes.filter((route) => !isPublic(route))

  test.each(named(withToken))('%s fails in the same way without a token', async (_name, route) => {
    const request = { client: app.as(null) }
    const answer = isInBothStyles(route)
      ? await expectSameError(twins, route, { rest: request, graph: request })
      : await askRest(twins.rest, route, request)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.body.error.code).toBe(401)
  })

  test('whoever may only read is refused in the same way by every row', async () => {
    const requests = {
      rest: { client: app.as(await buildMember(app, twins.rest.organizationId, 'READ')) },
      graph: { client: app.as(await buildMember(app, twins.graph.organizationId, 'READ')) },
    }
    const refusing = writes.filter((row) => !holds('READ', permissionOf(row)))
    // That every row refuses them is shown by the tests of access, too.
    for (const route of oneRowIn(4, refusing)) {
      const { status } = await expectSameError(twins, route, requests)
      // What is deleted is found by those only who may restore it.
      const isOfDeleted =
        /^\/(orgs\/:organizationId|spaces\/:spaceId|collections\/:collectionId)\/restore$/.test(route.path)
      expect(status).toBe(isOfDeleted ? 404 : 403)
    }
  })
})

const isTransfer = ({ path }: Route) => path.endsWith('/transfer')

/** Without the transfers, which take things away from other rows. */
const inOrder = endingLast(
  oneRowIn(
    3,
    writes.filter((row) => !isTransfer(row)),
  ),
)
const firstToEnd = inOrder.find(endsSomething)

/** The rows that together show whatever a change may touch, of which `npm test` reads one in three. */
const digest = oneRowIn(
  3,
  reads.filter(({ path, respond }) => respond.kind === 'list' || /\/(structure|content)$/.test(path)),
)

/** Reads the state of the world, with the status of each answer. */
async function stateOf(world: World) {
  const answers = await Promise.all(
    digest.map(async (route) => {
      const { status, body } = await askRest(world, route)
      return [rowName(route), status, body.error ? null : body]
    }),
  )
  return withPlaceholders(answers)
}

const expectSameState = async ({ rest, graph }: Twins) =>
  expect(await stateOf(rest)).toEqual(await stateOf(graph))

describe('changing', () => {
  afterEach(() => restoreTwins())

  test('every row answers alike and has the same effect, one after the other', async () => {
    for (const [index, route] of inOrder.entries()) {
      // What differs stays different until it is deleted; looking more often tells which row it was.
      if (route === firstToEnd || (isLongRun && index % 5 === 0)) await expectSameState(twins)
      await expectSameData(twins, route)
    }
    await expectSameState(twins)
  }, 600_000)

  test('transfers answer alike and have the same effect', async () => {
    for (const route of writes.filter(isTransfer)) await expectSameData(twins, route)
    await expectSameState(twins)
  })
})

const takesBody = ({ variables }: Route) =>
  Object.values(variables).some((source) => isSource(source) && source.from === 'body')

/** None of them is an object; in `npm test` each row is sent another of them. */
const bodiesOfWrongType = takingTurns<unknown>(['text', 12, true, []], 1)

describe('being refused', () => {
  // In the words of each style, because only one of them has types that clients know by name.
  test.each(named(oneRowIn(3, writes.filter(takesBody))))(
    '%s has the same code for a body of a wrong type',
    async (_name, route) => {
      for (const body of bodiesOfWrongType()) {
        const byRest = await askRest(twins.rest, route, { body })
        const byGraph = await askGraph(twins.graph, route, { body })
        const code = byGraph.errors?.[0]?.extensions.code as ErrorCode
        expect({ body, status: byRest.status, code }).toEqual({ body, status: 400, code: 'BAD_USER_INPUT' })
      }
    },
  )

  /** Requests that the present state does not allow. */
  const conflicts = [
    ['POST /collections/:collectionId/move', 400, () => ({ parent: 'doesnotexist' })],
    ['POST /spaces/:spaceId/move', 400, () => ({ parent: 'doesnotexist' })],
    ['POST /spaces/:spaceId/transfer', 409, (world: World) => ({ organization: world.organizationId })],
    ['POST /collections/:collectionId/transfer', 404, () => ({ organization: 'doesnotexist' })],
    ['POST /orgs/:organizationId/sites/:siteId/sections', 400, () => ({ spaceId: 'doesnotexist' })],
    ['POST /spaces/:spaceId/comments', 400, () => ({ body: { markdown: 'Text' }, page: 'doesnotexist' })],
    [
      'POST /spaces/:spaceId/content',
      400,
      () => ({ changes: [{ operation: 'delete_page', page: 'doesnotexist' }] }),
    ],
    ['POST /orgs', 400, () => ({ title: 'x' })],
    ['PATCH /spaces/:spaceId', 400, () => ({ title: 'x'.repeat(51) })],
  ] as const

  test('requests that the present state does not allow fail in the same way and change nothing', async () => {
    const before = await storedRows(app)
    for (const [name, status, bodyOf] of conflicts) {
      const route = routes.find((row) => rowName(row) === name) as Route
      const requests = { rest: { body: bodyOf(twins.rest) }, graph: { body: bodyOf(twins.graph) } }
      const answer = await expectSameError(twins, route, requests)
      expect({ name, status: answer.status }).toEqual({ name, status })
    }
    expect(await storedRows(app)).toEqual(before)
  })
})
