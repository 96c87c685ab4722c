import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember } from '../../support/factories/organizations.ts'
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

describe('adding a section', () => {
  test('makes it the default section of an empty site, with its space as the default site-space', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId, 'User guide')
    const answer = await site.client.post(`${site.path}/sections`, { spaceId: space.id, icon: 'book' })
    expect(answer.status).toBe(201)
    const { id, siteSpaces, ...rest } = answer.body
    const location = `${app.url}/v1${site.path}/sections/${id}`
    expect(rest).toEqual({
      object: 'site-section',
      title: 'User guide',
      default: true,
      draft: false,
      path: 'user-guide',
      icon: 'book',
      urls: { location },
    })
    expect(answer.headers.get('location')).toBe(location)
    expect(siteSpaces).toEqual([
      {
        object: 'site-space',
        id: expect.any(String),
        path: 'user-guide',
        section: id,
        space: (await site.client.get(`/spaces/${space.id}`)).body,
        title: 'User guide',
        default: true,
        draft: false,
        hidden: false,
        hasAdvancedCustomizationFeature: true,
        urls: { location: `${app.url}/v1${site.path}/site-spaces/${siteSpaces[0].id}` },
      },
    ])
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(1)
  })

  test.runIf(isLongRun)('adds it after the others, with a unique path', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId, 'API')
    for (const title of ['API', 'Guide', 'API', 'api!', '✨✨'])
      expect((await site.client.post(`${site.path}/sections`, { spaceId: space.id, title })).status).toBe(201)
    const sections = await itemsOf(site, 'sections')
    expect(sections.map((section) => section.path)).toEqual(['api', 'guide', 'api-1', 'api-2', 'section'])
    expect(sections.map((section) => section.default)).toEqual([true, false, false, false, false])
  })

  test.runIf(isLongRun)(
    'first moves the site-spaces at the root into a default section named after the default one',
    async () => {
      const site = await buildSite(app, { title: 'Our docs' })
      const one = await buildSiteSpace(site, 'One')
      const two = await buildSiteSpace(site, 'Two')
      await site.client.patch(site.path, { defaultSiteSpace: two.id })
      const added = await buildSection(site, 'Added')
      const { items } = (await site.client.get(`${site.path}/sections`)).body
      expect(items).toMatchObject([
        {
          title: 'Two',
          path: 'two',
          default: true,
          siteSpaces: [
            { id: one.id, default: false },
            { id: two.id, default: true },
          ],
        },
        { id: added.id, title: 'Added', default: false, siteSpaces: [{ title: 'Added', default: true }] },
      ])
      expect((await site.client.get(site.path)).body.siteSpaces).toBe(3)
    },
  )

  test('gives a title to a section of a space that has none', async () => {
    const site = await buildSite(app)
    expect((await buildSection(site, '')).title).toBe('Untitled section')
  })

  test('keeps derived paths within their limit', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId, 'y')
    await site.client.post(`${site.path}/site-spaces`, { spaceId: space.id, title: 'x'.repeat(128) })
    await buildSection(site, 'Section')
    expect((await itemsOf(site, 'sections'))[0]?.path).toBe('x'.repeat(100))
  })

  test.each(
    oneRowIn(3, [
      {},
      { spaceId: null },
      { spaceId: 'spcunknown' },
      { title: 'x' },
      { title: 'x'.repeat(65) },
      { icon: 'x'.repeat(51) },
    ]),
  )('refuses what is out of limits (%#) and adds nothing', async (body) => {
    const site = await buildSite(app)
    const spaceId =
      'title' in body || 'icon' in body ? (await buildSpace(site.client, site.organizationId)).id : undefined
    expect((await site.client.post(`${site.path}/sections`, { spaceId, ...body })).status).toBe(400)
    expect(await itemsOf(site, 'sections')).toEqual([])
  })

  test('takes values at their limits', async () => {
    const site = await buildSite(app)
    const { id: spaceId } = await buildSpace(site.client, site.organizationId)
    const add = (body: object) => site.client.post(`${site.path}/sections`, { spaceId, ...body })
    expect((await add({ title: 'x'.repeat(64), icon: 'x'.repeat(50) })).status).toBe(201)
    expect((await add({ title: 'xx', icon: null })).status).toBe(201)
    expect((await add({ title: null })).body.title).toBe('Space')
  })

  test('refuses a space of another organization', async () => {
    const site = await buildSite(app)
    const other = await buildSite(app)
    const foreign = await buildSpace(other.client, other.organizationId)
    expect((await site.client.post(`${site.path}/sections`, { spaceId: foreign.id })).status).toBe(400)
  })
})

