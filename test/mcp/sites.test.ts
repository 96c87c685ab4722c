import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mcpLimits } from '../../src/mcp/limits.ts'
import {
  buildReadableSite,
  page,
  type ReadableSite,
  read,
  signVisitor,
  write,
} from '../modules/published-sites/published-site.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { OAuthProgram } from '../support/oauth-program.ts'
import { McpTestClient } from './mcp-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let shared: Promise<ReadableSite> | undefined

/** Returns the site of the tests that write nothing in it, as whoever is meant may read it. */
async function siteThatIs(visibility: string): Promise<ReadableSite> {
  shared ??= build()
  const site = await shared
  await site.client.patch(site.path, { visibility })
  return site
}

async function build(body: Record<string, unknown> = {}): Promise<ReadableSite> {
  const site = await buildReadableSite(app, body)
  await write(
    site,
    site.guide.spaceId,
    page('Welcome', 'A zebra lives here. [More](/pages/elsewhere)', { slug: 'welcome' }),
    page('Hidden zebra', 'Only by its address', { slug: 'hidden', hidden: true }),
    page('Plans', 'For all\n\n{% if visitor.claims.plan == "pro" %}\nOnly for quaggas\n{% endif %}', {
      slug: 'plans',
    }),
  )
  await write(site, site.api.spaceId, page('Reference', 'Another zebra', { slug: 'reference' }))
  return site
}

const ask = (url: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ...more,
  })

