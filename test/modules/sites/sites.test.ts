import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  buildSpace,
  itemsOf,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function workspace() {
  const { id: organizationId, admin } = await buildOrganization(app)
  return { organizationId, admin, client: app.as(admin), sites: `/orgs/${organizationId}/sites` }
}

describe('creating a site', () => {
  test('without input creates a basic, public, unpublished site with every field of the contract', async () => {
    const { organizationId, client, sites } = await workspace()
    const answer = await client.post(sites, {})
    expect(answer.status).toBe(201)
    const { id, createdAt, features, ...rest } = answer.body
    expect(rest).toEqual({
      object: 'site',
      type: 'basic',
      title: 'Untitled site',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      adaptiveContent: { enabled: false },
      appliedType: 'basic',
      defaultLevel: 'inherit',
      permissions: {
        view: true,
        access: true,
        admin: true,
        create: true,
        edit: true,
        viewAdaptiveSchema: true,
        editAdaptiveSchema: true,
        installIntegration: false,
      },
      urls: {
        preview: `${app.url}/v1/orgs/${organizationId}/sites/${id}/publishing/preview`,
        location: `${app.url}/v1/orgs/${organizationId}/sites/${id}`,
        app: `${app.url}/o/${organizationId}/sites/${id}`,
      },
    })
    expect(answer.headers.get('location')).toBe(rest.urls.location)
    expect(Date.parse(createdAt)).not.toBeNaN()
    expect(features).toHaveLength(28)
    expect(features).toContainEqual({ id: 'sites-adaptive-content', plan: 'basic', frozen: false })
    expect((await client.get(`${sites}/${id}`)).body).toEqual(answer.body)
  })

  test('takes type, title, visibility and spaces, the first of them as the default', async () => {
    const { organizationId, client, sites } = await workspace()
    const one = await buildSpace(client, organizationId, 'One')
    const two = await buildSpace(client, organizationId, 'Two')
    const body = { type: 'legacy-premium', title: 'Docs', visibility: 'share-link', spaces: [two.id, one.id] }
    const { status, body: site } = await client.post(sites, body)
    expect(status).toBe(201)
    expect(site).toMatchObject({
      type: 'legacy-premium',
      title: 'Docs',
      visibility: 'share-link',
      siteSpaces: 2,
    })
    expect(site.features[0].plan).toBe('legacy-premium')
    const { items } = (await client.get(`${sites}/${site.id}/site-spaces`)).body
    expect(items.map((item: never) => item)).toMatchObject([
      { title: 'Two', path: 'two', default: true, space: { id: two.id } },
      { title: 'One', path: 'one', default: false, space: { id: one.id } },
    ])
  })

  test.each([
    ['empty', 0],
    ['sample', 2],
  ])('with spaces: %s makes a new space for it', async (token, pageCount) => {
    const { client, sites } = await workspace()
    const { status, body: site } = await client.post(sites, { title: 'Handbook', spaces: token })
    expect(status).toBe(201)
    expect(site.siteSpaces).toBe(1)
    const { items } = (await client.get(`${sites}/${site.id}/site-spaces`)).body
    expect(items).toMatchObject([{ title: 'Handbook', default: true }])
    const pages = await app.database.prisma.pageVersion.count({
      where: { branch: { spaceId: items[0].space.id } },
    })
    expect(pages).toBe(pageCount)
  })

  test.each(
    oneRowIn(3, [
      ['title', { title: 'x' }],
      ['title', { title: 'x'.repeat(129) }],
      ['type', { type: 'golden' }],
      ['visibility', { visibility: 'private' }],
      ['spaces', { spaces: 'both' }],
      ['spaces', { spaces: [1] }],
      ['spaces', { spaces: ['spcdoesnotexist'] }],
      ['spaces', { spaces: Array.from({ length: 1001 }, (_, index) => `spc${index}`) }],
    ]),
  )('refuses a wrong %s (%#)', async (member, body) => {
    const { client, sites } = await workspace()
    const answer = await client.post(sites, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(member)
    expect((await client.get(sites)).body.count).toBe(0)
  })

  test('refuses a space of another organization, a hidden one and the same one twice', async () => {
    const { organizationId, client, sites } = await workspace()
    const other = await workspace()
    const foreign = await buildSpace(other.client, other.organizationId)
    const hidden = await buildSpace(client, organizationId)
    await app.database.prisma.space.update({
      where: { id: hidden.id },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const creator = app.as(await buildMember(app, organizationId, 'CREATE'))
    expect((await client.post(sites, { spaces: [foreign.id] })).status).toBe(400)
    expect((await creator.post(sites, { spaces: [hidden.id] })).status).toBe(400)
    expect((await client.post(sites, { spaces: [hidden.id, hidden.id] })).status).toBe(400)
    expect((await client.post(sites, { spaces: ['\0'] })).status).toBe(400)
    expect((await client.post(sites, { spaces: [hidden.id] })).status).toBe(201)
  })

  test('requires the permission to create content, and is NOT_FOUND for non-members', async () => {
    const { organizationId, sites } = await workspace()
    const statusOf = async (role: 'CREATE' | 'REVIEW' | null) =>
      (await app.as(await buildMember(app, organizationId, role)).post(sites, {})).status
    expect(await statusOf('CREATE')).toBe(201)
    expect(await statusOf('REVIEW')).toBe(403)
    expect(await statusOf(null)).toBe(403)
    expect((await (await workspace()).client.post(sites, {})).status).toBe(404)
  })
})

describe('listing sites', () => {
  test('filters by space, title, published and type, and counts what is left', async () => {
    const { organizationId, client, sites } = await workspace()
    const space = await buildSpace(client, organizationId)
    const titles = { api: 'API docs', guide: 'The guide', percent: '100% docs' }
    const api = (await client.post(sites, { title: titles.api, spaces: [space.id], type: 'ultimate' })).body
    const guide = (await client.post(sites, { title: titles.guide, type: 'premium' })).body
    await client.post(sites, { title: titles.percent })
    await app.database.prisma.site.update({ where: { id: guide.id }, data: { published: true } })
    const found = async (query: string) => {
      const { body } = await client.get(`${sites}?${query}`)
      expect(body.count).toBe(body.items.length)
      return body.items.map(({ title }: { title: string }) => title)
    }
    expect(await found('')).toEqual([titles.api, titles.guide, titles.percent])
    expect(await found(`space=${space.id}`)).toEqual([titles.api])
    expect(await found('space=unknown')).toEqual([])
    expect(await found('title=DOCS')).toEqual([titles.api, titles.percent])
    expect(await found('title=0%25')).toEqual([titles.percent])
    expect(await found('published=true')).toEqual([titles.guide])
    expect(await found('published=false')).toEqual([titles.api, titles.percent])
    expect(await found('type=premium&type=ultimate')).toEqual([titles.api, titles.guide])
    expect(await found('type=basic&title=api')).toEqual([])
    await client.delete(`/spaces/${space.id}`)
    expect(await found(`space=${space.id}`)).toEqual([])
    expect(api.siteSpaces).toBe(1)
  })

  test('returns each site once across pages', async () => {
    const { client, sites } = await workspace()
    for (let index = 0; index < 5; index++) await client.post(sites, { title: `Site ${index}` })
    const seen: string[] = []
    let page: string | undefined
    do {
      const { body } = await client.get(`${sites}?limit=2${page ? `&page=${page}` : ''}`)
      expect(body.count).toBe(5)
      seen.push(...body.items.map(({ title }: { title: string }) => title))
      page = body.next?.page
    } while (page)
    expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `Site ${index}`))
  })

  test('shows a guest only the sites granted to them', async () => {
    const { organizationId, client, sites } = await workspace()
    const site = (await client.post(sites, { title: 'Granted' })).body
    await client.post(sites, { title: 'Other' })
    const guest = await buildMember(app, organizationId, null)
    expect((await app.as(guest).get(sites)).body.count).toBe(0)
    await grant(app, guest, 'READ', { siteId: site.id })
    const { body } = await app.as(guest).get(sites)
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Granted'])
  })
})

describe('a site', () => {
  test('is not found in another organization, by a stranger, or by an unknown id', async () => {
    const site = await buildSite(app)
    const other = await workspace()
    expect((await site.client.get(`${other.sites}/${site.id}`)).status).toBe(404)
    expect((await other.client.get(site.path)).status).toBe(404)
    expect((await site.client.get(`/orgs/${site.organizationId}/sites/situnknown`)).status).toBe(404)
    const { data, errors } = await other.client.gql('query($id: ID!) { site(id: $id) { id } }', {
      id: site.id,
    })
    expect(data).toEqual({ site: null })
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })

  test('returns the permissions of the caller, by their role', async () => {
    const site = await buildSite(app)
    const permissionsFor = async (user: { token: string }) => {
      const query = 'query($id: ID!) { site(id: $id) { permissions { view admin } } }'
      return (await app.as(user).gql(query, { id: site.id })).data.site.permissions
    }
    const reader = await buildMember(app, site.organizationId, 'READ')
    expect(await permissionsFor(site.admin)).toEqual({ view: true, admin: true })
    expect(await permissionsFor(reader)).toEqual({ view: true, admin: false })
    await grant(app, reader, 'CREATE', { siteId: site.id })
    expect(await permissionsFor(reader)).toEqual({ view: true, admin: true })
  })

  test('shows icon, hostname, proxy and its published address once it has them', async () => {
    const site = await buildSite(app)
    await app.database.prisma.site.update({
      where: { id: site.id },
      data: {
        published: true,
        hostname: `docs-${site.id}.example.com`,
        hostnameProven: true,
        iconLight: 'https://example.com/light.png',
        iconDark: 'https://example.com/dark.png',
      },
    })
    const own = `https://docs-${site.id}.example.com`
    expect((await site.client.get(site.path)).body).toMatchObject({
      icon: { icon: { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' } },
      hostname: `docs-${site.id}.example.com`,
      urls: { published: own },
    })
    const { body } = await site.client.patch(site.path, { proxy: 'example.com/docs' })
    expect(body.proxy).toEqual({ origin: 'example.com/docs', target: own })
    expect(body.urls.published).toBe('https://example.com/docs')
    await app.database.prisma.site.update({
      where: { id: site.id },
      data: {
        iconLight: null,
        iconDark: null,
        iconEmoji: '📘',
      },
    })
    expect((await site.client.get(site.path)).body).toMatchObject({
      icon: { emoji: '📘' },
    })
  })
})

describe('changing a site', () => {
  test('updates the given fields only', async () => {
    const site = await buildSite(app)
    const changes = {
      title: 'New title',
      visibility: 'visitor-auth',
      basename: 'api',
      adaptiveContent: { enabled: true },
      proxy: 'www.example.com/developer/docs',
    }
    const { status, body } = await site.client.patch(site.path, changes)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...changes,
      proxy: { origin: changes.proxy, target: `${app.url}/sites/${site.organizationId}/api` },
    })
    expect((await site.client.patch(site.path, {})).body).toEqual(body)
    expect((await site.client.patch(site.path, { proxy: null })).body.proxy).toBeUndefined()
  })

  test.each(
    oneRowIn(3, [
      { title: 'x' },
      { title: 'x'.repeat(129) },
      { basename: '' },
      { basename: 'x'.repeat(101) },
      { proxy: 'example.com' },
      { proxy: 'https://example.com/docs' },
      { proxy: `example.com/${'x'.repeat(501)}` },
      { adaptiveContent: {} },
      { adaptiveContent: { enabled: 'yes' } },
      { defaultSiteSpace: 'unknown' },
      { defaultSiteSection: 'unknown' },
    ]),
  )('refuses wrong changes (%#) and changes nothing', async (body) => {
    const site = await buildSite(app)
    const before = (await site.client.get(site.path)).body
    expect((await site.client.patch(site.path, { visibility: 'unlisted', ...body })).status).toBe(400)
    expect((await site.client.get(site.path)).body).toEqual(before)
  })

  test('accepts values at their limits', async () => {
    const site = await buildSite(app)
    const body = {
      title: 'x'.repeat(128),
      basename: 'x'.repeat(100),
      proxy: `example.com/${'x'.repeat(500)}`,
    }
    expect((await site.client.patch(site.path, body)).status).toBe(200)
    expect((await site.client.patch(site.path, { title: '📘📘', basename: 'x' })).status).toBe(200)
  })

  test('refuses a basename that another site of the organization has', async () => {
    const site = await buildSite(app)
    const { body: other } = await site.client.post(`/orgs/${site.organizationId}/sites`, {})
    await site.client.patch(site.path, { basename: 'api' })
    const answer = await site.client.patch(`/orgs/${site.organizationId}/sites/${other.id}`, {
      basename: 'api',
    })
    expect(answer.status).toBe(409)
    const elsewhere = await buildSite(app)
    expect((await elsewhere.client.patch(elsewhere.path, { basename: 'api' })).status).toBe(200)
  })

  test('sets the default site-space at the root', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'One')
    const two = await buildSiteSpace(site, 'Two')
    expect((await site.client.patch(site.path, { defaultSiteSpace: two.id })).status).toBe(200)
    const items = await itemsOf(site, 'site-spaces')
    expect(items.map((item) => [item.title, item.default])).toEqual([
      ['One', false],
      ['Two', true],
    ])
  })

  test.runIf(isLongRun)(
    'sets the default section, and then a default site-space in that section only',
    async () => {
      const site = await buildSite(app)
      const one = await buildSection(site, 'One')
      const two = await buildSection(site, 'Two')
      const variant = await buildSiteSpace(site, 'Variant', two.id)
      expect((await site.client.patch(site.path, { defaultSiteSpace: variant.id })).status).toBe(400)
      const both = { defaultSiteSection: two.id, defaultSiteSpace: variant.id }
      expect((await site.client.patch(site.path, both)).status).toBe(200)
      const sections = (await site.client.get(`${site.path}/sections`)).body.items
      expect(sections).toMatchObject([
        { id: one.id, default: false, siteSpaces: [{ default: true }] },
        { id: two.id, default: true, siteSpaces: [{ default: false }, { id: variant.id, default: true }] },
      ])
      const foreign = await buildSection(await buildSite(app), 'Foreign')
      expect((await site.client.patch(site.path, { defaultSiteSection: foreign.id })).status).toBe(400)
    },
  )

  test('requires the permission to administer the site', async () => {
    const site = await buildSite(app)
    const reader = await buildMember(app, site.organizationId, 'REVIEW')
    expect((await app.as(reader).patch(site.path, { title: 'Mine' })).status).toBe(403)
    expect((await app.as(reader).delete(site.path)).status).toBe(403)
    await grant(app, reader, 'CREATE', { siteId: site.id })
    expect((await app.as(reader).patch(site.path, { title: 'Mine' })).status).toBe(200)
  })
})

