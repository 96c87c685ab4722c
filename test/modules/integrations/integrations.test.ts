import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSite, buildSpace, type TestSite } from '../../support/factories/sites.ts'

let app: TestApp
let site: TestSite
let paths: string[]

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  const { id } = await buildSpace(site.client, site.organizationId, 'Guide')
  const organization = `/orgs/${site.organizationId}`
  paths = [`${organization}/integrations`, `${organization}/installations`, `${site.path}/integrations`]
  paths.push(
    `${site.path}/mcp-servers`,
    `/spaces/${id}/integrations`,
    `${site.path}/integration-scripts`,
    `/spaces/${id}/integration-blocks`,
  )
})
afterAll(() => app.close())

it('are listed as none by every operation that lists them', async () => {
  const answers = await Promise.all(['/integrations', ...paths].map((path) => site.client.get(path)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const lists = answers.slice(0, 6).map(({ body }) => body)
  expect(lists).toEqual(lists.map(() => ({ items: [] })))
  expect(answers.slice(6).map(({ body }) => body)).toEqual([[], []])
})

it('are not listed for what the caller may not see', async () => {
  const stranger = app.as((await buildOrganization(app)).admin)
  for (const path of paths) expect((await stranger.get(path)).status).toBe(404)
})
