import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
  grant,
  type TestUser,
} from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

// A server remembers the viewer of a token, and looks up whether it is current while it reads for it.

let app: TestApp
/** A server that shares nothing with `app` but the database, like another replica. */
let other: Awaited<ReturnType<typeof startServerBeside>>
beforeAll(async () => {
  app = await startTestApp()
  other = await startServerBeside(app, {})
})
afterAll(async () => {
  await other.close()
  await app.close()
})

interface World {
  readonly organizationId: string
  readonly admin: TestUser
  readonly user: TestUser
  readonly spaceId: string
  readonly teamId: string
}

/** Builds a member with the role READ, who administers a space through a team. */
async function buildWorld(): Promise<World> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const user = await buildMember(app, organizationId, 'READ')
  const { id: spaceId } = await buildSpace(app, { id: organizationId })
  const teamId = newId('Team')
  await app.database.prisma.team.create({
    data: {
      id: teamId,
      organizationId,
      title: 'Team',
      members: { create: { userId: user.id } },
      contentPermissions: { create: { id: newId('ContentPermission'), spaceId, role: 'ADMIN' } },
    },
  })
  return { organizationId, admin, user, spaceId, teamId }
}

const document = `query ($id: ID!) { space(id: $id) { id title permissions { admin edit } } }`

/** Returns the permissions of a user on the space, or the error, in both styles. */
async function seen(server: Pick<TestApp, 'as'>, { user, spaceId }: World) {
  const { data, errors } = await server.as(user).gql(document, { id: spaceId })
  const { status, body } = await server.as(user).get(`/spaces/${spaceId}`)
  return {
    graphql: data?.space?.permissions ?? errors?.[0]?.extensions.code,
    rest: status === 200 ? body.permissions.admin : status,
  }
}

const nothing = { graphql: 'NOT_FOUND', rest: 404 }
/** The answers for a token that is limited so, which may not write either. */
const nothingToWrite = { ...nothing }
const noOne = { graphql: 'UNAUTHENTICATED', rest: 401 }
const reader = { graphql: { admin: false, edit: false }, rest: false }
const owner = { graphql: { admin: true, edit: true }, rest: true }

/** The changes: a name, the function that makes the change, and the expected answer from then on. */
const changes: readonly (readonly [string, (world: World) => Promise<unknown>, unknown])[] = [
  [
    'a token that is revoked',
    ({ user }) =>
      app.database.prisma.apiToken.updateMany({
        where: { userId: user.id },
        data: { revokedAt: new Date() },
      }),
    noOne,
  ],
  [
    'a token that has expired',
    ({ user }) =>
      app.database.prisma.apiToken.updateMany({
        where: { userId: user.id },
        data: { expiresAt: new Date(Date.now() - 1) },
      }),
    noOne,
  ],
  [
    'a token that is deleted',
    ({ user }) => app.database.prisma.apiToken.deleteMany({ where: { userId: user.id } }),
    noOne,
  ],
  [
    'a token that is limited to another organization',
    async ({ user }) => {
      const { id } = await buildOrganization(app)
      await app.database.prisma.apiToken.updateMany({
        where: { userId: user.id },
        data: { scopes: [`organization:${id}`] },
      })
    },
    nothingToWrite,
  ],
  [
    'a membership that ended',
    ({ user }) => app.database.prisma.member.deleteMany({ where: { userId: user.id } }),
    nothing,
  ],
  [
    'a membership that is disabled',
    ({ user }) =>
      app.database.prisma.member.updateMany({ where: { userId: user.id }, data: { disabled: true } }),
    nothing,
  ],
  [
    'an organization that requires single sign-on',
    ({ organizationId }) =>
      app.database.prisma.organization.update({ where: { id: organizationId }, data: { sso: true } }),
    nothing,
  ],
  [
    'a team that lost its role',
    ({ teamId }) => app.database.prisma.contentPermission.deleteMany({ where: { teamId } }),
    reader,
  ],
  [
    'a membership of a team that ended',
    ({ teamId }) => app.database.prisma.teamMember.deleteMany({ where: { teamId } }),
    reader,
  ],
  [
    'a role of its own that is lower than that of the team',
    ({ user, spaceId }) => grant(app, user, 'COMMENT', { spaceId }),
    owner,
  ],
]

