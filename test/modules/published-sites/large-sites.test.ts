import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { limiters } from '../../../src/admission/admission.ts'
import { withPatientConnection } from '../../../src/database/client.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { LockHolder } from '../../support/lock-holder.ts'
import { buildReadableSite, page, type ReadableSite, read, signVisitor, write } from './published-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

/** Writes pages below a new page of a space, by SQL. */
async function addPages(
  site: ReadableSite,
  spaceId: string,
  count: number,
  more: object = {},
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
         SELECT 'doc' || $2 || n, 'Body ' || n || ' ' || repeat(md5(n::text), 50), now() FROM generate_series(1, $3::int) n)
       INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug,
         "documentId", "createdAt", "updatedAt")
       SELECT 'pgv' || $2 || n, "branchId", 'pag' || $2 || n, sequence, 'DOCUMENT', $2, 'a' || lpad(n::text, 6, '0') || 'V',
         'Page ' || n, 'page-' || n, 'doc' || $2 || n, now(), now()
       FROM head CROSS JOIN generate_series(1, $3::int) n`,
      [spaceId, parent, count],
    )
    await client.query('COMMIT')
  })
}

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
    const lists = await Promise.all(['/guide/llms.txt', '/api/llms.txt'].map(at))
    for (const [index, count] of [6001, 6004].entries()) {
      const links = [...(lists[index]?.text ?? '').matchAll(/\]\((\S+)\)/g)].map(([, link]) => link as string)
      expect(new Set(links).size).toBe(count)
      expect((await read(links.at(-1) as string)).status).toBe(200)
    }
    expect((await at('/api/next/llms.txt')).text).toBe('# Product docs\n')
    expect((await at('/nowhere/llms.txt')).status).toBe(404)
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

  test('is counted anew where it changed', async () => {
    expect((await at('/llms.txt')).text).toBe(map('6,001', '6,004'))
    await write(site, site.guide.spaceId, page('Another'))
    expect((await at('/llms.txt')).text).toBe(map('6,002', '6,004'))
    const [, many] = (await site.client.get(`/spaces/${site.guide.spaceId}/content/pages?limit=2`)).body.pages
    expect(many.title).toBe('Another')
    await write(site, site.guide.spaceId, { operation: 'update_page', page: many.id, hidden: true })
    expect((await at('/llms.txt')).text).toBe(map('6,001', '6,004'))
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
      for (const name of ['llms.txt', 'llms-full.txt'])
        expect((await asked(`/api/next/${name}`, claims)).status).toBe(isShown ? 200 : 404)
      const [, second] = (await asked('/sitemap.xml', claims)).text.match(/<loc>[^<]+<\/loc>/g) ?? []
      expect(second?.includes('sitemap-2') === true).toBe(isShown)
    }
    await site.client.patch(`${site.path}/sections/${site.api.id}`, { condition: null })
    await site.client.patch(`${site.path}/site-spaces/${site.api.siteSpaceId}`, { hidden: true })
    expect((await at('/llms.txt')).text).not.toContain('/api/llms.txt')
    expect((await at('/api/llms.txt')).status).toBe(404)
  })
})

describe('llms-full.txt', () => {
  let site: ReadableSite

  beforeAll(async () => {
    site = await buildReadableSite(app)
    await addPages(site, site.guide.spaceId, 300)
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
