import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSite, buildSiteSpace, buildSpace } from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('An import run tells the only site with its space, or the one it is for, which lists it', async () => {
  const site = await buildSite(app)
  const { client, organizationId } = site
  const runs = `/org/${organizationId}/imports`
  const start = async (space: string, more: object = {}) => {
    const source = { type: 'markdown', url: `${app.url}/healthz` }
    return client.post(runs, { source, target: { space }, ...more })
  }
  const { space: shown } = await buildSiteSpace(site, 'Shown')
  const apart = await buildSpace(client, organizationId, 'Apart')
  const ofShown = (await start(shown.id)).body
  const ofNone = (await start(apart.id)).body
  const forSite = (await start(apart.id, { site: site.id, enhance: true })).body
  expect([ofShown.site, ofNone.site, forSite.site]).toEqual([site.id, undefined, site.id])
  const listed = (await client.get(`${runs}?site=${site.id}`)).body.items
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([forSite.id, ofShown.id])
  const other = await buildSite(app)
  const refused = await start(apart.id, { site: other.id })
  expect(refused).toMatchObject({ status: 400, body: { error: { fields: [{ path: 'site' }] } } })
})
