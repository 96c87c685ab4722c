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
import { isLongRun, takingTurns } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { openIdProvider } from '../support/factories/openid-providers.ts'
import {
  buildMember,
  buildMembers,
  buildOrganization,
  grant,
  type TestUser,
} from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { buildTeam } from '../support/factories/teams.ts'
import { everyRole, holds, rowNamed, shownRole } from './row-permissions.ts'
import { documentOf, variablesOf } from './unspelled.ts'
import { call } from './world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const contentKinds = ['space', 'collection', 'site'] as const
type ContentKind = (typeof contentKinds)[number]
type Kind = ContentKind | 'organization'

/** An organization with one of each kind of content, and those who are given roles. */
interface Fixture {
  readonly organizationId: string
  readonly admin: TestClient
  readonly recipient: TestUser
  readonly ids: Readonly<Record<ContentKind, string>>
  readonly teamId: string
  /** A collection into which content is moved. */
  readonly destinationId: string
}

async function buildFixture(): Promise<Fixture> {
  const organization = await buildOrganization(app)
  const admin = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  const collection = await buildCollection(app, organization)
  const destination = await buildCollection(app, organization, { defaultLevel: null })
  const site = (await admin.post(`/orgs/${organization.id}/sites`, {})).body
  const team = await buildTeam(app, organization)
  return {
    organizationId: organization.id,
    admin,
    recipient: await buildMember(app, organization.id, null),
    ids: { space: space.id, collection: collection.id, site: site.id },
    teamId: team.id,
    destinationId: destination.id,
  }
}

const columnOf = (kind: ContentKind) => `${kind}Id` as const

const onContent = (fixture: Fixture, kind: ContentKind) =>
  ({ [columnOf(kind)]: fixture.ids[kind] }) as { spaceId: string }

/** A way of giving a role: a row, with a request that gives it and what shows whether it was given. */
interface Way {
  readonly name: string
  readonly row: string
  /** The kind of object on which the role is given, and on which the giver holds a role. */
  readonly on: Kind
  readonly permission: Permission
  readonly body?: (role: Role, fixture: Fixture) => unknown
  /** Takes the role away, and returns parameters of the path. */
  readonly prepare: (fixture: Fixture, role: Role) => Promise<Record<string, string>>
  readonly isGiven: (fixture: Fixture, role: Role) => Promise<boolean>
}

const spelled = (role: Role) => role.toLowerCase()

const paths = {
  space: '/spaces/:spaceId',
  collection: '/collections/:collectionId',
  site: '/orgs/:organizationId/sites/:siteId',
} as const

const administer = (kind: Kind): Permission => `${kind}:administer`

const countGrants = (where: object) => app.database.prisma.contentPermission.count({ where })

function grantsOn(kind: ContentKind): Way[] {
  const ways = [
    ['PATCH', 'permissions/users/:userId', 'userId', (role: Role) => ({ role: spelled(role) })],
    [
      'POST',
      'permissions',
      'userId',
      (role: Role, { recipient }: Fixture) => ({ role: spelled(role), users: [recipient.id] }),
    ],
    ['PATCH', 'permissions/teams/:teamId', 'teamId', (role: Role) => ({ role: spelled(role) })],
    [
      'POST',
      'permissions',
      'teamId',
      (role: Role, { teamId }: Fixture) => ({ role: spelled(role), teams: [teamId] }),
    ],
  ] as const
  return ways.map(([method, path, holder, body]) => {
    const toRecipient = (fixture: Fixture) => ({
      [holder]: holder === 'userId' ? fixture.recipient.id : fixture.teamId,
      ...onContent(fixture, kind),
    })
    return {
      name: `a role on a ${kind} to a ${holder.slice(0, 4)} by ${method}`,
      row: `${method} ${paths[kind]}/${path}`,
      on: kind,
      permission: administer(kind),
      body,
      prepare: async (fixture) => {
        await app.database.prisma.contentPermission.deleteMany({ where: toRecipient(fixture) })
        return {}
      },
      isGiven: async (fixture, role) => (await countGrants({ ...toRecipient(fixture), role })) > 0,
    }
  })
}

/** Finds a space or a collection. */
const find = (kind: 'space' | 'collection', id: string) =>
  kind === 'space'
    ? app.database.prisma.space.findUniqueOrThrow({ where: { id } })
    : app.database.prisma.collection.findUniqueOrThrow({ where: { id } })

