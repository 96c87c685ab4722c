import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revalidateOrganization } from '../../../src/modules/published-sites/revalidation/revalidate.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildReadableSite, page, type ReadableSite, read, signVisitor, write } from './published-site.ts'

const purgeToken = 'a-token-of-the-shared-cache'

interface Purge {
  readonly authorization: string | undefined
  readonly keys: string | undefined
  readonly tags: readonly string[]
}

let app: TestApp
let sharedCache: Server
let purges: Purge[] = []

beforeAll(async () => {
  sharedCache = createServer(async (request, response) => {
    const { authorization, 'surrogate-key': keys } = request.headers
    purges.push({ authorization, keys: keys as string, tags: JSON.parse(await text(request)).tags })
    response.end('{"success":true}')
  })
  await new Promise<void>((resolve) => sharedCache.listen(0, '127.0.0.1', resolve))
  const { port } = sharedCache.address() as AddressInfo
  app = await startOwnTestApp({
    TRUSTED_PROXIES: '127.0.0.1',
    PURGE_URL: `http://127.0.0.1:${port}/purge`,
    PURGE_TOKEN: purgeToken,
  })
})
afterAll(async () => {
  sharedCache.close()
  await app.close()
})

async function build(body: Record<string, unknown> = {}): Promise<ReadableSite> {
  const site = await buildReadableSite(app, body)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello zebra ![](https://example.com/a.png)'))
  await write(site, site.api.spaceId, page('Reference', 'Secret zebra'))
  return site
}

const html = { accept: 'text/html' }

describe('an address with a token in it', () => {
  const addresses = [
    ['', ''],
    ['/api/reference', '/api/reference'],
    ['/api/reference?a=1&b=%26', '/api/reference?a=1&b=%26'],
    ['/nowhere%20at%2Fall', '/nowhere%20at%2Fall'],
  ] as const

  test.each(oneRowIn(2, addresses))(
    'is left for the one without it once the cookie is set: %j',
    async (given, expected) => {
      const site = await build({ visibility: 'visitor-auth' })
      const token = await signVisitor(site)
      const query = `${given.includes('?') ? '&' : '?'}jwt_token=${token}`
      const sent = await read(site.address + given + query, { headers: html })
      expect([sent.status, sent.headers.location, sent.headers['cache-control'], sent.text]).toEqual([
        302,
        site.base + expected,
        'no-store',
        '',
      ])
      expect(sent.headers['set-cookie']).toEqual([expect.stringContaining(`lectern-visitor=${token};`)])
    },
  )

  test.runIf(isLongRun)('is left also where it is that of a preview, behind a proxy too', async () => {
    for (const proxy of [undefined, 'www.preview.example.test/docs']) {
      const site = await build()
      if (proxy) await site.client.patch(site.path, { proxy })
      await site.client.post(`${site.path}/unpublish`)
      const { url } = (await site.client.get(`${site.path}/publishing/preview`)).body
      const path = new URL(url).pathname + new URL(url).search
      const sent = await read(app.url + path, { headers: html })
      expect([sent.status, sent.headers.location]).toEqual([302, site.base])
      const [cookie = ''] = (sent.headers['set-cookie']?.[0] ?? '').split(';')
      const shown = await read(site.address, { headers: { ...html, cookie } })
      expect([shown.status, shown.text.includes(`href="${site.base}/api"`)]).toEqual([200, true])
    }
  })

  test('is answered as it is where no address is shown: within a page, and for programs', async () => {
    const site = await build({ visibility: 'visitor-auth' })
    const query = `?jwt_token=${await signVisitor(site)}`
    const within = { ...html, 'sec-fetch-dest': 'iframe' }
    expect((await read(`${site.address}/welcome${query}`, { headers: within })).status).toBe(200)
    expect((await read(`${site.address}/welcome${query}`)).status).toBe(200)
    expect((await read(`${site.address}/welcome.md${query}`)).text).toContain('Hello zebra')
  })

  test.runIf(isLongRun)('is left also where the token is not accepted, without a cookie', async () => {
    const site = await build()
    const sent = await read(`${site.address}/welcome?jwt_token=expired`, { headers: html })
    expect([sent.status, sent.headers.location, sent.headers['set-cookie']]).toEqual([
      302,
      `${site.base}/welcome`,
      undefined,
    ])
  })
})

test.runIf(isLongRun)(
  'redirects keep the query, beside that of their target and before its fragment',
  async () => {
    const site = await build()
    const { siteSpaceId } = site.api
    const inSite = { kind: 'site-space', siteSpaceId }
    await site.client.post(`${site.path}/redirects`, { source: '/old', destination: inSite })
    const outside = { kind: 'external', url: 'https://example.com/new?own=1#part' }
    await site.client.post(`${site.path}/redirects`, { source: '/away', destination: outside })
    const locationOf = async (path: string) => (await read(site.address + path)).headers.location
    expect(await locationOf('/old?utm=1&q=a%20b')).toBe(`${site.base}/api?utm=1&q=a+b`)
    expect(await locationOf('/old')).toBe(`${site.base}/api`)
    expect(await locationOf('/away?utm=1')).toBe('https://example.com/new?own=1&utm=1#part')
    expect(await locationOf('/guide/welcome?utm=1')).toBe(`${site.base}/welcome?utm=1`)
    expect(await locationOf('/old?visitor.plan=pro&jwt_token=x')).toBe(`${site.base}/api?visitor.plan=pro`)
  },
)

describe('behind a proxy that strips the path', () => {
  test('a site is found by the host and the prefix that a trusted proxy forwards, and links to it', async () => {
    const site = await build()
    await site.client.patch(site.path, { proxy: 'www.stripped.example.test/docs' })
    const forwarded = { 'x-forwarded-host': 'www.stripped.example.test', 'x-forwarded-prefix': '/docs' }
    for (const prefix of ['/docs', '/docs/']) {
      const headers = { ...html, ...forwarded, 'x-forwarded-prefix': prefix }
      const home = await read(`${app.url}/`, { headers })
      expect([home.status, home.text.includes('<a href="/docs/api">')]).toEqual([200, true])
      expect(home.text).toContain('<link rel="canonical" href="https://www.stripped.example.test/docs">')
      expect((await read(`${app.url}/api/reference.md`, { headers })).text).toContain('Secret zebra')
      const [, style = ''] = /<link rel="stylesheet" href="\/docs(\/[^"]+)"/.exec(home.text) ?? []
      expect((await read(app.url + style, { headers })).status).toBe(200)
    }
    // With the host unchanged, the prefix is enough.
    const { 'x-forwarded-host': host, ...prefix } = forwarded
    expect((await read(`${app.url}/welcome`, { headers: { host, ...prefix } })).status).toBe(200)
    for (const bad of ['//evil.example.com', 'docs', '/docs?x=', '/nothing', '/%00', `/${'x'.repeat(600)}`]) {
      const headers = { ...html, ...forwarded, 'x-forwarded-prefix': bad }
      expect([bad, (await read(`${app.url}/welcome`, { headers })).status]).toEqual([bad, 404])
    }
  })

  test('files that a page loads are found at each of its addresses, so that it can be tried before its DNS', async () => {
    const site = await build()
    await site.client.patch(site.path, { proxy: 'www.early.example.test/docs' })
    for (const path of ['/', '/welcome', '/welcome/', '/api/reference', '/a/b/c']) {
      const shown = await read(site.address + path, { headers: html })
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+site\.[^"]+)"/.exec(shown.text) ?? []
      expect([path, /^\.{1,2}\//.test(style)]).toEqual([path, true])
      expect([path, (await read(new URL(style, site.address + path).href)).status]).toEqual([path, 200])
    }
  })
})

describe('a shared cache', () => {
  test('keeps public responses for a day, with the tags that it drops them by, and is told what to drop', async () => {
    const site = await build()
    const tag = `site:${site.id}`
    const specs = `organization:${site.organizationId}:openapi`
    for (const path of ['', '/welcome.md', '/sitemap.xml', '/guide']) {
      const { headers } = await read(site.address + path)
      expect([path, headers['cache-control'], headers['cache-tag'], headers['surrogate-key']]).toEqual([
        path,
        'public, max-age=60, s-maxage=86400, stale-while-revalidate=600',
        `${tag},${specs}`,
        `${tag} ${specs}`,
      ])
    }
    const search = (await read(`${site.address}/~search?query=zebra`)).headers['cache-control']
    expect(search).not.toContain('86400')
    const told = async () => {
      purges = []
      await revalidateOrganization(app, site.organizationId)
      return purges
    }
    await told()
    expect(await told()).toEqual([])
    await write(site, site.api.spaceId, page('More', 'More'))
    expect(await told()).toEqual([{ authorization: `Bearer ${purgeToken}`, keys: tag, tags: [tag] }])
    await site.client.post(`${site.path}/unpublish`)
    expect((await told()).map(({ tags }) => tags)).toEqual([[tag]])
  })

  test('keeps what visitors without claims see of a page with a condition, unless the site expects claims', async () => {
    const site = await build()
    const hidden = page('Plans', 'All.\n\n{% if visitor.claims.plan == "pro" %}\n\nPro.\n\n{% endif %}')
    await write(site, site.guide.spaceId, hidden)
    const token = await signVisitor(site, { plan: 'pro' })
    const answerOf = async (headers: Record<string, string> = {}) => {
      const answer = await read(`${site.address}/plans`, { headers })
      const [control = ''] = (answer.headers['cache-control'] ?? '').split(',')
      return [control, answer.headers.vary?.includes('Cookie'), answer.text.includes('Pro.')]
    }
    expect(await answerOf()).toEqual(['public', true, false])
    expect(await answerOf({ cookie: `lectern-visitor=${token}` })).toEqual(['private', true, true])
    expect(await answerOf()).toEqual(['public', true, false])
    await site.client.patch(site.path, { adaptiveContent: { enabled: true } })
    expect(await answerOf()).toEqual(['private', true, false])
  })
})
