import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeDeletedContent } from '../../../src/modules/spaces/purge.ts'
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

describe('adding a space to a site', () => {
  test('adds it to the root of a site without sections, the first as the default', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId, 'Version 1.0')
    const answer = await site.client.post(`${site.path}/site-spaces`, { spaceId: space.id })
    expect(answer.status).toBe(201)
    const location = `${app.url}/v1${site.path}/site-spaces/${answer.body.id}`
    expect(answer.headers.get('location')).toBe(location)
    expect(answer.body).toEqual({
      object: 'site-space',
      id: answer.body.id,
      path: 'version-10',
      space: (await site.client.get(`/spaces/${space.id}`)).body,
      title: 'Version 1.0',
      default: true,
      draft: false,
      hidden: false,
      hasAdvancedCustomizationFeature: true,
      urls: { location },
    })
    expect(await buildSiteSpace(site, 'Version 1.0')).toMatchObject({ path: 'version-10-1', default: false })
    expect((await itemsOf(site, 'site-spaces')).map(({ path }) => path)).toEqual([
      'version-10',
      'version-10-1',
    ])
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(2)
  })

  test('adds it to the given section, or to the default section', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    expect(await buildSiteSpace(site, 'Here', two.id)).toMatchObject({ section: two.id, default: false })
    expect(await buildSiteSpace(site, 'There')).toMatchObject({ section: one.id, default: false })
    await site.client.patch(site.path, { defaultSiteSection: two.id })
    expect(await buildSiteSpace(site, 'Now here')).toMatchObject({ section: two.id })
  })

  test.runIf(isLongRun)(
    'refuses a space that is already there, and accepts it in another section',
    async () => {
      const site = await buildSite(app)
      const atRoot = await buildSiteSpace(site, 'Space')
      const add = (sectionId?: string) =>
        site.client.post(`${site.path}/site-spaces`, { spaceId: atRoot.space.id, sectionId })
      expect((await add()).status).toBe(409)
      const section = await buildSection(site, 'Section')
      expect((await add()).status).toBe(409)
      expect((await add(section.id)).status).toBe(201)
      expect((await add(section.id)).status).toBe(409)
    },
  )

  test('refuses unknown and foreign spaces and sections', async () => {
    const site = await buildSite(app)
    const other = await buildSite(app)
    const section = await buildSection(other, 'Foreign')
    const space = await buildSpace(site.client, site.organizationId)
    const statusOf = async (body: object) => (await site.client.post(`${site.path}/site-spaces`, body)).status
    expect(await statusOf({})).toBe(400)
    expect(await statusOf({ spaceId: 7 })).toBe(400)
    expect(await statusOf({ spaceId: 'spcunknown' })).toBe(400)
    expect(await statusOf({ spaceId: section.siteSpaces[0].space.id })).toBe(400)
    expect(await statusOf({ spaceId: space.id, sectionId: section.id })).toBe(400)
    expect(await itemsOf(site, 'site-spaces')).toEqual([])
  })
})

describe('listing site-spaces', () => {
  test('gives the defaults only, the others only, or all; a share key changes nothing', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    await buildSection(site, 'Two')
    await buildSiteSpace(site, 'Variant', one.id)
    const titles = async (query: string) =>
      (await itemsOf(site, `site-spaces?${query}`)).map(({ title }) => title)
    expect((await titles('')).sort()).toEqual(['One', 'Two', 'Variant'])
    expect((await titles('default=true')).sort()).toEqual(['One', 'Two'])
    expect(await titles('default=false&shareKey=any')).toEqual(['Variant'])
    expect((await site.client.get(`${site.path}/site-spaces?default=maybe`)).status).toBe(400)
  })

  test.runIf(isLongRun)('GraphQL tells those at the root from those in sections', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    const titles = async (atRoot: boolean) => {
      const query =
        'query($id: ID!, $atRoot: Boolean) { site(id: $id) { siteSpaces(atRoot: $atRoot) { nodes { title } } } }'
      const { data } = await site.client.gql(query, { id: site.id, atRoot })
      return data.site.siteSpaces.nodes.map(({ title }: { title: string }) => title)
    }
    expect([await titles(true), await titles(false)]).toEqual([['Space'], []])
    await buildSection(site, 'Section')
    expect([await titles(true), (await titles(false)).sort()]).toEqual([[], ['Section', 'Space']])
  })
})