function waysOfContent(kind: 'space' | 'collection'): Way[] {
  const links = (fixture: Fixture) => ({
    organizationId: fixture.organizationId,
    ...onContent(fixture, kind),
  })
  const move = {
    row: `POST ${paths[kind]}/move`,
    on: kind,
    permission: administer(kind),
    body: (_role: Role, { destinationId }: Fixture) => ({ parent: destinationId }),
    isGiven: async (fixture: Fixture) =>
      (await find(kind, fixture.ids[kind])).parentId === fixture.destinationId,
  }
  const moveBack = async ({ admin, ids }: Fixture) => {
    if ((await find(kind, ids[kind])).parentId !== null)
      expect((await admin.post(`/${kind}s/${ids[kind]}/move`, { parent: null })).status).toBe(200)
  }
  return [
    {
      name: `a default level to a ${kind}`,
      row: `PATCH ${paths[kind]}`,
      on: kind,
      permission: administer(kind),
      body: (role) => ({ defaultLevel: spelled(role) }),
      prepare: async ({ admin, ids }) => {
        const { status } = await admin.patch(`/${kind}s/${ids[kind]}`, { defaultLevel: 'inherit' })
        expect(status).toBe(200)
        return {}
      },
      isGiven: async ({ ids }, role) => (await find(kind, ids[kind])).defaultLevel === role,
    },
    {
      name: `a new link to a ${kind}`,
      row: 'POST /orgs/:organizationId/link-invites',
      on: kind,
      permission: `${kind}:view-invite-links`,
      body: (role, { ids }) => ({ level: spelled(role), [kind]: ids[kind] }),
      prepare: async (fixture) => {
        await app.database.prisma.linkInvite.deleteMany({ where: links(fixture) })
        return {}
      },
      isGiven: async (fixture, role) =>
        (await app.database.prisma.linkInvite.count({ where: { ...links(fixture), role } })) > 0,
    },
    {
      name: `a link to a ${kind}`,
      row: 'PATCH /orgs/:organizationId/link-invites/:inviteId',
      on: kind,
      permission: `${kind}:view-invite-links`,
      body: (role) => ({ level: spelled(role) }),
      prepare: async (fixture) => ({ inviteId: await buildLink(links(fixture)) }),
      isGiven: async (fixture, role) =>
        (await app.database.prisma.linkInvite.count({ where: { ...links(fixture), role } })) > 0,
    },
    {
      ...move,
      name: `the default level of a collection to a ${kind} that moves there`,
      prepare: async (fixture, role) => {
        await moveBack(fixture)
        const level = { defaultLevel: spelled(role) }
        expect((await fixture.admin.patch(`/collections/${fixture.destinationId}`, level)).status).toBe(200)
        return {}
      },
    },
    {
      ...move,
      name: `a role on a collection to a ${kind} that moves there`,
      prepare: async (fixture, role) => {
        await moveBack(fixture)
        await setGrant({ userId: fixture.recipient.id, collectionId: fixture.destinationId }, role)
        return {}
      },
    },
  ]
}

/** Replaces the role of somebody on something. */
async function setGrant(
  where: Partial<Record<'userId' | 'teamId' | 'spaceId' | 'collectionId', string>>,
  role: Role,
) {
  const { contentPermission } = app.database.prisma
  await contentPermission.deleteMany({ where })
  await contentPermission.create({ data: { id: newId('ContentPermission'), ...where, role } })
}

/** Replaces the links to something by one without a role, and returns its id. */
async function buildLink(target: { organizationId: string }): Promise<string> {
  await app.database.prisma.linkInvite.deleteMany({ where: target })
  const id = newId('InviteLink')
  await app.database.prisma.linkInvite.create({ data: { id, ...target } })
  return id
}

const linksTo = ({ organizationId }: Fixture) => ({ organizationId, spaceId: null, collectionId: null })

const ofOrganization = { on: 'organization', permission: 'organization:administer' } as const

