import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { permissionTable } from '../../src/access/permissions.ts'
import { roleOrder } from '../../src/access/roles.ts'
import { getOrCreate } from '../../src/base/get-or-create.ts'
import { newId } from '../../src/base/identifiers.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import type { Route } from '../../src/rest/route.ts'
import { schema } from '../../src/server/graph.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { budget, fallsTo, isLongRun, oneRowIn } from '../support/budget.ts'
import {
  addMember,
  buildMember,
  buildMembers,
  grant,
  type TestUser,
} from '../support/factories/organizations.ts'
import { storedRows, takeSnapshot } from '../support/snapshot.ts'
import {
  everyRole,
  flagsOf,
  holds,
  isOnEdge,
  isPublic,
  permissionOf,
  type Resource,
  readPermissions,
  resources,
  rowNamed,
  send,
  shownRole,
  sightOf,
} from './row-permissions.ts'
import { call, endingLast, isRead, rowName, startWorldApp, type World } from './world.ts'

/** Builds a member with each role of one organization. */
async function buildMemberOfEachRole(app: TestApp, world: World): Promise<Map<Role | null, TestUser>> {
  const users = await buildMembers(app, world.organizationId, everyRole)
  return new Map(everyRole.map((role, index) => [role, users[index] as TestUser]))
}

let app: TestApp
let world: World
let members: Map<Role | null, TestUser>
let restoreWorld: () => Promise<void>
/** A token of the admin that may only read. */
let readOnly: { token: string }

const clientOf = (role: Role | null) => app.as(members.get(role) as TestUser)

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  members = await buildMemberOfEachRole(app, world)
  readOnly = (await world.client.post('/user/tokens', { label: 'Reader', scopes: ['read'] })).body
  restoreWorld = await takeSnapshot(app)
})
afterAll(() => app.close())

/** Builds a guest who administers every space, collection and site. */
async function buildTrustedGuest(): Promise<TestUser> {
  const { organizationId } = world
  const guest = await buildMember(app, organizationId, null)
  const { space, collection, site, contentPermission } = app.database.prisma
  const where = { organizationId }
  const targets = [
    ...(await space.findMany({ where })).map(({ id }) => ({ spaceId: id })),
    ...(await collection.findMany({ where })).map(({ id }) => ({ collectionId: id })),
    ...(await site.findMany({ where })).map(({ id }) => ({ siteId: id })),
  ]
  await contentPermission.createMany({
    data: targets.map((target) => ({
      id: newId('ContentPermission'),
      userId: guest.id,
      role: 'ADMIN' as const,
      ...target,
    })),
  })
  return guest
}

const named = (chosen: readonly Route[]) => chosen.map((route) => [rowName(route), route] as const)

/** Returns all of the roles in a long run, and in `npm test` the greatest of them, with the least in one row of six. */
const outermost = (roles: readonly (Role | null)[], index: number) =>
  isLongRun
    ? roles
    : roles.filter((role) => role === roles.at(-1) || (role === roles[0] && fallsTo(0, 6, index)))

