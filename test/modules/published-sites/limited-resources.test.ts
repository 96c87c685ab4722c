import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginHeavy, limiters } from '../../../src/admission/admission.ts'
import { heavyWork } from '../../../src/admission/heavy-work.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello zebra'))
})
afterAll(() => app.close())

/** Takes all that the site may run at once. Returns the function that ends it. */
async function takeAllSlots(): Promise<() => void> {
  const { concurrent } = heavyWork.sitePages.perOwner
  const ends = await Promise.all(
    Array.from({ length: concurrent }, () => beginHeavy('sitePages', { owner: site.id })),
  )
  return () => {
    for (const end of ends) end()
  }
}

test.each(['rss.xml', 'llms.txt', 'llms-full.txt', 'sitemap.xml', 'sitemap-1.xml', '~search?query=zebra'])(
  '%s waits for a slot of the site, and what is kept or takes no time does not',
  async (name) => {
    const kept = `${site.address}/welcome.md`
    expect((await read(kept)).status).toBe(200)
    const end = await takeAllSlots()
    const waiting = read(`${site.address}/${name}`)
    try {
      await vi.waitFor(() => expect(limiters.sitePages.counts.queued).toBe(1))
      for (const address of [kept, `${site.address}/robots.txt`])
        expect((await read(address)).status).toBe(200)
    } finally {
      end()
    }
    expect((await waiting).status).toBe(200)
  },
)