describe('changing a site-space', () => {
  test('changes path and condition; null removes the condition, absent leaves it', async () => {
    const site = await buildSite(app)
    const siteSpace = await buildSiteSpace(site, 'Space')
    const path = `${site.path}/site-spaces/${siteSpace.id}`
    const changes = { path: 'p'.repeat(100), condition: `visitor.claims.${'c'.repeat(1009)}` }
    const { status, body } = await site.client.patch(path, changes)
    expect(status).toBe(200)
    expect(body).toEqual({ ...siteSpace, ...changes })
    expect((await site.client.patch(path, {})).body).toEqual(body)
    expect((await site.client.patch(path, { path: 'v1', condition: null })).body).toEqual({
      ...siteSpace,
      path: 'v1',
    })
  })

  test.each(
    oneRowIn(3, [
      { path: '' },
      { path: 'x'.repeat(101) },
      { condition: '' },
      { condition: 'x'.repeat(1025) },
      { spaceId: 'spcunknown' },
    ]),
  )('refuses what is out of limits (%#) and changes nothing', async (body) => {
    const site = await buildSite(app)
    const siteSpace = await buildSiteSpace(site, 'Space')
    expect((await site.client.patch(`${site.path}/site-spaces/${siteSpace.id}`, body)).status).toBe(400)
    expect(await itemsOf(site, 'site-spaces')).toEqual([siteSpace])
  })

  test('refuses a path that a sibling has, and takes one of another section', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    const variant = await buildSiteSpace(site, 'Variant', one.id)
    const rename = (path: string) => site.client.patch(`${site.path}/site-spaces/${variant.id}`, { path })
    expect((await rename(one.siteSpaces[0].path)).status).toBe(409)
    expect((await rename(two.siteSpaces[0].path)).status).toBe(200)
  })

  test.runIf(isLongRun)('with a spaceId it shows that space from then on, in its place', async () => {
    const site = await buildSite(app)
    const one = await buildSiteSpace(site, 'One')
    const two = await buildSiteSpace(site, 'Two')
    const fresh = await buildSpace(site.client, site.organizationId, 'Fresh')
    const repoint = (spaceId: string) => site.client.patch(`${site.path}/site-spaces/${one.id}`, { spaceId })
    expect((await repoint(two.space.id)).status).toBe(409)
    expect((await repoint(one.space.id)).status).toBe(200)
    const { body } = await repoint(fresh.id)
    expect(body).toMatchObject({
      id: one.id,
      title: 'Fresh',
      path: 'one',
      default: true,
      space: { id: fresh.id },
    })
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(2)
  })
})

describe('removing a space from a site', () => {
  test('does not delete the space, and makes the next one the default', async () => {
    const site = await buildSite(app)
    const [one, two, three] = [
      await buildSiteSpace(site, 'One'),
      await buildSiteSpace(site, 'Two'),
      await buildSiteSpace(site, 'Three'),
    ]
    await site.client.patch(site.path, { defaultSiteSpace: two.id })
    const remove = async ({ id }: { id: string }) =>
      (await site.client.delete(`${site.path}/site-spaces/${id}`)).status
    const defaults = () =>
      itemsOf(site, 'site-spaces?default=true').then((items) => items.map(({ title }) => title))
    expect(await remove(two)).toBe(205)
    expect(await remove(two)).toBe(404)
    expect(await defaults()).toEqual(['Three'])
    expect(await remove(three)).toBe(205)
    expect(await defaults()).toEqual(['One'])
    expect(await remove(one)).toBe(205)
    expect(await defaults()).toEqual([])
    expect((await site.client.get(`/spaces/${two.space.id}`)).status).toBe(200)
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(0)
  })

  test('removes the section with its last site-space', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    const answer = await site.client.delete(`${site.path}/site-spaces/${one.siteSpaces[0].id}`)
    expect(answer.status).toBe(205)
    expect(await itemsOf(site, 'sections')).toMatchObject([{ id: two.id, default: true }])
  })
})

