import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../src/modules/content/revision-writer.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { laterVersion } from '../support/contract-document.ts'
import { type Exchange, recordingFetch } from '../support/contract-recorder.ts'
import { buildReusableContent } from '../support/factories/content.ts'
import { buildSite, buildSiteSpace, buildSpace, type TestSite } from '../support/factories/sites.ts'
import { rendererDifferences } from '../support/later-differences.ts'
import { type PublishedClient, rendererClient } from '../support/published-client.ts'
import { publishedContract } from '../support/published-contract.ts'

/** A published site with sections in a group, a page of everything, and what the page refers to. */
interface Published {
  readonly site: TestSite
  readonly address: string
  readonly spaceId: string
  readonly siteSpaceId: string
}

const petsDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'The pets.' } } } } },
})

/** The operations that the source of the renderer calls and Lectern answers. */
const callsOfRenderer = [
  'resolvePublishedContentByUrl',
  'getPublishedContentSite',
  'getSpaceById',
  'getRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getReusableContentDocumentInRevisionById',
  'getDocumentById',
  'getLatestOpenAPISpecVersionContent',
  'getEmbedByUrlInSpace',
  'getComputedDocument',
  'listRevisionPageMetaLinks',
  'getUserById',
  'searchSiteContent',
  'getSiteRedirectBySource',
  'getRevisionSemanticChanges',
  'getPageInRevisionById',
  'trackEventsInSiteById',
]

const contract = publishedContract(rendererDifferences, [laterVersion])

let app: TestApp
let published: Published
const exchanges: Exchange[] = []
const send = recordingFetch(exchanges)

beforeAll(async () => {
  app = await startTestApp()
  published = await publishSite()
})
afterAll(() => app.close())

async function publishSite(): Promise<Published> {
  const site = await buildSite(app)
  const { client, organizationId, path } = site
  const created = async (address: string, body: object) => {
    const answer = await client.post(address, body)
    if (answer.status > 201) throw new Error(`${address}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const guide = await buildSpace(client, organizationId, 'Guide')
  const api = await buildSpace(client, organizationId, 'API')
  const section = await created(`${path}/sections`, { spaceId: guide.id, title: 'Guide' })
  const other = await created(`${path}/sections`, { spaceId: api.id, title: 'API' })
  await created(`${path}/section-groups`, { title: 'Reference', sections: [other.id] })
  await created(`/orgs/${organizationId}/openapi`, { slug: 'pets', source: { text: petsDocument } })
  await processPendingSpecs(app)
  const reusableId = await buildReusableContent(app, site.admin, liveContent(guide.id), {
    markdown: 'Read this :rocket: first.',
  })
  const markdown = [
    `{% include "/reusable-contents/${reusableId}" %}`,
    '{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n{% endtabs %}',
    '- [ ] A task\n- Another',
    '{% updates %}\n{% update date="2026-01-01" tags="api,beta" %}\n## Out\n{% endupdate %}\n{% endupdates %}',
    `Ask [the author](/users/${site.admin.id} "mention").`,
    '{% embed url="https://www.youtube.com/watch?v=abcdefghijk" %}',
    '{% openapi-operation spec="pets" path="/pets" method="get" %}',
    '{% if visitor.claims.unsigned.beta %}\nFor testers.\n{% endif %}',
  ].join('\n\n')
  await created(`/spaces/${guide.id}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Welcome', emoji: '🚀', document: { markdown } },
      {
        operation: 'insert_page',
        title: 'Rockets',
        emoji: ':smile:',
        document: { markdown: 'All about them.' },
      },
      { operation: 'insert_page', title: 'Fuel', document: { markdown: 'What a rocket burns.' } },
    ],
  })
  await client.put(`${path}/customization`, {
    favicon: { emoji: '📘' },
    socialAccounts: [{ platform: 'github', handle: 'octocat', display: { footer: true, header: false } }],
    pageActions: { items: ['markdown', 'pdf'] },
  })
  await created(`${path}/redirects`, {
    source: '/old',
    destination: { kind: 'site-section', siteSectionId: section.id },
  })
  await created(`${path}/publish`, {})
  const address = (await client.get(path)).body.urls.published
  return { site, address, spaceId: guide.id, siteSpaceId: section.siteSpaces[0].id }
}

