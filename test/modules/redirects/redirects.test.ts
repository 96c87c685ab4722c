import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRedirect, redirectTarget } from '../../../src/modules/redirects/lookups.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { sendChanges } from '../../support/factories/content.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import {
  buildFlat,
  buildStructure,
  built,
  create,
  type Destination,
  lookUp,
  redirectsOf,
  targetOf,
  toPage,
  toSection,
  toSpace,
} from './site-redirects.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a redirect', () => {
  test('leads to a section, a site-space or a page, wherever that is now', async () => {
    const { site, guides, api, version, page, below } = await buildStructure(app)
    const answer = await create(site, '/old-api', toSection(api.id))
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.body).toEqual({
      object: 'site-redirect',
      id: answer.body.id,
      source: '/old-api',
      destination: { kind: 'site-section', siteSectionId: api.id },
      draft: false,
      captureWildcard: false,
      permanent: false,
      createdAt: expect.any(String),
    })
    await built(site, '/home', toSection(guides.id))
    await built(site, '/v2', toSpace(version.id))
    await built(site, '/v1', toSpace(api.siteSpaces[0].id))
    await built(site, '/about', toPage(version.id, page))
    await built(site, '/about/below', toPage(version.id, below))
    expect(await targetOf(app, site, '/old-api')).toBe('/api')
    expect(await targetOf(app, site, '/home')).toBe('')
    expect(await targetOf(app, site, '/v2')).toBe('/api/version-2')
    expect(await targetOf(app, site, '/v1')).toBe('/api')
    const about = '/api/version-2/%C3%BCber-uns'
    expect(await targetOf(app, site, '/about')).toBe(about)
    expect(await targetOf(app, site, '/about/below')).toBe(`${about}/below`)
    await site.client.patch(`${site.path}/sections/${api.id}`, { path: 'reference' })
    await site.client.patch(`${site.path}/site-spaces/${version.id}`, { path: 'next' })
    await sendChanges(site.client, version.space.id, {
      operation: 'update_page',
      page,
      title: 'About',
      slug: 'about-us',
    })
    expect(await targetOf(app, site, '/about/below')).toBe('/reference/next/about-us/below')
  })

  test.runIf(isLongRun)('whose page is gone leads to its site-space', async () => {
    const { site, version, page, below } = await buildStructure(app)
    await built(site, '/below', toPage(version.id, below))
    await sendChanges(site.client, version.space.id, { operation: 'delete_page', page })
    expect(await targetOf(app, site, '/below')).toBe('/api/version-2')
  })

  test.runIf(isLongRun)('has an absolute address below the one that visitors find the site at', async () => {
    const { site, api } = await buildStructure(app)
    await built(site, '/old', toSection(api.id))
    await site.client.patch(site.path, { hostname: 'redirects.example.com', proxy: 'example.com/docs' })
    expect((await lookUp(site, '/old')).body.target).toBe('https://redirects.example.com/api')
    await site.client.post(`${site.path}/publish`)
    const { body } = await lookUp(site, '/old')
    expect(body).toEqual({
      redirect: expect.objectContaining({ object: 'site-redirect', source: '/old' }),
      target: 'https://example.com/docs/api',
    })
  })

  test.runIf(isLongRun)('goes with what it leads to', async () => {
    const { site, api, version, page } = await buildStructure(app)
    await built(site, '/one', toSection(api.id))
    await built(site, '/two', toPage(version.id, page))
    await site.client.delete(`${site.path}/sections/${api.id}`)
    expect((await site.client.get(redirectsOf(site))).body).toEqual({ items: [], count: 0 })
    expect((await lookUp(site, '/two')).status).toBe(404)
  })

  test('to a link, which has no path, leads to the page above it', async () => {
    const { site, version, page } = await buildStructure(app)
    const insertLink = async (into?: string): Promise<string> => {
      const link = { operation: 'insert_page', type: 'link', title: 'Elsewhere', into }
      const target = { kind: 'url', url: 'https://example.org' }
      const { body } = await sendChanges(site.client, version.space.id, { ...link, target })
      return body.changes[0].page.id
    }
    await built(site, '/below', toPage(version.id, await insertLink(page)))
    await built(site, '/root', toPage(version.id, await insertLink()))
    expect(await targetOf(app, site, '/below')).toBe('/api/version-2/%C3%BCber-uns')
    expect(await targetOf(app, site, '/root')).toBe('/api/version-2')
  })

  test('is changed and deleted', async () => {
    const { site, guides, api } = await buildStructure(app)
    const { id } = await built(site, '/old', toSection(api.id))
    const path = `${redirectsOf(site)}/${id}`
    const moved = await site.client.patch(path, { source: '/older' })
    expect([moved.status, moved.body.source, moved.body.destination]).toEqual([
      200,
      '/older',
      toSection(api.id),
    ])
    const turned = await site.client.patch(path, { destination: toSpace(guides.siteSpaces[0].id) })
    expect(turned.body).toMatchObject({
      source: '/older',
      destination: toSpace(guides.siteSpaces[0].id),
    })
    expect(turned.body.destination).not.toHaveProperty('siteSectionId')
    expect((await site.client.patch(path, {})).body).toEqual(turned.body)
    expect(await targetOf(app, site, '/old')).toBe(404)
    expect((await site.client.delete(path)).status).toBe(205)
    expect((await site.client.delete(path)).status).toBe(404)
    expect((await site.client.patch(path, {})).status).toBe(404)
  })

  test('belongs to its site alone', async () => {
    const { site, api } = await buildStructure(app)
    const other = await buildStructure(app)
    const { id } = await built(site, '/old', toSection(api.id))
    expect((await other.site.client.delete(`${redirectsOf(other.site)}/${id}`)).status).toBe(404)
    await built(other.site, '/old', toSection(other.api.id))
    expect(await targetOf(app, site, '/old')).toBe('/api')
  })
})

