import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleAtLeast, roleOrder } from '../../src/access/roles.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import { queryLimits } from '../../src/graphql/query-limits.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { budget, isLongRun, oneInTurn, oneRowIn } from '../support/budget.ts'
import { buildMember, buildOrganization, grant, type TestUser } from '../support/factories/organizations.ts'
import {
  everyRole,
  flagsOf,
  holds,
  permissionOf,
  readPermissions,
  resources,
  rowNamed,
  send,
} from './row-permissions.ts'
import { call, rowName, startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World
let members: Map<Role | null, TestUser>
let ids: { organizationId: string; spaceId: string; collectionId: string; siteId: string }

const clientOf = (role: Role | null) => app.as(members.get(role) as TestUser)

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  members = new Map()
  for (const role of everyRole) members.set(role, await buildMember(app, world.organizationId, role))
  ids = world.parametersFor(rowNamed('GET /user')) as typeof ids
  // The space lies in the collection, so that what is set there is inherited.
  const moved = await world.client.post(`/spaces/${ids.spaceId}/move`, { parent: ids.collectionId })
  expect(moved.status).toBe(200)
})
afterAll(() => app.close())

const levels = ['read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit', null] as const

/** Returns the role of a member of the organization on content with a level, as the specification defines it. */
function roleAtLevel(level: (typeof levels)[number], member: Role | null): Role | null {
  if (member === 'ADMIN') return 'ADMIN'
  if (member === null || level === null) return null
  return level === 'inherit' ? member : (level.toUpperCase() as Role)
}

const [, , spaceResource] = resources

/** Asserts that the member has exactly the rights of the role on the space. */
async function expectRights(client: TestClient, role: Role | null) {
  const read = await client.get(`/spaces/${ids.spaceId}`)
  const listed = (await client.get(`/orgs/${ids.organizationId}/spaces?limit=1000`)).body.items
  const isListed = listed.some((space: { id: string }) => space.id === ids.spaceId)
  const seen = holds(role, 'space:view')
  expect({ status: read.status, isListed }).toEqual({ status: seen ? 200 : 404, isListed: seen })
  const writing = rowNamed('POST /spaces/:spaceId/content')
  if (!roleAtLeast(role, 'EDIT')) expect((await send(world, client, writing)).status).toBe(seen ? 403 : 404)
  if (!seen || !spaceResource) return
  const permissions = await readPermissions(world, client, spaceResource)
  for (const { flag, permission } of flagsOf('SpacePermissions'))
    expect({ flag, allowed: permissions[flag] }).toEqual({ flag, allowed: holds(role, permission) })
}

const setLevel = async (place: 'spaces' | 'collections', level: (typeof levels)[number]) => {
  const id = place === 'spaces' ? ids.spaceId : ids.collectionId
  const { status } = await world.client.patch(`/${place}/${id}`, { defaultLevel: level })
  expect(status).toBe(200)
}

const between = everyRole.filter((role) => role !== null && role !== 'ADMIN')
const oneBetween = oneInTurn()

/** Returns the roles to try. Where all but guests and admins have the same rights, `npm test` tries one of them. */
const rolesAt = (level: (typeof levels)[number]) =>
  isLongRun || level === 'inherit' ? everyRole : [null, ...oneBetween(between), 'ADMIN' as const]

/** In `npm test` one that is less than what a member has, one that is more, and the two that are of another kind. */
const triedLevels = budget<readonly (typeof levels)[number][]>(['read', 'edit', 'inherit', null], levels)