describe('changing a section', () => {
  test('changes what is given; null removes, absent leaves', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const path = `${site.path}/sections/${section.id}`
    const changes = {
      title: 'x'.repeat(128),
      path: 'p'.repeat(100),
      condition: 'visitor.claims.isBeta == true',
      icon: 'gear',
      description: 'd'.repeat(256),
    }
    const { status, body } = await site.client.patch(path, changes)
    expect(status).toBe(200)
    expect(body).toEqual({ ...section, ...changes })
    expect((await site.client.patch(path, {})).body).toEqual(body)
    const cleared = await site.client.patch(path, { condition: null, icon: null, description: null })
    expect(cleared.body).toEqual({ ...section, title: changes.title, path: changes.path })
  })

  test.each(
    oneRowIn(3, [
      { title: 'x' },
      { title: 'x'.repeat(129) },
      { path: '' },
      { path: 'x'.repeat(101) },
      { condition: '' },
      { condition: 'x'.repeat(1025) },
      { icon: 'x'.repeat(51) },
      { description: 'x'.repeat(257) },
      { defaultSiteSpace: 'unknown' },
    ]),
  )('refuses what is out of limits (%#) and changes nothing', async (body) => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const answer = await site.client.patch(`${site.path}/sections/${section.id}`, { icon: 'gear', ...body })
    expect(answer.status).toBe(400)
    expect(await itemsOf(site, 'sections')).toEqual([section])
  })

  test('refuses a path that another section of the site has', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    const path = `${site.path}/sections/${two.id}`
    expect((await site.client.patch(path, { path: one.path })).status).toBe(409)
    expect((await site.client.patch(path, { path: two.path })).status).toBe(200)
  })

  test('chooses its default site-space, which must be in it', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    const variant = await buildSiteSpace(site, 'Variant', one.id)
    const choose = (siteSpace: { id: string }) =>
      site.client.patch(`${site.path}/sections/${one.id}`, { defaultSiteSpace: siteSpace.id })
    expect((await choose(two.siteSpaces[0])).status).toBe(400)
    const { body } = await choose(variant)
    expect(body.siteSpaces).toMatchObject([{ default: false }, { id: variant.id, default: true }])
  })
})

describe('deleting a section', () => {
  test.runIf(isLongRun)('deletes its site-spaces, but not the spaces', async () => {
    const site = await buildSite(app)
    await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    expect((await site.client.delete(`${site.path}/sections/${two.id}`)).status).toBe(205)
    expect((await site.client.delete(`${site.path}/sections/${two.id}`)).status).toBe(404)
    expect((await itemsOf(site, 'site-spaces')).map(({ title }) => title)).toEqual(['One'])
    expect((await site.client.get(`/spaces/${two.siteSpaces[0].space.id}`)).status).toBe(200)
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(1)
  })

  test.runIf(isLongRun)(
    'makes the next one the default if the default is deleted, or the first one after the last',
    async () => {
      const site = await buildSite(app)
      const [one, two, three] = [
        await buildSection(site, 'One'),
        await buildSection(site, 'Two'),
        await buildSection(site, 'Three'),
      ]
      const defaults = async () =>
        (await itemsOf(site, 'sections')).filter((section) => section.default).map(({ title }) => title)
      await site.client.patch(site.path, { defaultSiteSection: two.id })
      await site.client.delete(`${site.path}/sections/${two.id}`)
      expect(await defaults()).toEqual(['Three'])
      await site.client.delete(`${site.path}/sections/${three.id}`)
      expect(await defaults()).toEqual(['One'])
      await site.client.delete(`${site.path}/sections/${one.id}`)
      expect(await itemsOf(site, 'sections')).toEqual([])
      const { section, default: isDefault } = await buildSiteSpace(site, 'At the root')
      expect({ section, isDefault }).toEqual({ section: undefined, isDefault: true })
    },
  )
})

