import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Permission, resourceOfPermission } from '../../src/access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../src/access/roles.ts'
import { getOrCreate } from '../../src/base/get-or-create.ts'
import { newId } from '../../src/base/identifiers.ts'
import type { Collection } from '../../src/generated/prisma/client.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import { schema } from '../../src/server/graph.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun, oneRowIn, takingTurns } from '../support/budget.ts'
import { buildMembers, grant, type TestUser } from '../support/factories/organizations.ts'
import {
  addressOf,
  administer,
  buildFixture,
  type ContentKind,
  contentKinds,
  countGrants,
  type Fixture,
  find,
  type Kind,
  onContent,
  parametersOf,
  paths,
  spelled,
} from './granted-objects.ts'
import { everyRole, holds, rowNamed, shownRole } from './row-permissions.ts'
import { documentOf, variablesOf } from './unspelled.ts'
import { ways } from './ways-of-giving.ts'
import { call } from './world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The names of the types whose values are roles, or stand for one. */
const typesOfRoles = ['Role', 'DefaultLevel', 'TeamRole']

/** Returns whether a value of the type may contain a role. */
function mayContainRole(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return typesOfRoles.includes(named.name)
  return Object.values(named.getFields()).some((field) => mayContainRole(field.type))
}

test('every mutation that takes a role is tried below', () => {
  const taking = Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ args }) => args.some(({ type }) => mayContainRole(type)))
    .map(({ name }) => name)
  const tried = ways.map(({ row }) => /\{\s*(\w+)/.exec(rowNamed(row).operation)?.[1])
  expect(taking.length).toBeGreaterThan(10)
  expect(taking.filter((name) => !tried.includes(name))).toEqual([])
})

/** Somebody who gives: a member with a role in the organization, or a guest with one on the content. */
interface Giver {
  readonly as: 'member' | 'guest'
  readonly role: Role | null
  readonly user: TestUser
}

async function buildGivers(fixture: Fixture, on: Kind): Promise<Giver[]> {
  const members = await buildMembers(app, fixture.organizationId, everyRole)
  const guestRoles = on === 'organization' ? [] : roleOrder
  const guests = await buildMembers(
    app,
    fixture.organizationId,
    guestRoles.map(() => null),
  )
  const grants = [
    ...guests.map(({ id }, index) => ({
      userId: id,
      role: guestRoles[index] as Role,
      ...onContent(fixture, on as ContentKind),
    })),
    // Whoever moves content must be allowed to create some where it goes.
    ...[...members, ...guests].map(({ id }) => ({
      userId: id,
      role: 'CREATE' as const,
      collectionId: fixture.destinationId,
    })),
  ]
  await app.database.prisma.contentPermission.createMany({
    data: grants.map((data) => ({ id: newId('ContentPermission'), ...data })),
  })
  return [
    ...members.map((user, index) => ({ as: 'member', role: everyRole[index] as Role | null, user }) as const),
    ...guests.map((user, index) => ({ as: 'guest', role: guestRoles[index] as Role, user }) as const),
  ]
}

async function buildShared(on: Kind) {
  const fixture = await buildFixture(app)
  const givers = await buildGivers(fixture, on)
  const space = await find(fixture, 'space', fixture.ids.space)
  const collections = await Promise.all([
    find(fixture, 'collection', fixture.ids.collection),
    find(fixture, 'collection', fixture.destinationId),
  ])
  const restore = async () => {
    const { prisma } = app.database
    await prisma.space.update({ where: { id: space.id }, data: levelsOf(space) })
    for (const collection of collections)
      await prisma.collection.update({ where: { id: collection.id }, data: levelsOf(collection) })
    const holders = [{ userId: fixture.recipient.id }, { teamId: fixture.teamId }]
    await prisma.contentPermission.deleteMany({ where: { OR: holders } })
  }
  return { fixture, givers, restore }
}

const levelsOf = ({
  parentId,
  ancestors,
  defaultLevel,
  effectiveLevel,
}: Pick<Collection, 'parentId' | 'ancestors' | 'defaultLevel' | 'effectiveLevel'>) => ({
  parentId,
  ancestors,
  defaultLevel,
  effectiveLevel,
})

interface Outcome {
  readonly refused: boolean
  readonly reason: string | undefined
}

const transports = {
  REST: async (
    client: TestClient,
    row: string,
    parameters: Record<string, string>,
    body: unknown,
  ): Promise<Outcome> => {
    const answer = await call(client, rowNamed(row), parameters, body)
    return { refused: answer.status >= 400, reason: answer.body?.error?.reason }
  },
  GraphQL: async (
    client: TestClient,
    row: string,
    parameters: Record<string, string>,
    body: unknown,
  ): Promise<Outcome> => {
    const route = rowNamed(row)
    const { errors = [] } = await client.gql(
      documentOf(route),
      variablesOf(route, { parameters, query: {}, body }),
    )
    return {
      refused: errors.length > 0,
      reason: errors[0]?.extensions.reason as string | undefined,
    }
  },
}

/** Returns the expected outcome when a user with the role `held` gives the role `given` under the permission. */
function expectedOutcome(permission: Permission, held: Role | null, given: Role): Outcome {
  if (!holds(held, permission)) {
    const view = `${resourceOfPermission(permission)}:view` as Permission
    // What is hidden is not found, for no reason that would tell of it.
    return { refused: true, reason: holds(held, view) ? 'PERMISSION_REQUIRED' : undefined }
  }
  const refused = !roleAtLeast(held, given)
  return { refused, reason: refused ? 'ROLE_ABOVE_OWN' : undefined }
}

