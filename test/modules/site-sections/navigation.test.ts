import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumExternalLinks, maximumGroupDepth } from '../../../src/modules/site-sections/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildPage } from '../../support/factories/content.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { buildReadableSite, read } from '../published-sites/published-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds a published site whose spaces have a page each. */
async function buildSiteWithPages() {
  const site = await buildReadableSite(app)
  for (const { spaceId } of [site.guide, site.api, site.next])
    await buildPage(site.client, spaceId, { title: 'Start' })
  return site
}

const inFrench = async (site: TestSite) => {
  const settings = (await site.client.get(`${site.path}/customization`)).body
  const answer = await site.client.put(`${site.path}/customization`, {
    ...settings,
    internationalization: { locale: 'fr' },
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

interface Item {
  readonly object: string
  readonly id: string
  readonly title: string
  readonly children?: readonly Item[]
}

/** Returns titles, those of what is in a group in brackets behind it. */
const outlineOf = (items: readonly Item[]): string =>
  items.map(({ title, children }) => (children ? `${title}(${outlineOf(children)})` : title)).join(' ')

const structureOf = async (site: TestSite): Promise<string> =>
  outlineOf((await site.client.get(`${site.path}/structure`)).body.structure)

const made = async (site: TestSite, list: string, body: object) => {
  const answer = await site.client.post(`${site.path}/${list}`, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: string }
}

const group = (site: TestSite, title: string, parent?: string) =>
  made(site, 'section-groups', { title, parent })
const link = (site: TestSite, title: string, more: object = {}) =>
  made(site, 'external-links', { title, url: 'https://other.example/', ...more })

describe('groups in groups', () => {
  test.runIf(isLongRun)('have one order with all that is in them, in which they move', async () => {
    const site = await buildSite(app)
    const [a, b, c] = [
      await buildSection(site, 'Aa'),
      await buildSection(site, 'Bb'),
      await buildSection(site, 'Cc'),
    ]
    const outer = await group(site, 'Outer')
    const inner = await group(site, 'Inner', outer.id)
    await link(site, 'Link')
    const section = (id: string, siteSectionGroupId: string | null) =>
      site.client.patch(`${site.path}/sections/${id}`, { siteSectionGroupId })
    expect((await section(b.id, inner.id)).body.sectionGroup).toBe(inner.id)
    await section(a.id, outer.id)
    expect(await structureOf(site)).toBe('Cc Outer(Inner(Bb) Aa) Link')
    const lists = async (list: string) =>
      (await site.client.get(`${site.path}/${list}`)).body.items.map(({ title }: Item) => title)
    expect(await lists('sections')).toEqual(['Cc', 'Bb', 'Aa'])
    const sort = (type: string, id: string, position: object) =>
      site.client.patch(`${site.path}/structure/sort`, { item: { type, id }, position })
    await sort('site-section', a.id, { before: { type: 'site-section-group', id: inner.id } })
    await sort('site-section-group', outer.id, { before: { type: 'site-section', id: c.id } })
    expect(await structureOf(site)).toBe('Outer(Aa Inner(Bb)) Cc Link')
    expect(await lists('sections')).toEqual(['Aa', 'Bb', 'Cc'])
    const other = await sort('site-section', b.id, { after: { type: 'site-section', id: a.id } })
    expect([other.status, other.body.error.reason]).toEqual([400, 'SIBLING_NOT_ON_LEVEL'])
    // To the root it goes directly behind the groups that it was in.
    await section(b.id, null)
    expect(await structureOf(site)).toBe('Outer(Aa Inner()) Bb Cc Link')
    await site.client.patch(`${site.path}/section-groups/${inner.id}`, { parentSectionGroupId: null })
    expect(await structureOf(site)).toBe('Outer(Aa) Inner() Bb Cc Link')
    await site.client.patch(`${site.path}/section-groups/${outer.id}`, { parentSectionGroupId: inner.id })
    await section(c.id, outer.id)
    expect(await structureOf(site)).toBe('Inner(Outer(Aa Cc)) Bb Link')
    await site.client.delete(`${site.path}/section-groups/${outer.id}`)
    expect(await structureOf(site)).toBe('Inner(Aa Cc) Bb Link')
    await site.client.delete(`${site.path}/section-groups/${inner.id}`)
    expect(await structureOf(site)).toBe('Aa Cc Bb Link')
  })

  test.runIf(isLongRun)(
    'are neither in themselves nor nested without end, also where two are moved at once',
    async () => {
      const site = await buildSite(app)
      await buildSection(site, 'Section')
      const groups = [await group(site, 'G1')]
      while (groups.length < maximumGroupDepth) groups.push(await group(site, 'G', groups.at(-1)?.id))
      const [first, second, last] = [groups[0], groups[1], groups.at(-1)] as { id: string }[]
      const deeper = await site.client.post(`${site.path}/section-groups`, {
        title: 'Deep',
        parent: last?.id,
      })
      expect([deeper.status, deeper.body.error.reason]).toEqual([400, 'SECTION_GROUPS_TOO_DEEP'])
      const move = (id: string | undefined, parentSectionGroupId: string | undefined) =>
        site.client.patch(`${site.path}/section-groups/${id}`, { parentSectionGroupId })
      for (const target of [first, second, last]) expect((await move(first?.id, target?.id)).status).toBe(400)
      expect((await move(first?.id, 'unknown')).body.error.reason).toBe('SECTION_GROUP_NOT_IN_SITE')
      const other = await group(site, 'Other')
      expect((await move(first?.id, other.id)).body.error.reason).toBe('SECTION_GROUPS_TOO_DEEP')
      const [x, y] = [await group(site, 'Xx'), await group(site, 'Yy')]
      const answers = await Promise.all([move(x.id, y.id), move(y.id, x.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const foreign = await buildSite(app)
      await buildSection(foreign, 'Section')
      const there = await group(foreign, 'There')
      expect((await move(first?.id, there.id)).status).toBe(400)
    },
  )

  test('are made with sections from anywhere, in their order', async () => {
    const site = await buildSite(app)
    const [a, b, c] = [
      await buildSection(site, 'Aa'),
      await buildSection(site, 'Bb'),
      await buildSection(site, 'Cc'),
    ]
    const outer = await made(site, 'section-groups', { title: 'Outer', sections: [b.id] })
    const inner = await made(site, 'section-groups', {
      title: 'Inner',
      parent: outer.id,
      sections: [c.id, b.id],
    })
    expect(inner).toMatchObject({ sectionGroup: outer.id, draft: false, children: [{ title: 'Cc' }, {}] })
    await buildSection(site, 'Dd')
    expect(await structureOf(site)).toBe('Aa Outer(Inner(Cc Bb)) Dd')
    expect(a.draft).toBe(false)
  })
})

describe('an external link', () => {
  test('is in the navigation of a site with sections, and leads elsewhere', async () => {
    const site = await buildSiteWithPages()
    const menu = await group(site, 'More')
    const answer = await site.client.post(`${site.path}/external-links`, {
      title: 'Status',
      url: 'https://status.example/?a=1&b=2',
      description: 'Is it up?',
      icon: 'heart',
      localizedTitle: { fr: 'État' },
      parent: menu.id,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      expect.stringContaining('/external-links/'),
    ])
    expect(answer.body).toEqual({
      object: 'site-external-link',
      id: answer.body.id,
      title: 'Status',
      localizedTitle: { fr: 'État' },
      url: 'https://status.example/?a=1&b=2',
      description: 'Is it up?',
      icon: 'heart',
      draft: false,
      sectionGroup: menu.id,
    })
    const shown = async () => (await read(`${site.address}/`, { headers: { accept: 'text/html' } })).text
    expect(await shown()).toMatch(/<a href="https:\/\/status\.example\/\?a=1&#x26;b=2"[^>]*>.*Status/)
    const path = `${site.path}/external-links/${answer.body.id}`
    const published = async () =>
      outlineOf((await site.client.get(`${site.path}/published`)).body.structure.structure)
    expect(await published()).toBe('Guide API More(Status)')
    for (const hidden of [{ draft: true }, { draft: false, condition: 'visitor.claims.plan == "pro"' }]) {
      expect((await site.client.patch(path, hidden)).body).toMatchObject(hidden)
      expect(await shown()).not.toContain('status.example')
      expect(await published()).toBe('Guide API')
    }
    await site.client.patch(path, { condition: null, parent: null, url: 'https://x.example/' })
    expect(await published()).toBe('Guide API Status')
    expect(await shown()).toContain('https://x.example/')
    expect((await site.client.delete(path)).status).toBe(205)
    expect((await site.client.delete(path)).status).toBe(404)
    expect(await shown()).not.toContain('x.example')
  })

  test.each(oneRowIn(3, ['javascript:alert(1)', 'ftp://x.example/', '/path', 'x']))(
    'is refused to %s',
    async (url) => {
      const site = await buildSite(app)
      await buildSection(site, 'Section')
      const answer = await site.client.post(`${site.path}/external-links`, { title: 'Link', url })
      expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, 'url'])
    },
  )

  test.runIf(isLongRun)('needs a site with sections, and a group of the site', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'One')
    const input = { title: 'Link', url: 'https://x.example/' }
    const refused = await site.client.post(`${site.path}/external-links`, input)
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'SITE_WITHOUT_SECTIONS'])
    await buildSection(site, 'Section')
    const answer = await site.client.post(`${site.path}/external-links`, { ...input, parent: 'unknown' })
    expect([answer.status, answer.body.error.fields[0].message]).toEqual([
      400,
      'is not a section group of this site',
    ])
  })
})