describe('access to sections', () => {
  test('a section is found only in its own site and organization', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const { body: sibling } = await site.client.post(`/orgs/${site.organizationId}/sites`, {})
    const other = await buildSite(app)
    for (const path of [`/orgs/${site.organizationId}/sites/${sibling.id}`, other.path]) {
      const client = path === other.path ? other.client : site.client
      expect((await client.patch(`${path}/sections/${section.id}`, { icon: 'x' })).status).toBe(404)
      expect((await client.delete(`${path}/sections/${section.id}`)).status).toBe(404)
    }
    expect((await other.client.get(`${site.path}/sections`)).status).toBe(404)
    expect((await site.client.delete(`/orgs/${other.organizationId}/sites/${site.id}`)).status).toBe(404)
  })

  test('reading requires a role, writing the permission to administer the site', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
    const spaceId = section.siteSpaces[0].space.id
    expect((await reader.get(`${site.path}/sections`)).body.items).toHaveLength(1)
    expect((await reader.post(`${site.path}/sections`, { spaceId })).status).toBe(403)
    expect((await reader.patch(`${site.path}/sections/${section.id}`, {})).status).toBe(403)
    expect((await reader.delete(`${site.path}/sections/${section.id}`)).status).toBe(403)
  })

  test('the site-spaces shown are those whose space the viewer may read', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const open = await buildSiteSpace(site, 'Open', section.id)
    await app.database.prisma.space.update({
      where: { id: section.siteSpaces[0].space.id },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
    const { items } = (await reader.get(`${site.path}/sections`)).body
    expect(items).toMatchObject([{ siteSpaces: [{ id: open.id }] }])
    expect((await reader.get(`${site.path}/site-spaces`)).body.items).toMatchObject([{ id: open.id }])
  })
})

test('GraphQL creates, reads, changes and deletes a section with the same rules', async () => {
  const site = await buildSite(app)
  const { id: spaceId } = await buildSpace(site.client, site.organizationId, 'Manual')
  const created = await site.client.gql(
    `mutation($siteId: ID!, $input: CreateSiteSectionInput!) {
      createSiteSection(siteId: $siteId, input: $input) {
        siteSection {
          id title path isDefault sectionGroupId sectionGroup { id } site { id }
          siteSpaces { totalCount nodes { title section { title } } }
        }
      }
    }`,
    { siteId: site.id, input: { spaceId } },
  )
  expect(created.errors).toBeUndefined()
  const { id, ...section } = created.data.createSiteSection.siteSection
  expect(section).toEqual({
    title: 'Manual',
    path: 'manual',
    isDefault: true,
    sectionGroupId: null,
    sectionGroup: null,
    site: { id: site.id },
    siteSpaces: { totalCount: 1, nodes: [{ title: 'Manual', section: { title: 'Manual' } }] },
  })
  const update = `mutation($siteId: ID!, $id: ID!, $input: UpdateSiteSectionInput!) {
    updateSiteSection(siteId: $siteId, siteSectionId: $id, input: $input) { siteSection { icon } }
  }`
  const updated = await site.client.gql(update, { siteId: site.id, id, input: { icon: 'gear' } })
  expect(updated.data.updateSiteSection.siteSection).toEqual({ icon: 'gear' })
  const missing = await site.client.gql(update, { siteId: site.id, id: 'secunknown', input: {} })
  expect(missing.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  const read = 'query($id: ID!, $siteId: ID) { siteSection(id: $id, siteId: $siteId) { icon } }'
  expect((await site.client.gql(read, { id })).data.siteSection).toEqual({ icon: 'gear' })
  expect((await site.client.gql(read, { id, siteId: 'sitother' })).errors?.[0]?.extensions.code).toBe(
    'NOT_FOUND',
  )
  const remove =
    'mutation($siteId: ID!, $id: ID!) { deleteSiteSection(siteId: $siteId, siteSectionId: $id) { deletedSiteSectionId } }'
  expect(
    (await site.client.gql(remove, { siteId: site.id, id })).data.deleteSiteSection.deletedSiteSectionId,
  ).toBe(id)
})
