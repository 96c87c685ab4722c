import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../../src/base/logger.ts'
import { askedAddressReader } from '../../../src/http/forwarded-address.ts'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { SiteCache } from '../../../src/modules/published-sites/site-cache.ts'
import { RateLimiter } from '../../../src/rate-limits/rate-limiter.ts'
import { createSiteHandler } from '../../../src/sites/site-handler.ts'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import { buildReusableContent } from '../../support/factories/content.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { inserted, operation, shop } from '../content/computed-sources.ts'
import { page, read, readComplete, type SiteAnswer, said, signVisitor, write } from './published-site.ts'

let app: TestApp
/** Another server on the same database. */
let beside: { url: string; close(): Promise<void> }
/** A server on the same database that keeps nothing. */
let forgetful: { url: string; close(): Promise<void> }

beforeAll(async () => {
  app = await startTestApp()
  beside = await startServerBeside(app, {})
  forgetful = await startServerBeside(app, { config: { siteCacheBytes: 0 } })
})
afterAll(() => Promise.all([app.close(), beside.close(), forgetful.close()]))

interface KeptSite extends TestSite {
  /** The path of the site. */
  readonly base: string
  readonly guide: { id: string; space: { id: string } }
  readonly api: { id: string; space: { id: string } }
  /** Ids of pages. */
  readonly welcome: string
  readonly reference: string
}

/** Builds a published site with two variants, whose pages link to each other. */
async function build(body: Record<string, unknown> = {}): Promise<KeptSite> {
  const site = await buildSite(app, { title: 'Product docs', ...body })
  const guide = await buildSiteSpace(site, 'Guide')
  const api = await buildSiteSpace(site, 'API')
  await site.client.post(`${site.path}/publish`)
  const pageId = (written: { changes: { page: { id: string } }[] }) => written.changes[0]?.page.id as string
  const reference = pageId(await write(site, api.space.id, page('Reference', 'All about it')))
  const link = `See [the reference](/spaces/${api.space.id}/pages/${reference}).`
  const written = await write(site, guide.space.id, page('Welcome', `Hello reader. ${link}`), page('Other'))
  const base = `/sites/${site.organizationId}/${site.id}`
  return { ...site, base, guide, api, welcome: pageId(written), reference }
}

const update = (pageId: string, more: object) => ({ operation: 'update_page', page: pageId, ...more })

interface Request {
  readonly path: string
  readonly headers?: Record<string, string>
}

const html = { accept: 'text/html' }

/** Asks for what is at a path, until all of its code is in color. */
const ask = ({ url }: { url: string }, { path, headers = html }: Request) =>
  readComplete(url + path, { headers })

/** Asks both servers until they have the response, so that the next request is answered with what they keep. */
async function keep(request: Request): Promise<SiteAnswer> {
  const first = await ask(app, request)
  expect([request.path, first.status]).toEqual([request.path, 200])
  await ask(beside, request)
  for (const server of [app, beside]) {
    const { count } = await app.statements(async () =>
      expect(said(await ask(server, request))).toEqual(said(first)),
    )
    expect([request.path, count]).toEqual([request.path, 1])
  }
  return first
}

