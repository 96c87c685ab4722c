import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { addPages, pagesPerSpace } from './add-pages.ts'

let app: TestApp
let client: TestClient
let organizationId: string

beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  await addPages(app.database, organizationId, { first: 1, last: 2 }, () => {})
})
afterAll(() => app.close())

test.runIf(isLongRun)('the pages that a seed adds are found by their words, and by their links', async () => {
  const address = '/spaces/spcgrown2'
  const found = (await client.get(`${address}/search?query=rare23`)).body.items
  expect(found.map(({ id }: { id: string }) => id)).toEqual(['paggrown2x23'])
  const everywhere = (await client.get(`/orgs/${organizationId}/search?query=constant`)).body
  expect(everywhere.items).toHaveLength(2)
  const linking = (await client.get(`${address}/content/page/paggrown2x23/backlinks`)).body
  expect(linking.count).toBe(1)
  const { stats } = (await client.get(`${address}/links?limit=1`)).body
  expect(stats).toEqual({ total: 3 * pagesPerSpace, broken: { total: 0 } })
})
