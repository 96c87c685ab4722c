import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { type SourceServer, startSourceServer } from '../modules/imports/source-server.ts'
import { type RestAnswer, startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildPage, insertPage, sendChanges, writePage } from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'
import { lightRequestsDuring } from '../support/light-requests.ts'

/** The maximum delay and memory of heavy work on an idle machine with two cores. */
const budget = { milliseconds: 250, megabytes: 500 }

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
  let other: TestClient
  let spaceId: string
  let server: SourceServer
  const table: Record<string, object> = {}

  beforeAll(async () => {
    // The light requests that are sent one after the other would use up the points of their user.
    app = await startOwnTestApp({ OUTBOUND_ALLOW: '127.0.0.1/32', RATE_LIMIT: 'off' })
    server = await startSourceServer()
    site = await buildSite(app)
    client = site.client
    spaceId = (await buildSiteSpace(site, 'Guide')).space.id
    await client.post(`${site.path}/publish`)
    other = app.as(await buildMember(app, site.organizationId, 'READ'))
  })
  afterAll(async () => {
    console.table(table)
    server.close()
    await app.close()
  })

  /** Measures what others notice, and checks that the work ends well or with an error that says what to do. */
  async function measure(name: string, work: () => Promise<Pick<RestAnswer, 'status' | 'headers'>>) {
    const before = process.memoryUsage.rss()
    let peak = before
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    let status = 0
    const { heavy, slowest, busiest } = await lightRequestsDuring(other, async () => {
      const answer = await work()
      status = answer.status
      if (status === 503) expect(answer.headers.get('retry-after')).not.toBeNull()
    })
    clearInterval(sampling)
    const megabytes = Math.round((peak - before) / 1e6)
    table[name] = {
      status,
      ms: Math.round(heavy),
      'slowest light ms': Math.round(slowest),
      'of which work ms': Math.round(busiest),
      'more MB': megabytes,
    }
    expect(status === 503 || status < 500).toBe(true)
    expect.soft(slowest).toBeLessThan(budget.milliseconds)
    expect.soft(megabytes).toBeLessThan(budget.megabytes)
  }

  const write = (markdown: string) => () => sendChanges(client, spaceId, insertPage('Page', markdown))

  test.each(['[', '![', '<', '&', '&#x41;', '$a ', 'a@', '<a ', '\\'])(
    'of a page of %s, others are answered',
    (part) => measure(`write ${part}`, write(repeated(part))),
  )

  test('of a long table, others are answered', async () => {
    const markdown = `| a | b |\n| - | - |\n${'| a | b |\n'.repeat(15_000)}`
    await measure('write a table', write(markdown))
    const page = await buildPage(client, spaceId, { title: 'Long table', document: { markdown } })
    // The answer is not parsed: this process would notice that, too.
    const tree = `${app.url}/v1/spaces/${spaceId}/content/page/${page}?format=document`
    await measure('read a table', async () => {
      const answer = await fetch(tree, { headers: { Authorization: `Bearer ${client.token}` } })
      await answer.arrayBuffer()
      return answer
    })
    const address = `${app.url}/sites/${site.organizationId}/${site.id}/long-table`
    await measure('publish a table', async () => {
      const answer = await fetch(address, { headers: { accept: 'text/html' } })
      await answer.text()
      return answer
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
    await measure('merge', () => client.post(`/spaces/${spaceId}/change-requests/${body.id}/merge`))
  })

  test('of an import, a PDF and a copy of 500 pages, others are answered', async () => {
    const zip = new ZipFile()
    for (let page = 0; page < 500; page++)
      zip.addBuffer(Buffer.from(`# Page ${page}\n\n${bodyOf(page)}`), `folder-${page % 20}/page-${page}.md`)
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
    const url = server.serve('/pages.zip', Buffer.concat(chunks))
    const space = await buildSiteSpace(site, 'Imported')
    const content = `/spaces/${space.space.id}/content`
    await measure('import 500 pages', () => client.post(`${content}/import`, { url, source: 'zip' }))
    const runs = await client.get(`/org/${site.organizationId}/imports`)
    expect(runs.body.items).toMatchObject([{ status: 'completed', importedResources: 500 }])
    await measure('copy 500 pages', () => client.post(`/spaces/${space.space.id}/duplicate`))
    const { body } = await client.get(`/spaces/${space.space.id}/pdf`)
    await measure('PDF of 500 pages', async () => {
      const answer = await fetch(body.url)
      await answer.arrayBuffer()
      return answer
    })
  }, 300_000)
})