describe('members of an organization', () => {
  test('below the least role of a row are refused, or told of nothing, and change nothing', async () => {
    const before = await storedRows(app)
    const outcomes: unknown[] = []
    const expected: unknown[] = []
    for (const [index, route] of routes.entries())
      for (const role of outermost(
        everyRole.filter((each) => !holds(each, permissionOf(route))),
        index,
      )) {
        const { status, body } = await send(world, clientOf(role), route)
        const attempt = { row: rowName(route), role: shownRole(role) }
        outcomes.push({ ...attempt, status, code: body?.error?.code })
        const wanted = holds(role, sightOf(route)) ? 403 : 404
        expected.push({ ...attempt, status: wanted, code: wanted })
      }
    expect(outcomes.length).toBeGreaterThan(150)
    expect(outcomes).toEqual(expected)
    expect(await storedRows(app)).toEqual(before)
  })

  // The server remembers viewers, and must notice before it writes that one has other rights by now.
  test('who have lost their role just now are refused, or told of nothing, and change nothing', async () => {
    const member = await buildMember(app, world.organizationId, 'ADMIN')
    const { member: memberships } = app.database.prisma
    const give = (role: Role | null) =>
      memberships.updateMany({ where: { userId: member.id }, data: { role } })
    const before = await storedRows(app)
    const outcomes: unknown[] = []
    const expected: unknown[] = []
    const refusing = routes.filter((each) => !isRead(each) && !holds(null, permissionOf(each)))
    for (const route of oneRowIn(3, refusing)) {
      await give('ADMIN')
      await app.as(member).get(`/orgs/${world.organizationId}`)
      await give(null)
      const { status } = await send(world, app.as(member), route)
      outcomes.push({ row: rowName(route), status })
      expected.push({ row: rowName(route), status: holds(null, sightOf(route)) ? 403 : 404 })
    }
    await give('ADMIN')
    expect(outcomes.length).toBeGreaterThan(budget(35, 100))
    expect(outcomes).toEqual(expected)
    const after = await storedRows(app)
    for (const table of after.keys())
      if (table !== '"RightsVersion"') expect([table, after.get(table)]).toEqual([table, before.get(table)])
  })

  const reads = routes.filter(isRead)

  test.each(named(oneRowIn(3, reads)))(
    'from the least role of %s on may perform it',
    async (_name, route) => {
      const roles = everyRole.filter((each) => holds(each, permissionOf(route)))
      // That an admin may is shown by the tests of routes and parity, too.
      for (const role of isLongRun ? roles : roles.slice(0, 1)) {
        const { status } = await send(world, clientOf(role), route)
        expect({ role: shownRole(role), status }).toEqual({
          role: shownRole(role),
          status: route.status ?? 200,
        })
      }
    },
  )

  const isTransfer = ({ path }: Route) => path.endsWith('/transfer')
  const writes = routes.filter((route) => !isRead(route))

  function leastRoleOf(route: Route): Role | null {
    // Guests create no organizations, although no permission of one is required.
    const roles = rowName(route) === 'POST /orgs' ? roleOrder : everyRole
    return roles.find((role) => holds(role, permissionOf(route)) && holds(role, sightOf(route))) ?? null
  }

  async function expectAllowed(member: TestUser, route: Route) {
    if (isTransfer(route)) await joinTarget(route, member)
    if (rowName(route) === 'POST /orgs/:organizationId/restore')
      await addMember(app, world.parametersFor(route).organizationId as string, member, 'ADMIN')
    const { status, body } = await send(world, app.as(member), route)
    const row = rowName(route)
    expect({ row, status, error: body?.error }).toEqual({ row, status: route.status ?? 200 })
  }

  test('with the least role may perform every row that writes, one after the other', async () => {
    onTestFinished(restoreWorld)
    const rows = endingLast(
      oneRowIn(
        3,
        writes.filter((row) => !isTransfer(row)),
      ),
    )
    const ofLeastRole = await buildMembers(app, world.organizationId, rows.map(leastRoleOf))
    for (const [index, route] of rows.entries()) await expectAllowed(ofLeastRole[index] as TestUser, route)
  }, 120_000)

  test.each(named(writes.filter(isTransfer)))('with the least role may perform %s', async (_name, route) => {
    onTestFinished(restoreWorld)
    await expectAllowed(await buildMember(app, world.organizationId, leastRoleOf(route)), route)
  })

  /** To transfer something one must be an admin where it goes, too. */
  async function joinTarget(route: Route, member: TestUser) {
    const { organization } = world.bodyFor(route) as { organization: string }
    await addMember(app, organization, member, permissionTable['organization:administer'])
  }
})

/** The rows that the visitor of a site may call, with the token of a lookup. Of the others `npm test` tries one in eight. */
const rowsForVisitors = [
  'GET /orgs/:organizationId/openapi/:specSlug/versions/latest/content',
  'GET /orgs/:organizationId/sites/:siteId/published',
  'GET /orgs/:organizationId/sites/:siteId/redirect',
  'POST /orgs/:organizationId/sites/:siteId/insights/events',
  'POST /orgs/:organizationId/sites/:siteId/search',
  'POST /orgs/:organizationId/sites/:siteId/search/prewarm',
  'GET /spaces/:spaceId',
  'GET /spaces/:spaceId/content',
  'POST /spaces/:spaceId/content/computed/document',
  'GET /spaces/:spaceId/content/files',
  'GET /spaces/:spaceId/content/files/:fileId',
  'GET /spaces/:spaceId/content/page/:pageId',
  'GET /spaces/:spaceId/content/page/:pageId/meta-links',
  'GET /spaces/:spaceId/content/pages',
  'GET /spaces/:spaceId/content/path/:pagePath*',
  'GET /spaces/:spaceId/content/reusable-contents/:reusableContentId',
  'GET /spaces/:spaceId/documents/:documentId',
  'GET /spaces/:spaceId/embed',
  'GET /spaces/:spaceId/revisions/:revisionId',
  'GET /spaces/:spaceId/revisions/:revisionId/changes',
  'GET /spaces/:spaceId/revisions/:revisionId/files',
  'GET /spaces/:spaceId/revisions/:revisionId/files/:fileId',
  'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId',
  'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
  'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links',
  'GET /spaces/:spaceId/revisions/:revisionId/pages',
  'GET /spaces/:spaceId/revisions/:revisionId/path/:pagePath*',
  'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId',
  'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
  'GET /urls/published',
  'POST /urls/published',
  'GET /users/:userId',
]