const waysOfOrganization: Way[] = [
  {
    ...ofOrganization,
    name: 'a role in the organization to a member',
    row: 'PATCH /orgs/:organizationId/members/:userId',
    body: (role) => ({ role: spelled(role) }),
    prepare: async ({ organizationId, recipient }) => {
      const where = { organizationId_userId: { organizationId, userId: recipient.id } }
      await app.database.prisma.member.update({ where, data: { role: null } })
      return {}
    },
    isGiven: async ({ organizationId, recipient }, role) =>
      (await app.database.prisma.member.count({ where: { organizationId, userId: recipient.id, role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a new link to the organization',
    row: 'POST /orgs/:organizationId/link-invites',
    body: (role) => ({ role: spelled(role) }),
    prepare: async (fixture) => {
      await app.database.prisma.linkInvite.deleteMany({ where: linksTo(fixture) })
      return {}
    },
    isGiven: async (fixture, role) =>
      (await app.database.prisma.linkInvite.count({ where: { ...linksTo(fixture), role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a link to the organization',
    row: 'PATCH /orgs/:organizationId/link-invites/:inviteId',
    body: (role) => ({ role: spelled(role) }),
    prepare: async (fixture) => ({ inviteId: await buildLink(linksTo(fixture)) }),
    isGiven: async (fixture, role) =>
      (await app.database.prisma.linkInvite.count({ where: { ...linksTo(fixture), role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a role by e-mail',
    row: 'POST /orgs/:organizationId/invites',
    body: (role, { organizationId }) => ({ emails: [`${organizationId}@example.com`], role: spelled(role) }),
    prepare: async ({ organizationId }) => {
      await app.database.prisma.emailInvite.deleteMany({ where: { organizationId } })
      return {}
    },
    isGiven: async ({ organizationId }, role) =>
      (await app.database.prisma.emailInvite.count({ where: { organizationId, role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'the default role of the organization',
    row: 'PATCH /orgs/:organizationId',
    body: (role) => ({ defaultRole: spelled(role) }),
    prepare: async ({ organizationId: id }) => {
      await app.database.prisma.organization.update({ where: { id }, data: { defaultRole: null } })
      return {}
    },
    isGiven: async ({ organizationId: id }, role) =>
      (await app.database.prisma.organization.count({ where: { id, defaultRole: role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'the default role of a new identity provider',
    row: 'POST /orgs/:organizationId/saml',
    body: (role) => ({ ...identityProvider('Provider'), defaultRole: spelled(role) }),
    prepare: async ({ organizationId }) => {
      await app.database.prisma.identityProvider.deleteMany({ where: { organizationId } })
      return {}
    },
    isGiven: async ({ organizationId }, role) =>
      (await app.database.prisma.identityProvider.count({ where: { organizationId, defaultRole: role } })) >
      0,
  },
  {
    ...ofOrganization,
    name: 'the default role of an identity provider',
    row: 'PATCH /orgs/:organizationId/saml/:samlProviderId',
    body: (role) => ({ defaultRole: spelled(role) }),
    prepare: async ({ admin, organizationId }) => {
      await app.database.prisma.identityProvider.deleteMany({ where: { organizationId } })
      const { body } = await admin.post(`/orgs/${organizationId}/saml`, identityProvider('Provider'))
      return { samlProviderId: body.id }
    },
    isGiven: async ({ organizationId }, role) =>
      (await app.database.prisma.identityProvider.count({ where: { organizationId, defaultRole: role } })) >
      0,
  },
  ...(
    [
      ['the default role', (role: string) => ({ defaultRole: role }), 'defaultRole'],
      ['the role of a group', (role: string) => ({ groupMappings: [{ group: 'all', role }] }), 'role'],
    ] as const
  ).flatMap(([name, fields, column]): Way[] => {
    const isGiven: Way['isGiven'] = async ({ organizationId }, role) =>
      (await (column === 'role'
        ? app.database.prisma.groupMapping.count({ where: { role, provider: { organizationId } } })
        : app.database.prisma.identityProvider.count({ where: { organizationId, defaultRole: role } }))) > 0
    const clear = (organizationId: string) =>
      app.database.prisma.identityProvider.deleteMany({ where: { organizationId } })
    return [
      {
        ...ofOrganization,
        name: `${name} of a new provider of OpenID Connect`,
        row: 'POST /orgs/:organizationId/oidc',
        body: (role) => ({ ...openIdProvider('Provider'), ...fields(spelled(role)) }),
        prepare: async ({ organizationId }) => {
          await clear(organizationId)
          return {}
        },
        isGiven,
      },
      {
        ...ofOrganization,
        name: `${name} of a provider of OpenID Connect`,
        row: 'PATCH /orgs/:organizationId/oidc/:oidcProviderId',
        body: (role) => fields(spelled(role)),
        prepare: async ({ admin, organizationId }) => {
          await clear(organizationId)
          const { body } = await admin.post(`/orgs/${organizationId}/oidc`, openIdProvider('Provider'))
          return { oidcProviderId: body.id }
        },
        isGiven,
      },
    ]
  }),
  ...[
    ['PUT /orgs/:organizationId/teams/:teamId/members/:userId', () => ({})] as const,
    [
      'PUT /orgs/:organizationId/teams/:teamId/members',
      (_role: Role, { recipient }: Fixture) => ({ add: [recipient.id] }),
    ] as const,
  ].map(
    ([row, body]): Way => ({
      ...ofOrganization,
      name: `the role of a team to a member by ${row}`,
      row,
      permission: 'team:administer',
      body,
      prepare: async ({ ids, teamId }, role) => {
        await app.database.prisma.teamMember.deleteMany({ where: { teamId } })
        await setGrant({ teamId, spaceId: ids.space }, role)
        return {}
      },
      isGiven: async ({ teamId }) => (await app.database.prisma.teamMember.count({ where: { teamId } })) > 0,
    }),
  ),
]

/** Every way of giving a role. A new one is one more row, which the first test below asks for. */
const ways: Way[] = [
  ...contentKinds.flatMap(grantsOn),
  ...waysOfContent('space'),
  ...waysOfContent('collection'),
  ...waysOfOrganization,
]

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
  const fixture = await buildFixture()
  const givers = await buildGivers(fixture, on)
  const space = await find('space', fixture.ids.space)
  const collections = await Promise.all([
    find('collection', fixture.ids.collection),
    find('collection', fixture.destinationId),
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

const parametersOf = (fixture: Fixture) => ({
  organizationId: fixture.organizationId,
  spaceId: fixture.ids.space,
  collectionId: fixture.ids.collection,
  siteId: fixture.ids.site,
  userId: fixture.recipient.id,
  teamId: fixture.teamId,
})

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

/** In `npm test` the same is asked of each mutation through GraphQL with two of the roles. */
const rolesInTurn = takingTurns(roleOrder, 2)

describe.each(Object.entries(transports))('through %s', (transport, send) => {
  test.each(ways.map((way) => [way.name, way] as const))(
    'nobody gives more than they hold: %s',
    async (_name, way) => {
      const { fixture, givers, restore } = await sharedOn(way.on)
      const outcomes: unknown[] = []
      const expected: unknown[] = []
      for (const given of transport === 'REST' ? roleOrder : rolesInTurn()) {
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
    expect(await countGrants({ role: 'ADMIN', OR: holders, ...onContent(fixture, kind) })).toBe(2)
    await restore()
  })
})

const addressOf = (fixture: Fixture, kind: ContentKind, below: string) =>
  `${paths[kind].replace(/:(\w+)/g, (_match, name: keyof ReturnType<typeof parametersOf>) => parametersOf(fixture)[name])}/${below}`

describe('a role on a collection', () => {
  /** Builds a collection whose creators hold less on a space inside than on the collection. */
  async function buildRestricted() {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection, defaultLevel: null })
    const creator = await buildMember(app, organization.id, 'CREATE')
    return { organization, collection, space, creator, client: app.as(creator) }
  }

  test('is not given by those to whom something inside is hidden', async () => {
    const { collection, space, creator, client } = await buildRestricted()
    const { status, body } = await client.post(`/collections/${collection.id}/permissions`, {
      role: 'read',
      users: [creator.id],
    })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('does not reach what is hidden by moving the collection around it', async () => {
    const { organization, collection, space, creator, client } = await buildRestricted()
    const own = await buildCollection(app, organization)
    await grant(app, creator, 'CREATE', { collectionId: own.id })
    const { status, body } = await client.post(`/collections/${collection.id}/move`, { parent: own.id })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('is given by those who hold it on all inside', async () => {
    const { organization, collection, creator, space, client } = await buildRestricted()
    await grant(app, creator, 'EDIT', { spaceId: space.id })
    const guest = await buildMember(app, organization.id, null)
    const give = (role: string) =>
      client.post(`/collections/${collection.id}/permissions`, { role, users: [guest.id] })
    expect((await give('review')).status).toBe(403)
    expect((await give('edit')).status).toBe(204)
    expect((await app.as(guest).get(`/spaces/${space.id}`)).body.permissions.edit).toBe(true)
  })

  test('is not taken from those who hold more by moving content out of it', async () => {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection })
    const owner = await buildMember(app, organization.id, null)
    await grant(app, owner, 'ADMIN', { collectionId: collection.id })
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const { status, body } = await creator.post(`/spaces/${space.id}/move`, { parent: null })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await app.as(owner).get(`/spaces/${space.id}`)).status).toBe(200)
  })
})

describe('a copy of a space', () => {
  test('has no role above that of whoever made it', async () => {
    for (const held of everyRole.filter((role) => role !== null)) {
      const organization = await buildOrganization(app)
      const space = await buildSpace(app, organization, { defaultLevel: null })
      const [owner, reader] = [
        await buildMember(app, organization.id, null),
        await buildMember(app, organization.id, null),
      ]
      const copier = await buildMember(app, organization.id, 'CREATE')
      const onOriginal = { spaceId: space.id }
      await grant(app, owner, 'ADMIN', onOriginal)
      await grant(app, reader, 'READ', onOriginal)
      await grant(app, copier, held, onOriginal)
      const { status, body } = await app.as(copier).post(`/spaces/${space.id}/duplicate`)
      expect(status).toBe(201)
      const granted = await app.database.prisma.contentPermission.findMany({ where: { spaceId: body.id } })
      expect(new Map(granted.map(({ userId, role }) => [userId, role]))).toEqual(
        new Map([
          [owner.id, held],
          [reader.id, 'READ'],
          [copier.id, held],
        ]),
      )
    }
  })

  test('is not made by those who hold less than its default level gives', async () => {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection, defaultLevel: 'ADMIN' })
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'CREATE', { collectionId: collection.id })
    const { status, body } = await app.as(guest).post(`/spaces/${space.id}/duplicate`)
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
  })
})

describe('content leaves an organization', () => {
  const pairs = everyRole.flatMap((here) => everyRole.map((there) => ({ here, there })))
  const isAdmin = ({ here, there }: (typeof pairs)[number]) => here === 'ADMIN' && there === 'ADMIN'
  const refused = pairs.filter((pair) => !isAdmin(pair))
  const admin = pairs.find(isAdmin) as (typeof pairs)[number]

  test.each(['space', 'collection'] as const)(
    'only by somebody who is an admin of both: a %s',
    async (kind) => {
      const source = await buildFixture()
      const target = await buildOrganization(app)
      const users = await buildMembers(
        app,
        source.organizationId,
        pairs.map(({ here }) => here),
      )
      const { member, contentPermission } = app.database.prisma
      await member.createMany({
        data: pairs.map(({ there }, index) => ({
          id: newId('Member'),
          organizationId: target.id,
          userId: (users[index] as TestUser).id,
          role: there,
        })),
      })
      await contentPermission.createMany({
        data: pairs.flatMap(({ here }, index) =>
          // A guest holds as much on the content as can be granted.
          here === null
            ? {
                id: newId('ContentPermission'),
                userId: (users[index] as TestUser).id,
                role: 'ADMIN' as const,
                ...onContent(source, kind),
              }
            : [],
        ),
      })
      const transferBy = (pair: (typeof pairs)[number]) =>
        app
          .as(users[pairs.indexOf(pair)] as TestUser)
          .post(addressOf(source, kind, 'transfer'), { organization: target.id })
      for (const pair of refused) {
        const { here, there } = pair
        const { status, body } = await transferBy(pair)
        const attempt = { here, there, status, reason: body.error?.reason }
        expect(attempt).toEqual({ here, there, status: 403, reason: 'PERMISSION_REQUIRED' })
      }
      const { status, body } = await transferBy(admin)
      expect([status, body.organization]).toEqual([200, target.id])
    },
  )
})

describe('a guest', () => {
  test.each(contentKinds)(
    'who administers a %s sees who may do what, without e-mail addresses',
    async (kind) => {
      const fixture = await buildFixture()
      const guest = await buildMember(app, fixture.organizationId, null)
      await grant(app, guest, 'ADMIN', onContent(fixture, kind))
      await grant(app, fixture.recipient, 'READ', onContent(fixture, kind))
      const client = app.as(guest)
      const seenBy = async (viewer: TestClient, list: string) => {
        const { status, body } = await viewer.get(addressOf(fixture, kind, `permissions/${list}`))
        expect(status).toBe(200)
        return new Map<string, string | undefined>(
          body.items.map(({ user }: { user: TestUser }) => [user.id, user.email]),
        )
      }
      for (const list of ['users', 'aggregate']) {
        const seen = await seenBy(client, list)
        expect(seen.size).toBeGreaterThan(1)
        expect([...seen].filter(([, email]) => email !== undefined)).toEqual([[guest.id, guest.email]])
        expect((await seenBy(fixture.admin, list)).get(fixture.recipient.id)).toBe(fixture.recipient.email)
      }
    },
  )
})