/** Returns a response without the id of its request. */
const lasting = (answer: SiteAnswer) => {
  const { text, ...rest } = said(answer)
  return { ...rest, text: text.replace(/"requestId":"[^"]+"/, '') }
}

/** Asks both servers, whose answers must be equal to that of the server that keeps nothing. */
async function askAll(request: Request): Promise<SiteAnswer> {
  const answer = await ask(forgetful, request)
  for (const server of [app, beside]) expect(lasting(await ask(server, request))).toEqual(lasting(answer))
  return answer
}

async function done(answer: Promise<{ status: number; body: { error?: unknown } | null }>) {
  const { status, body } = await answer
  expect([status < 300, body?.error]).toEqual([true, undefined])
  return body as never
}

interface Change {
  readonly of: string
  /** Path on the site that is read. Default: `/welcome`. */
  readonly path?: string
  readonly prepare?: (site: KeptSite) => Promise<unknown>
  readonly make: (site: KeptSite) => Promise<unknown>
  /** The status afterwards, or what the text contains only then. */
  readonly shown: number | RegExp
}

async function putSpec({ client, organizationId }: TestSite, document: object) {
  await done(
    client.put(`/orgs/${organizationId}/openapi/shop`, {
      source: { text: JSON.stringify(document) },
    }) as never,
  )
  await processPendingSpecs(app)
}

async function putFooter({ client, path }: TestSite, copyright: string) {
  const { body } = await client.get(`${path}/customization`)
  await done(client.put(`${path}/customization`, { ...body, footer: { groups: [], copyright } }))
}

const reusableContent = 'rcnKeptResponses'

const changesOfContent: Change[] = [
  {
    of: 'the body of the page',
    make: (site) => write(site, site.guide.space.id, update(site.welcome, { document: { markdown: 'Bye' } })),
    shown: /Bye/,
  },
  {
    of: 'the title of another page of the space',
    path: '/other',
    make: (site) => write(site, site.guide.space.id, update(site.welcome, { title: 'Salutation' })),
    shown: /Salutation/,
  },
  {
    of: 'the place of the page',
    path: '/other',
    make: async (site) => {
      const { pages } = (await site.client.get(`/spaces/${site.guide.space.id}/content/pages`)).body
      await write(site, site.guide.space.id, update(pages[1].id, { into: site.welcome }))
    },
    shown: 404,
  },
  {
    of: 'the existence of the page',
    make: (site) => write(site, site.guide.space.id, { operation: 'delete_page', page: site.welcome }),
    shown: 404,
  },
  {
    of: 'the page, by a merge',
    make: async (site) => {
      const proposal = await buildProposal(site.client, site.guide.space.id)
      await proposal.change(update(site.welcome, { document: { markdown: 'Proposed' } }))
      expect(await (await ask(app, { path: `${site.base}/welcome` })).text).toContain('Hello reader')
      expect((await proposal.merge()).status).toBe(200)
    },
    shown: /Proposed/,
  },
  {
    of: 'the page, by restoring a revision',
    prepare: (site) =>
      write(site, site.guide.space.id, update(site.welcome, { document: { markdown: 'Later' } })),
    make: async ({ client, guide }) => {
      const { items } = (await client.get(`/spaces/${guide.space.id}/revisions`)).body
      await done(client.post(`/spaces/${guide.space.id}/revisions/${items[1].id}/restore`))
    },
    shown: /Hello reader/,
  },
  {
    of: 'the path of a page of another space that the page links to',
    make: (site) => write(site, site.api.space.id, update(site.reference, { slug: 'manual' })),
    shown: /href="[^"]+\/api\/manual"/,
  },
  {
    of: 'the existence of the same page in another variant',
    make: (site) => write(site, site.api.space.id, page('Welcome')),
    shown: /href="[^"]+\/api\/welcome"/,
  },
  {
    of: 'the pages that changed last',
    path: '/rss.xml',
    make: (site) => write(site, site.api.space.id, page('Another')),
    shown: /<title>Another<\/title>/,
  },
  {
    of: 'the existence of a page of another space that the page links to',
    make: (site) => write(site, site.api.space.id, { operation: 'delete_page', page: site.reference }),
    shown: /See <span[^>]*>the reference/,
  },
  {
    of: 'reusable content in the page',
    path: '/parts',
    prepare: async (site) => {
      const content = { id: `${reusableContent}${site.id}`, markdown: 'Once' }
      await buildReusableContent(app, site.admin, liveContent(site.guide.space.id), content)
      const block = `{% include "/reusable-contents/${content.id}" %}`
      await write(site, site.guide.space.id, page('Parts', block))
      expect((await ask(app, { path: `${site.base}/parts` })).text).toContain('Once')
    },
    make: (site) =>
      buildReusableContent(app, site.admin, liveContent(site.guide.space.id), {
        id: `${reusableContent}${site.id}`,
        markdown: 'Twice',
      }),
    shown: /Twice/,
  },
  {
    of: 'an OpenAPI specification',
    path: '/pets',
    prepare: async (site) => {
      await putSpec(site, shop())
      await write(site, site.guide.space.id, inserted('shop'))
    },
    make: (site) => putSpec(site, shop({ '/cats': { get: operation('List cats', ['Pets']) } })),
    shown: /List cats/,
  },
  {
    of: 'the existence of an OpenAPI specification',
    path: '/pets',
    prepare: async (site) => {
      await putSpec(site, shop())
      await write(site, site.guide.space.id, inserted('shop'))
    },
    make: ({ client, organizationId }) => done(client.delete(`/orgs/${organizationId}/openapi/shop`)),
    shown: 404,
  },
  {
    of: 'the pages in Markdown',
    path: '/welcome.md',
    make: (site) =>
      write(site, site.guide.space.id, update(site.welcome, { title: 'Salutation', slug: 'welcome' })),
    shown: /# Salutation/,
  },
  {
    of: 'the pages in the sitemap',
    path: '/sitemap.xml',
    make: (site) => write(site, site.api.space.id, page('Another')),
    shown: /\/another/,
  },
]