describe('the MCP server of a site', () => {
  const ways: [string, (site: ReadableSite) => Promise<{ url: string; token?: string }>][] = [
    ['public', async ({ address }) => ({ url: `${address}/~gitbook/mcp` })],
    ['unlisted', async ({ address }) => ({ url: `${address}/mcp` })],
    [
      'share-link',
      async ({ address, client, path }) => {
        const link = (await client.post(`${path}/share-links`, { name: 'Readers' })).body
        const key = new URL(link.urls.published).pathname.split('/').at(-1) || link.key
        return { url: `${address}/${key}/~gitbook/mcp` }
      },
    ],
    [
      'visitor-auth',
      async (site) => ({ url: `${site.address}/~gitbook/mcp`, token: await signVisitor(site) }),
    ],
  ]

  test.each(ways)('lists, searches and reads one that is %s', async (visibility, wayTo) => {
    const site = await siteThatIs(visibility)
    const { url, token } = await wayTo(site)
    const client = await (token === undefined ? McpTestClient.open(url) : McpTestClient.withToken(url, token))
    expect(await client.tools()).toEqual(['search', 'list_pages', 'get_page'])
    const { pages } = (await client.call('list_pages')).data
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Welcome', 'Plans', 'Reference'])
    const found = (await client.call('search', { query: 'zebra' })).data
    expect(found.results.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Reference',
      'Welcome',
    ])
    const { text } = await client.call('get_page', { page: found.results[0].url })
    expect(text).toContain('zebra')
    const { resources } = await client.client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['Welcome', 'Plans', 'Reference'])
    const { contents } = await client.client.readResource({ uri: resources[0]?.uri ?? '' })
    expect(contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('# Welcome') },
    ])
  })

  test('is not there for who may not know of the site, and asks for a token where one admits', async () => {
    const hidden = await siteThatIs('share-link')
    const unknown = `${app.url}/sites/${hidden.organizationId}/nowhere`
    for (const address of [hidden.address, `${hidden.address}/${'x'.repeat(32)}`, unknown]) {
      const refused = await ask(`${address}/~gitbook/mcp`)
      expect([refused.status, await refused.json()]).toMatchObject([
        404,
        { jsonrpc: '2.0', error: { message: expect.stringContaining('no published site') } },
      ])
    }
    const signed = await siteThatIs('visitor-auth')
    const url = `${signed.address}/~gitbook/mcp`
    const refused = await ask(url)
    expect(refused.status).toBe(401)
    const [, metadata = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: url,
      authorization_servers: [app.url],
    })
    const cookie = `lectern-visitor=${await signVisitor(signed)}`
    expect((await ask(url, { Cookie: cookie })).status).toBe(401)
    expect((await ask(`${url}?jwt_token=${await signVisitor(signed)}`)).status).toBe(200)
    const { id: elsewhere } = await buildOrganization(app)
    const stranger = await buildMember(app, elsewhere, 'READ')
    expect((await ask(url, { Authorization: `Bearer ${stranger.token}` })).status).toBe(403)
    const open = await siteThatIs('public')
    const ended = await ask(`${open.address}/mcp`, { Authorization: 'Bearer lectern_no_longer' })
    expect(ended.status).toBe(401)
    expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect((await ask(`${open.address}/guide/mcp`)).status).toBe(405)
  })

  test.runIf(isLongRun)(
    'at a host name names itself, and the authorization server gives tokens for it',
    async () => {
      const hostname = 'mcp.example.test'
      const site = await build({ visibility: 'visitor-auth' })
      await site.client.patch(site.path, { hostname })
      const at = (path: string, method: string) =>
        read(`${app.url}/~gitbook/mcp${path}`, { method, headers: { host: hostname } })
      const refused = await at('', 'POST')
      const metadata = `https://${hostname}/~gitbook/mcp/oauth-protected-resource`
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([
        401,
        `Bearer resource_metadata="${metadata}", scope="read"`,
      ])
      const { resource } = JSON.parse((await at('/oauth-protected-resource', 'GET')).text)
      expect(resource).toBe(`https://${hostname}/~gitbook/mcp`)
      const atRoot = `${app.url}/.well-known/oauth-protected-resource`
      for (const path of ['/~gitbook/mcp', '/mcp', '/nowhere']) {
        const { status, text } = await read(atRoot + path, { headers: { host: hostname } })
        if (path === '/nowhere') expect(status).toBe(404)
        else
          expect(JSON.parse(text)).toMatchObject({
            resource: `https://${hostname}${path}`,
            authorization_servers: [app.url],
            scopes_supported: ['read'],
          })
      }
      const below = await fetch(`${atRoot}${site.base}/~gitbook/mcp`)
      expect(await below.json()).toMatchObject({
        resource: `${site.address}/~gitbook/mcp`,
        scopes_supported: ['read'],
      })
      const program = await OAuthProgram.register(app)
      const session = await buildSession(app, site.admin)
      expect((await program.decide(session, 'allow', { resource })).searchParams.get('code')).not.toBeNull()
      const elsewhere = { resource: 'https://nowhere.example.test/mcp' }
      expect((await program.decide(session, 'allow', elsewhere)).searchParams.get('error')).toBe(
        'invalid_target',
      )
    },
  )

  test('shows what the conditions of pages let a visitor see', async () => {
    const site = await siteThatIs('visitor-auth')
    const url = `${site.address}/~gitbook/mcp`
    const [reader, professional, member] = await Promise.all([
      McpTestClient.withToken(url, await signVisitor(site)),
      McpTestClient.withToken(url, await signVisitor(site, { plan: 'pro' })),
      McpTestClient.withToken(url, (await buildMember(app, site.organizationId, 'READ')).token),
    ])
    const seen = await Promise.all(
      [reader, professional, member].map(async (client) => {
        const { text } = await client.call('get_page', { page: 'plans' })
        const found = (await client.call('search', { query: 'quaggas' })).data.results
        return [text.includes('Only for quaggas'), found.length]
      }),
    )
    expect(seen).toEqual([
      [false, 0],
      [true, 1],
      [false, 0],
    ])
  })

  test.runIf(isLongRun)(
    'finds pages by addresses, paths and redirects, and says what to do about others',
    async () => {
      const site = await build()
      await site.client.post(`${site.path}/redirects`, {
        source: '/old',
        destination: { kind: 'site-section', siteSectionId: site.api.id },
      })
      const client = await McpTestClient.open(`${site.address}/mcp`)
      const titleAt = async (address: string) =>
        /^# (.+)$/m.exec((await client.call('get_page', { page: address })).text)?.[1]
      expect(await titleAt('')).toBe('Welcome')
      expect(await titleAt('/hidden')).toBe('Hidden zebra')
      expect(await titleAt(`${site.address}/api/reference.md?a=b#c`)).toBe('Reference')
      expect(await titleAt('old')).toBe('Reference')
      for (const address of ['nowhere', '%', 'https://example.com/api/reference', `${site.address}x/welcome`])
        expect(await client.call('get_page', { page: address })).toMatchObject({
          isError: true,
          text: expect.stringContaining('search'),
        })
      const wrong = await client.call('search', { query: '' })
      expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('query') })
    },
  )

  test.runIf(isLongRun)('gives long lists and pages in parts', async () => {
    const site = await build()
    const line = `${'a'.repeat(799)}\n\n`
    await write(site, site.guide.spaceId, page('Long', line.repeat(60), { slug: 'long' }))
    const client = await McpTestClient.open(`${site.address}/mcp`)
    const titles: string[] = []
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const { pages, nextCursor } = (await client.call('list_pages', { limit: 1, ...(cursor && { cursor }) }))
        .data
      titles.push(...pages.map(({ title }: { title: string }) => title))
      cursor = nextCursor
    }
    expect(titles).toEqual(['Welcome', 'Plans', 'Long', 'Reference'])
    const first = await client.call('get_page', { page: 'long' })
    const [, next = ''] = /offset (\d+)/.exec(first.text) ?? []
    expect(first.text.length).toBeLessThan(mcpLimits.pageCharacters + 500)
    const second = await client.call('get_page', { page: 'long', offset: Number(next) })
    expect(second.text).toMatch(/^a{799}\n/)
    expect(second.text).not.toContain('offset')
    expect(await client.call('list_pages', { cursor: 'x' })).toMatchObject({ isError: true })
    const { results, nextCursor } = (await client.call('search', { query: 'zebra', limit: 1 })).data
    const rest = (await client.call('search', { query: 'zebra', limit: 1, cursor: nextCursor })).data
    expect([...results, ...rest.results].map(({ title }) => title).sort()).toEqual(['Reference', 'Welcome'])
    expect(rest.nextCursor).toBeUndefined()
  })

  test('answers no page of another origin, no stream and no batch, and leaves pages of that path to readers', async () => {
    const site = await build()
    const url = `${site.address}/mcp`
    expect((await ask(url, { Origin: 'https://evil.example' })).status).toBe(403)
    const own = await ask(url, { Origin: new URL(app.url).origin })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
      200,
      new URL(app.url).origin,
    ])
    expect((await ask(url, { Origin: app.url }, { method: 'OPTIONS', body: null })).status).toBe(204)
    const stream = await fetch(url, { headers: { Accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST'])
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await ask(url, {}, { body: JSON.stringify([message, message]) })).status).toBe(400)
    await write(site, site.guide.spaceId, page('About MCP', 'For readers', { slug: 'mcp' }))
    expect(await (await fetch(`${site.address}/mcp`)).text()).toContain('For readers')
    expect((await ask(url)).status).toBe(200)
  })

  test('refuses bodies and parameters in the form of JSON-RPC, and says what to do', async () => {
    const { address } = await siteThatIs('public')
    const url = `${address}/mcp`
    const answered = async (body: string, headers: Record<string, string> = {}) => {
      const response = await ask(url, headers, { body })
      const { id, error } = await response.json()
      expect(error.message).toMatch(/[.]$/)
      return [response.status, id, error.code]
    }
    const message = (method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    expect(await answered('{bad')).toEqual([400, null, -32_700])
    expect(await answered(message('ping', {}), { 'Content-Type': 'text/plain' })).toEqual([
      415,
      null,
      -32_600,
    ])
    expect(await answered(message('ping', { a: 'a'.repeat(70_000) }))).toEqual([413, null, -32_600])
    expect(await answered(message('tools/call', { name: 1 }))).toEqual([200, 7, -32_602])
    expect(await answered(message('resources/read', { uri: `${address}/nowhere.md` }))).toEqual([
      200, 7, -32_602,
    ])
    expect(await answered(message('resources/list', { cursor: 'x' }))).toEqual([200, 7, -32_602])
    const neither = await ask(url, { Accept: 'application/json' })
    expect([neither.status, (await neither.json()).jsonrpc]).toEqual([406, '2.0'])
  })
})
