import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewersOfUsers } from '../../../src/access/authenticate.ts'
import { roleOrder } from '../../../src/access/roles.ts'
import { roleOnCollection, roleOnSite, roleOnSpace } from '../../../src/access/viewer.ts'
import { newId } from '../../../src/base/identifiers.ts'
import type { Collection, Space } from '../../../src/generated/prisma/client.ts'
import type { DefaultLevel, Role } from '../../../src/generated/prisma/enums.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { propertyBudget } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { buildTeam } from '../../support/factories/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const role = fc.constantFrom<Role>(...roleOrder)
const level = fc.constantFrom<DefaultLevel | null>('INHERIT', 'INHERIT', 'INHERIT', null, ...roleOrder)

/** Numbers choose among what there is when the organization is built. */
const plan = fc.record({
  members: fc.array(fc.record({ role: fc.option(role), disabled: fc.nat(9) }), {
    minLength: 3,
    maxLength: 6,
  }),
  collections: fc.array(fc.record({ parent: fc.nat(), level }), { minLength: 1, maxLength: 5 }),
  spaces: fc.array(fc.record({ parent: fc.nat(), level }), { minLength: 1, maxLength: 4 }),
  teams: fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  grants: fc.array(fc.record({ role, holder: fc.nat(), target: fc.nat() }), { maxLength: 16 }),
})

type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

/** Builds the organization that a plan asks for. */
async function build({ members, collections, spaces, teams, grants }: Plan) {
  const organization = await buildOrganization(app)
  const users: { id: string }[] = [organization.admin]
  for (const member of members) {
    const user = await buildMember(app, organization.id, member.role)
    users.push(user)
    if (member.disabled === 0)
      await app.database.prisma.member.updateMany({ where: { userId: user.id }, data: { disabled: true } })
  }
  const madeCollections: Collection[] = []
  // The last choice is the root.
  const parentOf = (number: number) => madeCollections[number % (madeCollections.length + 1)] ?? null
  for (const { parent, level: defaultLevel } of collections)
    madeCollections.push(await buildCollection(app, organization, { parent: parentOf(parent), defaultLevel }))
  const madeSpaces: Space[] = []
  for (const { parent, level: defaultLevel } of spaces)
    madeSpaces.push(await buildSpace(app, organization, { parent: parentOf(parent), defaultLevel }))
  const client = app.as(organization.admin)
  const site = (await client.post(`/orgs/${organization.id}/sites`, {})).body as { id: string }
  const madeTeams: { id: string }[] = []
  for (const chosen of teams) {
    const inTeam = new Set(chosen.map((number) => users[number % users.length] as { id: string }))
    madeTeams.push(await buildTeam(app, organization, [...inTeam]))
  }
  const holders = [...users.map(({ id }) => ({ userId: id })), ...madeTeams.map(({ id }) => ({ teamId: id }))]
  const targets = [
    ...madeSpaces.map(({ id }) => ({ spaceId: id })),
    ...madeCollections.map(({ id }) => ({ collectionId: id })),
    { siteId: site.id },
  ]
  await app.database.prisma.contentPermission.createMany({
    data: grants.map((given) => ({
      id: newId('ContentPermission'),
      role: given.role,
      ...holders[given.holder % holders.length],
      ...targets[given.target % targets.length],
    })),
    skipDuplicates: true,
  })
  return { organization, client, users, spaces: madeSpaces, collections: madeCollections, site }
}

/** Reads all pages of a list, of two items each. */
async function readAll(client: TestClient, address: string) {
  const items = []
  for (let page: string | undefined; ; ) {
    const { status, body } = await client.get(`${address}?limit=2${page ? `&page=${page}` : ''}`)
    expect(status).toBe(200)
    items.push(...body.items)
    page = body.next?.page
    if (!page) {
      expect(body.count).toBe(items.length)
      return items
    }
  }
}

const shown = (found: Role | null) => found?.toLowerCase() ?? null

test('the aggregate of every member equals their role, on all content of any organization', async () => {
  const property = fc.asyncProperty(plan, async (chosen) => {
    const { organization, client, users, ...content } = await build(chosen)
    const viewers = (
      await viewersOfUsers(
        app.database.query,
        users.map(({ id }) => id),
      )
    ).filter(({ memberships }) => memberships.has(organization.id))
    const compare = async (address: string, roleOf: (viewer: (typeof viewers)[number]) => Role | null) => {
      const items = await readAll(client, `${address}/permissions/aggregate`)
      const told = items.map(({ user, permission }) => [user.id, permission])
      const listsAll = address.includes('/sites/')
      const expected = viewers
        .map((viewer) => [viewer.userId, shown(roleOf(viewer))])
        .filter(([, found]) => listsAll || found !== null)
      expect(told.sort()).toEqual(expected.sort())
      for (const item of items) expect(Object.keys(item.origin)).toContain(item.origin.type)
    }
    for (const space of content.spaces)
      await compare(`/spaces/${space.id}`, (viewer) => roleOnSpace(viewer, space))
    for (const collection of content.collections)
      await compare(`/collections/${collection.id}`, (viewer) => roleOnCollection(viewer, collection))
    const site = { id: content.site.id, organizationId: organization.id }
    await compare(`/orgs/${organization.id}/sites/${site.id}`, (viewer) => roleOnSite(viewer, site))
    for (const viewer of viewers) {
      const items = await readAll(client, `/orgs/${organization.id}/members/${viewer.userId}/spaces`)
      expect(items.map(({ space, permission }) => [space.id, permission])).toEqual(
        content.spaces
          .map((space) => [space.id, shown(roleOnSpace(viewer, space))])
          .filter(([, found]) => found !== null)
          .reverse(),
      )
    }
  })
  await fc.assert(property, propertyBudget(2, 12))
}, 180_000)