describe('a deleted space', () => {
  test('is hidden from the site, its counts and its defaults', async () => {
    const site = await buildSite(app)
    const [one, two] = [await buildSiteSpace(site, 'One'), await buildSiteSpace(site, 'Two')]
    expect((await site.client.delete(`/spaces/${one.space.id}`)).status).toBe(205)
    expect(await itemsOf(site, 'site-spaces')).toEqual([{ ...two, default: true }])
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(1)
    expect((await site.client.patch(`${site.path}/site-spaces/${one.id}`, { path: 'x' })).status).toBe(404)
    expect((await site.client.delete(`${site.path}/site-spaces/${one.id}`)).status).toBe(404)
    expect((await site.client.patch(site.path, { defaultSiteSpace: one.id })).status).toBe(400)
    const { data } = await site.client.gql('query($id: ID!) { node(id: $id) { id } }', { id: one.id })
    expect(data.node).toBeNull()
    expect((await site.client.post(`${site.path}/site-spaces`, { spaceId: one.space.id })).status).toBe(400)
  })

  test.runIf(isLongRun)(
    'returns to its position when it is restored, and the default does not change',
    async () => {
      const site = await buildSite(app)
      const [one, two] = [await buildSiteSpace(site, 'One'), await buildSiteSpace(site, 'Two')]
      await site.client.delete(`/spaces/${one.space.id}`)
      await site.client.post(`/spaces/${one.space.id}/restore`)
      expect(await itemsOf(site, 'site-spaces')).toMatchObject([
        { id: one.id, default: false },
        { id: two.id, default: true },
      ])
      expect((await site.client.get(site.path)).body.siteSpaces).toBe(2)
    },
  )

  test.runIf(isLongRun)(
    'is replaced as the default by the first restored or added space, if all were deleted',
    async () => {
      const site = await buildSite(app)
      const [one, two] = [await buildSiteSpace(site, 'One'), await buildSiteSpace(site, 'Two')]
      await site.client.delete(`/spaces/${two.space.id}`)
      await site.client.delete(`/spaces/${one.space.id}`)
      expect(await itemsOf(site, 'site-spaces')).toEqual([])
      const three = await buildSiteSpace(site, 'Three')
      expect(await itemsOf(site, 'site-spaces')).toMatchObject([{ id: three.id, default: true }])
      await site.client.delete(`/spaces/${three.space.id}`)
      await site.client.post(`/spaces/${two.space.id}/restore`)
      expect(await itemsOf(site, 'site-spaces')).toMatchObject([{ id: two.id, default: true }])
    },
  )

  test.runIf(isLongRun)('hides its section until it is restored', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const spaceId = section.siteSpaces[0].space.id
    await site.client.delete(`/spaces/${spaceId}`)
    expect(await itemsOf(site, 'sections')).toMatchObject([{ id: section.id, default: true, siteSpaces: [] }])
    await site.client.post(`/spaces/${spaceId}/restore`)
    expect(await itemsOf(site, 'sections')).toMatchObject([{ siteSpaces: [{ default: true }] }])
  })
})

test.runIf(isLongRun)(
  'a permanently deleted space is removed from its sites, with sections that become empty',
  async () => {
    const site = await buildSite(app)
    const [one, two, three] = [
      await buildSection(site, 'One'),
      await buildSection(site, 'Two'),
      await buildSection(site, 'Three'),
    ]
    const variant = await buildSiteSpace(site, 'Variant', two.id)
    for (const { siteSpaces } of [one, two]) await site.client.delete(`/spaces/${siteSpaces[0].space.id}`)
    await purgeDeletedContent(app.database, new Date(Date.now() + 8 * 24 * 60 * 60 * 1000))
    expect(await itemsOf(site, 'sections')).toMatchObject([
      { id: two.id, default: true, siteSpaces: [{ id: variant.id, default: true }] },
      { id: three.id, default: false },
    ])
    expect(await app.database.prisma.siteSpace.count({ where: { siteId: site.id } })).toBe(2)
    expect((await site.client.get(site.path)).body.siteSpaces).toBe(2)
  },
)