describe.each(triedLevels.map((level) => [level ?? 'null', level] as const))(
  'the default level %s',
  (_name, level) => {
    test('of a space is the role that every member has on it, and guests have none', async () => {
      await setLevel('collections', 'inherit')
      await setLevel('spaces', level)
      for (const role of rolesAt(level)) await expectRights(clientOf(role), roleAtLevel(level, role))
    })

    test('of a collection is that of the spaces in it which inherit', async () => {
      await setLevel('collections', level)
      await setLevel('spaces', 'inherit')
      for (const role of rolesAt(level)) await expectRights(clientOf(role), roleAtLevel(level, role))
    })

    test('of a space takes the place of its collection’s', async () => {
      await setLevel('collections', level)
      await setLevel('spaces', 'comment')
      for (const role of isLongRun ? everyRole : ([null, 'READ', 'ADMIN'] as const))
        await expectRights(clientOf(role), roleAtLevel('comment', role))
    })

    test('of a space takes nothing from those with a greater role of their own', async () => {
      await setLevel('collections', 'inherit')
      await setLevel('spaces', level)
      const reviewer = await buildMember(app, ids.organizationId, 'READ')
      await grant(app, reviewer, 'REVIEW', { spaceId: ids.spaceId })
      const inherited = roleAtLevel(level, 'READ')
      await expectRights(app.as(reviewer), roleAtLeast(inherited, 'REVIEW') ? inherited : 'REVIEW')
    })
  },
)

describe('what a guest finds', () => {
  const lists = routes.filter(
    (route) => route.respond.kind === 'list' && /^\/orgs\/:organizationId\/[a-z]+$/.test(route.path),
  )

  test('without any grant is nothing, in every list of an organization', async () => {
    const found = new Map<string, number>()
    for (const route of lists) {
      const { status, body } = await send(world, clientOf(null), route)
      if (holds(null, permissionOf(route))) found.set(rowName(route), body.items.length + body.count)
      else expect(status).toBe(403)
    }
    expect([...found]).toEqual([
      ['GET /orgs/:organizationId/collections', 0],
      ['GET /orgs/:organizationId/spaces', 0],
      ['GET /orgs/:organizationId/jobs', 0],
      ['GET /orgs/:organizationId/search', 0],
      ['GET /orgs/:organizationId/sites', 0],
    ])
  })

  test.each(oneRowIn(2, roleOrder))(
    'with %s on a collection is the collection with all in it, and nothing beside',
    async (role) => {
      await setLevel('collections', 'inherit')
      await setLevel('spaces', null)
      const guest = await buildMember(app, ids.organizationId, null)
      await grant(app, guest, role, { collectionId: ids.collectionId })
      const client = app.as(guest)
      const idsIn = async (address: string) =>
        (await client.get(address)).body.items.map(({ id }: { id: string }) => id)
      const base = `/orgs/${ids.organizationId}`
      expect({
        spaces: await idsIn(`${base}/spaces`),
        collections: await idsIn(`${base}/collections`),
        inside: await idsIn(`/collections/${ids.collectionId}/spaces`),
        sites: await idsIn(`${base}/sites`),
      }).toEqual({ spaces: [ids.spaceId], collections: [ids.collectionId], inside: [ids.spaceId], sites: [] })
      await expectRights(client, role)
    },
  )

  test('with a role on a site is the site, without the spaces that are hidden from them', async () => {
    const guest = await buildMember(app, ids.organizationId, null)
    await grant(app, guest, 'READ', { siteId: ids.siteId })
    const client = app.as(guest)
    const site = `/orgs/${ids.organizationId}/sites/${ids.siteId}`
    expect((await client.get(site)).status).toBe(200)
    expect((await client.get(`${site}/site-spaces`)).body).toMatchObject({ items: [], count: 0 })
    await grant(app, guest, 'READ', { spaceId: ids.spaceId })
    const shown = (await client.get(`${site}/site-spaces`)).body
    expect(shown.items.map((item: { space: { id: string } }) => item.space.id)).toEqual([ids.spaceId])
    expect(shown.count).toBe(1)
    const structure = JSON.stringify((await client.get(`${site}/structure`)).body)
    expect(structure).toContain(ids.spaceId)
    const second = (await world.client.get(`/orgs/${ids.organizationId}/spaces`)).body.items.find(
      (space: { title: string }) => space.title === 'Second space',
    )
    expect(structure).not.toContain(second.id)
  })
})

