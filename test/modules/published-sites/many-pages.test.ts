import { afterAll, beforeAll, expect, test } from 'vitest'
import { heavyWork } from '../../../src/admission/heavy-work.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildContent } from '../../support/factories/content.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.runIf(isLongRun)(
  'a short request is answered before the pages of a site that were asked for ahead of it',
  async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Guide')
    await site.client.post(`${site.path}/publish`)
    const pages = Array.from({ length: 200 }, (_, page) => ({
      id: `pag${space.id}${page}`,
      title: `Page ${page}`,
      markdown: 'A page of a long list',
    }))
    await buildContent(app, site.admin, space, pages)
    const asked = 20 * heavyWork.sitePages.concurrent
    let answered = 0
    const reading = Array.from({ length: asked }, async (_, page) => {
      const address = `${app.url}/sites/${site.organizationId}/${site.id}/page-${page}`
      const response = await fetch(address, { headers: { accept: 'text/html' } })
      answered += 1
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    })
    expect((await site.client.get('/user')).status).toBe(200)
    expect(answered).toBeLessThan(asked / 2)
    await Promise.all(reading)
  },
)