test('site-spaces are found in their own site only, and writing requires the permission to administer it', async () => {
  const site = await buildSite(app)
  const siteSpace = await buildSiteSpace(site, 'Space')
  const other = await buildSite(app)
  const path = `${site.path}/site-spaces/${siteSpace.id}`
  expect((await other.client.patch(`${other.path}/site-spaces/${siteSpace.id}`, {})).status).toBe(404)
  expect((await other.client.delete(path)).status).toBe(404)
  expect((await other.client.get(`${site.path}/site-spaces`)).status).toBe(404)
  const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
  expect((await reader.get(`${site.path}/site-spaces`)).body.count).toBe(1)
  expect((await reader.post(`${site.path}/site-spaces`, { spaceId: siteSpace.space.id })).status).toBe(403)
  expect((await reader.patch(path, {})).status).toBe(403)
  expect((await reader.delete(path)).status).toBe(403)
})

test.runIf(isLongRun)('the published addresses follow the defaults', async () => {
  const site = await buildSite(app)
  const one = await buildSection(site, 'One')
  const two = await buildSection(site, 'Two')
  await buildSiteSpace(site, 'Variant', two.id)
  await app.database.prisma.site.update({ where: { id: site.id }, data: { published: true } })
  const base = `${app.url}/sites/${site.organizationId}/${site.id}`
  const { items } = (await site.client.get(`${site.path}/sections`)).body
  expect(items).toMatchObject([
    { id: one.id, urls: { published: base }, siteSpaces: [{ urls: { published: base } }] },
    {
      id: two.id,
      urls: { published: `${base}/two` },
      siteSpaces: [{ urls: { published: `${base}/two` } }, { urls: { published: `${base}/two/variant` } }],
    },
  ])
})

test('GraphQL adds, reads, changes and removes a site-space with the same rules', async () => {
  const site = await buildSite(app)
  const { id: spaceId } = await buildSpace(site.client, site.organizationId, 'Manual')
  const siteId = site.id
  const add = `mutation($siteId: ID!, $input: CreateSiteSpaceInput!) {
    createSiteSpace(siteId: $siteId, input: $input) {
      siteSpace {
        id title path isDefault sectionId section { id } site { siteSpaceCount } space { id permissions { edit } }
      }
    }
  }`
  const created = await site.client.gql(add, { siteId, input: { spaceId } })
  expect(created.errors).toBeUndefined()
  const { id, ...siteSpace } = created.data.createSiteSpace.siteSpace
  expect(siteSpace).toEqual({
    title: 'Manual',
    path: 'manual',
    isDefault: true,
    sectionId: null,
    section: null,
    site: { siteSpaceCount: 1 },
    space: { id: spaceId, permissions: { edit: true } },
  })
  const again = await site.client.gql(add, { siteId, input: { spaceId } })
  expect(again.errors?.[0]?.extensions.code).toBe('CONFLICT')
  const update = `mutation($siteId: ID!, $id: ID!) {
    updateSiteSpace(siteId: $siteId, siteSpaceId: $id, input: { path: "new" }) { siteSpace { path } }
  }`
  expect((await site.client.gql(update, { siteId, id })).data.updateSiteSpace.siteSpace).toEqual({
    path: 'new',
  })
  const read = 'query($id: ID!, $siteId: ID) { siteSpace(id: $id, siteId: $siteId) { path } }'
  expect((await site.client.gql(read, { id, siteId })).data.siteSpace).toEqual({ path: 'new' })
  expect((await site.client.gql(read, { id, siteId: 'sitother' })).errors?.[0]?.extensions.code).toBe(
    'NOT_FOUND',
  )
  const remove =
    'mutation($siteId: ID!, $id: ID!) { deleteSiteSpace(siteId: $siteId, siteSpaceId: $id) { deletedSiteSpaceId } }'
  expect((await site.client.gql(remove, { siteId, id })).data.deleteSiteSpace.deletedSiteSpaceId).toBe(id)
})
