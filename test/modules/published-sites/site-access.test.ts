import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { fallsTo, isLongRun } from '../../support/budget.ts'
import {
  buildReadableSite,
  page,
  type ReadableSite,
  type ReadOptions,
  read,
  said,
  signVisitor,
  write,
} from './published-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function build(visibility: string): Promise<ReadableSite> {
  const site = await buildReadableSite(app, { visibility })
  await write(site, site.guide.spaceId, page('Welcome', 'Hello zebra'))
  await write(site, site.api.spaceId, page('Reference', 'Secret zebra'))
  return site
}

const everywhere = [
  '',
  '/welcome',
  '/welcome.md',
  '/guide',
  '/nowhere',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/~search?query=zebra',
  '/~files/doesnotexist/x.png',
]

/** In `npm test` each path is asked with one of the other methods in some of the readings, another each time. */
let asked = 0
const otherMethods = (methods: readonly string[]) => methods.filter((_, index) => fallsTo(index, 5, asked++))

/** Reads a site in many places, and gives what is not what is said of a site that there never was. */
async function revealed(site: ReadableSite, between: string, options: ReadOptions = {}): Promise<unknown[]> {
  const missing = `${app.url}/sites/${site.organizationId}/doesnotexist`
  const found: unknown[] = []
  for (const path of everywhere)
    for (const method of ['GET', ...otherMethods(['HEAD', 'POST'])]) {
      const [address, query = ''] = path.split('?')
      const parts = [query, between.split('?')[1]].filter(Boolean).join('&')
      const rest = `${between.split('?')[0]}${address}${parts ? `?${parts}` : ''}`
      const one = said(await read(`${site.address}${rest}`, { ...options, method }))
      const nothing = said(await read(`${missing}${rest}`, { ...options, method }))
      if (one.status !== 404 || JSON.stringify(one) !== JSON.stringify(nothing))
        found.push([path, method, one])
    }
  return found
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

describe('a visitor who is not admitted', () => {
  test('gets the same bytes for an unpublished site as for none', async () => {
    for (const visibility of ['public', 'unlisted']) {
      const site = await build(visibility)
      expect((await read(site.address)).status).toBe(200)
      await site.client.post(`${site.path}/unpublish`)
      expect(await revealed(site, '')).toEqual([])
      expect(await revealed(site, '', { headers: { accept: 'text/html' } })).toEqual([])
    }
  })

  test('sees nothing of a site with share links without a key, with a wrong key, and with an inactive one', async () => {
    const site = await build('share-link')
    const other = await build('share-link')
    const link = (await site.client.post(`${site.path}/share-links`, { name: 'Readers' })).body
    const foreign = (await other.client.post(`${other.path}/share-links`, { name: 'Others' })).body
    const key = link.urls.published.split('/').at(-1)
    expect(await revealed(site, '')).toEqual([])
    expect(await revealed(site, `/${foreign.urls.published.split('/').at(-1)}`)).toEqual([])
    expect(await revealed(site, `/${'x'.repeat(32)}`)).toEqual([])
    const opened = await read(`${site.address}/${key}/api`, { headers: { accept: 'text/html' } })
    expect(opened.status).toBe(200)
    expect(opened.headers['cache-control']).toBe('private, max-age=60')
    expect(opened.headers['x-robots-tag']).toBe('noindex')
    expect(opened.text).toContain(`<a href="${site.base}/${key}">Guide</a>`)
    expect(opened.text).not.toContain(`href="${site.base}/api`)
    expect((await read(`${site.address}/${key}/llms.txt`)).text).toContain(
      `(${site.address}/${key}/api/reference.md)`,
    )
    expect((await read(`${site.address}/${key}/guide`)).headers.location).toBe(`${site.base}/${key}`)
    await site.client.patch(`${site.path}/share-links/${link.id}`, { active: false })
    expect(await revealed(site, `/${key}`)).toEqual([])
  })

  test('sees nothing of a site with visitor authentication without a token signed with its key', async () => {
    const site = await build('visitor-auth')
    const { privateKey } = (await site.client.get(`${site.path}/publishing/auth`)).body
    const forged = (header: object, key: string | null) => {
      const text = `${encoded(header)}.${encoded({ exp: inAnHour() })}`
      return `${text}.${key === null ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
    }
    const bad = {
      none: forged({ alg: 'none' }, null),
      'another key': forged({ alg: 'HS256' }, 'another key'),
      expired: await signVisitor(site, {}, '-1h'),
      'for somebody else': await signVisitor(site, { aud: 'somebody else' }),
      'without an end': await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(privateKey)),
    }
    expect(await revealed(site, '')).toEqual([])
    for (const [name, token] of Object.entries(bad)) {
      expect([name, await revealed(site, `?jwt_token=${token}`)]).toEqual([name, []])
      expect([name, await revealed(site, '', { headers: { cookie: `lectern-visitor=${token}` } })]).toEqual([
        name,
        [],
      ])
    }
  })

  test('is redirected to the sign-in URL in browsers only, and returns with a token that is stored in a cookie', async () => {
    const site = await build('visitor-auth')
    const fallbackURL = 'https://example.com/login?x=1'
    await site.client.patch(`${site.path}/publishing/auth`, { backend: 'custom', fallbackURL })
    expect(await revealed(site, '')).toEqual([])
    const sent = await read(`${site.address}/api?jwt_token=bad`, { headers: { accept: 'text/html' } })
    expect([sent.status, sent.headers.location]).toEqual([
      302,
      `${fallbackURL}&location=${encodeURIComponent(`${site.base}/api`)}`,
    ])
    const token = await signVisitor(site)
    const opened = await read(`${site.address}/api?jwt_token=${token}`, { headers: { accept: 'text/html' } })
    expect([opened.status, opened.headers.location]).toEqual([302, `${site.base}/api`])
    expect(opened.headers['set-cookie']).toEqual([
      `lectern-visitor=${token}; Path=${site.base}; HttpOnly; SameSite=Lax`,
    ])
    const cookie = (opened.headers['set-cookie']?.[0] ?? '').split(';')[0] as string
    const again = await read(`${site.address}/api`, { headers: { cookie } })
    expect([again.status, again.headers['cache-control'], again.headers.vary]).toEqual([
      200,
      'private, no-cache',
      'Accept, Cookie, Accept-Encoding',
    ])
  })

  test('signs out at the address for that: without the cookie, at the URL that ends the session there', async () => {
    const site = await build('visitor-auth')
    const out = () => read(`${site.address}/~logout`, { headers: { accept: 'text/html' } })
    expect((await out()).status).toBe(404)
    const logoutURL = 'https://example.com/logout?x=1'
    await site.client.patch(`${site.path}/publishing/auth`, { logoutURL })
    const { status, headers } = await out()
    expect([status, headers.location, headers['cache-control'], headers['set-cookie']]).toEqual([
      302,
      logoutURL,
      'no-store',
      [`lectern-visitor=; Path=${site.base}; HttpOnly; SameSite=Lax; Max-Age=0`],
    ])
    await site.client.post(`${site.path}/unpublish`)
    expect((await out()).status).toBe(404)
    const open = await build('public')
    await open.client.patch(`${open.path}/publishing/auth`, { logoutURL })
    expect((await read(`${open.address}/~logout`)).status).toBe(404)
  })

  test('gets no cookie for a token that was not accepted', async () => {
    const site = await build('public')
    const opened = await read(`${site.address}?jwt_token=bad`)
    expect([opened.status, opened.headers['set-cookie']]).toEqual([200, undefined])
  })

  test('opens a preview with its URL, for that site only', async () => {
    const site = await build('public')
    const other = await build('public')
    await site.client.post(`${site.path}/unpublish`)
    await other.client.post(`${other.path}/unpublish`)
    const { url } = (await site.client.get(`${site.path}/publishing/preview`)).body
    const opened = await read(url)
    expect(opened.status).toBe(200)
    expect(opened.text).toContain('Hello zebra')
    expect(opened.headers['x-robots-tag']).toBe('noindex')
    expect(opened.headers['cache-control']).toBe('private, no-cache')
    const cookie = (opened.headers['set-cookie']?.[0] ?? '').split(';')[0] as string
    expect((await read(`${site.address}/api`, { headers: { cookie } })).status).toBe(200)
    expect(await revealed(other, '', { headers: { cookie } })).toEqual([])
  })
})

describe('content hidden by conditions', () => {
  test('is nowhere for a visitor without the claim, and everywhere for a visitor with it', async () => {
    const site = await build('public')
    await site.client.patch(`${site.path}/sections/${site.api.id}`, {
      condition: 'visitor.claims.beta == true',
    })
    const { pages } = (await site.client.get(`/spaces/${site.api.spaceId}/content/pages`)).body
    const destination = { kind: 'site-page', siteSpaceId: site.api.siteSpaceId, pageId: pages[0].id }
    await site.client.post(`${site.path}/redirects`, { source: '/old-api', destination })
    await write(
      site,
      site.guide.spaceId,
      page('Links', `[there](/spaces/${site.api.spaceId}/pages/${pages[0].id})`),
    )
    const token = await signVisitor(site, { beta: true })
    const other = await signVisitor(site, { beta: false })
    const places = [
      '',
      '/links',
      '/links.md',
      '/llms.txt',
      '/llms-full.txt',
      '/sitemap.xml',
      '/~search?query=zebra',
    ]
    for (const path of places) {
      for (const options of [{}, { headers: { cookie: `lectern-visitor=${other}` } }]) {
        const hidden = await read(`${site.address}${path}`, options)
        expect([path, hidden.status]).toEqual([path, 200])
        expect([path, hidden.text.match(/\/api|Reference|Secret|>API</)]).toEqual([path, null])
        expect([path, hidden.headers['cache-control']]).toEqual([path, 'private, no-cache'])
      }
      const seen = await read(`${site.address}${path}`, { headers: { cookie: `lectern-visitor=${token}` } })
      expect([path, seen.text.match(/\/api/)?.[0]]).toEqual([path, '/api'])
    }
    for (const path of ['/api', '/api/reference', '/api/reference.md', '/api/next', '/old-api']) {
      for (const options of [{}, { headers: { accept: 'text/html' } }]) {
        const hidden = said(await read(`${site.address}${path}`, options))
        // The page proposes to search for the name at the end of the path.
        const missing = said(await read(`${site.address}/no-such-path${path}`, options))
        expect([path, hidden.status, hidden.text]).toEqual([path, 404, missing.text])
      }
    }
  })

  test('depends on unsigned claims only where conditions read them', async () => {
    const site = await build('public')
    const plan = { type: 'string', description: 'The plan of the visitor.' }
    const unsigned = {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { plan },
      additionalProperties: false,
    }
    const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false }
    expect((await site.client.put(`${site.path}/adaptive-schema`, { jsonSchema })).status).toBe(200)
    await site.client.patch(`${site.path}/sections/${site.api.id}`, {
      condition: 'visitor.claims.unsigned.plan == "pro"',
    })
    expect((await read(`${site.address}/api`)).status).toBe(404)
    expect((await read(`${site.address}/api?visitor.plan=free`)).status).toBe(404)
    expect((await read(`${site.address}/api?visitor.plan=pro`)).status).toBe(200)
    expect((await read(`${site.address}/api`, { headers: { cookie: 'visitor.plan=pro' } })).status).toBe(200)
  })
})

describe('caching of responses', () => {
  test('is shared where nothing depends on the visitor', async () => {
    const site = await build('public')
    const token = await signVisitor(site, { anything: true })
    for (const path of ['', '/welcome.md', '/llms.txt', '/sitemap.xml', '/robots.txt', '/api']) {
      const first = await read(`${site.address}${path}`)
      const second = await read(`${site.address}${path}`, {
        headers: { cookie: `lectern-visitor=${token}; visitor.plan=pro`, authorization: 'Bearer x' },
      })
      expect([path, said(second)]).toEqual([path, said(first)])
      expect(first.headers['cache-control']).toBe(
        'public, max-age=60, s-maxage=60, stale-while-revalidate=600',
      )
      expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    }
  })

  test.runIf(isLongRun)('revalidates by entity tag, until the content changes', async () => {
    const site = await build('public')
    const mark = async () => (await read(site.address)).headers.etag as string
    const before = await mark()
    for (const path of ['', '/welcome']) {
      const headers = { 'if-none-match': (await read(`${site.address}${path}`)).headers.etag as string }
      const again = await read(`${site.address}${path}`, { headers })
      expect([again.status, again.text, again.headers['cache-control']]).toEqual([
        304,
        '',
        'public, max-age=60, s-maxage=60, stale-while-revalidate=600',
      ])
    }
    const marks = [before]
    await write(site, site.guide.spaceId, page('More', 'More'))
    marks.push(await mark())
    await site.client.patch(site.path, { title: 'Renamed' })
    marks.push(await mark())
    await site.client.patch(`${site.path}/sections/${site.api.id}`, { title: 'Interface' })
    marks.push(await mark())
    expect(new Set(marks).size).toBe(marks.length)
    expect((await read(site.address, { headers: { 'if-none-match': before } })).status).toBe(200)
    expect(new Set([await mark(), (await read(`${site.address}/welcome`)).headers.etag]).size).toBe(2)
  })
})

describe('a site at a host name', () => {
  test('serves all paths, and nothing else of the server', async () => {
    const site = await build('public')
    await site.client.patch(site.path, { hostname: 'restricted.example.test' })
    const other = await build('public')
    const at = (path: string, headers: Record<string, string> = {}) =>
      read(`${app.url}${path}`, { headers: { host: 'restricted.example.test', ...headers } })
    const home = await at('/')
    expect(home.text).toContain('Hello zebra')
    expect(home.text).toContain('<a class="site-title" href="/">')
    expect(home.text).toContain('<link rel="canonical" href="https://restricted.example.test">')
    expect((await at('/api/reference.md')).text).toContain('Secret zebra')
    expect((await at('/robots.txt')).text).toContain('Sitemap: https://restricted.example.test/sitemap.xml')
    for (const path of ['/v1/user', '/graphql', '/v1/openapi.json'])
      expect([path, (await at(path)).status]).toEqual([path, 404])
    // The host stays that of the site while nobody is admitted.
    for (const hide of [{ visibility: 'share-link' }, { visibility: 'visitor-auth' }, null]) {
      if (hide) await site.client.patch(site.path, hide)
      else await site.client.post(`${site.path}/unpublish`)
      for (const path of ['/', '/v1/user', '/graphql', '/v1/openapi.json', '/saml/logout', other.base]) {
        const hidden = await at(path)
        expect([path, hidden.status, hidden.headers['content-type']]).toEqual([
          path,
          404,
          'text/html; charset=utf-8',
        ])
      }
    }
    const posted = await read(`${app.url}/graphql`, {
      method: 'POST',
      headers: { host: 'restricted.example.test.', 'content-type': 'application/json' },
    })
    expect([posted.status, posted.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await read(`${app.url}/v1/user`)).status).toBe(401)
  })
})