describe('node(id)', () => {
  const ask = async (client: TestClient, id: string) => {
    const { data, errors } = await client.gql('query ($id: ID!) { node(id: $id) { __typename id } }', { id })
    return { node: data?.node, errors }
  }
  /** The ids of objects in the space, which alone decides who sees them. */
  const inSpace = ['spaceId', 'revisionId', 'commentId', 'commentReplyId', 'siteSpaceId']
  const known = [
    ...inSpace,
    'organizationId',
    'userId',
    'collectionId',
    'siteId',
    'siteSectionId',
    'siteSectionGroupId',
    'siteRedirectId',
    'siteExternalLinkId',
    'shareLinkId',
    'teamId',
    'inviteId',
    'emailInviteId',
    'samlProviderId',
    'oidcProviderId',
    'translationSettingsId',
    'glossaryEntryId',
    'fontId',
    'versionId',
    'tokenId',
    'changeRequestId',
    'reviewId',
  ]

  let stranger: TestUser
  beforeAll(async () => {
    stranger = (await buildOrganization(app)).admin
  })

  test.each(known)('finds what %s names, for those who may see it and nobody else', async (name) => {
    const id = world.parametersFor(rowNamed('GET /user'))[name] as string
    expect((await ask(world.client, id)).node).toMatchObject({ id })
    expect(await ask(app.as(stranger), id)).toEqual({ node: null, errors: undefined })
    const unauthenticated = await ask(app.as(null), id)
    expect(unauthenticated.node ?? null).toBeNull()
    expect(unauthenticated.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  test('is null for what is no id, or names something that is only found below something else', async () => {
    const { documentId, organizationId } = world.parametersFor(rowNamed('GET /user'))
    const member = await app.database.prisma.member.findFirstOrThrow({ where: { organizationId } })
    const ids = ['', 'nonsense', '__proto__', 'spcnonsense', documentId, member.id] as string[]
    for (const id of ids)
      expect({ id, ...(await ask(world.client, id)) }).toEqual({ id, node: null, errors: undefined })
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const asked = { ids: [...ids, organizationId] }
    const { data } = await world.client.gql(document, asked)
    expect(data.nodes).toEqual([...ids.map(() => null), { id: organizationId }])
    const tooMany = await world.client.gql(document, { ids: Array(queryLimits.nodes + 1).fill('x') })
    expect(tooMany.errors?.[0]?.message).toBe(`ids: must have at most ${queryLimits.nodes} items`)
  })

  test('finds an invite link with what it leads into', async () => {
    const { inviteId } = world.parametersFor(rowNamed('GET /user'))
    const { data } = await world.client.gql(
      'query ($id: ID!) { node(id: $id) { ... on InviteLink { target { __typename } } } }',
      { id: inviteId },
    )
    expect(data).toEqual({ node: { target: { __typename: 'OrganizationInvite' } } })
  })

  test('is null for a member of the organization wherever a space is hidden from them', async () => {
    await setLevel('spaces', null)
    const parameters = world.parametersFor(rowNamed('GET /user'))
    for (const name of inSpace)
      expect({ name, ...(await ask(clientOf('CREATE'), parameters[name] as string)) }).toEqual({
        name,
        node: null,
      })
  })
})

/** Returns whether a row returns published content of a site, which visitors may read regardless of levels on spaces. */
const readsWhatIsPublished = ({ path }: Route): boolean => path.endsWith('/published')

/** Returns whether a row is about the space of the world or about an object in it. */
const leadsIntoSpace = (route: Route): boolean =>
  /:spaceId|:siteSpaceId|:jobId|:importRunId|^\/urls\/content/.test(route.path)

describe('a hidden space', () => {
  test('is named nowhere in what a member of the organization can read', async () => {
    await setLevel('collections', 'inherit')
    await setLevel('spaces', null)
    for (const route of routes.filter((route) => route.method === 'GET' && !readsWhatIsPublished(route))) {
      const client = clientOf('CREATE')
      // Of jobs, the harness would ask as whom they belong to.
      const { status, body } = leadsIntoSpace(route)
        ? await call(client, route, world.parametersFor(route), undefined)
        : await send(world, client, route)
      const allowed = holds('CREATE', permissionOf(route)) ? 200 : 403
      const expected = leadsIntoSpace(route) ? 404 : allowed
      expect({ row: rowName(route), status }).toEqual({ row: rowName(route), status: expected })
      expect({ row: rowName(route), told: JSON.stringify(body).includes(ids.spaceId) }).toEqual({
        row: rowName(route),
        told: false,
      })
    }
  })
})
