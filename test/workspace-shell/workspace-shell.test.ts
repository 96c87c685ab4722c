import { brotliDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'

let app: TestApp
let Cookie: string
let path: string

beforeAll(async () => {
  app = await startTestApp()
  const { id, admin } = await buildOrganization(app)
  ;({
    headers: { Cookie },
  } = await buildSession(app, admin))
  path = `/o/${id}`
})
afterAll(() => app.close())

const open = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' })

const fileOf = (html: string): string => /<script type="module" src="([^"]+)"/.exec(html)?.[1] as string

describe('the page of the workspace', () => {
  test('is the same at every address of a signed-in person, so that each can be opened and reloaded', async () => {
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '')
    const shown = await open(`${app.url}${path}`, { Cookie })
    expect(shown.status).toBe(200)
    const html = withoutNonce(await shown.text())
    for (const other of [
      `${path}/members`,
      '/c/col1',
      '/s/spc1/pages/pag1',
      '/s/spc1/~/changes/7',
      '/s/spc1/revisions/rev1',
      '/o/org1/openapi/pets',
      '/o/org1/unknown',
    ])
      expect(withoutNonce(await (await open(`${app.url}${other}`, { Cookie })).text())).toBe(html)
  })

  test('leads who is not signed in to the sign-in, which leads back', async () => {
    const { status, headers } = await open(`${app.url}${path}/members?role=admin`)
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(
      `/sign-in?returnTo=${encodeURIComponent(`${path}/members?role=admin`)}`,
    )
  })

  test('allows no script but those of this server, no frame around it, and is kept by nobody', async () => {
    const { headers } = await open(`${app.url}${path}`, { Cookie })
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self';",
      "frame-ancestors 'none'",
      "connect-src 'self';",
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${app.url}${path}`, { method: 'POST', headers: { Cookie } })).status).toBe(405)
  })

  test('names its files below the path of a public address', async () => {
    const server = await startServerBeside(app, { config: { baseUrl: 'https://example.com/docs' } })
    try {
      const cookie = Cookie.replace('lectern=', '__Host-lectern=')
      const html = await (await open(`${server.url}${path}`, { Cookie: cookie })).text()
      expect(html).toContain('data-base="/docs"')
      expect(fileOf(html)).toMatch(/^\/docs\/workspace\/assets\/[\w.-]+\.js$/)
    } finally {
      await server.close()
    }
  })

  test('is not there with DISABLE_WORKSPACE, and neither are its files', async () => {
    const file = fileOf(await (await open(`${app.url}${path}`, { Cookie })).text())
    const server = await startServerBeside(app, { config: { hasWorkspace: false } })
    try {
      const html = await (await open(`${server.url}${path}`, { Cookie })).text()
      expect(html).not.toContain('<script')
      expect((await open(`${server.url}${file}`)).status).toBe(404)
    } finally {
      await server.close()
    }
  })
})

describe('a file of the workspace', () => {
  test('is sent compressed as it was built, and kept by browsers for ever', async () => {
    // What the script imports has most of the application.
    const html = await (await open(`${app.url}${path}`, { Cookie })).text()
    const file = /<link rel="modulepreload" href="([^"]+)"/.exec(html)?.[1] ?? fileOf(html)
    const plain = await request(`${app.url}${file}`)
    const text = await plain.body.text()
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const coded = await request(`${app.url}${file}`, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(coded.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    const bytes = Buffer.from(await coded.body.arrayBuffer())
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 3)
  })

  test.each(['nothing.js', 'manifest.json', '..%2fmanifest.json', '%2e%2e%2fmanifest.json'])(
    'is not found by a name that is none: %s',
    async (name) => {
      expect((await fetch(`${app.url}/workspace/assets/${name}`)).status).toBe(404)
    },
  )
})
