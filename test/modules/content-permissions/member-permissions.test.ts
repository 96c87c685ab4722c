import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions, permissionTable } from '../../../src/access/permissions.ts'
import { roleOrder } from '../../../src/access/roles.ts'
import { flagsOf } from '../../contract/row-permissions.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds an organization with a space, a collection and a site, and a member who may read. */
async function buildContent() {
  const organization = await buildOrganization(app)
  const admin = app.as(organization.admin)
  const collection = await buildCollection(app, organization)
  const space = await buildSpace(app, organization)
  const site = (await admin.post(`/orgs/${organization.id}/sites`, {})).body
  const reader = await buildMember(app, organization.id, 'READ')
  const addresses = {
    space: `/spaces/${space.id}`,
    collection: `/collections/${collection.id}`,
    site: `/orgs/${organization.id}/sites/${site.id}`,
  }
  const ids = { space: space.id, collection: collection.id, site: site.id }
  return { organization, admin, reader, space, addresses, ids }
}

type Listed = { user: { id: string }; permission: string; grants: string[] }

const byUser = (body: { items: Listed[] }) =>
  Object.fromEntries(body.items.map(({ user, permission }) => [user.id, permission]))

describe.each(['space', 'collection', 'site'] as const)('the permissions of members on a %s', (kind) => {
  test('are listed to a member who may only read, with what each role allows', async () => {
    const { organization, reader, addresses } = await buildContent()
    const editor = await buildMember(app, organization.id, 'EDIT')
    await buildMember(app, organization.id, null)
    const below = `${addresses[kind]}/permissions`
    const { status, body } = await app.as(reader).get(`${below}/members`)
    expect([status, body.count]).toEqual([200, 3])
    expect(byUser(body)).toEqual({
      [organization.admin.id]: 'admin',
      [reader.id]: 'read',
      [editor.id]: 'edit',
    })
    const own = body.items.find(({ user }: Listed) => user.id === reader.id)
    expect(own).toMatchObject({ grants: [`${kind}:view`], origin: { type: 'organization', by: 'role' } })
    expect((await app.as(reader).get(`${below}/self`)).body).toEqual(own)
    for (const list of ['users', 'teams', 'aggregate'])
      expect((await app.as(reader).get(`${below}/${list}`)).status).toBe(403)
  })

  test('can be filtered by role and by permission', async () => {
    const { organization, reader, addresses } = await buildContent()
    const creator = await buildMember(app, organization.id, 'CREATE')
    const members = `${addresses[kind]}/permissions/members`
    const client = app.as(reader)
    const able = await client.get(`${members}?permission=${kind}:administer`)
    expect(byUser(able.body)).toEqual({ [organization.admin.id]: 'admin', [creator.id]: 'create' })
    expect((await client.get(`${members}?permission=${kind}:administer&limit=1`)).body.count).toBe(2)
    expect(byUser((await client.get(`${members}?role=read`)).body)).toEqual({ [reader.id]: 'read' })
    const refused = await client.get(`${members}?permission=team:view`)
    expect([refused.status, refused.body.error.fields[0].path]).toEqual([400, 'permission'])
  })

  test('can be those of one member, by the id of the user or of the member', async () => {
    const { organization, admin, reader, ids } = await buildContent()
    await buildMember(app, organization.id, 'EDIT')
    const member = await app.database.prisma.member.findFirstOrThrow({ where: { userId: reader.id } })
    const { data } = await admin.gql(
      `query ($id: ID!, $user: ID!, $member: ID!) {
        ${kind}(id: $id) {
          byUser: memberPermissions(user: $user) { nodes { role user { id } } }
          byMember: memberPermissions(user: $member) { nodes { role user { id } } }
        }
      }`,
      { id: ids[kind], user: reader.id, member: member.id },
    )
    const nodes = [{ role: 'READ', user: { id: reader.id } }]
    expect(data[kind]).toEqual({ byUser: { nodes }, byMember: { nodes } })
  })

  test('are hidden from guests, who see their own, and from strangers', async () => {
    const { organization, admin, addresses } = await buildContent()
    const below = `${addresses[kind]}/permissions`
    const guest = await buildMember(app, organization.id, null)
    expect((await app.as(guest).get(`${below}/self`)).status).toBe(404)
    await admin.post(below, { role: 'read', users: [guest.id] })
    expect((await app.as(guest).get(`${below}/self`)).body).toMatchObject({
      permission: 'read',
      origin: { type: kind, by: 'user' },
    })
    const refused = await app.as(guest).get(`${below}/members`)
    expect([refused.status, refused.body.error.reason]).toEqual([403, 'PERMISSION_REQUIRED'])
    const stranger = app.as(await buildUser(app))
    for (const list of ['self', 'members']) expect((await stranger.get(`${below}/${list}`)).status).toBe(404)
  })

  test.each(roleOrder)('grant to the role %s exactly what `permissions` says', async (role) => {
    const { organization, ids } = await buildContent()
    const member = app.as(await buildMember(app, organization.id, role))
    const type = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    const flags = flagsOf(`${type}Permissions`)
    const { data } = await member.gql(
      `query ($id: ID!) {
        node(id: $id) {
          ... on ${type} {
            permissions { ${flags.map(({ flag }) => flag).join(' ')} } viewerPermission { role grants }
          }
        }
      }`,
      { id: ids[kind] },
    )
    const { permissions, viewerPermission } = data.node
    const enumOf = (permission: string) => permission.toUpperCase().replaceAll(/[:-]/g, '_')
    for (const { flag, permission } of flags)
      expect({ flag, granted: viewerPermission.grants.includes(enumOf(permission)) }).toEqual({
        flag,
        granted: permissions[flag],
      })
    expect(viewerPermission.role).toBe(role)
  })
})