const changesOfSite: Change[] = [
  {
    of: 'the title of the site',
    make: ({ client, path }) => done(client.patch(path, { title: 'Manual' })),
    shown: /Manual<\/title>/,
  },
  {
    of: 'the visibility, to share links',
    make: ({ client, path }) => done(client.patch(path, { visibility: 'share-link' })),
    shown: 404,
  },
  {
    of: 'the visibility, to visitors who sign in',
    make: ({ client, path }) => done(client.patch(path, { visibility: 'visitor-auth' })),
    shown: 404,
  },
  {
    of: 'the visibility, to unlisted',
    make: ({ client, path }) => done(client.patch(path, { visibility: 'unlisted' })),
    shown: /<meta name="robots" content="noindex">/,
  },
  {
    of: 'the publication',
    make: ({ client, path }) => done(client.post(`${path}/unpublish`)),
    shown: 404,
  },
  {
    of: 'the existence of the site',
    make: ({ client, path }) => done(client.delete(path)),
    shown: 404,
  },
  {
    of: 'the host name of the site',
    make: ({ client, path, id }) => done(client.patch(path, { hostname: `${id}.example.test` })),
    shown: /<link rel="canonical" href="https:\/\/sit\w+\.example\.test">/,
  },
  {
    of: 'the customization of the site',
    prepare: (site) => putFooter(site, '© Them'),
    make: (site) => putFooter(site, '© Us'),
    shown: /© Us/,
  },
  {
    of: 'the customization of the site-space',
    make: ({ client, path, guide }) =>
      done(
        client.patch(`${path}/site-spaces/${guide.id}/customization`, { footer: { copyright: '© Guide' } }),
      ),
    shown: /© Guide/,
  },
  {
    of: 'the existence of a customization of the site-space',
    prepare: ({ client, path, guide }) =>
      done(client.patch(`${path}/site-spaces/${guide.id}/customization`, { title: 'Guide only' })),
    make: ({ client, path, guide }) => done(client.delete(`${path}/site-spaces/${guide.id}/customization`)),
    shown: /Product docs<\/title>/,
  },
  {
    of: 'the path of a site-space',
    make: ({ client, path, api }) => done(client.patch(`${path}/site-spaces/${api.id}`, { path: 'rest' })),
    shown: /href="[^"]+\/rest\/reference"/,
  },
  {
    of: 'the condition of a site-space',
    make: ({ client, path, api }) =>
      done(client.patch(`${path}/site-spaces/${api.id}`, { condition: 'visitor.claims.beta' })),
    shown: /See <span[^>]*>the reference/,
  },
  {
    of: 'the number of site-spaces',
    make: (site) => buildSiteSpace(site, 'Third'),
    shown: />Third<\/a>/,
  },
  {
    of: 'the existence of a site-space',
    make: ({ client, path, api }) => done(client.delete(`${path}/site-spaces/${api.id}`)),
    shown: /See <span[^>]*>the reference/,
  },
  {
    of: 'the title of another space',
    make: ({ client, api }) => done(client.patch(`/spaces/${api.space.id}`, { title: 'Interface' })),
    shown: />Interface<\/a>/,
  },
  {
    of: 'the deletion of another space',
    make: ({ client, api }) => done(client.delete(`/spaces/${api.space.id}`)),
    shown: /See <span[^>]*>the reference/,
  },
  {
    of: 'the deletion of another space, taken back',
    prepare: ({ client, api }) => done(client.delete(`/spaces/${api.space.id}`)),
    make: ({ client, api }) => done(client.post(`/spaces/${api.space.id}/restore`)),
    shown: /href="[^"]+\/api\/reference"/,
  },
]

describe.each(oneRowIn(5, [...changesOfContent, ...changesOfSite]))(
  'a change of $of',
  ({ path, prepare, make, shown }) => {
    test('is in the next response of every server', async () => {
      const site = await build()
      await prepare?.(site)
      const request = { path: `${site.base}${path ?? '/welcome'}` }
      const before = await keep(request)
      await make(site)
      const after = await askAll(request)
      if (typeof shown === 'number') return expect(after.status).toBe(shown)
      expect(before.text).not.toMatch(shown)
      expect(after.text).toMatch(shown)
      const known = { ...html, 'if-none-match': before.headers.etag as string }
      for (const server of [app, beside, forgetful])
        expect((await ask(server, { ...request, headers: known })).status).toBe(200)
    })
  },
)