/** Reads the answers to the calls of the renderer for one page, in the order of its calls. */
async function readAsRenderer() {
  const { address, site, spaceId, siteSpaceId } = published
  const anonymous = rendererClient(app.url, undefined, send)
  const { data: lookup } = await anonymous.urls.resolvePublishedContentByUrl({
    url: `${address}/welcome`,
    visitor: { unsignedClaims: {}, type: 'human' },
    redirectOnError: false,
  })
  const { orgs, spaces, users }: PublishedClient = rendererClient(app.url, lookup.apiToken, send)
  const ids = [site.organizationId, site.id] as const
  const [{ data: content }, { data: space }] = await Promise.all([
    orgs.getPublishedContentSite(...ids, { shareKey: lookup.shareKey }),
    spaces.getSpaceById(lookup.space, { shareKey: lookup.shareKey }),
  ])
  const at = [spaceId, space.revision] as const
  const { data: revision } = await spaces.getRevisionById(...at, { metadata: true })
  const { data: page } = await spaces.getPageInRevisionByPath(...at, encodeURIComponent(lookup.pathname), {})
  const { data: document } = await spaces.getPageDocumentInRevisionById(...at, page.id, {
    evaluated: 'deterministic-only',
    dereferenced: 'reusable-contents',
  })
  const [reusable] = revision.reusableContents
  await spaces.getReusableContentDocumentInRevisionById(...at, reusable.id, {
    evaluated: 'deterministic-only',
  })
  await spaces.getDocumentById(spaceId, page.documentId, {})
  const { data: specification } = await orgs.getLatestOpenApiSpecVersionContent(ids[0], 'pets')
  const { data: embed } = await spaces.getEmbedByUrlInSpace(spaceId, {
    url: 'https://www.youtube.com/watch?v=abcdefghijk',
  })
  await spaces.getComputedDocument(
    spaceId,
    {
      source: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
        props: { doc: 'info', page: 'pets' },
      },
      seed: 'seed',
    },
    {},
  )
  await spaces.listRevisionPageMetaLinks(...at, page.id)
  await users.getUserById(site.admin.id)
  const { data: found } = await orgs.searchSiteContent(...ids, { query: 'rocket', mode: 'all' }, {})
  await orgs.searchSiteContent(...ids, { query: 'rocket', mode: 'specific', siteSpaceIds: [siteSpaceId] }, {})
  await orgs.searchSiteContent(...ids, { query: 'rocket', mode: 'current', siteSpaceId }, {})
  const { data: elsewhere } = await orgs.searchSiteContent(
    ...ids,
    {
      query: 'rocket',
      scope: { mode: 'default', currentSiteSpace: siteSpaceId, restrictTo: 'otherSiteSpaces' },
    },
    {},
  )
  await orgs.getSiteRedirectBySource(...ids, { source: '/old' })
  await spaces.getRevisionSemanticChanges(...at, { computed: false, limit: 10, metadata: false })
  const { data: text } = await spaces.getPageInRevisionById(...at, page.id, {
    format: 'markdown',
    'format.markdown.refs': 'stable',
  })
  const location = {
    ...{ url: address, siteSection: null, siteSpace: siteSpaceId, siteShareKey: null },
    ...{ space: spaceId, revision: space.revision, page: page.id },
  }
  const session = {
    ...{ sessionId: 's', visitorId: 'v', userAgent: 'a', language: null, cookies: {}, referrer: null },
  }
  await anonymous.orgs.trackEventsInSiteById(...ids, {
    events: [{ type: 'page_view', session, location, timestamp: new Date().toISOString() }],
  })
  return { lookup, content, revision, page, document, specification, embed, found, elsewhere, text }
}

