import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishingAuthOf } from '../../../src/modules/publishing/service.ts'
import { readSiteGrant } from '../../../src/modules/visitors/site-grants.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  itemsOf,
  type TestSite,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('publishing a site', () => {
  test('makes it published and gives it an address, and again changes nothing', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    const first = await site.client.post(`${site.path}/publish`)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ object: 'site', id: site.id, published: true })
    expect(first.body.urls.published).toBe(`${app.url}/sites/${site.organizationId}/${site.id}`)
    const second = await site.client.post(`${site.path}/publish`)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await site.client.get(site.path)).body).toEqual(first.body)
  })

  test('is refused while it has no space to show', async () => {
    const site = await buildSite(app)
    const answer = await site.client.post(`${site.path}/publish`)
    expect(answer.status).toBe(409)
    expect(answer.body.error.message).toContain('add a space first')
    const { space } = await buildSiteSpace(site, 'Space')
    await site.client.delete(`/spaces/${space.id}`)
    expect((await site.client.post(`${site.path}/publish`)).status).toBe(409)
    expect((await site.client.get(site.path)).body.published).toBe(false)
  })

  test('is undone by unpublishing, which keeps all that was chosen', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    await site.client.patch(site.path, { basename: 'guide', visibility: 'share-link' })
    await site.client.post(`${site.path}/share-links`, { name: 'Partners' })
    const before = (await site.client.get(site.path)).body
    const auth = (await site.client.get(`${site.path}/publishing/auth`)).body
    await site.client.post(`${site.path}/publish`)
    for (let time = 0; time < 2; time++) {
      const answer = await site.client.post(`${site.path}/unpublish`)
      expect([answer.status, answer.body]).toEqual([200, before])
    }
    expect((await site.client.get(`${site.path}/publishing/auth`)).body).toEqual(auth)
    expect((await site.client.get(`${site.path}/share-links`)).body.count).toBe(1)
  })

  test('is the same in the graph', async () => {
    const site = await buildSite(app)
    const publish =
      'mutation ($id: ID!) { publishSite(siteId: $id) { site { isPublished urls { published } } } }'
    const refused = await site.client.gql(publish, { id: site.id })
    expect(refused.errors?.[0]?.extensions.code).toBe('CONFLICT')
    await buildSiteSpace(site, 'Space')
    const { data } = await site.client.gql(publish, { id: site.id })
    expect(data.publishSite.site).toEqual({
      isPublished: true,
      urls: { published: `${app.url}/sites/${site.organizationId}/${site.id}` },
    })
    const undone = await site.client.gql(
      'mutation ($id: ID!) { unpublishSite(siteId: $id) { site { isPublished } } }',
      {
        id: site.id,
      },
    )
    expect(undone.data.unpublishSite.site).toEqual({ isPublished: false })
  })

  test('needs the permission to administer the site', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
    const stranger = app.as((await buildOrganization(app)).admin)
    for (const path of ['publish', 'unpublish']) {
      expect((await reader.post(`${site.path}/${path}`)).status).toBe(403)
      expect((await stranger.post(`${site.path}/${path}`)).status).toBe(404)
    }
  })
})

