import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  buildSpace,
  type TestSite,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const lookUp = (site: TestSite, url: string) =>
  site.client.get(`/urls/published?url=${encodeURIComponent(url)}`)

async function writePage(site: TestSite, spaceId: string, title: string): Promise<string> {
  const answer = await site.client.post(`/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
  })
  expect(answer.status).toBe(200)
  const { pages } = (await site.client.get(`/spaces/${spaceId}/content/pages`)).body
  return pages.at(-1).id
}

describe('a URL of a published site', () => {
  test('resolves sections, variants and pages, at every URL of the site', async () => {
    const site = await buildSite(app)
    const guide = await buildSection(site, 'Guide')
    const api = await buildSection(site, 'API')
    const v2 = await buildSiteSpace(site, 'v2', api.id)
    await writePage(site, v2.space.id, 'Start')
    await site.client.patch(site.path, { basename: 'docs', hostname: 'lookups.example.test' })
    await site.client.post(`${site.path}/publish`)
    const addresses = [
      `${app.url}/sites/${site.organizationId}/${site.id}`,
      `${app.url}/sites/${site.organizationId}/docs`,
      'https://lookups.example.test',
    ]
    for (const address of addresses) {
      const { pathname } = new URL(address)
      const base = pathname === '/' ? '' : pathname
      expect((await lookUp(site, address)).body).toMatchObject({
        site: site.id,
        organization: site.organizationId,
        siteSection: guide.id,
        pathname: '',
        siteBasePath: base,
        basePath: base,
        complete: false,
      })
      expect((await lookUp(site, `${address}/api/v2/start?x=1`)).body).toMatchObject({
        siteSection: api.id,
        siteSpace: v2.id,
        space: v2.space.id,
        pathname: 'start',
        siteBasePath: base,
        basePath: `${base}/api/v2`,
        complete: true,
        canonicalUrl: 'https://lookups.example.test/api/v2/start',
      })
    }
  })

  test('resolves to the target of a redirect, unless a page exists', async () => {
    const site = await buildSite(app)
    const { id, space } = await buildSiteSpace(site, 'Guide')
    const pageId = await writePage(site, space.id, 'New place')
    const destination = { kind: 'site-page', siteSpaceId: id, pageId }
    for (const source of ['/old/place', '/new-place-too'])
      await site.client.post(`${site.path}/redirects`, { source, destination })
    await site.client.post(`${site.path}/publish`)
    const address = (await site.client.get(site.path)).body.urls.published
    const redirect = `${address}/new-place`
    expect((await lookUp(site, `${address}/old/place`)).body).toEqual({
      target: 'content',
      redirect,
      site: site.id,
    })
    await writePage(site, space.id, 'New place too')
    expect((await lookUp(site, `${address}/new-place-too`)).body).toMatchObject({ pathname: 'new-place-too' })
    expect((await lookUp(site, `${address}/nowhere`)).body).toMatchObject({ pathname: 'nowhere' })
  })

  test.runIf(isLongRun)('is found behind a proxy domain, and the longest matching path counts', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Guide')
    await site.client.patch(site.path, { proxy: 'proxied.example.com/products/docs' })
    await site.client.post(`${site.path}/publish`)
    expect((await lookUp(site, 'https://proxied.example.com/products/docs/a/b')).body).toMatchObject({
      site: site.id,
      siteBasePath: '/products/docs',
      pathname: 'a/b',
    })
    expect((await lookUp(site, 'https://proxied.example.com/products')).status).toBe(404)
  })

  test.each([
    'https://unknown.example.test/',
    'https://lookups.example.test/%E0%A4%A',
    'mailto:a@example.test',
    'https://lookups.example.test/%00',
  ])('that belongs to no site is not found: %s', async (url) => {
    const site = await buildSite(app)
    expect((await lookUp(site, url)).status).toBe(404)
  })

  test('that is not valid is refused', async () => {
    const site = await buildSite(app)
    expect((await lookUp(site, 'no address')).status).toBe(400)
    expect((await site.client.get('/urls/published')).status).toBe(400)
  })
})

describe('a URL of the workspace', () => {
  test('resolves to the collection, space, change request and page', async () => {
    const site = await buildSite(app)
    const { client, organizationId } = site
    const collection = (await client.post(`/orgs/${organizationId}/collections`, { title: 'Collection' }))
      .body
    const space = await buildSpace(client, organizationId)
    const pageId = await writePage(site, space.id, 'Page')
    const changeRequest = (await client.post(`/spaces/${space.id}/change-requests`, { subject: 'Draft' }))
      .body
    const { document: _document, ...page } = (await client.get(`/spaces/${space.id}/content/page/${pageId}`))
      .body
    const at = async (url: string) => (await client.get(`/urls/content?url=${encodeURIComponent(url)}`)).body
    expect(await at(collection.urls.app)).toEqual({ collection })
    const own = (await client.get(`/spaces/${space.id}`)).body
    expect(await at(own.urls.app)).toEqual({ space: own })
    expect(await at(changeRequest.urls.app)).toMatchObject({ changeRequest: { id: changeRequest.id } })
    expect(await at(page.urls.app)).toEqual({ space: own, page })
    expect(await at(`${changeRequest.urls.app}/pages/${pageId}`)).toMatchObject({
      changeRequest: { id: changeRequest.id },
      page: { id: pageId },
    })
  })

  test('is not found for non-members, or outside of the workspace', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId)
    const { admin: stranger } = await buildOrganization(app)
    const url = encodeURIComponent(`${app.url}/s/${space.id}`)
    expect((await app.as(stranger).get(`/urls/content?url=${url}`)).status).toBe(404)
    for (const other of [`${app.url}/s/${space.id}/other`, `https://example.test/s/${space.id}`, app.url])
      expect((await site.client.get(`/urls/content?url=${encodeURIComponent(other)}`)).status).toBe(404)
  })
})

describe('a subdomain or custom host name', () => {
  test('resolves to its organization or site for members, and for nobody else', async () => {
    const site = await buildSite(app)
    const { admin: stranger } = await buildOrganization(app)
    const name = `acme-${Date.now().toString(36)}`
    await site.client.patch(`/orgs/${site.organizationId}`, { hostname: name })
    const target = { type: 'organization', organization: site.organizationId }
    expect((await site.client.get(`/subdomains/${name}`)).body).toEqual({
      object: 'subdomain',
      subdomain: name,
      target,
      isActive: true,
    })
    expect((await app.as(stranger).get(`/subdomains/${name}`)).status).toBe(404)
    const hostname = `${name}.example.test`
    await site.client.patch(site.path, { hostname })
    expect((await site.client.get(`/custom-hostnames/${hostname}`)).body).toEqual({
      object: 'custom-hostname',
      hostname,
      target: { ...target, type: 'site', site: site.id },
      isActive: false,
      status: 'dns_passed',
      urls: { location: `${app.url}/v1/custom-hostnames/${hostname}` },
    })
    expect((await app.as(stranger).get(`/custom-hostnames/${hostname}`)).status).toBe(404)
  })
})
