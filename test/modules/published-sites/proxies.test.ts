import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeBlocks, documentationPages } from '../../docs/pages.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { freePort, isInstalled, startCaddy, startNginx } from '../../support/proxies.ts'
import { buildReadableSite, page, read, type SiteAnswer, write } from './published-site.ts'

const host = 'www.proxied.example.test'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ TRUSTED_PROXIES: '127.0.0.1,::1' })
})
afterAll(() => app.close())

/** Returns the example of the documentation with a word in it. */
function example(word: string): string {
  const blocks = documentationPages()
    .flatMap(codeBlocks)
    .filter((block) => block.page.endsWith('operating/proxies.md') && block.text.includes(word))
  expect(blocks).toHaveLength(1)
  return (blocks[0] as { text: string }).text
}

const proxies = {
  nginx: (port: number, upstream: string, folder: string) =>
    startNginx(
      folder,
      `upstream lectern { server ${upstream}; }
  server {
    listen 127.0.0.1:${port};
    ${example('proxy_pass')}
  }`,
    ),
  caddy: (port: number, upstream: string, folder: string) => {
    const site = example('handle_path').replace('lectern:4000', upstream)
    return startCaddy(folder, `http://:${port} {\n${site}\n}`)
  },
} satisfies Record<string, (port: number, upstream: string, folder: string) => Promise<ChildProcess>>

/** Reads through a proxy once it listens. */
async function readWhenUp(url: string): Promise<SiteAnswer> {
  for (let tries = 0; ; tries++) {
    try {
      return await read(url, { headers: { host, accept: 'text/html' } })
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

describe('the example of the documentation for', () => {
  for (const [name, start] of oneRowIn(2, Object.entries(proxies)))
    test.runIf(isInstalled(name))(`${name} serves a site below a path that it takes off`, async () => {
      const site = await buildReadableSite(app)
      await write(site, site.guide.spaceId, page('Welcome', 'Hello zebra'), page('Second', 'Two'))
      await write(site, site.api.spaceId, page('Reference', 'One'))
      await site.client.patch(site.path, { proxy: `${host}/docs` })
      const folder = await temporaryFolder()
      const port = await freePort()
      const proxy = await start(port, new URL(app.url).host, folder)
      const ended = once(proxy, 'exit')
      onTestFinished(async () => {
        proxy.kill('SIGTERM')
        await ended
        await site.client.patch(site.path, { proxy: null })
      })
      const at = `http://127.0.0.1:${port}`
      const home = await readWhenUp(`${at}/docs/`)
      expect([home.status, home.text.includes('Hello zebra')]).toEqual([200, true])
      const links = [...home.text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link)
      expect(links.length).toBeGreaterThan(5)
      for (const link of new Set(links)) {
        const found = await read(at + link, { headers: { host } })
        expect([link, link.startsWith('/docs'), found.status < 400]).toEqual([link, true, true])
      }
      const second = await read(`${at}/docs/second.md`, { headers: { host } })
      expect([second.status, second.text.includes('Two')]).toEqual([200, true])
      expect((await read(`${at}/docs/nowhere`, { headers: { host } })).status).toBe(404)
    })
})
