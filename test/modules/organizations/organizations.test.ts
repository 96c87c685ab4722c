import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an organization', () => {
  test('is created with its creator as the only member and admin', async () => {
    const user = await buildMember(app, (await buildOrganization(app)).id, 'READ')
    const { status, body, headers } = await app.as(user).post('/orgs', {
      title: 'Fresh',
      type: 'community',
      useCase: 'openSourceDocs',
      emailDomains: ['Example.com', 'example.com'],
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(body.urls.location)
    expect(body).toMatchObject({
      object: 'organization',
      title: 'Fresh',
      type: 'community',
      useCase: 'openSourceDocs',
      emailDomains: ['example.com'],
      defaultRole: null,
      inviteLinks: true,
      internal_isOnNewTrial: true,
      trial: { status: 'notapplicable' },
      permissions: { view: true, admin: true, ownTeam: false, createContent: true, viewBilling: true },
    })
    const members = (await app.as(user).get(`/orgs/${body.id}/members`)).body
    expect(members.items).toMatchObject([{ id: user.id, role: 'admin' }])
  })

  test('is created by those whom the operator lets, and never by guests', async () => {
    const { id, admin } = await buildOrganization(app)
    const holders = {
      admin,
      member: await buildMember(app, id, 'READ'),
      guest: await buildMember(app, id, null),
      stranger: await buildUser(app),
    }
    const allowed = { members: ['admin', 'member'], admins: ['admin'], nobody: [] } as const
    // A member who creates one is an admin from then on.
    for (const organizationCreators of ['nobody', 'admins', 'members'] as const) {
      const server = await startServerBeside(app, { config: { organizationCreators } })
      const creators: string[] = []
      for (const [name, holder] of Object.entries(holders)) {
        const { status, body } = await server.as(holder).post('/orgs', { title: 'Another' })
        if (status === 201) creators.push(name)
        else expect([status, body.error.reason]).toEqual([403, 'ORGANIZATION_CREATION_RESTRICTED'])
      }
      await server.close()
      expect({ organizationCreators, creators }).toEqual({
        organizationCreators,
        creators: allowed[organizationCreators],
      })
    }
    const mutation = 'mutation { createOrganization(input: { title: "Mine" }) { organization { id } } }'
    const { errors } = await app.as(holders.guest).gql(mutation)
    expect(errors?.[0]?.extensions.reason).toBe('ORGANIZATION_CREATION_RESTRICTED')
  })

  test('has the free plan, and no billing, trial or block', async () => {
    const { id, admin } = await buildOrganization(app)
    const client = app.as(admin)
    const { body } = await client.get(`/orgs/${id}`)
    expect(body).toMatchObject({ plan: 'free', trial: { status: 'notapplicable' } })
    for (const member of ['communityType', 'billing', 'blocked', 'internal_billingMigration'])
      expect(body).not.toHaveProperty(member)
    const query = `query ($id: ID!) { organization(id: $id) {
      plan communityType billing { interval } trial { status endDate decision }
      blocked { reason } billingMigration { deadline }
    } }`
    expect((await client.gql(query, { id })).data.organization).toEqual({
      plan: 'FREE',
      communityType: null,
      billing: null,
      trial: { status: 'NOT_APPLICABLE', endDate: null, decision: null },
      blocked: null,
      billingMigration: null,
    })
  })

  test('is listed to its members only, oldest first', async () => {
    const first = await buildOrganization(app, { title: 'First' })
    const client = app.as(first.admin)
    const second = (await client.post('/orgs', { title: 'Second' })).body
    await buildOrganization(app)
    const { items, count } = (await client.get('/orgs')).body
    expect(items.map((item: { id: string }) => item.id)).toEqual([first.id, second.id])
    expect(count).toBe(2)
    expect((await app.as(await buildUser(app)).get('/orgs')).body).toEqual({ items: [], count: 0 })
  })

  test('updates the given fields and keeps the others', async () => {
    const { id, admin } = await buildOrganization(app)
    const client = app.as(admin)
    const before = (await client.get(`/orgs/${id}`)).body
    const logo = 'https://example.com/logo.png'
    const changed = (await client.patch(`/orgs/${id}`, { title: 'New', defaultRole: 'edit', logo, ai: true }))
      .body
    expect(changed).toEqual({
      ...before,
      title: 'New',
      defaultRole: 'edit',
      ai: true,
      urls: { ...before.urls, logo },
    })
    const reset = (await client.patch(`/orgs/${id}`, { defaultRole: null, logo: null, title: null })).body
    expect(reset).toEqual({ ...before, title: 'New', ai: true })
    expect((await client.patch(`/orgs/${id}`, {})).body).toEqual(reset)
  })

  test('has a unique hostname', async () => {
    const [one, two] = [await buildOrganization(app), await buildOrganization(app)]
    const hostname = `docs-${Date.now() % 1_000_000}`
    expect((await app.as(one.admin).patch(`/orgs/${one.id}`, { hostname })).body.hostname).toBe(hostname)
    const { status, body } = await app.as(two.admin).patch(`/orgs/${two.id}`, { hostname })
    expect(status).toBe(409)
    expect(body.error.message).toContain('hostname')
    expect((await app.as(two.admin).patch(`/orgs/${two.id}`, { hostname: 'Not A Label' })).status).toBe(400)
  })

  test('has one of its sites as default content, which is reset when the site is deleted', async () => {
    const { id, admin } = await buildOrganization(app)
    const client = app.as(admin)
    const site = (await client.post(`/orgs/${id}/sites`, { title: 'Docs' })).body
    const set = (defaultContent: unknown) => client.patch(`/orgs/${id}`, { defaultContent })
    expect((await set({ type: 'site', site: site.id })).body.defaultContent).toEqual({
      type: 'site',
      site: site.id,
    })
    const other = await buildOrganization(app)
    const foreign = (await app.as(other.admin).post(`/orgs/${other.id}/sites`, { title: 'Foreign' })).body
    for (const wrong of [foreign.id, 'nothing'])
      expect((await set({ type: 'site', site: wrong })).status).toBe(400)
    expect((await set(null)).body).not.toHaveProperty('defaultContent')
    await set({ type: 'site', site: site.id })
    await client.delete(`/orgs/${id}/sites/${site.id}`)
    expect((await client.get(`/orgs/${id}`)).body).not.toHaveProperty('defaultContent')
  })

  test('can be updated in GraphQL, with the selected fields in the response', async () => {
    const { id, admin } = await buildOrganization(app)
    const { data, errors } = await app.as(admin).gql(
      `mutation ($id: ID!) { updateOrganization(organizationId: $id, input: { title: "Renamed" }) { organization {
        title members { nodes { user { id } } } sites { totalCount } } } }`,
      { id },
    )
    expect(errors).toBeUndefined()
    expect(data.updateOrganization.organization).toEqual({
      title: 'Renamed',
      members: { nodes: [{ user: { id: admin.id } }] },
      sites: { totalCount: 0 },
    })
  })
})

describe('a user', () => {
  test('is visible to users who share an organization with them', async () => {
    const { id, admin } = await buildOrganization(app)
    const member = await buildMember(app, id, 'READ')
    const stranger = await buildUser(app)
    expect((await app.as(admin).get(`/users/${member.id}`)).body).toEqual({
      object: 'user',
      id: member.id,
      displayName: member.displayName,
      email: member.email,
      urls: { location: `${app.url}/v1/users/${member.id}` },
    })
    expect((await app.as(stranger).get(`/users/${member.id}`)).status).toBe(404)
    expect((await app.as(stranger).get(`/users/${stranger.id}`)).status).toBe(200)
    const { data } = await app
      .as(stranger)
      .gql('query ($id: ID!) { node(id: $id) { id } }', { id: member.id })
    expect(data).toEqual({ node: null })
  })
})