describe('a viewer who was seen before', () => {
  test.each(changes)('has the rights of now after %s, on every replica', async (_change, apply, expected) => {
    const world = await buildWorld()
    for (const server of [app, other, app, other]) expect(await seen(server, world)).toEqual(owner)
    await apply(world)
    for (const server of [app, other]) expect(await seen(server, world)).toEqual(expected)
  })

  test('has the rights of now after a role that was given', async () => {
    const world = await buildWorld()
    const user = await buildUser(app)
    const stranger = { ...world, user }
    for (let time = 0; time < 2; time++) expect(await seen(app, stranger)).toEqual(nothing)
    await addMember(app, world.organizationId, user, 'READ')
    expect(await seen(app, stranger)).toEqual(reader)
    await app.database.prisma.member.updateMany({ where: { userId: user.id }, data: { role: 'ADMIN' } })
    expect(await seen(app, stranger)).toEqual(owner)
  })

  test('is proven by the statement that reads', async () => {
    const worlds = await Promise.all(Array.from({ length: 4 }, buildWorld))
    const ask = () =>
      Promise.all(worlds.map(({ user, spaceId }) => app.as(user).gql(document, { id: spaceId })))
    await ask()
    const { texts } = await app.statements(ask)
    expect(texts).toHaveLength(worlds.length)
  })

  test('is proven by the statement of a refused request, which besides it reads only the reason', async () => {
    const { organizationId, spaceId, user } = await buildWorld()
    const stranger = await buildUser(app)
    const missing = newId('Space')
    const requests: readonly (readonly [() => Promise<unknown>, number])[] = [
      [() => app.as(user).get(`/spaces/${missing}`), 2],
      [() => app.as(stranger).get(`/spaces/${spaceId}`), 2],
      [() => app.as(stranger).gql(document, { id: spaceId }), 2],
      [() => app.as(user).get(`/orgs/${organizationId}/audit-events`), 2],
      // The attempt to write, the reason, and whether the viewer is the same.
      [() => app.as(user).patch(`/spaces/${missing}`, { title: 'Title' }), 3],
      [() => app.as(stranger).patch(`/spaces/${spaceId}`, { title: 'Title' }), 3],
    ]
    for (const [send, expected] of requests) {
      await send()
      await send()
      const { texts } = await app.statements(send)
      expect(texts).toHaveLength(expected)
    }
  })

  test('is looked up for requests that arrive together in one statement, if none reads', async () => {
    // So many that some arrive in the same turn of the event loop, however busy the machine is.
    const users = await Promise.all(Array.from({ length: 24 }, () => buildUser(app)))
    const ask = () => Promise.all(users.map((user) => app.as(user).gql('{ __typename }')))
    await ask()
    const { count } = await app.statements(ask)
    expect(count).toBeLessThan(users.length / 2)
  })

  test('learns nothing of a malformed request once the token is revoked', async () => {
    const world = await buildWorld()
    await seen(app, world)
    await app.database.prisma.apiToken.updateMany({
      where: { userId: world.user.id },
      data: { revokedAt: new Date() },
    })
    const { errors } = await app.as(world.user).gql('query ($id: ID!) { space(id: $id) { id } }', {})
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    const { status } = await app.as(world.user).get(`/orgs/${world.organizationId}/spaces?limit=never`)
    expect(status).toBe(401)
  })
})

const renaming = `mutation ($id: ID!, $title: String!) {
  updateSpace(spaceId: $id, input: { title: $title }) { space { title } }
}`

/**
 * Renames the space as the user, in GraphQL by one statement and in REST by a transaction, as levels need it. Returns the title
 * or the error, in both styles.
 */
async function renamed(server: Pick<TestApp, 'as'>, { user, spaceId }: World, title: string) {
  const { data, errors } = await server.as(user).gql(renaming, { id: spaceId, title })
  const { status, body } = await server.as(user).patch(`/spaces/${spaceId}`, { title, defaultLevel: 'read' })
  return {
    graphql: data?.updateSpace?.space.title ?? errors?.[0]?.extensions.code,
    rest: status === 200 ? body.title : status,
  }
}

const forbidden = { graphql: 'FORBIDDEN', rest: 403 }

/** The answers to a user who renames the space, by the answers of reading it. */
const renamedBy = new Map<unknown, unknown>([
  [noOne, noOne],
  [nothing, nothing],
  [nothingToWrite, forbidden],
  [reader, forbidden],
  [owner, { graphql: 'After', rest: 'After' }],
])