test('changes of sections are in the next response of every server', async () => {
  const site = await build()
  const section = await buildSection(site, 'Reference')
  const request = { path: `${site.base}/welcome` }
  const sections = `${site.path}/sections`
  const grouped = `${site.path}/section-groups`
  let group = { id: '' }
  const steps: [RegExp, () => Promise<unknown>][] = [
    [/>Lookup<\/a>/, () => done(site.client.patch(`${sections}/${section.id}`, { title: 'Lookup' }))],
    [/\/lookup"/, () => done(site.client.patch(`${sections}/${section.id}`, { path: 'lookup' }))],
    [
      />Group<\/span>/,
      async () => {
        group = await done(site.client.post(grouped, { title: 'Group', sections: [section.id] }))
      },
    ],
    [/>Family<\/span>/, () => done(site.client.patch(`${grouped}/${group.id}`, { title: 'Family' }))],
    [
      /^(?!.*Lookup)/s,
      () => done(site.client.patch(`${sections}/${section.id}`, { condition: 'visitor.claims.beta' })),
    ],
  ]
  for (const [shown, make] of steps) {
    expect((await keep(request)).text).not.toMatch(shown)
    await make()
    expect((await askAll(request)).text).toMatch(shown)
  }
})

describe('a kept response', () => {
  test('takes one statement, also as a 304 and to HEAD', async () => {
    const { base } = await build()
    for (const path of ['', '/welcome', '/api/reference.md', '/robots.txt', '/sitemap.xml']) {
      const { headers } = await keep({ path: base + path })
      const known = { ...html, 'if-none-match': headers.etag as string }
      const { count } = await app.statements(async () => {
        const unchanged = await ask(app, { path: base + path, headers: known })
        expect([unchanged.status, unchanged.headers.etag]).toEqual([304, headers.etag])
        const head = await read(app.url + base + path, { method: 'HEAD', headers: html })
        expect(said(head)).toEqual({ ...said(await ask(forgetful, { path: base + path })), text: '' })
      })
      // The two requests, and what the server that keeps nothing needs for its own.
      const alone = await app.statements(() => ask(forgetful, { path: base + path }))
      expect([path, count]).toEqual([path, 2 + alone.count])
    }
  })

  test.runIf(isLongRun)(
    'is known as unchanged without its body, as after a start of the server',
    async () => {
      const { base } = await build()
      const request = { path: `${base}/welcome` }
      const known = { ...html, 'if-none-match': (await ask(forgetful, request)).headers.etag as string }
      expect((await ask(app, { ...request, headers: known })).status).toBe(304)
      const { count } = await app.statements(async () =>
        expect((await ask(app, { ...request, headers: known })).status).toBe(304),
      )
      expect(count).toBe(1)
      expect((await askAll(request)).text).toContain('Hello reader')
      await keep(request)
    },
  )

  test('is not sent for another format, address or path', async () => {
    const { base, client, path, organizationId } = await build()
    await done(client.patch(path, { basename: 'handbook' }))
    const named = `/sites/${organizationId}/handbook`
    const requests: Request[] = [
      { path: `${base}/welcome` },
      { path: `${base}/welcome`, headers: { accept: 'text/markdown' } },
      { path: `${base}/welcome`, headers: { accept: 'application/json' } },
      { path: `${base}/welcome.md` },
      { path: `${named}/welcome` },
      { path: `${base}/other` },
    ]
    const texts = new Set<string>()
    for (const request of requests) texts.add((await keep(request)).text)
    for (const request of requests) expect(texts).toContain((await askAll(request)).text)
    // The Markdown is the same at both of its addresses.
    expect(texts.size).toBe(requests.length - 1)
    expect((await askAll({ path: `${base}/nowhere` })).status).toBe(404)
    expect((await askAll({ path: `${base}/guide/welcome` })).headers.location).toBe(`${base}/welcome`)
  })

  test.runIf(isLongRun)('is sent only while the site has the address', async () => {
    const hostname = (name: string) => `${name}${Date.now()}.example.test`
    const docs = hostname('docs')
    const [one, two] = [await build({ title: 'First docs' }), await build({ title: 'Second docs' })]
    const request = { path: '/welcome', headers: { ...html, host: docs } }
    await done(one.client.patch(one.path, { hostname: docs }))
    expect((await keep(request)).text).toContain('First docs</title>')
    await done(one.client.patch(one.path, { hostname: null }))
    expect((await askAll(request)).status).toBe(404)
    await done(two.client.patch(two.path, { hostname: docs }))
    expect((await keep(request)).text).toContain('Second docs</title>')
  })

  test('is sent to a reader with a share link until the link is deactivated or deleted', async () => {
    const { client, path, base } = await build({ visibility: 'share-link' })
    for (const end of ['deactivated', 'deleted']) {
      const link = (await client.post(`${path}/share-links`, { name: 'Readers' })).body
      const key = link.urls.published.split('/').at(-1)
      const request = { path: `${base}/${key}/welcome` }
      expect((await keep(request)).text).toContain(`href="${base}/${key}/api/reference"`)
      const address = `${path}/share-links/${link.id}`
      await (end === 'deleted' ? client.delete(address) : done(client.patch(address, { active: false })))
      expect([end, (await askAll(request)).status]).toEqual([end, 404])
      expect((await askAll({ path: `${base}/welcome` })).status).toBe(404)
    }
  })

  test('is sent to a visitor with a token until the token expires or its key is replaced', async () => {
    const site = await build({ visibility: 'visitor-auth' })
    const { base, client, path } = site
    const withToken = async () => ({ ...html, cookie: `lectern-visitor=${await signVisitor(site)}` })
    const request = { path: `${base}/welcome`, headers: await withToken() }
    await keep(request)
    await keep({ ...request, headers: await withToken() })
    expect((await askAll({ path: `${base}/welcome` })).status).toBe(404)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await askAll(request)).status).toBe(404)
    vi.useRealTimers()
    expect((await askAll(request)).status).toBe(200)
    await done(client.post(`${path}/publishing/auth/regenerate`))
    expect((await askAll(request)).status).toBe(404)
    await keep({ ...request, headers: await withToken() })
  })

  test('is sent to those for whom the same conditions hold', async () => {
    const site = await build()
    const { base, client, path, guide, api } = site
    await done(client.patch(`${path}/site-spaces/${api.id}`, { condition: 'visitor.claims.beta' }))
    await write(
      site,
      guide.space.id,
      page('Plans', 'For all\n\n{% if visitor.claims.plan == "pro" %}\nFor professionals\n{% endif %}'),
    )
    const cookie = async (claims: object) => ({
      ...html,
      cookie: `lectern-visitor=${await signVisitor(site, { ...claims })}`,
    })
    const ofClaims = {
      none: html,
      basic: await cookie({ plan: 'basic' }),
      pro: await cookie({ plan: 'pro' }),
      beta: await cookie({ beta: true }),
    }
    const shows = async (claims: keyof typeof ofClaims, address: string) => {
      const { text } = await askAll({ path: base + address, headers: ofClaims[claims] })
      return [/For professionals/.test(text), /\/api\/reference"|>API</.test(text)]
    }
    for (let round = 0; round < 2; round++)
      for (const address of ['/plans', '/welcome']) {
        expect(await shows('none', address)).toEqual([false, false])
        expect(await shows('basic', address)).toEqual([false, false])
        expect(await shows('pro', address)).toEqual([address === '/plans', false])
        expect(await shows('beta', address)).toEqual([false, true])
      }
    const { count } = await app.statements(() => ask(app, { path: `${base}/welcome`, headers: ofClaims.pro }))
    expect(count).toBe(1)
    await keep({ path: `${base}/plans`, headers: ofClaims.pro })
  })

  test.runIf(isLongRun)('takes unsigned claims into account once the site declares them', async () => {
    const site = await build()
    const { base, client, path, api } = site
    await done(client.patch(`${path}/site-spaces/${api.id}`, { condition: 'visitor.claims.unsigned.beta' }))
    const request = { path: `${base}/welcome`, headers: { ...html, cookie: 'visitor.beta=true' } }
    expect((await keep(request)).text).not.toContain('>API<')
    const beta = { type: 'boolean', description: 'Whether they try new parts.' }
    const description = 'Unsigned claims of the site visitor.'
    const declare = (properties: object) => {
      const unsigned = { type: 'object', description, properties, additionalProperties: false }
      const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false }
      return done(client.put(`${path}/adaptive-schema`, { jsonSchema }))
    }
    await declare({})
    expect((await keep(request)).text).not.toContain('>API<')
    await declare({ beta })
    expect((await keep(request)).text).toContain('>API<')
    expect((await askAll({ path: `${base}/welcome` })).text).not.toContain('>API<')
  })

  test('of a preview is not sent to visitors, and needs the preview', async () => {
    const { client, path, base } = await build()
    await done(client.post(`${path}/unpublish`))
    const { url } = (await client.get(`${path}/publishing/preview`)).body
    const opened = await read(url)
    const cookie = (opened.headers['set-cookie']?.[0] ?? '').split(';')[0] as string
    const request = { path: `${base}/welcome`, headers: { ...html, cookie } }
    expect((await keep(request)).headers['cache-control']).toBe('private, no-cache')
    expect((await askAll({ path: `${base}/welcome` })).status).toBe(404)
    await done(client.post(`${path}/publish`))
    expect((await keep(request)).headers['x-robots-tag']).toBe('noindex')
    expect((await keep({ path: `${base}/welcome` })).headers).not.toHaveProperty('x-robots-tag')
    const again = await read(url)
    expect(again.headers['set-cookie']).toEqual(opened.headers['set-cookie'])
    await done(client.post(`${path}/unpublish`))
    await keep(request)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await askAll(request)).status).toBe(404)
  })

  test.runIf(isLongRun)('is never older than the last change, while others read all the time', async () => {
    const site = await build()
    const request = { path: `${site.base}/welcome` }
    let isOver = false
    const reading = [app, beside].map(async (server) => {
      while (!isOver) await ask(server, request)
    })
    for (let number = 0; number < 5; number++) {
      await write(
        site,
        site.guide.space.id,
        update(site.welcome, { title: `Title ${number}.`, document: { markdown: `Body ${number}.` } }),
      )
      await done(site.client.patch(site.path, { title: `Site ${number}.` }))
      await done(site.client.patch(`/spaces/${site.api.space.id}`, { title: `API ${number}.` }))
      for (const server of [app, beside]) {
        const { text } = await ask(server, request)
        for (const part of ['Title', 'Body', 'Site', 'API']) expect(text).toContain(`${part} ${number}.`)
      }
    }
    isOver = true
    await Promise.all(reading)
  })

  test.runIf(isLongRun)('stays when only comments and change requests are added', async () => {
    const site = await build()
    const request = { path: `${site.base}/welcome` }
    await keep(request)
    await buildProposal(site.client, site.guide.space.id)
    await done(site.client.post(`/spaces/${site.guide.space.id}/comments`, { body: { markdown: 'Nice' } }))
    const { texts } = await app.statements(() => ask(app, request))
    expect(texts.filter((text) => text.includes('"PageVersion"'))).toEqual([])
  })
})

