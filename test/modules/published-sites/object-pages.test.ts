import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppObject, appAddress, appObjectAt } from '../../../src/base/app-addresses.ts'
import { schema } from '../../../src/server/graph.ts'
import { queryOf } from '../../../src/sites/object-pages/object-queries.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSection, buildSite, buildSpace, type TestSite } from '../../support/factories/sites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp({ DISABLE_WORKSPACE: 'on' })
})
afterAll(() => app.close())

const objects: readonly AppObject[] = [
  { kind: 'organization', organization: 'org1' },
  { kind: 'site', organization: 'org1', site: 'sit1' },
  { kind: 'specification', organization: 'org1', slug: 'pet-store.v2' },
  { kind: 'collection', collection: 'col1' },
  { kind: 'space', space: 'spc1' },
  { kind: 'page', space: 'spc1', page: 'pag1' },
  { kind: 'revision', space: 'spc1', revision: 'rev1' },
  { kind: 'change request', space: 'spc1', changeRequest: '7' },
  { kind: 'change request', space: 'spc1', changeRequest: '7', page: 'pag1' },
]

describe('an address of the workspace', () => {
  test.each(objects)('names its object: $kind', (object) => {
    const address = appAddress({ appUrl: 'https://docs.example.com/app' }, object)
    expect(address).toMatch(/^https:\/\/docs\.example\.com\/app\/[ocs]\//)
    const path = address.slice('https://docs.example.com/app'.length)
    expect(appObjectAt(path)).toEqual(object)
    expect(appObjectAt(`${path}/`)).toEqual(object)
  })

  test.each(objects)('has a query that the schema allows: $kind', (object) => {
    expect(validate(schema, parse(queryOf(object)))).toEqual([])
  })

  test.each(['/s/', '/s/spc1/other', '/o/a/b/c', '/s/<script>', '/x/spc1'])('is not %s', (path) => {
    expect(appObjectAt(path)).toBeUndefined()
  })
})

interface Opened {
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

async function open(address: string, token?: string): Promise<Opened> {
  const answer = await fetch(address, {
    headers: { Accept: 'text/html', ...(token && { Authorization: `Bearer ${token}` }) },
    redirect: 'manual',
  })
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}

async function insertPage(site: TestSite, spaceId: string, title: string, members: object = {}) {
  const { body } = await site.client.post(`/spaces/${spaceId}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown: 'Text' }, ...members }],
  })
  return body.changes[0].page.id as string
}

describe('the page of an object', () => {
  test.runIf(isLongRun)(
    'names every kind of object to who may read it, and leads to GraphiQL with a query that reads it',
    async () => {
      const site = await buildSite(app, { title: 'Site <1>' })
      const { client, organizationId } = site
      const token = client.token as string
      const space = await buildSpace(client, organizationId)
      const pageId = await insertPage(site, space.id, 'Page <b>')
      const created = async (path: string, body: object) => (await client.post(path, body)).body
      const collection = await created(`/orgs/${organizationId}/collections`, { title: 'Collection' })
      const request = await created(`/spaces/${space.id}/change-requests`, { subject: 'Proposal' })
      const source = {
        text: JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
      }
      const spec = (await client.put(`/orgs/${organizationId}/openapi/pets`, { source })).body
      const page = (await client.get(`/spaces/${space.id}/content/page/${pageId}`)).body
      const revision = (await client.get(`/spaces/${space.id}/content`)).body
      const own = (await client.get(`/spaces/${space.id}`)).body
      const siteBody = (await client.get(site.path)).body
      const organization = (await client.get(`/orgs/${organizationId}`)).body
      const named: [string, string][] = [
        [organization.urls.app, organization.title],
        [siteBody.urls.app, 'Site &lt;1&gt;'],
        [spec.urls.app, 'pets'],
        [collection.urls.app, 'Collection'],
        [own.urls.app, own.title],
        [page.urls.app, 'Page &lt;b&gt;'],
        [revision.urls.app, revision.id],
        [request.urls.app, 'Proposal'],
        [`${request.urls.app}/pages/${pageId}`, 'Page &lt;b&gt;'],
      ]
      for (const [address, title] of named) {
        const { status, html } = await open(address, token)
        expect([address, status]).toEqual([address, 200])
        expect(html).toContain(`<h1>${title.includes('rev') ? `Revision ${title}` : title}</h1>`)
        const query = /href="(\/graphql\?query=[^"]+)"/.exec(html)?.[1] as string
        const read = await fetch(`${app.url}${query}`, { headers: { Authorization: `Bearer ${token}` } })
        expect(((await read.json()) as { errors?: unknown }).errors).toBeUndefined()
      }
    },
  )

  test('is the same "not found" for what is hidden and what is missing, and says nothing to who is not signed in', async () => {
    const site = await buildSite(app)
    const space = await buildSpace(site.client, site.organizationId)
    const { admin: stranger } = await buildOrganization(app)
    const missing = `${app.url}/s/spc0000000000000000000000000`
    const hidden = await open(`${app.url}/s/${space.id}`, stranger.token)
    expect([hidden.status, hidden.html]).toEqual([404, (await open(missing, stranger.token)).html])
    const anonymous = await open(`${app.url}/s/${space.id}`)
    const anonymousOfMissing = await open(missing)
    const neutral = (html: string) => html.replaceAll(/spc[0-9a-z]{20,}/g, 'ID')
    expect(anonymous.status).toBe(anonymousOfMissing.status)
    expect(neutral(anonymous.html)).toBe(neutral(anonymousOfMissing.html))
    expect(anonymous.html).not.toContain(space.title)
  })

  test('has the address at which anybody can read it, and that of nothing else', async () => {
    const site = await buildSite(app, { title: 'Public docs' })
    const section = await buildSection(site, 'Guide')
    const other = await buildSection(site, 'Secret')
    const spaceId = section.siteSpaces[0].space.id as string
    const secretId = other.siteSpaces[0].space.id as string
    await insertPage(site, spaceId, 'First')
    const pageId = await insertPage(site, spaceId, 'Second page')
    const hiddenId = await insertPage(site, spaceId, 'Hidden page', { hidden: true })
    await site.client.patch(`${site.path}/sections/${other.id}`, { condition: 'visitor.claims.staff' })
    const pageAddress = `${app.url}/s/${spaceId}/pages/${pageId}`
    expect((await open(pageAddress)).html).not.toContain('Public docs')
    await site.client.post(`${site.path}/publish`)
    const { published } = (await site.client.get(site.path)).body.urls
    const shown = await open(pageAddress)
    expect(shown.html).toContain(`href="${published}/second-page"`)
    expect(shown.html).toContain('<h1>Second page</h1>')
    expect((await open(`${published}/second-page`)).html).toContain('Second page')
    expect((await open(`${app.url}/s/${spaceId}`)).html).toContain(`href="${published}"`)
    for (const address of [
      `${app.url}/s/${spaceId}/pages/${hiddenId}`,
      `${app.url}/s/${secretId}`,
      `${app.url}/s/${spaceId}/pages/none`,
    ])
      expect((await open(address)).html).not.toContain(published)
    await site.client.patch(site.path, { visibility: 'share-link' })
    expect((await open(pageAddress)).html).not.toContain(published)
  })

  test('runs no script, is framed by nobody and indexed by nobody', async () => {
    for (const path of ['/', '/s/spc1']) {
      const { headers } = await open(`${app.url}${path}`)
      const policy = headers.get('content-security-policy')
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(rule)
      expect(policy).not.toContain('unsafe')
      expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
    }
    expect((await fetch(`${app.url}/s/spc1`, { method: 'POST' })).status).toBe(405)
  })
})

describe('APP_URL', () => {
  test('begins every `urls.app`, in both APIs, and those addresses resolve', async () => {
    const site = await buildSite(app)
    const { client, organizationId } = site
    const appUrl = 'https://ui.example.com/docs'
    const server = await startServerBeside(app, { config: { appUrl } })
    try {
      const there = server.as({ token: client.token as string })
      const space = await buildSpace(client, organizationId)
      const { urls } = (await there.get(`/spaces/${space.id}`)).body
      expect(urls.app).toBe(`${appUrl}/s/${space.id}`)
      expect(urls.location).toBe(`${app.url}/v1/spaces/${space.id}`)
      for (const url of [urls.app, `${app.url}/s/${space.id}`])
        expect((await there.get(`/urls/content?url=${encodeURIComponent(url)}`)).body.space.id).toBe(space.id)
      const { data } = await there.gql(`{ organization(id: "${organizationId}") { urls { app } } }`)
      expect(data.organization.urls.app).toBe(`${appUrl}/o/${organizationId}`)
    } finally {
      await server.close()
    }
  })
})

describe('the entry page', () => {
  test('leads to both APIs and to the query of each documented screen', async () => {
    const { status, html } = await open(`${app.url}/`)
    expect(status).toBe(200)
    for (const path of ['/graphql', '/v1/docs', '/v1/openapi.json']) expect(html).toContain(`href="${path}"`)
    const queries = [...html.matchAll(/href="\/graphql\?query=([^"]+)"/g)].map(([, query]) =>
      decodeURIComponent(query as string),
    )
    expect(queries).toHaveLength(10)
    for (const query of queries) expect(validate(schema, parse(query))).toEqual([])
  })
})
