import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumShareLinks } from '../../../src/modules/share-links/limits.ts'
import { isActiveShareKey } from '../../../src/modules/share-links/service.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const linksOf = (site: TestSite) => `${site.path}/share-links`
const rowOf = (id: string) => app.database.prisma.shareLink.findUniqueOrThrow({ where: { id } })

async function buildShareLink(site: TestSite, name = 'Partners') {
  const answer = await site.client.post(linksOf(site), { name })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

describe('creating a share link', () => {
  test('makes an active link with a key of its own, and tells where it is', async () => {
    const site = await buildSite(app)
    const answer = await site.client.post(linksOf(site), { name: 'Partners' })
    expect(answer.status).toBe(201)
    const { id, createdAt, ...rest } = answer.body
    expect(rest).toEqual({ object: 'share-link', name: 'Partners', active: true, urls: {} })
    expect(Date.parse(createdAt)).not.toBeNaN()
    expect(answer.headers.get('location')).toBe(`${app.url}/v1${linksOf(site)}/${id}`)
    const second = await buildShareLink(site)
    const [one, other] = [await rowOf(id), await rowOf(second.id)]
    expect(one.key).toMatch(/^[\w-]{32}$/)
    expect(one.key).not.toBe(other.key)
  })

  test.each([{}, { name: null }, { name: 'x'.repeat(51) }, { name: 1 }])('refuses %j', async (body) => {
    const site = await buildSite(app)
    expect((await site.client.post(linksOf(site), body)).status).toBe(400)
    expect((await site.client.get(linksOf(site))).body).toEqual({ items: [], count: 0 })
  })

  test('stops at as many as a site may have, counted under the lock of the site', async () => {
    const site = await buildSite(app)
    await app.database.prisma.shareLink.createMany({
      data: Array.from({ length: maximumShareLinks - 1 }, (_, index) => ({
        id: `shl${index}${site.id}`,
        siteId: site.id,
        name: 'Many',
        key: `${index}-${site.id}`,
      })),
    })
    const answers = await Promise.all([1, 2, 3].map(() => site.client.post(linksOf(site), { name: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a share link', () => {
  test('has an address only while it is active and the site published', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    const { id } = await buildShareLink(site)
    const { key } = await rowOf(id)
    const address = `${app.url}/sites/${site.organizationId}/${site.id}/${key}`
    const urls = async () => (await site.client.get(linksOf(site))).body.items[0].urls
    expect(await urls()).toEqual({})
    await site.client.post(`${site.path}/publish`)
    expect(await urls()).toEqual({ published: address })
    await site.client.patch(`${linksOf(site)}/${id}`, { active: false })
    expect(await urls()).toEqual({})
    await site.client.patch(`${linksOf(site)}/${id}`, { active: true })
    expect(await urls()).toEqual({ published: address })
    await site.client.patch(site.path, { hostname: 'shared.example.com', proxy: 'example.com/docs' })
    expect(await urls()).toEqual({ published: `https://shared.example.com/${key}` })
    await site.client.post(`${site.path}/unpublish`)
    expect(await urls()).toEqual({})
  })

  test('is changed member by member and keeps its key', async () => {
    const site = await buildSite(app)
    const { id } = await buildShareLink(site)
    const { key } = await rowOf(id)
    const path = `${linksOf(site)}/${id}`
    expect((await site.client.patch(path, { name: 'Customers' })).body).toMatchObject({
      name: 'Customers',
      active: true,
    })
    expect((await site.client.patch(path, { active: false })).body).toMatchObject({
      name: 'Customers',
      active: false,
    })
    expect((await rowOf(id)).key).toBe(key)
  })

  test.each([{}, { name: null }, { other: 1 }, { active: 'no' }, { name: 'x'.repeat(51) }])(
    'is not changed by %j',
    async (body) => {
      const site = await buildSite(app)
      const { id } = await buildShareLink(site)
      expect((await site.client.patch(`${linksOf(site)}/${id}`, body)).status).toBe(400)
    },
  )

  test('is deleted once, and belongs to its site alone', async () => {
    const site = await buildSite(app)
    const other = await buildSite(app)
    const { id } = await buildShareLink(site)
    expect((await other.client.delete(`${linksOf(other)}/${id}`)).status).toBe(404)
    expect((await other.client.patch(`${linksOf(other)}/${id}`, { active: false })).status).toBe(404)
    expect((await site.client.delete(`${linksOf(site)}/${id}`)).status).toBe(205)
    expect((await site.client.delete(`${linksOf(site)}/${id}`)).status).toBe(404)
    expect((await site.client.get(linksOf(site))).body.count).toBe(0)
  })

  test('lists newest last, page by page', async () => {
    const site = await buildSite(app)
    for (const name of ['A', 'B', 'C']) await buildShareLink(site, name)
    const first = (await site.client.get(`${linksOf(site)}?limit=2`)).body
    expect(first).toMatchObject({ count: 3, items: [{ name: 'A' }, { name: 'B' }] })
    const second = (await site.client.get(`${linksOf(site)}?limit=2&page=${first.next.page}`)).body
    expect(second.items).toMatchObject([{ name: 'C' }])
    expect(second.next).toBeUndefined()
  })
})

test('readers of a site learn of no share link, by no way', async () => {
  const site = await buildSite(app)
  const { id } = await buildShareLink(site)
  for (const role of ['READ', 'REVIEW'] as const) {
    const reader = app.as(await buildMember(app, site.organizationId, role))
    expect((await reader.get(linksOf(site))).status).toBe(403)
    expect((await reader.post(linksOf(site), { name: 'x' })).status).toBe(403)
    const bySite = await reader.gql('query ($id: ID!) { site(id: $id) { shareLinks { totalCount } } }', {
      id: site.id,
    })
    expect(bySite.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const byNode = await reader.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(byNode.data.node).toBeNull()
  }
  const creator = app.as(await buildMember(app, site.organizationId, 'CREATE'))
  expect((await creator.get(linksOf(site))).status).toBe(200)
  expect((await creator.gql('query ($id: ID!) { node(id: $id) { id } }', { id })).data.node).toEqual({ id })
})

test('the graph does the same as the rows', async () => {
  const site = await buildSite(app)
  const created = await site.client.gql(
    `mutation ($siteId: ID!) { createShareLink(siteId: $siteId, input: { name: "Graph" }) { shareLink {
      id name isActive urls { published } site { id }
    } } }`,
    { siteId: site.id },
  )
  const { id, ...rest } = created.data.createShareLink.shareLink
  expect(rest).toEqual({ name: 'Graph', isActive: true, urls: { published: null }, site: { id: site.id } })
  const variables = { siteId: site.id, id }
  const change = `mutation ($siteId: ID!, $id: ID!, $input: UpdateShareLinkInput!) {
    updateShareLink(siteId: $siteId, shareLinkId: $id, input: $input) { shareLink { isActive } }
  }`
  const changed = await site.client.gql(change, { ...variables, input: { isActive: false } })
  expect(changed.data.updateShareLink.shareLink).toEqual({ isActive: false })
  const refused = await site.client.gql(change, { ...variables, input: {} })
  expect(refused.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  const deleted = await site.client.gql(
    'mutation ($siteId: ID!, $id: ID!) { deleteShareLink(siteId: $siteId, shareLinkId: $id) { deletedShareLinkId } }',
    variables,
  )
  expect(deleted.data.deleteShareLink.deletedShareLinkId).toBe(id)
})

test('a key counts for its own site, while its link is active, and costs one statement', async () => {
  const site = await buildSite(app)
  const other = await buildSite(app)
  const { id } = await buildShareLink(site)
  const { key } = await rowOf(id)
  const { count } = await app.statements(async () => {
    expect(await isActiveShareKey(app.database, site.id, key)).toBe(true)
  })
  expect(count).toBe(1)
  expect(await isActiveShareKey(app.database, other.id, key)).toBe(false)
  expect(await isActiveShareKey(app.database, site.id, `${key}x`)).toBe(false)
  await site.client.patch(`${linksOf(site)}/${id}`, { active: false })
  expect(await isActiveShareKey(app.database, site.id, key)).toBe(false)
})

describe('searching share links', () => {
  test('finds names and keys, ignoring case, and counts what it finds', async () => {
    const site = await buildSite(app)
    const [partners] = [await buildShareLink(site), await buildShareLink(site, 'Press 100%')]
    const { key } = await rowOf(partners.id)
    const found = async (text: string) => {
      const { body } = await site.client.get(`${linksOf(site)}?search=${encodeURIComponent(text)}`)
      expect(body.count).toBe(body.items.length)
      return body.items.map(({ name }: { name: string }) => name)
    }
    expect(await found('PART')).toEqual(['Partners'])
    expect(await found('%')).toEqual(['Press 100%'])
    expect(await found(key.slice(3, 20))).toEqual(['Partners'])
    expect(await found('nothing')).toEqual([])
    expect(await found('')).toEqual(['Partners', 'Press 100%'])
  })

  test('does not find out keys for tokens that may not see them', async () => {
    const site = await buildSite(app)
    const link = await buildShareLink(site)
    const { key } = await rowOf(link.id)
    const { body } = await site.client.post('/user/tokens', { label: 'Reader', scopes: ['read'] })
    const reader = app.as(body)
    const count = async (text: string) => (await reader.get(`${linksOf(site)}?search=${text}`)).body.count
    expect(await count('partners')).toBe(1)
    expect(await count(key)).toBe(0)
  })
})
