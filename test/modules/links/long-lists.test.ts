import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/identifiers.ts'
import { largeListLimits } from '../../../src/rest/large-lists.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { buildContent } from '../../support/factories/content.ts'
import { buildLinkWorld, type LinkWorld, type Sent } from './link-world.ts'

let app: TestApp
let world: LinkWorld
beforeAll(async () => {
  app = await startOwnTestApp()
  world = await buildLinkWorld(app)
  const ids = Array.from({ length: 150 }, () => newId('Page'))
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
    expect(items).toHaveLength(300)
    const stats = { total: 300, broken: { total: 0 } }
    expect(await textOf('?limit=1000')).toBe(JSON.stringify({ items, count: 300, stats }))
  })

  it('waits for others, of which a bounded number may wait', async () => {
    // Without links, whose lists would take long.
    const { client, space } = await buildLinkWorld(app)
    const holder = new pg.Client({ connectionString: app.config.databaseUrl })
    await holder.connect()
    const { concurrent, queued } = largeListLimits
    const refused = 3
    try {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE "DocumentLink" IN ACCESS EXCLUSIVE MODE')
      const path = `/spaces/${space.id}/links?limit=101`
      const answers: { status: number; reason: string | undefined; retryAfter: string | null }[] = []
      let tellRefused: () => void
      const allRefused = new Promise<void>((resolve) => {
        tellRefused = resolve
      })
      const requests = Array.from({ length: concurrent + queued + refused }, async () => {
        const { status, headers, body } = await client.get(path)
        answers.push({ status, reason: body.error?.reason, retryAfter: headers.get('retry-after') })
        if (answers.length === refused) tellRefused()
      })
      await allRefused
      const refusal = { status: 503, reason: 'LISTS_QUEUE_FULL', retryAfter: '5' }
      expect(answers).toEqual(Array.from({ length: refused }, () => refusal))
      expect((await client.get(`/spaces/${space.id}`)).status).toBe(200)
      await holder.query('ROLLBACK')
      await Promise.all(requests)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(concurrent + queued)
    } finally {
      await holder.end()
    }
  })
})
