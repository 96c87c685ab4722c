import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roleOrder } from '../../src/access/roles.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { fallsTo, isLongRun, oneRowIn } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildTeam } from '../support/factories/teams.ts'
import { takeSnapshot } from '../support/snapshot.ts'
import {
  flagsOf,
  holds,
  isOnEdge,
  permissionOf,
  readPermissions,
  resources,
  rowNamed,
  send,
} from './row-permissions.ts'
import { endingLast, isRead, rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let nested: Nested
let restoreWorld: () => Promise<void>

beforeAll(async () => {
  const started = await startWorldApp()
  app = started.app
  nested = await buildNested(started.world)
  restoreWorld = await takeSnapshot(app)
})
beforeEach(() => restoreWorld())
afterAll(() => app.close())

/**
 * Rows that ask for a permission on the space in their path, and for nothing else: to move or transfer it one must be
 * allowed to create content where it goes, and what is restored is another space.
 */
const rowsAboutSpaces = routes.filter(
  (route) =>
    route.path.startsWith('/spaces/:spaceId') &&
    permissionOf(route)?.startsWith('space:') &&
    !/^\/spaces\/:spaceId\/(move|transfer|restore)$/.test(route.path),
)

const writesInOrder = endingLast(rowsAboutSpaces.filter((row) => !isRead(row)))

const places = ['the space', 'the collection around it', 'the collection around that'] as const

interface Nested {
  readonly world: World
  readonly addresses: Readonly<Record<(typeof places)[number], string>>
}

/** Moves the space of a world into a collection in another collection. Returns the address of each. */
async function buildNested(world: World): Promise<Nested> {
  const { spaceId, collectionId } = world.parametersFor(rowNamed('GET /user'))
  const outer = await world.client.post(`/orgs/${world.organizationId}/collections`, { title: 'Outer' })
  const moves = [
    await world.client.post(`/collections/${collectionId}/move`, { parent: outer.body.id }),
    await world.client.post(`/spaces/${spaceId}/move`, { parent: collectionId }),
  ]
  expect(moves.map(({ status }) => status)).toEqual([200, 200])
  return {
    world,
    addresses: {
      'the space': `/spaces/${spaceId}`,
      'the collection around it': `/collections/${collectionId}`,
      'the collection around that': `/collections/${outer.body.id}`,
    },
  }
}

type Holder = 'user' | 'team'

/** Creates a guest who has the role at the address, directly or through a team. */
async function guestWith(world: World, role: Role, address: string, holder: Holder): Promise<TestClient> {
  const guest = await buildMember(app, world.organizationId, null)
  const holders =
    holder === 'user'
      ? { users: [guest.id] }
      : { teams: [(await buildTeam(app, { id: world.organizationId }, [guest])).id] }
  const { status } = await world.client.post(`${address}/permissions`, {
    role: role.toLowerCase(),
    ...holders,
  })
  expect(status).toBe(204)
  return app.as(guest)
}

const cases = places.flatMap((place, index) =>
  (['user', 'team'] as const)
    .filter((_holder, turn) => fallsTo(index % 2, 2, turn))
    .map((holder) => [place, holder, index] as const),
)

/** In `npm test` each row is tried in one place, with a role of a user or with that of a team. */
const inTurn = (rows: readonly Route[], turn: number) =>
  rows.filter((_row, index) => isLongRun || index % places.length === turn)

test('there are rows to try', () => {
  expect(rowsAboutSpaces.length).toBeGreaterThan(80)
  expect(writesInOrder.length).toBeGreaterThan(25)
})

describe.each(cases)('a role on %s, given to a %s', (place, holder, turn) => {
  test('gives a guest what every row about the space allows to it, and no more', async () => {
    const { world, addresses } = nested
    const [, , spaceResource] = resources
    for (const role of oneRowIn(2, roleOrder, turn)) {
      const client = await guestWith(world, role, addresses[place], holder)
      for (const route of inTurn(rowsAboutSpaces, turn).filter((row) => isLongRun || isOnEdge(role, row))) {
        const allowed = holds(role, permissionOf(route))
        if (allowed && !isRead(route)) continue
        const { status } = await send(world, client, route)
        expect({ role, row: rowName(route), status }).toEqual({
          role,
          row: rowName(route),
          status: allowed ? 200 : 403,
        })
      }
      if (!spaceResource) throw new Error('spaces are no resource')
      const permissions = await readPermissions(world, client, spaceResource)
      for (const { flag, permission } of flagsOf('SpacePermissions'))
        expect({ role, flag, allowed: permissions[flag] }).toEqual({
          role,
          flag,
          allowed: holds(role, permission),
        })
    }
  }, 120_000)

  test('lets a guest with the least role of a row perform it', async () => {
    const { world, addresses } = nested
    const clients = new Map<Role, TestClient>()
    for (const role of roleOrder) clients.set(role, await guestWith(world, role, addresses[place], holder))
    for (const route of inTurn(writesInOrder, turn)) {
      const least = roleOrder.find((role) => holds(role, permissionOf(route))) as Role
      const { status, body } = await send(world, clients.get(least) as TestClient, route)
      expect({ row: rowName(route), status, error: body?.error }).toEqual({
        row: rowName(route),
        status: route.status ?? 200,
      })
    }
  }, 120_000)
})