describe('deleting a site', () => {
  test('deletes its structure, but not the spaces', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const answer = await site.client.delete(site.path)
    expect(answer.status).toBe(205)
    expect((await site.client.get(site.path)).status).toBe(404)
    expect((await site.client.delete(site.path)).status).toBe(404)
    expect((await site.client.get(`/spaces/${section.siteSpaces[0].space.id}`)).status).toBe(200)
    expect(await app.database.prisma.siteSpace.count({ where: { siteId: site.id } })).toBe(0)
  })
})

test('GraphQL creates, changes, reads and deletes a site with the same rules', async () => {
  const { organizationId, client } = await workspace()
  const space = await buildSpace(client, organizationId, 'Manual')
  const created = await client.gql(
    `mutation($organizationId: ID!, $input: CreateSiteInput!) {
      createSite(organizationId: $organizationId, input: $input) {
        site {
          id type isPublished siteSpaceCount organization { id } siteSpaces { nodes { title isDefault space { id } } }
        }
      }
    }`,
    { organizationId, input: { type: 'PREMIUM', spaces: { ids: [space.id] } } },
  )
  expect(created.errors).toBeUndefined()
  const { id, ...site } = created.data.createSite.site
  expect(site).toEqual({
    type: 'PREMIUM',
    isPublished: false,
    siteSpaceCount: 1,
    organization: { id: organizationId },
    siteSpaces: { nodes: [{ title: 'Manual', isDefault: true, space: { id: space.id } }] },
  })
  const update = `mutation($id: ID!, $input: UpdateSiteInput!) { updateSite(siteId: $id, input: $input) { site { title } } }`
  const updated = await client.gql(update, { id, input: { title: 'Renamed' } })
  expect(updated.data.updateSite.site.title).toBe('Renamed')
  const refused = await client.gql(update, { id, input: { title: 'x' } })
  expect(refused.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  expect((await client.gql('query($id: ID!) { node(id: $id) { id __typename } }', { id })).data.node).toEqual(
    {
      id,
      __typename: 'Site',
    },
  )
  const deleted = await client.gql('mutation($id: ID!) { deleteSite(siteId: $id) { deletedSiteId } }', { id })
  expect(deleted.data.deleteSite.deletedSiteId).toBe(id)
})