describe('a viewer who was seen before and writes', () => {
  test.each(oneRowIn(3, changes))(
    'has the rights of now after %s, on every replica',
    async (_change, apply, expected) => {
      const world = await buildWorld()
      const written = () =>
        Promise.all([
          app.database.prisma.space.findUniqueOrThrow({ where: { id: world.spaceId } }),
          app.database.prisma.auditEvent.count({ where: { organizationId: world.organizationId } }),
        ])
      for (const server of [app, other])
        expect(await renamed(server, world, 'Before')).toEqual({ graphql: 'Before', rest: 'Before' })
      await apply(world)
      const [space, events] = await written()
      for (const server of [app, other])
        expect(await renamed(server, world, 'After')).toEqual(renamedBy.get(expected))
      const isWritten = expected === owner
      const [after, eventsAfter] = await written()
      expect(after.title).toBe(isWritten ? 'After' : 'Before')
      if (!isWritten) expect(after).toEqual(space)
      expect(eventsAfter - events).toBe(isWritten ? 4 : 0)
    },
  )

  test('writes nothing in a transaction once the token is revoked', async () => {
    const world = await buildWorld()
    const limit = `mutation ($id: ID!) {
      updateSpace(spaceId: $id, input: { defaultLevel: READ }) { space { defaultLevel } }
    }`
    const send = async () => {
      const { data, errors } = await app.as(world.user).gql(limit, { id: world.spaceId })
      return data?.updateSpace?.space.defaultLevel ?? errors?.[0]?.extensions.code
    }
    expect(await send()).toBe('READ')
    expect(await send()).toBe('READ')
    const { body } = await app.as(world.user).patch(`/spaces/${world.spaceId}`, { defaultLevel: 'edit' })
    expect(body.defaultLevel).toBe('edit')
    await app.database.prisma.apiToken.updateMany({
      where: { userId: world.user.id },
      data: { revokedAt: new Date() },
    })
    expect(await send()).toBe('UNAUTHENTICATED')
    const { defaultLevel } = await app.database.prisma.space.findUniqueOrThrow({
      where: { id: world.spaceId },
    })
    expect(defaultLevel).toBe('EDIT')
  })

  test('is charged as a viewer who was looked up', async () => {
    const { user, spaceId } = await buildWorld()
    const costOf = async (path: string) => {
      const { headers } = await app.as(user).patch(path, { title: 'Title' })
      return headers.get('x-cost')
    }
    const [first, second] = [await costOf(`/spaces/${spaceId}`), await costOf(`/spaces/${spaceId}`)]
    expect(second).toBe(first)
    expect(await costOf(`/spaces/${newId('Space')}`)).toMatch(/^objects=0,/)
  })
})

describe('the version of the rights of a viewer', () => {
  /** Returns the sum of the versions of a user. */
  const versionOf = async (userId: string): Promise<number> => {
    const { _sum } = await app.database.prisma.rightsVersion.aggregate({
      where: { subject: userId },
      _sum: { version: true },
    })
    return Number(_sum.version)
  }

  test('is raised by triggers of all tables that a viewer is read from', async () => {
    const user = await buildUser(app)
    const { texts } = await app.statements(() => other.as(user).get('/user'))
    const tables = texts
      .filter((text) => text.includes('"ApiToken"'))
      .flatMap((text) => [...text.matchAll(/(?:FROM|JOIN) "(\w+)"/g)].map(([, table]) => table))
    const { rows } = await app.database.pool.query<{ table: string }>(
      `SELECT DISTINCT c.relname AS table FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
       JOIN pg_proc f ON f.oid = g.tgfoid WHERE f.proname = 'raise_rights_versions'`,
    )
    const raising = new Set([...rows.map(({ table }) => table), 'RightsVersion'])
    expect(tables).toContain('Member')
    expect(tables.filter((table) => !raising.has(table as string))).toEqual([])
  })

  test('grows with each of the transactions that change them at the same time, of which none waits', async () => {
    const { id: organizationId } = await buildOrganization(app)
    const user = await buildMember(app, organizationId, 'READ')
    const spaces = [
      await buildSpace(app, { id: organizationId }),
      await buildSpace(app, { id: organizationId }),
    ]
    const before = await versionOf(user.id)
    const clients = await Promise.all(spaces.map(() => app.database.pool.connect()))
    try {
      for (const [index, client] of clients.entries()) {
        await client.query('BEGIN')
        await client.query(
          'INSERT INTO "ContentPermission" ("id", "userId", "spaceId", "role") VALUES ($1, $2, $3, $4)',
          [newId('ContentPermission'), user.id, spaces[index]?.id, 'EDIT'],
        )
      }
      const versions: number[] = []
      for (const client of clients.toReversed()) {
        await client.query('COMMIT')
        versions.push(await versionOf(user.id))
      }
      expect(versions).toEqual([before + 1, before + 2])
    } finally {
      for (const client of clients) client.release(true)
    }
    await app.database.prisma.contentPermission.deleteMany({ where: { userId: user.id } })
    expect(await versionOf(user.id)).toBeGreaterThan(before + 2)
  })
})
