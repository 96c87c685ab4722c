import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { limiters } from '../../../src/admission/admission.ts'
import { withPatientConnection } from '../../../src/database/sessions.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { LockHolder } from '../../support/lock-holder.ts'
import { buildReadableSite, page, type ReadableSite, read, signVisitor, write } from './published-site.ts'

let app: TestApp

describe.runIf(isLongRun)('published sites of thousands of pages', () => {
  beforeAll(async () => {
    app = await startOwnTestApp()
  })
  afterAll(() => app.close())

  /** Writes pages below a new page of a space, by SQL. */
  async function addPages(
    site: TestSite,
    spaceId: string,
    count: number,
    { text = '', ...more }: { readonly text?: string; readonly [member: string]: unknown } = {},
  ): Promise<void> {
    const written = await write(site, spaceId, page(`Many in ${spaceId}`, '', more))
    const parent = written.changes[0].page.id
    await withPatientConnection(app.database.pool, async (client) => {
      await client.query('BEGIN')
      await client.query('SET LOCAL session_replication_role = replica')
      await client.query(
        `WITH head AS (
         SELECT r."branchId", r.sequence FROM "Space" s JOIN "Revision" r ON r.id = s."revisionId" WHERE s.id = $1),
       document AS (
         INSERT INTO "Document" (id, markdown, "linksReadAt")
         SELECT 'doc' || $2 || n, 'Body ' || n || ' ' || repeat(md5(n::text), 50) || $4, now() FROM generate_series(1, $3::int) n)
       INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug,
         "documentId", "createdAt", "updatedAt")
       SELECT 'pgv' || $2 || n, "branchId", 'pag' || $2 || n, sequence, 'DOCUMENT', $2, 'a' || lpad(n::text, 6, '0') || 'V',
         'Page ' || n, 'page-' || n, 'doc' || $2 || n, now(), now()
       FROM head CROSS JOIN generate_series(1, $3::int) n`,
        [spaceId, parent, count, text],
      )
      await client.query('COMMIT')
    })
  }

  /** Returns the addresses that a Markdown list links to. */
  const linksIn = (text: string) => [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link as string)

  const namesPages = (texts: readonly string[]) => texts.filter((text) => text.includes('"PageVersion"'))

  describe('a site of more pages than one list has', () => {
    let site: ReadableSite
    const at = (path: string) => read(`${site.address}${path}`)

    beforeAll(async () => {
      site = await buildReadableSite(app)
      await addPages(site, site.guide.spaceId, 6000)
      await addPages(site, site.api.spaceId, 5999)
      await addPages(site, site.api.spaceId, 3, { noRobotsIndex: true })
      await addPages(site, site.api.spaceId, 5, { noIndex: true })
      await addPages(site, site.api.spaceId, 7, { hidden: true })
    })

    const map = (guide: string, api: string) =>
      `# Product docs\n\n## Sections\n\n- [Guide](${site.address}/guide/llms.txt): ${guide} pages\n- [API: API](${site.address}/api/llms.txt): ${api} pages\n`

    test('has a map of the lists of its spaces as llms.txt, from counts alone', async () => {
      const { texts } = await app.statements(async () => {
        expect((await at('/llms.txt')).text).toBe(map('6,001', '6,004'))
      })
      expect(namesPages(texts)).toHaveLength(1)
      const kept = await app.statements(() => at('/llms.txt'))
      expect(namesPages(kept.texts)).toEqual([])
      expect((await at('/api/next/llms.txt')).text).toBe('# Product docs\n')
      expect((await at('/nowhere/llms.txt')).status).toBe(404)
    })

    test('has the list of a large space in parts, by what is at its top, which have each page once', async () => {
      const many = `Many in ${site.api.spaceId}`
      const line = (title: string, number: number, pages: string) =>
        `- [${title}](${site.address}/api/llms-${number}.txt): ${pages} pages\n`
      const lines = [1, 2, 3, 4, 5, 6].map((number) => line(`${many} (${number} of 6)`, number, '1,000'))
      expect((await at('/api/llms.txt')).text).toBe(
        `# Product docs\n\n## API: API\n\n${lines.join('')}${line(many, 7, '4')}`,
      )
      for (const [path, count] of [
        ['/guide', 6001],
        ['/api', 6004],
      ] as const) {
        const listed = linksIn((await at(`${path}/llms.txt`)).text)
        const parts = await Promise.all(listed.map((address) => read(address)))
        const pages = parts.map(({ text }) => linksIn(text))
        expect(Math.max(...pages.map(({ length }) => length))).toBe(1000)
        expect(pages.flat()).toHaveLength(count)
        expect(new Set(pages.flat()).size).toBe(count)
        expect((await read(pages.flat().at(-1) as string)).status).toBe(200)
        expect(parts.map(({ text }) => text).join('')).not.toMatch(/hidden/i)
      }
      for (const name of ['llms-0.txt', 'llms-8.txt', 'llms-01.txt', 'llms-x.txt', 'next/llms-1.txt'])
        expect([name, (await at(`/api/${name}`)).status]).toEqual([name, 404])
    })

    test('has a sitemap index, from counts alone, whose parts have each page once', async () => {
      await at('/llms.txt')
      const { texts } = await app.statements(async () => {
        const { text } = await at('/sitemap.xml')
        const parts = [1, 2].map((number) => `<loc>${site.address}/sitemap-${number}.xml</loc>`)
        expect(text.match(/<loc>[^<]+<\/loc>/g)).toEqual(parts)
      })
      expect(namesPages(texts)).toEqual([])
      const parts = await Promise.all(['/sitemap-1.xml', '/sitemap-2.xml'].map(at))
      const locations = parts.map(({ text }) => text.match(/<loc>[^<]+<\/loc>/g) ?? [])
      expect(locations.map(({ length }) => length)).toEqual([10_000, 2001])
      expect(new Set(locations.flat()).size).toBe(12_001)
      expect((await at('/sitemap-3.xml')).status).toBe(404)
    })

    test.runIf(isLongRun)('is counted anew where it changed', async () => {
      expect((await at('/llms.txt')).text).toBe(map('6,001', '6,004'))
      expect((await at('/guide/llms-7.txt')).text).not.toContain('another.md')
      await write(site, site.guide.spaceId, page('Another'))
      expect((await at('/llms.txt')).text).toBe(map('6,002', '6,004'))
      expect(linksIn((await at('/guide/llms-7.txt')).text)).toHaveLength(2)
      expect((await at('/guide/llms.txt')).text).toContain(
        `- [Many in ${site.guide.spaceId} (7 of 7) – Another](${site.address}/guide/llms-7.txt): 2 pages\n`,
      )
      const [, many] = (await site.client.get(`/spaces/${site.guide.spaceId}/content/pages?limit=2`)).body
        .pages
      expect(many.title).toBe('Another')
      await write(site, site.guide.spaceId, { operation: 'update_page', page: many.id, hidden: true })
      expect((await at('/llms.txt')).text).toBe(map('6,001', '6,004'))
      expect(linksIn((await at('/guide/llms-7.txt')).text)).toHaveLength(1)
    })

    test('names in its map what a visitor may see, each for himself, and nothing that is in no list', async () => {
      const condition = 'visitor.claims.beta == true'
      await site.client.patch(`${site.path}/sections/${site.api.id}`, { condition })
      const asked = async (path: string, claims: object | null) => {
        const token = claims && (await signVisitor(site, { ...claims }))
        const headers: Record<string, string> = token ? { cookie: `lectern-visitor=${token}` } : {}
        return read(site.address + path, { headers })
      }
      for (const claims of [{ beta: true }, null, { beta: true }, { beta: false }]) {
        const isShown = claims?.beta === true
        expect((await asked('/llms.txt', claims)).text.includes('/api/llms.txt')).toBe(isShown)
        for (const name of ['llms-1.txt', 'next/llms.txt', 'next/llms-full.txt'])
          expect((await asked(`/api/${name}`, claims)).status).toBe(isShown ? 200 : 404)
        const [, second] = (await asked('/sitemap.xml', claims)).text.match(/<loc>[^<]+<\/loc>/g) ?? []
        expect(second?.includes('sitemap-2') === true).toBe(isShown)
      }
      await site.client.patch(`${site.path}/sections/${site.api.id}`, { condition: null })
      await site.client.patch(`${site.path}/site-spaces/${site.api.siteSpaceId}`, { hidden: true })
      expect((await at('/llms.txt')).text).not.toContain('/api/llms.txt')
      for (const name of ['llms.txt', 'llms-1.txt']) expect((await at(`/api/${name}`)).status).toBe(404)
      await site.client.patch(`${site.path}/site-spaces/${site.api.siteSpaceId}`, { hidden: false })
      await site.client.patch(site.path, { visibility: 'visitor-auth' })
      expect((await asked('/api/llms-1.txt', null)).status).toBe(404)
      const signedIn = await asked('/api/llms-1.txt', { beta: true })
      expect([signedIn.status, signedIn.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    })
  })

  test('a site of one large space has a map of the parts as llms.txt', async () => {
    const site = await buildSite(app, { title: 'Manual' })
    const { space } = await buildSiteSpace(site, 'Manual')
    await site.client.post(`${site.path}/publish`)
    const address = `${app.url}/sites/${site.organizationId}/${site.id}`
    await write(site, space.id, page('First'), page('Second'))
    await addPages(site, space.id, 997)
    const parts = linksIn((await read(`${address}/llms.txt`)).text)
    // Up to the limit it is one list.
    expect(parts).toHaveLength(1000)
    await write(site, space.id, page('Last'))
    const listed = (await read(`${address}/llms.txt`)).text
    expect(listed.match(/(?<=\[)[^\]]+/g)).toEqual([`First – Many in ${space.id}`, 'Last'])
    const pages = await Promise.all(linksIn(listed).map(async (part) => linksIn((await read(part)).text)))
    expect(pages.map(({ length }) => length)).toEqual([1000, 1])
  })

  describe('llms-full.txt', () => {
    let site: ReadableSite
    /** The page of another space that all pages link to, and the link. */
    let linked: string
    let link: string

    beforeAll(async () => {
      site = await buildReadableSite(app)
      const { changes } = await write(site, site.api.spaceId, page('Linked', '', { slug: 'old-name' }))
      linked = changes[0].page.id
      link = `[There](/spaces/${site.api.spaceId}/pages/${linked})`
      // To show the texts, the pages that they link to are read.
      await addPages(site, site.guide.spaceId, 300, { text: ` ${link}` })
    })

    /** Reads the text at an address, and counts how often it was asked where the texts link to: once for 50 of them. */
    async function readCounted(address: string, headers: Record<string, string> = {}) {
      let text = ''
      const { texts } = await app.statements(async () => {
        text = (await read(address, { headers })).text
      })
      return { text, count: texts.filter((statement) => statement.includes('string_agg(slug')).length }
    }

    test.runIf(isLongRun)('is made once for equal visits, and again after a change', async () => {
      const address = `${site.address}/guide/llms-full.txt`
      const first = await readCounted(address)
      expect(first.count).toBe(7)
      expect(first.text.match(/^# Page \d+$/gm)).toHaveLength(300)
      expect(first.text.match(/\/api\/old-name\.md/g)).toHaveLength(300)
      const second = await readCounted(address)
      expect([second.count, second.text === first.text]).toEqual([0, true])
      await write(site, site.guide.spaceId, page('Another', 'Newly written'))
      const third = await readCounted(address)
      expect([third.text.startsWith(first.text), third.text.includes('Newly written')]).toEqual([true, true])
      // What the texts link to has another address.
      await write(site, site.api.spaceId, { operation: 'update_page', page: linked, slug: 'new-name' })
      const moved = await readCounted(address)
      expect([moved.text.includes('old-name.md'), moved.text.includes('new-name.md')]).toEqual([false, true])
    })

    test('is kept for each visitor by himself where it has conditions', async () => {
      const markdown = `{% if visitor.claims.beta == true %}\nOnly for the beta\n{% endif %}\n\n${link}`
      await write(site, site.next.spaceId, page('Conditional', markdown))
      const address = `${site.address}/api/next/llms-full.txt`
      const visitors = await Promise.all(
        [{ beta: true }, null, { beta: false }].map(async (claims) => ({
          isShown: claims?.beta === true,
          headers: claims ? { cookie: `lectern-visitor=${await signVisitor(site, claims)}` } : {},
        })),
      )
      for (const isKept of [false, true])
        for (const { isShown, headers } of visitors) {
          const { text, count } = await readCounted(address, headers as Record<string, string>)
          expect([text.includes('Only for the beta'), count]).toEqual([isShown, isKept ? 0 : 1])
        }
    })

    test.runIf(isLongRun)('is kept as far as a quarter of the cache holds it', async () => {
      const beside = await startServerBeside(app, { config: { siteCacheBytes: 40_000 } })
      onTestFinished(() => beside.close())
      const address = `${beside.url}${site.base}/guide/llms-full.txt`
      const [first, second, third] = [
        await readCounted(address),
        await readCounted(address),
        await readCounted(address),
      ]
      expect([second.text === first.text, third.text === first.text]).toEqual([true, true])
      expect(second.count).toBeGreaterThan(0)
      expect(second.count).toBeLessThan(first.count)
      expect(third.count).toBe(second.count)
    })

    async function open(path: string, coding: string): Promise<IncomingMessage> {
      const request = get(`${site.address}${path}`, { headers: { 'accept-encoding': coding } })
      const [answer] = await once(request, 'response')
      return answer
    }

    /** Keeps the bodies of pages from being read until the function that it returns is called. */
    async function lockBodies(): Promise<() => Promise<unknown>> {
      const holder = await LockHolder.connect(app.config.databaseUrl as string)
      onTestFinished(() => holder.end())
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE "Document" IN ACCESS EXCLUSIVE MODE')
      return () => holder.query('ROLLBACK')
    }

    test.each(['identity', 'gzip', 'br'])('begins before any page is read (%s)', async (coding) => {
      const release = await lockBodies()
      const answer = await open('/llms-full.txt', coding)
      await once(answer, 'readable')
      expect(answer.read()).not.toBeNull()
      await release()
      answer.resume()
      await once(answer, 'end')
    })

    test('is read no further when the client has left', async () => {
      const { texts } = await app.statements(async () => {
        const release = await lockBodies()
        const answer = await open('/llms-full.txt', 'identity')
        await once(answer, 'readable')
        answer.destroy()
        await release()
        await vi.waitFor(() => expect(limiters.sitePages.counts).toMatchObject({ running: 0, queued: 0 }))
      })
      expect(texts.filter((text) => text.includes('"Document"')).length).toBeLessThanOrEqual(2)
    })
  })
})