describe('the renderer of the published client', () => {
  test('reads a page of a site in its order, and hears what its contract has', async () => {
    const read = await readAsRenderer()
    const faulty = exchanges.flatMap((exchange) => {
      const faults = contract.faultsOf(exchange)
      return faults.length > 0
        ? [`${exchange.method} ${exchange.path} ${exchange.status}: ${faults.slice(0, 4).join('; ')}`]
        : []
    })
    expect(faulty).toEqual([])
    expect(exchanges.map(({ status }) => status).filter((status) => status > 204)).toEqual([])
    const called = exchanges.map((exchange) => contract.operationOf(exchange)?.described.operationId)
    expect([...new Set(called)].sort()).toEqual(callsOfRenderer.toSorted())
    const [, group] = read.content.structure.structure
    expect(group).toMatchObject({ object: 'site-section-group', children: [{ title: 'API' }] })
    expect(read.content.customizations.site).toMatchObject({
      favicon: { emoji: '1f4d8' },
      styling: { codeTheme: { default: { light: 'default-light', dark: 'default-dark' } } },
      pageActions: { items: ['markdown', 'pdf'] },
      socialAccounts: [{ platform: 'github', handle: 'octocat' }],
    })
    expect(read.specification).toMatchObject({
      filesystem: [{ isEntrypoint: true, specification: { openapi: expect.any(String) } }],
      urls: { source: expect.stringMatching(/^http/), public: null },
    })
    expect(read.embed).toMatchObject({ type: 'rich', site: 'YouTube' })
    expect(read.embed.html).toContain('https://www.youtube-nocookie.com/embed/abcdefghijk')
    const { items } = read.found
    expect(items[0]).toMatchObject({ type: 'space', score: expect.any(Number) })
    const places = ({ title, rank, resultType }: Record<string, unknown>) => [rank, title, resultType]
    expect(items[0].pages.map(places)).toEqual([
      [1, 'Rockets', 'page'],
      [2, 'Fuel', 'section'],
    ])
    expect(read.elsewhere.items).toEqual([])
    expect(read.text.markdown).toMatch(/^# Welcome\n\n[^#]/)
    expect(read.revision.tags.map(({ slug, label }: Record<string, string>) => [slug, label])).toEqual([
      ['api', 'api'],
      ['beta', 'beta'],
    ])
    expect(read.revision.pages.map(({ emoji }: { emoji: string }) => emoji)).toEqual([
      '1f680',
      '1f604',
      undefined,
    ])
  })

  test.runIf(isLongRun)(
    'gets a key on every node, in the same tree twice, and no part that is for others',
    async () => {
      const { document } = await readAsRenderer()
      const keys: string[] = []
      const walk = (node: { key?: string; object: string; nodes?: never[]; fragments?: never[] }) => {
        expect(node.key, JSON.stringify(node).slice(0, 200)).toMatch(/./)
        keys.push(node.key as string)
        for (const below of [...(node.nodes ?? []), ...(node.fragments ?? [])]) walk(below)
      }
      document.nodes.forEach(walk)
      expect(keys.length).toBeGreaterThan(15)
      expect(new Set(keys).size).toBe(keys.length)
      expect((await readAsRenderer()).document).toEqual(document)
      const text = JSON.stringify(document)
      expect(text).toContain('Read this')
      expect(text).toContain('"code":"1f680"')
      expect(text).not.toMatch(/For testers|reusable-content/)
    },
  )

  test('is the only one that hears the forms that contradict those of others', async () => {
    const { site, spaceId } = published
    const read = async (path: string, agent: string) => {
      const headers = { Authorization: `Bearer ${site.admin.token}`, 'User-Agent': agent }
      return (await fetch(`${app.url}/v1${path}`, { headers })).json()
    }
    const contentOf = (agent: string) =>
      read(`/orgs/${site.organizationId}/openapi/pets/versions/latest/content`, agent)
    const welcome = (agent: string) => read(`/spaces/${spaceId}/content/path/welcome?format=markdown`, agent)
    expect((await contentOf('GitBook-Open/2.0.0')).filesystem).toBeInstanceOf(Array)
    expect(await welcome('GitBook-Open/2.0.0')).toMatchObject({
      emoji: '1f680',
      markdown: expect.stringMatching(/^# Welcome/),
    })
    for (const agent of ['@gitbook/api/0.202.0', 'curl/8']) {
      expect((await contentOf(agent)).filesystem).toHaveProperty(['openapi.json'])
      const page = await welcome(agent)
      expect(page.emoji).toBe('🚀')
      expect(page.markdown).not.toContain('# Welcome')
    }
  })

  test.runIf(isLongRun)('hears with each answer what it depends on, by the names of its tags', async () => {
    exchanges.length = 0
    const { lookup } = await readAsRenderer()
    const { organizationId, id, client, path, admin } = published.site
    const ofSpec = `organization:${organizationId}:openapi:pets`
    const expected: readonly (readonly [RegExp, string | null])[] = [
      [/^\/urls\//, null],
      [/^\/users\//, null],
      [/\/insights\/events$/, null],
      [/\/openapi\//, ofSpec],
      [/^\/orgs\//, `site:${id}`],
      [/^\/spaces\//, `space:${published.spaceId},${ofSpec}`],
    ]
    for (const exchange of exchanges) {
      const [, tags] = expected.find(([form]) => form.test(exchange.path)) ?? []
      expect([exchange.path, exchange.headers.get('x-gitbook-cache-tag')]).toEqual([exchange.path, tags])
    }
    const read = async (token: string, userAgent: string) =>
      (await fetch(`${app.url}/v1${path}/published`, {
        headers: { Authorization: `Bearer ${token}`, 'User-Agent': userAgent },
      })) as Response
    const others = [await read(lookup.apiToken, 'curl/8'), await read(admin.token, 'GitBook-Open/2.0.0')]
    expect(others.map(({ headers }) => headers.get('x-gitbook-cache-tag'))).toEqual([null, null])
    expect((await client.get(`${path}/published`)).headers.get('x-gitbook-cache-tag')).toBeNull()
  })

  test('hears of no tags that a header cannot have, whatever content and addresses name', async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Odd')
    const markdown = `{% openapi-operation spec="é,${'\u2028'}x" path="/pets" method="get" %}`
    const changes = [{ operation: 'insert_page', title: 'Odd', document: { markdown } }]
    await site.client.post(`/spaces/${space.id}/content`, { changes })
    await site.client.post(`${site.path}/publish`)
    const url = (await site.client.get(site.path)).body.urls.published
    const { data: lookup } = await rendererClient(
      app.url,
      undefined,
      fetch,
    ).urls.resolvePublishedContentByUrl({
      url,
    })
    const read = (path: string) =>
      fetch(`${app.url}/v1/spaces/${path}`, {
        headers: { Authorization: `Bearer ${lookup.apiToken}`, 'User-Agent': 'GitBook-Open/2.0.0' },
      })
    const answer = await read(space.id)
    expect([answer.status, answer.headers.get('x-gitbook-cache-tag')]).toEqual([200, `space:${space.id}`])
    expect((await read('a%0Ab')).status).toBe(403)
  })

  test('may make no other of its calls: there are no integrations, no answers and no previews of changes', async () => {
    const { lookup } = await readAsRenderer()
    const { spaces, integrations } = rendererClient(app.url, lookup.apiToken, fetch)
    const { site, spaceId } = published
    const ids = [site.organizationId, site.id] as const
    const request = await site.client.post(`/spaces/${spaceId}/change-requests`, {})
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        ({ code }) => code,
      )
    expect(await codeOf(spaces.getChangeRequestById(spaceId, request.body.id, {}))).toBe(403)
    expect(await codeOf(spaces.getChangeRequestChanges(spaceId, request.body.id, {}))).toBe(403)
    expect(await codeOf(integrations.renderIntegrationUiWithPost('one', { props: {} }))).toBe(404)
    const answers = await fetch(`${app.url}/v1/orgs/${ids.join('/sites/')}/ai/response`, { method: 'POST' })
    expect(answers.status).toBe(404)
  })

  test.each([
    { proposed: 'vis-1', deviceId: 'vis-1' },
    { proposed: '', deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])(
    'lets its script count a visit under the identifier "$proposed", on pages of other origins',
    async ({ proposed, deviceId }) => {
      const answer = await fetch(`${app.url}/__session/2/?proposed=${proposed}`, {
        headers: { Origin: 'https://docs.example.com', Cookie: 'lectern-session=x' },
      })
      expect([answer.status, await answer.json()]).toEqual([200, { deviceId }])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': 'https://docs.example.com',
        'access-control-allow-credentials': 'true',
        'cache-control': 'no-store',
      })
      expect(answer.headers.getSetCookie()).toEqual([])
    },
  )

  test('refuses identifiers of visits that are too long, and writes', async () => {
    const long = await fetch(`${app.url}/__session/2/?proposed=${'x'.repeat(201)}`)
    const written = await fetch(`${app.url}/__session/2/`, { method: 'POST' })
    expect([long.status, written.status]).toEqual([400, 405])
  })

  test.runIf(isLongRun)('counts what visitors did, for administrators', async () => {
    const { site, spaceId } = published
    const counts = async () => (await site.client.get(`${site.path}/insights/events`)).body.items
    const before = await counts()
    const { page } = await readAsRenderer()
    const anonymous = rendererClient(app.url, undefined, send)
    const event = (location: object, timestamp = new Date()) => ({
      type: 'page_view',
      location,
      timestamp: timestamp.toISOString(),
    })
    await anonymous.orgs.trackEventsInSiteById(site.organizationId, site.id, {
      events: [
        event({ space: spaceId, page: 'pagUnknown' }),
        event({ space: 'spaUnknown', page: page.id }),
        event({ space: spaceId, page: page.id }, new Date(Date.now() - 10 * 60_000)),
      ],
    })
    const after = await counts()
    expect(after).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        type: 'page_view',
        space: spaceId,
        page: page.id,
        count: (before[0]?.count ?? 0) + 1,
      },
    ])
    await site.client.post(`${site.path}/unpublish`)
    const refused = anonymous.orgs.trackEventsInSiteById(site.organizationId, site.id, {
      events: [event({ space: spaceId, page: page.id })],
    })
    await expect(refused).rejects.toMatchObject({ code: 404 })
    await site.client.post(`${site.path}/publish`)
  })
})
