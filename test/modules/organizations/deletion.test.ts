import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import {
  buildMember,
  buildOrganization,
  buildToken,
  buildUser,
} from '../../support/factories/organizations.ts'

const day = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds an organization and deletes it. */
async function buildDeleted() {
  const organization = await buildOrganization(app, { title: 'Gone' })
  const client = app.as(organization.admin)
  expect((await client.delete(`/orgs/${organization.id}?title=Gone`)).status).toBe(205)
  return { ...organization, client }
}

const trashOf = async (client: TestClient) => (await client.get('/trash/orgs')).body.items

describe('an organization', () => {
  test('is deleted by its admins only, and by none who does not repeat its title', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Acme & Söhne' })
    const creator = app.as(await buildMember(app, id, 'CREATE'))
    const address = `/orgs/${id}?title=${encodeURIComponent('Acme & Söhne')}`
    expect((await creator.delete(address)).status).toBe(403)
    expect((await app.as(await buildUser(app)).delete(address)).status).toBe(404)
    const client = app.as(admin)
    expect((await client.delete(`/orgs/${id}`)).status).toBe(400)
    const { status, body } = await client.delete(`/orgs/${id}?title=Acme`)
    expect({ status, reason: body.error.reason }).toEqual({ status: 400, reason: 'TITLE_NOT_REPEATED' })
    expect((await client.get(`/orgs/${id}`)).status).toBe(200)
    expect((await client.delete(address)).status).toBe(205)
    expect((await client.delete(address)).status).toBe(404)
  })

  test('is gone for everybody at once, also for later fields of the same request', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Gone' })
    const member = app.as(await buildMember(app, id, 'CREATE'))
    expect((await member.get(`/orgs/${id}`)).status).toBe(200)
    const { data } = await app.as(admin).gql(
      `mutation ($id: ID!) {
        deleteOrganization(organizationId: $id, input: { title: "Gone" }) {
          deletedOrganizationId
          query {
            organizations(first: 1) { totalCount }
            deletedOrganizations(first: 1) { nodes { organizationId title daysLeft } }
          }
        }
      }`,
      { id },
    )
    expect(data.deleteOrganization).toEqual({
      deletedOrganizationId: id,
      query: {
        organizations: { totalCount: 0 },
        deletedOrganizations: { nodes: [{ organizationId: id, title: 'Gone', daysLeft: 7 }] },
      },
    })
    expect((await member.get(`/orgs/${id}`)).status).toBe(404)
    expect((await member.get('/orgs')).body).toEqual({ items: [], count: 0 })
  })

  test('leaves its members as users', async () => {
    const { client } = await buildDeleted()
    expect((await client.get('/user')).status).toBe(200)
    const { status, body } = await client.post('/user/tokens', { label: 'Another' })
    expect({ status, error: body.error }).toEqual({ status: 201 })
  })
})

describe('a deleted organization', () => {
  test('is in the trash of its admins, who restore it once', async () => {
    const { id, client } = await buildDeleted()
    const member = app.as(await buildMember(app, id, 'CREATE'))
    expect(await trashOf(member)).toEqual([])
    expect((await member.post(`/orgs/${id}/restore`)).status).toBe(404)
    const [listed] = await trashOf(client)
    expect(listed).toMatchObject({ object: 'deleted-organization', id, title: 'Gone', daysLeft: 7 })
    expect(Date.parse(listed.purgeAt) - Date.parse(listed.deletedAt)).toBe(7 * day)
    const answers = await Promise.all([1, 2].map(() => client.post(`/orgs/${id}/restore`)))
    expect(answers.map(({ status }) => status).sort()).toContain(200)
    expect((await client.post(`/orgs/${id}/restore`)).body.error.reason).toBe('ORGANIZATION_NOT_DELETED')
    expect(await trashOf(client)).toEqual([])
    expect((await member.get(`/orgs/${id}`)).status).toBe(200)
  })

  test('cannot be restored after 7 days, nor by a token that may only read or is of another organization', async () => {
    const { id, admin, client } = await buildDeleted()
    const tokenWith = async (scopes: string[]) =>
      app.as({ token: (await client.post('/user/tokens', { label: 'Limited', scopes })).body.token })
    expect((await (await tokenWith(['read'])).post(`/orgs/${id}/restore`)).status).toBe(403)
    const other = app.as(await buildToken(app, admin, ['read', 'write', 'organization:org1']))
    expect(await trashOf(other)).toEqual([])
    expect((await other.post(`/orgs/${id}/restore`)).status).toBe(404)
    await app.database.prisma.organization.update({
      where: { id },
      data: { deletedAt: new Date(Date.now() - 7 * day - 1000) },
    })
    expect(await trashOf(client)).toEqual([])
    expect((await client.post(`/orgs/${id}/restore`)).status).toBe(404)
  })

  test('has its deletion and its restoration in the audit log', async () => {
    const { id, admin, client } = await buildDeleted()
    await client.post(`/orgs/${id}/restore`)
    const { items } = (await client.get(`/orgs/${id}/audit-events?limit=2`)).body
    const about = { source: 'api', actor: { id: admin.id }, target: { type: 'Organization', id } }
    expect(items).toMatchObject([
      { action: 'restoreOrganization', ...about },
      { action: 'deleteOrganization', ...about },
    ])
  })

  test('admits nobody: by invitation, by link, or by the domain of an address', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Gone' })
    const client = app.as(admin)
    const link = (await client.post(`/orgs/${id}/link-invites`, { role: 'read' })).body
    const invited = (await client.post(`/orgs/${id}/invites`, { emails: [`a@${id}.example`], role: 'read' }))
      .body
    const secret = invited.invitations[0].link.split('/').at(-1)
    await client.patch(`/orgs/${id}`, { emailDomains: ['example.com'] })
    const outsider = app.as(await buildUser(app))
    const listed = async () =>
      (await outsider.get('/email-domains/example.com/orgs')).body.organizations.map(
        (each: { id: string }) => each.id,
      )
    expect(await listed()).toContain(id)
    await client.delete(`/orgs/${id}?title=Gone`)
    expect(await listed()).not.toContain(id)
    const answers = [
      await outsider.post(`/orgs/${id}/join`),
      await outsider.post(`/orgs/${id}/invites/${link.id}`),
      await app.as(null).post(`/invites/${secret}`, { displayName: 'Invited' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await app.database.prisma.member.count({ where: { organizationId: id } })).toBe(1)
  })
})