/** Starts a server of sites alone, whose cache has a number of bytes. It ends with the test. */
async function serveSites(bytes?: number) {
  const cache = new SiteCache(bytes)
  const limiter = new RateLimiter({ ...app, logger: createLogger('error') })
  const { config, database } = app
  const askedAddress = askedAddressReader([])
  const handle = createSiteHandler({ config, database, cache, limiter, askedAddress })
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { cache, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('what a server keeps is bounded by SITE_CACHE_BYTES', async () => {
  const site = await build()
  const { cache, url } = await serveSites(130_000)
  const titles = Array.from({ length: 20 }, (_, index) => `Page number ${index}`)
  await write(site, site.guide.space.id, ...titles.map((title) => page(title, 'x'.repeat(5000))))
  const isKept = async (path: string) => {
    const { hits } = cache.responses
    await ask({ url }, { path: site.base + path })
    return cache.responses.hits > hits
  }
  const paths = titles.map((title) => `/${title.toLowerCase().replaceAll(' ', '-')}`)
  for (const path of paths) expect([path, await isKept(path)]).toEqual([path, false])
  expect(await isKept(paths.at(-1) as string)).toBe(true)
  expect(await isKept(paths[0] as string)).toBe(false)
})

test.runIf(isLongRun)('the responses that were kept and those that were rendered are counted', async () => {
  const { base } = await build()
  const { cache, url } = await serveSites(app.config.siteCacheBytes)
  const paths = ['/welcome', '/welcome', '/other', '/welcome', '/nowhere', '/~search?query=hello']
  for (const path of paths) await ask({ url }, { path: base + path })
  expect(cache.responses).toEqual({ hits: 2, misses: 2 })
  expect(cache.bytes).toBeGreaterThan(10_000)
})