describe('the publishing auth of a site', () => {
  const authOf = (site: TestSite) => `${site.path}/publishing/auth`

  test('is made once, with the site', async () => {
    const site = await buildSite(app)
    const rows = () => app.database.prisma.publishingAuth.count({ where: { siteId: site.id } })
    expect(await rows()).toBe(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.client.get(authOf(site))))
    const [first] = answers
    expect(first?.body).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first?.body])
    expect(await rows()).toBe(1)
    expect((await publishingAuthOf(app.database, site.id)).privateKey).toBe(first?.body.privateKey)
  })

  test('is changed without touching the key', async () => {
    const site = await buildSite(app)
    const { privateKey } = (await site.client.get(authOf(site))).body
    const fallbackURL = 'https://login.example.com/docs?from=docs'
    const changed = await site.client.patch(authOf(site), { backend: 'integration', fallbackURL })
    expect([changed.status, changed.body]).toEqual([
      200,
      { object: 'publishing-auth', backend: 'integration', privateKey, fallbackURL },
    ])
    const kept = await site.client.patch(authOf(site), { backend: 'custom' })
    expect(kept.body).toMatchObject({ backend: 'custom', fallbackURL })
    const removed = await site.client.patch(authOf(site), { backend: 'custom', fallbackURL: null })
    expect(removed.body).toEqual({ object: 'publishing-auth', backend: 'custom', privateKey })
  })

  test('keeps what a change does not name, each member for itself', async () => {
    const site = await buildSite(app)
    const { privateKey } = (await site.client.get(authOf(site))).body
    const [fallbackURL, logoutURL] = ['https://login.example.com/', 'https://login.example.com/out']
    const expected: Record<string, unknown> = { object: 'publishing-auth', backend: 'custom', privateKey }
    for (const change of [{ backend: 'integration' }, { fallbackURL }, { logoutURL }, {}]) {
      Object.assign(expected, change)
      const answer = await site.client.patch(authOf(site), change)
      expect([answer.status, answer.body]).toEqual([200, expected])
    }
    await site.client.patch(authOf(site), { fallbackURL: null, logoutURL: null })
    expect((await site.client.get(authOf(site))).body).toEqual({
      object: 'publishing-auth',
      backend: 'integration',
      privateKey,
    })
  })

  test('comes with its site in the graph after each change', async () => {
    const site = await buildSite(app)
    const { data, errors } = await site.client.gql(
      `mutation($siteId: ID!) {
        updateSitePublishingAuth(siteId: $siteId, input: { logoutURL: "https://example.com/out" }) {
          publishingAuth { logoutURL }
          site { id publishingAuth { logoutURL } }
        }
        regenerateSitePublishingKey(siteId: $siteId) {
          publishingAuth { privateKey }
          site { id publishingAuth { privateKey } }
        }
        updateSiteAdaptiveSchema(
          siteId: $siteId
          input: { jsonSchema: { type: "object", properties: {}, additionalProperties: false } }
        ) {
          siteAdaptiveSchema { jsonSchema }
          site { id adaptiveSchema { jsonSchema } }
        }
      }`,
      { siteId: site.id },
    )
    expect(errors).toBeUndefined()
    const { updateSitePublishingAuth: changed, regenerateSitePublishingKey: renewed } = data
    expect(changed.site).toEqual({ id: site.id, publishingAuth: changed.publishingAuth })
    expect(changed.publishingAuth.logoutURL).toBe('https://example.com/out')
    expect(renewed.site).toEqual({ id: site.id, publishingAuth: renewed.publishingAuth })
    const { siteAdaptiveSchema, ...owner } = data.updateSiteAdaptiveSchema
    expect(owner.site).toEqual({ id: site.id, adaptiveSchema: siteAdaptiveSchema })
  })

  test('may be changed before it was ever read', async () => {
    const site = await buildSite(app)
    const answer = await site.client.patch(authOf(site), { backend: 'integration' })
    expect(answer.status).toBe(200)
    expect((await site.client.get(authOf(site))).body).toEqual(answer.body)
  })

  test.each([
    ['backend', { backend: 'other' }],
    ['fallbackURL', { backend: 'custom', fallbackURL: 'javascript:alert(1)' }],
    ['fallbackURL', { backend: 'custom', fallbackURL: 'login' }],
    ['logoutURL', { logoutURL: 'javascript:alert(1)' }],
    ['fallbackURL', { backend: 'custom', fallbackURL: `https://example.com/${'x'.repeat(2030)}` }],
  ])('refuses a wrong %s (%#)', async (member, body) => {
    const site = await buildSite(app)
    const answer = await site.client.patch(authOf(site), body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toMatchObject([{ path: member }])
  })

  test('has another key after each regeneration, and the same otherwise', async () => {
    const site = await buildSite(app)
    const keys = new Set<string>()
    await site.client.patch(authOf(site), { backend: 'custom', fallbackURL: 'https://login.example.com/' })
    keys.add((await site.client.get(authOf(site))).body.privateKey)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await site.client.post(`${authOf(site)}/regenerate`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ backend: 'custom', fallbackURL: 'https://login.example.com/' })
      keys.add(body.privateKey)
      expect((await site.client.get(authOf(site))).body).toEqual(body)
    }
    expect(keys.size).toBe(3)
  })

  test('is a secret that readers of the site do not see, by no way', async () => {
    const site = await buildSite(app)
    await site.client.get(authOf(site))
    const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
    expect((await reader.get(authOf(site))).status).toBe(403)
    expect((await reader.post(`${authOf(site)}/regenerate`)).status).toBe(403)
    const byGraph = await reader.gql('query ($id: ID!) { site(id: $id) { publishingAuth { privateKey } } }', {
      id: site.id,
    })
    expect(byGraph.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect(byGraph.data).toEqual({ site: { publishingAuth: null } })
  })

  test('of all sites of an organization costs a bounded number of statements', async () => {
    const site = await buildSite(app)
    const query = `query ($id: ID!) { organization(id: $id) { sites { nodes { publishingAuth { backend } } } } }`
    const cost = async () => {
      const { count } = await app.statements(async () => {
        const { errors } = await site.client.gql(query, { id: site.organizationId })
        expect(errors).toBeUndefined()
      })
      return count
    }
    await cost()
    const ofOne = await cost()
    for (let index = 0; index < 4; index++) await site.client.post(`/orgs/${site.organizationId}/sites`, {})
    await cost()
    expect(await cost()).toBe(ofOne)
  })
})

