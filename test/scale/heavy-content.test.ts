import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { liveContent } from '../../src/modules/content/revision-writer.ts'
import { type SourceServer, startSourceServer } from '../modules/imports/source-server.ts'
import { serveWiki } from '../modules/imports/wiki-server.ts'
import { largeDocument } from '../modules/openapi-specs/large-document.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import {
  buildPage,
  buildReusableContent,
  insertPage,
  sendChanges,
  writePage,
} from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'
import { type HeavyRequest, type MeasuredServer, startMeasuredServer } from './measured-server.ts'

const length = 450_000
const repeated = (part: string) => part.repeat(Math.floor(length / part.length))

const paragraph = (page: number, number: number) =>
  `## Section ${number} of ${page}\n\nA **paragraph** of ${page} with [a link](https://example.com/${number}) and \`code\`.\n\n* one\n* two\n\n| A | B |\n| - | - |\n| ${page} | ${number} |\n`

const bodyOf = (page: number) => Array.from({ length: 50 }, (_, number) => paragraph(page, number)).join('\n')

const lines = (change: (line: number) => string) =>
  Array.from({ length: 3_000 }, (_, line) => `${change(line)}\n\n`).join('')

describe.runIf(isLongRun)('while heavy work on content runs', () => {
  let app: TestApp
  let site: TestSite
  let client: TestClient
  let server: MeasuredServer
  let spaceId: string
  let source: SourceServer

  beforeAll(async () => {
    app = await startOwnTestApp()
    source = await startSourceServer()
    site = await buildSite(app)
    server = await startMeasuredServer(app, await buildMember(app, site.organizationId, 'READ'))
    client = server.as(site.admin)
    spaceId = (await buildSiteSpace(site, 'Guide')).space.id
    await client.post(`${site.path}/publish`)
  })
  afterAll(async () => {
    source.close()
    await server.close()
    await app.close()
  })

  /** Measures the work of one request. */
  const measure = (name: string, request: HeavyRequest) =>
    server.measure(name, async () => [await server.send({ token: client.token, ...request })])

  const write = (markdown: string): HeavyRequest => ({
    method: 'POST',
    path: `/v1/spaces/${spaceId}/content`,
    body: { changes: [insertPage('Page', markdown)] },
  })

  test.each(['[', '![', '<', '&', '&#x41;', '$a ', 'a@', '<a ', '\\'])(
    'of a page of %s, others are answered',
    (part) => measure(`write ${part}`, write(repeated(part))),
  )

  test('of a long table, others are answered', async () => {
    const markdown = `| a | b |\n| - | - |\n${'| a | b |\n'.repeat(15_000)}`
    await measure('write a table', write(markdown))
    const page = await buildPage(client, spaceId, { title: 'Long table', document: { markdown } })
    await measure('read a table', { path: `/v1/spaces/${spaceId}/content/page/${page}?format=document` })
    await measure('publish a table', {
      path: `/sites/${site.organizationId}/${site.id}/long-table`,
      headers: { accept: 'text/html' },
      token: null,
    })
  })

  test('of a merge of large pages, others are answered', async () => {
    const page = await buildPage(client, spaceId, {
      title: 'Merged',
      document: { markdown: lines((line) => `Line ${line}`) },
    })
    const { body } = await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Edit' })
    const theirs = writePage(
      page,
      lines((line) => (line % 7 === 0 ? `Theirs ${line}` : `Line ${line}`)),
    )
    await client.post(`/spaces/${spaceId}/change-requests/${body.id}/content`, { changes: [theirs] })
    await sendChanges(
      client,
      spaceId,
      writePage(
        page,
        lines((line) => (line % 7 === 3 ? `Ours ${line}` : `Line ${line}`)),
      ),
    )
    await measure('merge', { method: 'POST', path: `/v1/spaces/${spaceId}/change-requests/${body.id}/merge` })
  })

  test('of an import, a PDF and a copy of 500 pages, others are answered', async () => {
    const zip = new ZipFile()
    for (let page = 0; page < 500; page++)
      zip.addBuffer(Buffer.from(`# Page ${page}\n\n${bodyOf(page)}`), `folder-${page % 20}/page-${page}.md`)
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
    const url = source.serve('/pages.zip', Buffer.concat(chunks))
    const space = await buildSiteSpace(site, 'Imported')
    const content = `/spaces/${space.space.id}/content`
    await measure('import 500 pages', {
      method: 'POST',
      path: `/v1${content}/import`,
      body: { url, source: 'zip' },
    })
    const runs = await client.get(`/org/${site.organizationId}/imports`)
    expect(runs.body.items).toMatchObject([{ status: 'completed', importedResources: 500 }])
    await measure('copy 500 pages', { method: 'POST', path: `/v1/spaces/${space.space.id}/duplicate` })
    const { pathname, search } = new URL((await client.get(`/spaces/${space.space.id}/pdf`)).body.url)
    await measure('PDF of 500 pages', { path: pathname + search })
  }, 300_000)

  test('of an export and a PDF of 5,000 pages, others are answered', async () => {
    const { space } = await buildSiteSpace(site, 'Large')
    for (let batch = 0; batch < 100; batch++) {
      const changes = Array.from({ length: 50 }, (_, page) =>
        insertPage(`Page ${batch} ${page}`, paragraph(batch, page)),
      )
      expect((await sendChanges(client, space.id, ...changes)).status).toBe(200)
    }
    for (const [name, path] of [
      ['export 5,000 pages', 'content/export'],
      ['PDF of 5,000 pages', 'pdf'],
    ] as const) {
      const { pathname, search } = new URL((await client.get(`/spaces/${space.id}/${path}`)).body.url)
      await measure(name, { path: pathname + search })
    }
  }, 300_000)

  test('of feeds and texts of a site with the worst content, others are answered', async () => {
    const included = await buildReusableContent(app, site.admin, liveContent(spaceId), {
      markdown: '['.repeat(140_000),
    })
    const include = `{% include "/reusable-contents/${included}" %}`
    const update = `{% update date="2026-01-01" %}\n## News\n\n${include}\n{% endupdate %}`
    await buildPage(client, spaceId, {
      title: 'Changes',
      document: { markdown: `{% updates format="full" %}\n${update}\n{% endupdates %}` },
    })
    for (const name of ['rss.xml', 'llms-full.txt'])
      await measure(name, { path: `/sites/${site.organizationId}/${site.id}/${name}`, token: null })
  }, 120_000)

  test('of an import of a repository with a file of 300 MB, others are answered', async () => {
    const url = serveWiki(source, {
      name: 'large',
      page: 'See [data](data.bin).',
      file: { bytes: Buffer.alloc(300e6) },
    })
    await measure('import a repository with a file of 300 MB', {
      method: 'POST',
      path: `/v1/spaces/${spaceId}/content/import`,
      body: { url, source: 'github-wiki' },
    })
  }, 120_000)

  test('of a large specification, others are answered', async () => {
    const path = `/orgs/${site.organizationId}/openapi`
    await server.measure('bundle a large specification', async () => {
      const text = JSON.stringify(largeDocument(), null, 2)
      const answer = await server.send({
        method: 'POST',
        path: `/v1${path}`,
        body: { slug: 'large', source: { text } },
        token: client.token,
      })
      await vi.waitFor(
        async () =>
          expect((await client.get(`${path}/large`)).body).toMatchObject({ processingState: 'complete' }),
        { timeout: 100_000, interval: 500 },
      )
      return [answer]
    })
  }, 120_000)
})
