import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limiters } from '../../../src/admission/admission.ts'
import { heavyWork } from '../../../src/admission/heavy-work.ts'
import { newId } from '../../../src/base/identifiers.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { buildContent } from '../../support/factories/content.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildLinkWorld, type LinkWorld, type Sent } from './link-world.ts'

/** Of pages, each of which has two links. */
const count = budget(60, 150)

let app: TestApp
let world: LinkWorld
beforeAll(async () => {
  app = await startOwnTestApp()
  world = await buildLinkWorld(app)
  const ids = Array.from({ length: count }, () => newId('Page'))
  const pages = ids.map((id, index) => ({
    id,
    title: `Page ${index} — “ö” 📄`,
    markdown: `[x](/pages/${ids[(index + 1) % ids.length]}) [y](https://example.com/${index})`,
  }))
  await buildContent(app, world.organization.admin, world.space, pages)
})
afterAll(() => app.close())

const textOf = async (query: string): Promise<string> => {
  const response = await fetch(`${app.url}/v1/spaces/${world.space.id}/links${query}`, {
    headers: { Authorization: `Bearer ${world.client.token}` },
  })
  expect(response.status).toBe(200)
  return response.text()
}

describe('a long list of links', () => {
  it('is what JSON.stringify writes of the items of its short pages', async () => {
    const items: Sent[] = []
    let page = ''
    do {
      const { next, ...rest } = await world.links(`?limit=40${page}`)
      items.push(...rest.items)
      page = next ? `&page=${encodeURIComponent(next.page)}` : ''
    } while (page)
    expect(items).toHaveLength(2 * count)
    const stats = { total: 2 * count, broken: { total: 0 } }
    expect(await textOf('?limit=1000')).toBe(JSON.stringify({ items, count: 2 * count, stats }))
  })

  it.runIf(isLongRun)(
    'waits for others, of which a bounded number may wait, in all and of one user',
    async () => {
      // Without links, whose lists would take long.
      const { client, space, organization } = await buildLinkWorld(app)
      const path = `/spaces/${space.id}/links?limit=101`
      const readers = await Promise.all(
        Array.from({ length: 3 }, async () => app.as(await buildMember(app, organization.id, 'READ'))),
      )
      const holder = new pg.Client({ connectionString: app.config.databaseUrl })
      await holder.connect()
      const { concurrent, queued, perOwner } = heavyWork.links
      const refusalOf = async (reader: TestClient) => {
        const { status, headers, body } = await reader.get(path)
        return { status, reason: body.error?.reason, retryAfter: headers.get('retry-after') }
      }
      try {
        await holder.query('BEGIN')
        await holder.query('LOCK TABLE "DocumentLink" IN ACCESS EXCLUSIVE MODE')
        const ofEach = perOwner.concurrent + perOwner.queued
        const requests = Array.from({ length: concurrent + queued }, (_, index) =>
          (readers[Math.floor(index / ofEach)] as TestClient).get(path),
        )
        await expect.poll(() => limiters.links.counts).toEqual({ running: concurrent, queued })
        const [first, , other] = readers as [TestClient, TestClient, TestClient]
        expect(await refusalOf(first)).toEqual({ status: 429, reason: 'TOO_MANY_AT_ONCE', retryAfter: '5' })
        expect(await refusalOf(other)).toEqual({ status: 503, reason: 'LISTS_QUEUE_FULL', retryAfter: '5' })
        expect((await client.get(`/spaces/${space.id}`)).status).toBe(200)
        await holder.query('ROLLBACK')
        const answers = await Promise.all(requests)
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      } finally {
        await holder.end()
      }
    },
  )
})
