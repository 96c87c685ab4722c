import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildReadableSite, page, write } from '../modules/published-sites/published-site.ts'
import { startOwnTestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort, startCaddy, startNginx } from '../support/proxies.ts'

const packaging = fileURLToPath(new URL('../../src/packaging', import.meta.url))
const read = (path: string) => readFileSync(join(packaging, path), 'utf8')

type Start = (port: number, upstream: string, folder: string) => Promise<ChildProcess>

/** The files as they are, but for the port, the certificate and the place of the server. */
const proxies: Readonly<Record<string, Start>> = {
  nginx: (port, upstream, folder) =>
    startNginx(
      folder,
      read('nginx/lectern.conf')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replaceAll(/^ *ssl_.*\n/gm, '')
        .replace('127.0.0.1:4000', upstream),
    ),
  caddy: (port, upstream, folder) =>
    startCaddy(
      folder,
      read('caddy/Caddyfile')
        .replace('www.example.com {', `http://:${port} {`)
        .replaceAll('127.0.0.1:4000', upstream),
    ),
}

test.runIf(isLongRun).each(Object.keys(proxies))(
  'the file for %s serves a server whose address has a path: pages, requests of 1.5 MB, websockets and discovery',
  async (name) => {
    const port = await freePort()
    const base = `http://127.0.0.1:${port}/docs`
    const app = await startOwnTestApp({ BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1,::1' })
    const proxy = await (proxies[name] as Start)(port, new URL(app.url).host, await temporaryFolder())
    const ended = once(proxy, 'exit')
    onTestFinished(async () => {
      proxy.kill('SIGTERM')
      await ended
      await app.close()
    })
    await vi.waitUntil(async () => (await fetch(`${base}/healthz`).catch(() => null))?.ok, {
      timeout: 10_000,
    })

    const { headers, status } = await fetch(base, { redirect: 'manual' })
    expect([status, headers.get('location')?.endsWith('/docs/')]).toEqual([308, true])

    const site = await buildReadableSite(app)
    await write(site, site.guide.spaceId, page('Welcome', 'Hello zebra'), page('Second', 'Two'))
    await write(site, site.api.spaceId, page('Reference', 'One'))
    const { body } = await site.client.get(site.path)
    expect(body.urls.published).toMatch(new RegExp(`^${base}/sites/`))
    const home = await fetch(body.urls.published, { headers: { accept: 'text/html' } })
    const html = await home.text()
    expect([home.status, html.includes('Hello zebra')]).toEqual([200, true])
    const links = new Set([...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link))
    expect(links.size).toBeGreaterThan(5)
    for (const link of links) {
      expect(link).toMatch(/^\/docs\//)
      expect([link, (await fetch(new URL(link, base))).status]).toEqual([link, 200])
    }

    const large = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', variables: { unused: 'x'.repeat(1_500_000) } }),
    })
    expect([large.status, await large.json()]).toEqual([200, { data: { __typename: 'Query' } }])

    const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.terminate()

    const discovery = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server/docs`)
    expect([discovery.status, (await discovery.json()).issuer]).toEqual([200, base])
  },
)