/** The fixture and the givers of all tests of giving on one kind of object, each of which leaves it as it was. */
const shared = new Map<Kind, ReturnType<typeof buildShared>>()
const sharedOn = (on: Kind) => getOrCreate(shared, on, () => buildShared(on))

/** The roles that somebody tries to give: all in a long run, and in `npm test` those on both sides of their own. */
const triedBy = (held: Role | null): Role[] =>
  roleOrder.filter((_role, index) => isLongRun || Math.abs(index - everyRole.indexOf(held) + 0.5) < 1)

/** In `npm test` each mutation is tried with one of the roles, and one in three through GraphQL too. */
const rolesInTurn = takingTurns(roleOrder, 1)
const waysThrough = { REST: ways, GraphQL: oneRowIn(3, ways) }

describe.each(Object.entries(transports))('through %s', (transport, send) => {
  const tried = waysThrough[transport as keyof typeof waysThrough]

  test.each(tried.map((way) => [way.name, way] as const))(
    'nobody gives more than they hold: %s',
    async (_name, way) => {
      const { fixture, givers, restore } = await sharedOn(way.on)
      const outcomes: unknown[] = []
      const expected: unknown[] = []
      for (const given of rolesInTurn()) {
        let parameters = { ...parametersOf(fixture), ...(await way.prepare(fixture, given)) }
        const attempt = async ({ as, role, user }: Giver) => {
          const wanted = expectedOutcome(way.permission, role, given)
          const outcome = await send(app.as(user), way.row, parameters, way.body?.(given, fixture))
          outcomes.push({ giver: `${as} ${shownRole(role)}`, given, ...outcome })
          expected.push({ giver: `${as} ${shownRole(role)}`, given, ...wanted })
        }
        const isGiven = async () => outcomes.push({ given, isGiven: await way.isGiven(fixture, given) })
        const trying = givers.filter(({ role }) => triedBy(role).includes(given))
        const allowed = trying.filter(({ role }) => !expectedOutcome(way.permission, role, given).refused)
        // What is refused leaves everything as it is for the next attempt.
        for (const giver of trying.filter((each) => !allowed.includes(each))) await attempt(giver)
        await isGiven()
        expected.push({ given, isGiven: false })
        for (const [index, giver] of allowed.entries()) {
          if (index > 0) parameters = { ...parameters, ...(await way.prepare(fixture, given)) }
          await attempt(giver)
          await isGiven()
          expected.push({ given, isGiven: true })
        }
      }
      expect(outcomes).toEqual(expected)
      await restore()
    },
    60_000,
  )

  test.each(contentKinds)('nobody gives themselves more than they hold on a %s', async (kind) => {
    const { fixture, givers } = await sharedOn(kind)
    const row = `PATCH ${paths[kind]}/permissions/users/:userId`
    const held = () =>
      app.database.prisma.contentPermission.findMany({
        where: { userId: { in: givers.map(({ user }) => user.id) }, ...onContent(fixture, kind) },
        select: { userId: true, role: true },
        orderBy: { userId: 'asc' },
      })
    const before = await held()
    for (const { as, role, user } of givers)
      for (const given of triedBy(role).filter((each) => !roleAtLeast(role, each))) {
        const attempt = { giver: `${as} ${shownRole(role)}`, given }
        const parameters = { ...parametersOf(fixture), userId: user.id }
        const outcome = await send(app.as(user), row, parameters, { role: spelled(given) })
        const wanted = expectedOutcome(administer(kind), role, given)
        expect({ ...attempt, ...outcome }).toEqual({ ...attempt, ...wanted })
      }
    expect(await held()).toEqual(before)
  })

  test.each(contentKinds)('nobody takes from those who hold more on a %s', async (kind) => {
    const { fixture, givers, restore } = await sharedOn(kind)
    const { recipient, teamId } = fixture
    await grant(app, recipient, 'ADMIN', onContent(fixture, kind))
    await fixture.admin.patch(addressOf(fixture, kind, `permissions/teams/${teamId}`), { role: 'admin' })
    const giver = givers.find(({ as, role }) => as === 'guest' && role === 'CREATE') as Giver
    const attempts = [
      ['PATCH', 'permissions/users/:userId', { role: 'read' }],
      ['PATCH', 'permissions/users/:userId', { role: null }],
      ['DELETE', 'permissions/users/:userId', undefined],
      ['PATCH', 'permissions/teams/:teamId', { role: 'read' }],
      ['PATCH', 'permissions/teams/:teamId', { role: null }],
      ['DELETE', 'permissions/teams/:teamId', undefined],
      ['POST', 'permissions', { role: 'read', users: [recipient.id], teams: [teamId] }],
      ['POST', 'permissions', { role: null, users: [recipient.id], teams: [teamId] }],
    ] as const
    for (const [method, path, body] of attempts) {
      const row = `${method} ${paths[kind]}/${path}`
      const outcome = await send(app.as(giver.user), row, parametersOf(fixture), body)
      expect({ row, body, ...outcome }).toEqual({ row, body, refused: true, reason: 'ROLE_ABOVE_OWN' })
    }
    const holders = [{ userId: recipient.id }, { teamId }]
    expect(await countGrants(fixture, { role: 'ADMIN', OR: holders, ...onContent(fixture, kind) })).toBe(2)
    await restore()
  })
})
