import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'
import { runLectern } from '../support/run-lectern.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.runIf(isLongRun)('the command for addresses asks a site for those of an index of sitemaps', async () => {
  const site = await buildSite(app)
  const space = await buildSiteSpace(site, 'Guide')
  await site.client.post(`/spaces/${space.space.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Run it.' } }],
  })
  await site.client.post(`${site.path}/redirects`, {
    source: '/old/*',
    destination: { kind: 'site-space', siteSpaceId: space.id },
  })
  await site.client.post(`${site.path}/publish`, {})
  const served = new Map<string, (base: string) => string | Buffer>([
    [
      '/docs/sitemap.xml',
      (base) =>
        `<sitemapindex><sitemap><loc>${base}/docs/one.xml.gz</loc></sitemap><sitemap><loc>${base}/docs/gone.xml</loc></sitemap></sitemapindex>`,
    ],
    [
      '/docs/one.xml.gz',
      (base) =>
        gzipSync(
          `<urlset>${['', '/install', '/old/a/b', '/other?x=1', '/%C3%A9%20b'].map((path) => `<url><loc>${base}/docs${path}</loc></url>`).join('')}</urlset>`,
        ),
    ],
  ])
  const server = createServer((request, response) => {
    const body = served.get(request.url ?? '')
    response.writeHead(body ? 200 : 404).end(body?.(`http://${request.headers.host}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`
  const given = ['--site', site.path.split('/').at(-1) as string, '--organization', site.organizationId]
  const asked = await runLectern(app, ['addresses', `${base}/sitemap.xml`, ...given], { BASE_URL: app.url })
  expect(asked.output.trimEnd().split('\n')).toEqual([
    `Of 5 addresses below ${base}, 3 answer on the new site: 2 directly, 1 by a redirect.`,
    '2 addresses do not:',
    '  /other',
    '  /%C3%A9%20b',
  ])
})