describe('the source of a redirect', () => {
  test.each(
    oneRowIn(3, [
      '',
      '/',
      'old',
      '/old/',
      '/a//b',
      '/a b',
      '/ü',
      '/a?b',
      '/a#b',
      '/%2',
      '/%zz',
      `/${'x'.repeat(512)}`,
    ]),
  )('is refused as %j', async (source) => {
    const { site, siteSpaces } = await buildFlat(app, 'One')
    const answer = await create(site, source, toSpace(siteSpaces[0].id))
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toMatchObject([{ path: 'source' }])
    expect((await lookUp(site, source)).status).toBe(400)
  })

  test('is unique on the site, in whatever way it is written', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
    const [, two] = siteSpaces
    const first = await built(site, '/%6fld/%c3%bc', toSpace(two.id))
    expect(first.source).toBe('/old/%C3%BC')
    const again = await create(site, '/old/%C3%bC', toSpace(two.id))
    expect(again.status).toBe(409)
    expect(again.body.error.message).toBe('source: already has a redirect')
    const other = await built(site, '/other', toSpace(two.id))
    const taken = await site.client.patch(`${redirectsOf(site)}/${other.id}`, { source: '/old/%C3%BC' })
    expect(taken.status).toBe(409)
    expect(await targetOf(app, site, '/o%6Cd/%c3%bc')).toBe('/two')
  })

  test.runIf(isLongRun)('is given to one of several who ask for it at once', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One')
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => create(site, '/wanted', toSpace(siteSpaces[0].id))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('the destination of a redirect', () => {
  test.runIf(isLongRun)('has the members of its kind and no others', async () => {
    const { site, api, version, page } = await buildStructure(app)
    const wrong: [path: string, destination: Destination][] = [
      ['destination.kind', {}],
      ['destination.kind', { kind: 'url', siteSectionId: api.id }],
      ['destination.siteSectionId', { kind: 'site-section' }],
      ['destination.siteSpaceId', { kind: 'site-section', siteSectionId: api.id, siteSpaceId: version.id }],
      ['destination.siteSpaceId', { kind: 'site-space' }],
      ['destination.siteSpaceId', { kind: 'site-space', siteSpaceId: null }],
      ['destination.pageId', { kind: 'site-space', siteSpaceId: version.id, pageId: page }],
      ['destination.pageId', { kind: 'site-page', siteSpaceId: version.id }],
      ['destination.siteSpaceId', { kind: 'site-page', pageId: page }],
      [
        'destination.siteSectionId',
        { kind: 'site-page', siteSectionId: api.id, siteSpaceId: version.id, pageId: page },
      ],
    ]
    for (const [path, destination] of wrong) {
      const answer = await create(site, '/old', destination)
      expect({ destination, status: answer.status, fields: answer.body.error?.fields }).toMatchObject({
        status: 400,
        fields: [{ path }],
      })
    }
    expect((await site.client.get(redirectsOf(site))).body.count).toBe(0)
  })

  test('is of this site, and the page of the space it shows', async () => {
    const { site, guides, api, version, page } = await buildStructure(app)
    const other = await buildStructure(app)
    const { id } = await built(site, '/old', toSection(api.id))
    const wrong: [path: string, destination: Destination][] = [
      ['destination.siteSectionId', toSection(other.api.id)],
      ['destination.siteSectionId', toSection('unknown')],
      ['destination.siteSpaceId', toSpace(other.version.id)],
      ['destination.siteSpaceId', toPage(other.version.id, other.page)],
      ['destination.pageId', toPage(version.id, other.page)],
      ['destination.pageId', toPage(guides.siteSpaces[0].id, page)],
      ['destination.pageId', toPage(version.id, 'unknown')],
    ]
    for (const [path, destination] of wrong)
      for (const answer of [
        await create(site, '/new', destination),
        await site.client.patch(`${redirectsOf(site)}/${id}`, { destination }),
      ])
        expect({ destination, status: answer.status, fields: answer.body.error?.fields }).toMatchObject({
          status: 400,
          fields: [{ path }],
        })
    expect(await targetOf(app, site, '/old')).toBe('/api')
  })

  test.runIf(isLongRun)('cannot be a page that only a change request has', async () => {
    const { site, version } = await buildStructure(app)
    const proposal = `/spaces/${version.space.id}/change-requests`
    const { body } = await site.client.post(proposal, { subject: 'Proposal' })
    const { body: sent } = await site.client.post(`${proposal}/${body.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Draft', document: { markdown: '' } }],
    })
    const answer = await create(site, '/draft', toPage(version.id, sent.changes[0].page.id))
    expect(answer.status).toBe(400)
  })

  test('in a space that the caller may not read is hidden from them', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
    const [, two] = siteSpaces
    const { id } = await built(site, '/secret', toSpace(two.id))
    await app.database.prisma.space.update({
      where: { id: two.space.id },
      data: { defaultLevel: null, effectiveLevel: null },
    })
    const creator = app.as(await buildMember(app, site.organizationId, 'CREATE'))
    expect((await creator.get(redirectsOf(site))).body.count).toBe(0)
    expect((await creator.get(`${site.path}/redirect?source=/secret`)).status).toBe(404)
    expect((await creator.delete(`${redirectsOf(site)}/${id}`)).status).toBe(404)
    const byNode = await creator.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(byNode.data.node).toBeNull()
    const answer = await creator.post(redirectsOf(site), { source: '/x', destination: toSpace(two.id) })
    expect(answer.status).toBe(400)
    expect((await site.client.get(redirectsOf(site))).body.count).toBe(1)
  })
})

test('GraphQL behaves like REST', async () => {
  const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
  const [, two] = siteSpaces
  const destination = { kind: 'SITE_SPACE', siteSpaceId: two.id }
  const created = await site.client.gql(
    `mutation ($siteId: ID!, $input: CreateSiteRedirectInput!) {
      createSiteRedirect(siteId: $siteId, input: $input) {
        siteRedirect {
          id source destination { kind siteSectionId siteSpaceId pageId } site { id }
        }
      }
    }`,
    { siteId: site.id, input: { source: '/old', destination } },
  )
  const { id, ...rest } = created.data.createSiteRedirect.siteRedirect
  expect(rest).toEqual({
    source: '/old',
    destination: { ...destination, siteSectionId: null, pageId: null },
    site: { id: site.id },
  })
  const set = await site.client.gql(
    `mutation ($siteId: ID!, $redirects: [CreateSiteRedirectInput!]!) {
      createSiteRedirects(siteId: $siteId, redirects: $redirects) { siteRedirects { source } }
    }`,
    { siteId: site.id, redirects: [{ source: '/older', destination }] },
  )
  expect(set.data.createSiteRedirects).toEqual({ siteRedirects: [{ source: '/older' }] })
  const read = await site.client.gql(
    `query ($id: ID!) { site(id: $id) {
      redirects { totalCount nodes { source } }
      found: redirect(source: "/old") { redirect { id } target }
      missing: redirect(source: "/none") { target }
    } }`,
    { id: site.id },
  )
  expect(read.data.site).toEqual({
    redirects: { totalCount: 2, nodes: [{ source: '/older' }, { source: '/old' }] },
    found: { redirect: { id }, target: `${app.url}/sites/${site.organizationId}/${site.id}/two` },
    missing: null,
  })
  const changed = await site.client.gql(
    `mutation ($siteId: ID!, $id: ID!) {
      updateSiteRedirect(siteId: $siteId, siteRedirectId: $id, input: { source: "/oldest" }) { siteRedirect { source } }
      deleteSiteRedirect(siteId: $siteId, siteRedirectId: $id) { deletedSiteRedirectId }
    }`,
    { siteId: site.id, id },
  )
  expect(changed.data).toEqual({
    updateSiteRedirect: { siteRedirect: { source: '/oldest' } },
    deleteSiteRedirect: { deletedSiteRedirectId: id },
  })
})

test('a reader of the site sees redirects and changes none', async () => {
  const { site, siteSpaces } = await buildFlat(app, 'One')
  const { id } = await built(site, '/old', toSpace(siteSpaces[0].id))
  const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
  expect((await reader.get(redirectsOf(site))).body.count).toBe(1)
  expect((await reader.get(`${site.path}/redirect?source=/old`)).status).toBe(200)
  expect((await reader.delete(`${redirectsOf(site)}/${id}`)).status).toBe(403)
  expect((await reader.patch(`${redirectsOf(site)}/${id}`, { source: '/x' })).status).toBe(403)
})

test('a visitor is redirected only to visible content, and a redirect is found in one statement by an index', async () => {
  const { site, api } = await buildStructure(app)
  await built(site, '/old', toSection(api.id))
  const row = await app.database.prisma.site.findUniqueOrThrow({ where: { id: site.id } })
  const address = `${app.url}/sites/${site.organizationId}/${site.id}/api`
  const end = { path: '/api', url: address, isPermanent: false }
  expect(await redirectTarget(app, row, '/old/')).toEqual(end)
  expect(await redirectTarget(app, row, '/old', ({ sectionId }) => sectionId === api.id)).toEqual(end)
  expect(await redirectTarget(app, row, '/old', ({ sectionId }) => sectionId !== api.id)).toBeNull()
  expect(await redirectTarget(app, row, '/none')).toBeNull()
  const { count } = await app.statements(async () => {
    expect(await findRedirect(app.database, site.id, '/old')).toMatchObject({ redirect: { source: '/old' } })
  })
  expect(count).toBe(1)
})

test.runIf(isLongRun)('a redirect to a deleted space returns when the space is restored', async () => {
  const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
  const [, two] = siteSpaces
  await built(site, '/old', toSpace(two.id))
  await site.client.delete(`/spaces/${two.space.id}`)
  expect(await targetOf(app, site, '/old')).toBe(404)
  await site.client.post(`/spaces/${two.space.id}/restore`)
  expect(await targetOf(app, site, '/old')).toBe('/two')
})