describe('the preview of a site', () => {
  const previewOf = async (site: TestSite, query: Record<string, string> = {}) => {
    const answer = await site.client.get(`${site.path}/publishing/preview?${new URLSearchParams(query)}`)
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200 })
    expect(Object.keys(answer.body)).toEqual(['url'])
    const url = new URL(answer.body.url)
    const grant = await readSiteGrant(app.database, url.searchParams.get('preview') ?? '')
    return { address: `${url.origin}${url.pathname}`, grant }
  }

  test('is an address of the site itself, published or not, whatever is in front of it', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Space')
    const own = `${app.url}/sites/${site.organizationId}/${site.id}`
    expect(await previewOf(site)).toEqual({ address: own, grant: { siteId: site.id, preview: {} } })
    await site.client.patch(site.path, { proxy: 'example.com/docs' })
    await site.client.post(`${site.path}/publish`)
    expect((await previewOf(site)).address).toBe(own)
  })

  test('shows a site-space at its own path, and what is shown first at the root', async () => {
    const site = await buildSite(app)
    await buildSection(site, 'Guides')
    const api = await buildSection(site, 'API')
    await buildSiteSpace(site, 'Version 2', api.id)
    const own = `${app.url}/sites/${site.organizationId}/${site.id}`
    const addresses = new Map<string, string>()
    for (const { id, title } of await itemsOf(site, 'site-spaces'))
      addresses.set(title, (await previewOf(site, { siteSpace: id })).address)
    expect(Object.fromEntries(addresses)).toEqual({
      Guides: own,
      API: `${own}/api`,
      'Version 2': `${own}/api/version-2`,
    })
  })

  test('lasts an hour', async () => {
    const site = await buildSite(app)
    const { body } = await site.client.get(`${site.path}/publishing/preview`)
    const token = new URL(body.url).searchParams.get('preview') as string
    const payload = (token.split('.')[0] as string).replace('lsg_', '')
    const { expires } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const left = expires - Date.now() / 1000
    expect(left).toBeGreaterThan(3500)
    expect(left).toBeLessThanOrEqual(3600)
  })

  test.each([
    ['(plan:pro,teams:!(a,b))', { plan: 'pro', teams: ['a', 'b'] }],
    ['{"plan":"pro","beta":true}', { plan: 'pro', beta: true }],
    ['()', {}],
    ['', {}],
  ])('has the claims %s', async (claims, preview) => {
    const site = await buildSite(app)
    expect((await previewOf(site, { claims })).grant).toEqual({ siteId: site.id, preview })
  })

  test.each([
    ['claims', { claims: '(plan' }, 'claims: are no Rison: ":" is missing at position 6'],
    ['claims', { claims: '!(a)' }, 'claims: must be an object'],
    ['claims', { claims: '(a:' }, 'claims: are no Rison: a value is missing at position 4'],
    ['claims', { claims: '{"a":' }, undefined],
    ['claims', { claims: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` }, undefined],
    ['claims', { claims: `(a:${'x'.repeat(8190)})` }, undefined],
    ['claims', { claims: `(a:${'x'.repeat(2000)})` }, undefined],
    ['siteSpace', { siteSpace: 'unknown' }, 'siteSpace: is not a site-space of this site'],
  ] as const)('refuses wrong %s (%#)', async (member, query, message) => {
    const site = await buildSite(app)
    const answer = await site.client.get(`${site.path}/publishing/preview?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toMatchObject([{ path: member }])
    if (message !== undefined) expect(answer.body.error.message).toBe(message)
  })

  test('refuses a site-space of another site', async () => {
    const site = await buildSite(app)
    const { body: other } = await site.client.post(`/orgs/${site.organizationId}/sites`, { spaces: 'empty' })
    const { items } = (await site.client.get(`/orgs/${site.organizationId}/sites/${other.id}/site-spaces`))
      .body
    const answer = await site.client.get(`${site.path}/publishing/preview?siteSpace=${items[0].id}`)
    expect(answer.status).toBe(400)
  })

  test('is not for readers', async () => {
    const site = await buildSite(app)
    const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
    expect((await reader.get(`${site.path}/publishing/preview`)).status).toBe(403)
    const byGraph = await reader.gql('query ($id: ID!) { site(id: $id) { preview { url } } }', {
      id: site.id,
    })
    expect(byGraph.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})