/**
 * Writes a page that shows a visitor what the rows for visitors read of the world. Returns the id of the revision, which is
 * the live one.
 */
async function showEverything(): Promise<string> {
  const parametersAt = (end: string) =>
    world.parametersFor(routes.find(({ method, path }) => method === 'GET' && path.endsWith(end)) as Route)
  const { spaceId, fileId } = parametersAt('/content/files/:fileId')
  const markdown = [
    `{% openapi-operation spec="${parametersAt('/openapi/:specSlug').specSlug}" path="/pets" method="get" %}`,
    `[a file](/files/${fileId}), [a user](/users/${parametersAt('/users/:userId').userId})`,
    `{% include "/reusable-contents/${parametersAt('/content/reusable-contents/:reusableContentId').reusableContentId}" %}`,
  ].join('\n\n')
  const changes = [{ operation: 'insert_page', title: 'Pets', document: { markdown } }]
  const answer = await world.client.post(`/spaces/${spaceId}/content`, { changes })
  return answer.body.revision
}

/** Returns parameters with the id of the live revision, and with the id by which the visitor knows a body. */
async function asVisitorKnows(
  visitor: TestClient,
  parameters: Readonly<Record<string, string>>,
  revisionId: string,
): Promise<Readonly<Record<string, string>>> {
  const { spaceId, documentId } = parameters
  const live = { ...parameters, ...(parameters.revisionId && { revisionId }) }
  if (!documentId) return live
  const { pages } = (await visitor.get(`/spaces/${spaceId}/content/pages`)).body
  const shown = pages?.find((page: { documentId?: string }) => page.documentId)
  return { ...live, ...(shown && { documentId: shown.documentId }) }
}

describe('the visitor of a site', () => {
  test('may call the rows of the list with the token of a lookup, and no other row', async () => {
    onTestFinished(restoreWorld)
    const find = (name: string) => routes.find((route) => rowName(route) === name) as Route
    await send(world, world.client, find('POST /orgs/:organizationId/sites/:siteId/publish'))
    const { body: lookup } = await send(world, world.client, find('POST /urls/published'))
    const visitor = app.as({ token: lookup.apiToken })
    const revisionId = await showEverything()
    const outcomes: unknown[] = []
    const tried = routes.filter(
      (route, index) => fallsTo(0, 8, index) || rowsForVisitors.includes(rowName(route)),
    )
    for (const route of tried) {
      const parameters = world.parametersFor(route)
      const { status, body } = await call(
        visitor,
        route,
        await asVisitorKnows(visitor, parameters, revisionId),
        world.bodyFor(route),
      )
      outcomes.push({ row: rowName(route), status, reason: body?.error?.reason })
    }
    expect(outcomes).toEqual(
      tried.map((route) => {
        const row = rowName(route)
        return rowsForVisitors.includes(row)
          ? { row, status: route.status ?? 200, reason: undefined }
          : { row, status: 403, reason: 'TOKEN_OF_VISITOR' }
      }),
    )
    expect(routes.map(rowName)).toEqual(expect.arrayContaining(rowsForVisitors))
  })
})

interface AnswerOfRow {
  readonly row: string
  readonly status: number
  readonly text: string
}

/** Returns what each row with the method GET answers a client. */
async function answersTo(client: TestClient): Promise<readonly AnswerOfRow[]> {
  const answers = []
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { status, body } = await call(client, route, world.parametersFor(route), undefined)
    answers.push({ row: rowName(route), status, text: JSON.stringify(body) })
  }
  return answers
}