test('a site has as many external links as may be, and no more', async () => {
  const site = await buildSite(app)
  await buildSection(site, 'Section')
  await app.database.pool.query(
    `INSERT INTO "SiteExternalLink" (id, "siteId", title, url, position)
     SELECT 'lnk' || n || $1, $1, 'Link', 'https://x.example/', 'b' || lpad(n::text, 4, '0') || 'V'
     FROM generate_series(1, $2::int) n`,
    [site.id, maximumExternalLinks - 1],
  )
  const input = { title: 'Link', url: 'https://x.example/' }
  const answers = await Promise.all([1, 2].map(() => site.client.post(`${site.path}/external-links`, input)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error.reason).toBe('TOO_MANY_EXTERNAL_LINKS')
})

describe('a draft', () => {
  test.each(oneRowIn(3, ['section', 'group', 'site-space']))(
    'of a %s is published to nobody, at no address',
    async (kind) => {
      const site = await buildSiteWithPages()
      const client = site.client
      await buildPage(client, site.api.spaceId, { title: 'Secretpage', document: { markdown: 'secretword' } })
      await client.delete(`${site.path}/site-spaces/${site.next.siteSpaceId}`)
      const path = {
        section: `sections/${site.api.id}`,
        group: 'section-groups/',
        'site-space': `site-spaces/${site.api.siteSpaceId}`,
      }[kind] as string
      const groups = await made(site, 'section-groups', { title: 'Group', sections: [site.api.id] })
      const target = `${site.path}/${kind === 'group' ? path + groups.id : path}`
      const lookUp = (place: string) =>
        client.get(`/urls/published?${new URLSearchParams({ url: `${site.address}${place}` })}`)
      const token = (await lookUp('/')).body.apiToken as string
      const visitor = app.as({ token })
      const seen = async () => ({
        page: (await read(`${site.address}/api/secretpage`)).status,
        markdown: (await read(`${site.address}/api/secretpage.md`)).status,
        url: (await lookUp('/api/secretpage')).body.siteSpace === site.api.siteSpaceId,
        navigation: (await read(`${site.address}/`, { headers: { accept: 'text/html' } })).text.includes(
          '/api',
        ),
        sitemap: (await read(`${site.address}/sitemap.xml`)).text.includes('secretpage'),
        pages: (await read(`${site.address}/sitemap-pages.xml`)).text.includes('secretpage'),
        llms: (await read(`${site.address}/llms-full.txt`)).text.includes('secretword'),
        search: (await read(`${site.address}/~search?query=secretword`)).text.includes('secretpage'),
        published: JSON.stringify((await visitor.get(`${site.path}/published`)).body).includes(site.api.id),
        space: (await visitor.get(`/spaces/${site.api.spaceId}/content`)).status,
        found: JSON.stringify(
          (await visitor.post(`${site.path}/search`, { query: 'secretword', scope: { mode: 'all' } })).body,
        ).includes('Secretpage'),
      })
      expect(await seen()).toEqual({
        page: 200,
        markdown: 200,
        url: true,
        navigation: true,
        sitemap: true,
        pages: true,
        llms: true,
        search: true,
        published: true,
        space: 200,
        found: true,
      })
      expect((await client.patch(target, { draft: true })).body.draft).toBe(true)
      expect(await seen()).toEqual({
        page: 404,
        markdown: 404,
        url: false,
        navigation: false,
        sitemap: false,
        pages: false,
        llms: false,
        search: false,
        published: false,
        space: 403,
        found: false,
      })
      expect((await client.patch(target, { draft: false })).status).toBe(200)
      expect((await read(`${site.address}/api/secretpage`)).status).toBe(200)
    },
  )
})

test('a hidden site-space can be opened, and is in no navigation, search, sitemap and text for machines', async () => {
  const site = await buildSiteWithPages()
  await buildPage(site.client, site.next.spaceId, {
    title: 'Secretpage',
    document: { markdown: 'secretword' },
  })
  const path = `${site.path}/site-spaces/${site.next.siteSpaceId}`
  expect((await site.client.patch(path, { hidden: true })).body).toMatchObject({ hidden: true, draft: false })
  const html = { headers: { accept: 'text/html' } }
  expect((await read(`${site.address}/api/next/secretpage`)).status).toBe(200)
  expect((await read(`${site.address}/api`, html)).text).not.toContain('/api/next')
  for (const name of ['sitemap.xml', 'sitemap-pages.xml', 'llms.txt', 'llms-full.txt', 'rss.xml'])
    expect((await read(`${site.address}/${name}`)).text).not.toContain('ecret')
  expect((await read(`${site.address}/~search?query=secretword`)).text).toBe('{"items":[]}')
  const searched = await site.client.post(`${site.path}/search`, {
    query: 'secretword',
    scope: { mode: 'all' },
  })
  expect(searched.body.items).toEqual([])
  await site.client.patch(`${site.path}/site-spaces/${site.api.siteSpaceId}`, { hidden: true })
  expect((await read(`${site.address}/`, html)).text).not.toContain(`${site.base}/api`)
  expect((await read(`${site.address}/api`)).status).toBe(200)
})

test.runIf(isLongRun)('a site-space has a title and a first page of its own', async () => {
  const site = await buildSiteWithPages()
  const client = site.client
  await buildPage(client, site.next.spaceId, { title: 'Intro' })
  const home = await buildPage(client, site.next.spaceId, {
    title: 'Own home',
    document: { markdown: 'homeword' },
  })
  const path = `${site.path}/site-spaces/${site.next.siteSpaceId}`
  const changed = await client.patch(path, {
    title: 'Version 2',
    pageId: home,
    localizedTitle: { fr: 'Deux' },
  })
  expect(changed.body).toMatchObject({ title: 'Version 2', pageId: home, localizedTitle: { fr: 'Deux' } })
  const html = { headers: { accept: 'text/html' } }
  expect((await read(`${site.address}/api/next`, html)).text).toContain('homeword')
  expect((await read(`${site.address}/api`, html)).text).toContain('>Version 2<')
  await inFrench(site)
  expect((await read(`${site.address}/api`, html)).text).toContain('>Deux<')
  const other = await buildPage(client, site.api.spaceId, { title: 'Elsewhere' })
  for (const pageId of [other, 'unknown']) {
    const refused = await client.patch(path, { pageId })
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'PAGE_NOT_IN_SITE_SPACE'])
  }
  const moved = await client.patch(path, { spaceId: site.guide.spaceId, title: null })
  expect(moved.body).not.toHaveProperty('pageId')
  expect(moved.body.title).toBe('Guide')
  for (const localizedTitle of ['x', [], { fr: 1 }, { 'no language!': 'x' }, { fr: 'x'.repeat(129) }])
    expect((await client.patch(path, { localizedTitle })).status).toBe(400)
})