test('the origin of a role is null where the caller cannot see it', async () => {
  const { organization, admin } = await buildContent()
  const hidden = await buildCollection(app, organization, { defaultLevel: null })
  const space = await buildSpace(app, organization, { parent: hidden, defaultLevel: 'READ' })
  const editor = await buildMember(app, organization.id, 'READ')
  await grant(app, editor, 'EDIT', { collectionId: hidden.id })
  const reader = app.as(await buildMember(app, organization.id, 'READ'))
  const members = `/spaces/${space.id}/permissions/members?role=edit`
  const seen = async (client: typeof reader) => (await client.get(members)).body.items[0].origin
  expect(await seen(admin)).toEqual({ type: 'collection', by: 'user', collection: hidden.id })
  expect(await seen(reader)).toEqual({ type: 'collection', by: 'user' })
})

test('the permissions of the caller on many spaces are read together', async () => {
  const { organization, reader } = await buildContent()
  const document = `query ($id: ID!) {
    organization(id: $id) { spaces { nodes { viewerPermission { role grants } } } }
  }`
  const read = () =>
    app.statements(async () => {
      const { data } = await app.as(reader).gql(document, { id: organization.id })
      expect(data.organization.spaces.nodes.every((node: object) => 'viewerPermission' in node)).toBe(true)
    })
  await read()
  const { count } = await read()
  for (let index = 0; index < 5; index++) await buildSpace(app, organization)
  expect((await read()).count).toBe(count)
})

describe('the rules of permissions', () => {
  test('are the table that operations enforce, the same in both styles', async () => {
    const client = app.as(await buildUser(app))
    const { body } = await client.get('/permissions')
    type Rule = {
      permission: string
      resource: string
      description: string
      roles: string[]
      guests: boolean
    }
    expect(body.items.map(({ permission }: Rule) => permission)).toEqual(allPermissions)
    for (const { permission, resource, roles, guests, description } of body.items as Rule[]) {
      const least = permissionTable[permission as keyof typeof permissionTable]
      expect(guests).toBe(least === 'MEMBER')
      const lowest = least === 'MEMBER' ? 0 : roleOrder.indexOf(least)
      expect(roles).toEqual(roleOrder.slice(lowest).map((role) => role.toLowerCase()))
      expect(permission.startsWith(`${resource}:`)).toBe(true)
      expect(description).toMatch(/^[A-Z].+\.$/)
    }
    const { data } = await client.gql('{ permissionRules { permission resource } }')
    expect(data.permissionRules[0]).toEqual({ permission: 'ORGANIZATION_VIEW', resource: 'ORGANIZATION' })
  })

  test('require a token', async () => {
    expect((await app.as(null).get('/permissions')).status).toBe(401)
  })
})