const answersByToken = new Map<string | null, Promise<readonly AnswerOfRow[]>>()

/** Returns what they answer a client that several tests ask as. */
const sharedAnswersTo = (client: TestClient) =>
  getOrCreate(answersByToken, client.token, () => answersTo(client))

/** The rows that read nothing but what requires more than reading. */
const rowsOfSecrets = [
  'GET /orgs/:organizationId/link-invites',
  'GET /orgs/:organizationId/link-invites/:inviteId',
  'GET /orgs/:organizationId/sites/:siteId/publishing/auth',
]

describe('no row that reads', () => {
  test('shows e-mail addresses of members to a guest, even to one who administers all content', async () => {
    const trustedGuest = await buildTrustedGuest()
    const others = await app.database.prisma.user.findMany({ where: { id: { not: trustedGuest.id } } })
    const showing = (answers: readonly AnswerOfRow[]) =>
      answers.filter(({ text }) => others.some(({ email }) => text.includes(email))).map(({ row }) => row)
    const toGuest = await answersTo(app.as(trustedGuest))
    expect(toGuest.filter(({ status }) => status === 200).length).toBeGreaterThan(80)
    expect(showing(toGuest)).toEqual([])
    expect(showing(await sharedAnswersTo(world.client)).length).toBeGreaterThan(5)
  })

  test('shows secrets to a token that may only read', async () => {
    // The key of a site is made when it is first read.
    const toAdmin = await sharedAnswersTo(world.client)
    const { publishingAuth, shareLink, linkInvite } = app.database.prisma
    const where = { organizationId: world.organizationId }
    const secrets = [
      ...(await publishingAuth.findMany({ where: { site: where } })).map(({ privateKey }) => privateKey),
      ...(await shareLink.findMany({ where: { site: where } })).map(({ key }) => key),
      ...(await linkInvite.findMany({ where })).map(({ id }) => id),
    ]
    const showing = (answers: readonly AnswerOfRow[]) =>
      answers.filter(({ text }) => secrets.some((secret) => text.includes(secret))).map(({ row }) => row)
    expect(showing(toAdmin).sort()).toEqual([
      ...rowsOfSecrets,
      'GET /orgs/:organizationId/sites/:siteId/share-links',
    ])
    expect(showing(await sharedAnswersTo(app.as(readOnly)))).toEqual([])
  })
})

describe('the permissions of a resource', () => {
  test.each(resources)(
    '%s tell every role what its operations would answer',
    async (...resource: Resource) => {
      const [type, , view] = resource
      const flags = flagsOf(`${type}Permissions`)
      expect(flags.length).toBeGreaterThan(1)
      for (const role of everyRole.filter((role) => holds(role, view))) {
        const permissions = await readPermissions(world, clientOf(role), resource)
        for (const { flag, permission } of flags) {
          const told = { role: shownRole(role), flag, allowed: permissions[flag] }
          expect(told).toEqual({ ...told, allowed: holds(role, permission) })
          // Whom each row refuses is tested above.
          if (told.allowed || !isLongRun) continue
          for (const route of routes.filter((route) => permissionOf(route) === permission)) {
            // The deleted space that this row is about is another one.
            if (route.path.endsWith('/restore')) continue
            const { status } = await send(world, clientOf(role), route)
            expect(status).toBe(holds(role, sightOf(route)) ? 403 : 404)
          }
        }
      }
    },
  )

  test('of an organization are derived, but for own teams and for integrations, of which there are none', () => {
    const type = schema.getType('OrganizationPermissions')
    const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
    const derived = flagsOf('OrganizationPermissions').map(({ flag }) => flag)
    expect(fields.filter((field) => !derived.includes(field))).toEqual(['installIntegration', 'ownTeam'])
  })
})

const byGrant = [
  ['the space', ':spaceId', 'space'],
  ['the collection around the space', ':spaceId', 'space'],
  ['the collection', ':collectionId', 'collection'],
  ['the site', ':siteId', 'site'],
] as const

const targetOf = (onto: (typeof byGrant)[number][0]) => {
  const parameters = world.parametersFor(rowNamed('GET /spaces/:spaceId')) as {
    spaceId: string
    collectionId: string
    siteId: string
  }
  if (onto === 'the space') return { spaceId: parameters.spaceId }
  return onto === 'the site' ? { siteId: parameters.siteId } : { collectionId: parameters.collectionId }
}