test.runIf(isLongRun)('titles of sections and groups in the language of the site are shown', async () => {
  const site = await buildSiteWithPages()
  const more = await group(site, 'More')
  await site.client.patch(`${site.path}/sections/${site.api.id}`, {
    siteSectionGroupId: more.id,
    localizedTitle: { fr: 'Interface' },
    localizedDescription: { fr: 'Tout' },
  })
  await site.client.patch(`${site.path}/section-groups/${more.id}`, { localizedTitle: { fr: 'Encore' } })
  await inFrench(site)
  const { text } = await read(`${site.address}/`, { headers: { accept: 'text/html' } })
  expect(text).toContain('>Encore<')
  expect(text).toContain('>Interface<')
  expect(text).toContain('title="Tout"')
})

describe('duplicating a site-space', () => {
  test('puts the copy beside it, or in a section of its own behind its section', async () => {
    const site = await buildSiteWithPages()
    await site.client.patch(`${site.path}/sections/${site.guide.id}`, {
      siteSectionGroupId: (await group(site, 'Group')).id,
    })
    const duplicate = (id: string, body: object = {}) =>
      site.client.post(`${site.path}/site-spaces/${id}/duplicate`, body)
    const variant = await duplicate(site.api.siteSpaceId)
    expect([variant.status, variant.body]).toMatchObject([
      201,
      { object: 'site-space', section: site.api.id, title: 'API (copy)', default: false, draft: false },
    ])
    expect(variant.headers.get('location')).toContain(`/site-spaces/${variant.body.id}`)
    const { pages } = (await site.client.get(`/spaces/${variant.body.space.id}/content/pages`)).body
    expect(pages).toMatchObject([{ title: 'Start' }])
    const alone = await duplicate(site.guide.siteSpaceId, { draft: true })
    expect(alone.body).toMatchObject({ title: 'Guide (copy)', default: true, draft: true })
    expect(await structureOf(site)).toBe('API Group(Guide Guide (copy))')
    const { items } = (await site.client.get(`${site.path}/sections`)).body
    expect(items.find(({ id }: Item) => id === alone.body.section)).toMatchObject({ draft: true })
    expect((await duplicate('unknown')).status).toBe(404)
  })
})
