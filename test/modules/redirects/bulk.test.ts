import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumRedirects } from '../../../src/modules/redirects/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildPage } from '../../support/factories/content.ts'
import type { TestSite } from '../../support/factories/sites.ts'
import { buildFlat, built, create, redirectsOf, targetOf, toPage, toSpace } from './site-redirects.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('redirects in bulk', () => {
  const bulk = (site: TestSite, redirects: unknown) =>
    site.client.post(`${redirectsOf(site)}/bulk`, { redirects })

  test('are all written in their order, and replace what has the same source', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    const before = await built(site, '/old', toSpace(two.id))
    const answer = await bulk(site, [
      { source: '/b', destination: toSpace(two.id) },
      { source: '/o%6Cd', destination: toSpace(three.id) },
      { source: '/a', destination: toSpace(three.id) },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.items).toMatchObject([
      { object: 'site-redirect', source: '/b', destination: toSpace(two.id) },
      { id: before.id, source: '/old', destination: toSpace(three.id) },
      { source: '/a', destination: toSpace(three.id) },
    ])
    const { items, count } = (await site.client.get(redirectsOf(site))).body
    expect(count).toBe(3)
    expect(items.map(({ source }: { source: string }) => source)).toEqual(['/a', '/b', '/old'])
    expect(await targetOf(app, site, '/old')).toBe('/three')
  })

  test('are all refused for one invalid redirect, which the error names', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    await built(site, '/three', toSpace(two.id))
    const good = { source: '/good', destination: toSpace(two.id) }
    const wrong: [path: string, redirect: unknown][] = [
      ['redirects.1.source', { ...good, source: '/bad/' }],
      ['redirects.1.source', { ...good, source: '/g%6Fod' }],
      ['redirects.1.destination', { source: '/x' }],
      ['redirects.1.destination.siteSectionId', { source: '/x', destination: { kind: 'site-section' } }],
      ['redirects.1.destination.siteSpaceId', { source: '/x', destination: toSpace('unknown') }],
      ['redirects.1.destination.pageId', { source: '/x', destination: toPage(two.id, 'unknown') }],
      ['redirects.1.destination', { source: '/two', destination: toSpace(three.id) }],
    ]
    for (const [path, redirect] of wrong) {
      const answer = await bulk(site, [good, redirect])
      expect({ redirect, status: answer.status, fields: answer.body.error?.fields }).toMatchObject({
        status: 400,
        fields: [{ path }],
      })
    }
    expect((await site.client.get(redirectsOf(site))).body.count).toBe(1)
  })

  test('may not form a cycle, but may break an existing chain', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [one, two, three] = siteSpaces
    const circle = await bulk(site, [
      { source: '/two', destination: toSpace(three.id) },
      { source: '/three', destination: toSpace(two.id) },
    ])
    expect(circle.status).toBe(400)
    expect(circle.body.error.message).toContain('/two → /three → /two')
    await built(site, '/two', toSpace(three.id))
    const turned = await bulk(site, [
      { source: '/two', destination: toSpace(one.id) },
      { source: '/three', destination: toSpace(two.id) },
    ])
    expect(turned.status).toBe(200)
    expect(await targetOf(app, site, '/three')).toBe('')
  })

  test.each([[[]], [undefined], ['text'], [Array.from({ length: 1001 }, () => ({}))]])(
    'are refused as %j',
    async (redirects) => {
      const { site } = await buildFlat(app, 'One')
      expect((await bulk(site, redirects)).status).toBe(400)
    },
  )

  test.runIf(isLongRun)(
    'of a thousand cost as many statements as of ten, and stop at what a site may have',
    async () => {
      const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
      const [, two] = siteSpaces
      const page = await buildPage(site.client, two.space.id, { title: 'Page' })
      const some = (count: number, name: string) =>
        Array.from({ length: count }, (_, index) => ({
          source: `/${name}/${index}`,
          destination: toPage(two.id, page),
        }))
      const cost = async (count: number, name: string) => {
        const statements = await app.statements(async () => {
          expect((await bulk(site, some(count, name))).status).toBe(200)
        })
        return statements.count
      }
      await cost(1, 'first')
      expect(await cost(1000, 'many')).toBe(await cost(10, 'few'))
      const left = maximumRedirects - 1011
      await app.database.pool.query(
        `INSERT INTO "SiteRedirect" (id, "siteId", source, "siteSpaceId")
       SELECT 'red' || n || $1, $1, '/filled/' || n, $2 FROM generate_series(1, $3::int) n`,
        [site.id, two.id, left - 1],
      )
      expect((await bulk(site, some(2, 'last'))).status).toBe(409)
      expect((await bulk(site, [...some(1, 'last'), ...some(5, 'few')])).status).toBe(200)
      expect((await create(site, '/one-more', toSpace(two.id))).status).toBe(409)
    },
  )
})