/** Rows about the thing that ask for a permission on it, and not on the organization or on something else. */
const rowsAbout = (parameter: string, resource: string) =>
  routes.filter(
    (route) =>
      route.path.includes(parameter) &&
      permissionOf(route)?.startsWith(`${resource}:`) &&
      !route.path.endsWith('/restore'),
  )

describe('a token that may only read', () => {
  test('performs every row that reads but those of secrets, whatever else its owner may do', async () => {
    const reader = app.as(readOnly)
    const statuses = new Map((await sharedAnswersTo(reader)).map(({ row, status }) => [row, status]))
    for (const route of routes) {
      const status =
        statuses.get(rowName(route)) ??
        (await call(reader, route, world.parametersFor(route), world.bodyFor(route))).status
      const isAllowed = (isRead(route) && !rowsOfSecrets.includes(rowName(route))) || isPublic(route)
      const expected = isAllowed ? (route.status ?? 200) : 403
      expect({ row: rowName(route), status }).toEqual({ row: rowName(route), status: expected })
    }
  })
})

describe('a guest with a role granted on', () => {
  beforeAll(async () => {
    await restoreWorld()
    const { spaceId, collectionId } = world.parametersFor(rowNamed('GET /spaces/:spaceId'))
    const moved = await world.client.post(`/spaces/${spaceId}/move`, { parent: collectionId })
    expect(moved.status).toBe(200)
  })
  afterAll(() => restoreWorld())

  // What is granted on collections is inherited: `npm test` has that in the test of inheritance.
  const chosen = byGrant.filter(([onto]) => isLongRun || onto !== 'the collection around the space')
  const cases = chosen.flatMap(([onto, parameter, resource]) =>
    roleOrder.map((role) => [onto, role, parameter, resource] as const),
  )

  test.each(cases)(
    '%s has, as %s, exactly the rights of that role on it',
    async (onto, role, parameter, resource) => {
      const guest = await buildMember(app, world.organizationId, null)
      await grant(app, guest, role, targetOf(onto))
      // Of a site one sees the spaces that one may read, and what is about them.
      if (onto === 'the site') await grant(app, guest, 'READ', targetOf('the space'))
      const client = app.as(guest)
      // A space that another row transfers is not the one that the grant is about.
      const rows = rowsAbout(parameter, resource).filter(({ path }) => path !== '/spaces/:spaceId/transfer')
      for (const route of rows.filter((row) => isLongRun || isOnEdge(role, row))) {
        const allowed = holds(role, permissionOf(route))
        if (allowed && !isRead(route)) continue
        const { status } = await send(world, client, route)
        expect({ row: rowName(route), status }).toEqual({
          row: rowName(route),
          status: allowed ? (route.status ?? 200) : 403,
        })
      }
      const about = resources.find(([type]) => type.toLowerCase() === resource) as Resource
      const permissions = await readPermissions(world, client, about)
      for (const { flag, permission } of flagsOf(`${about[0]}Permissions`))
        expect({ flag, allowed: permissions[flag] }).toEqual({ flag, allowed: holds(role, permission) })
    },
  )

  const writes = [
    ['POST /spaces/:spaceId/comments', 'the space'],
    ['POST /spaces/:spaceId/content', 'the space'],
    ['POST /spaces/:spaceId/content', 'the collection around the space'],
    ['PATCH /spaces/:spaceId', 'the space'],
    ['PATCH /spaces/:spaceId', 'the collection around the space'],
    ['PATCH /collections/:collectionId', 'the collection'],
    ['PATCH /orgs/:organizationId/sites/:siteId', 'the site'],
    ['POST /orgs/:organizationId/sites/:siteId/section-groups', 'the site'],
  ] as const

  test.each(writes)('may perform %s with its least role on %s', async (name, onto) => {
    const route = rowNamed(name)
    const least = roleOrder.find((role) => holds(role, permissionOf(route))) as Role
    const guest = await buildMember(app, world.organizationId, null)
    await grant(app, guest, least, targetOf(onto))
    const { status } = await send(world, app.as(guest), route)
    expect(status).toBe(route.status ?? 200)
  })
})
