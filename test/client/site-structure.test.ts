import { GitBookAPI } from '@gitbook/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
type PublishedClient = any

interface Item {
  readonly id: string
  readonly title: string
  readonly sections?: readonly Item[]
}

let app: TestApp
let organization: { id: string; admin: TestUser }
let client: PublishedClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = new GitBookAPI({ endpoint: app.url, authToken: organization.admin.token })
})
afterAll(() => app.close())

async function buildSpaces(...titles: string[]): Promise<string[]> {
  const spaces = []
  for (const title of titles) spaces.push(await client.orgs.createSpace(organization.id, { title }))
  return spaces.map(({ data }) => data.id)
}

const titlesOf = ({ data }: { data: { items: readonly Item[] } }) => data.items.map(({ title }) => title)

test.runIf(isLongRun)('the published client arranges sections and groups', async () => {
  const { orgs } = client
  const { data: site } = await orgs.createSite(organization.id, { title: 'Docs' })
  const of = [organization.id, site.id] as const
  const [guide, api, blog] = await buildSpaces('Guide', 'API', 'Blog')
  const add = async (spaceId: string | undefined) => (await orgs.addSectionToSite(...of, { spaceId })).data
  const [one, two, three] = [await add(guide), await add(api), await add(blog)]

  await orgs.moveSiteSection(...of, three.id, {
    position: { before: { type: 'site-section', siteSection: one.id } },
  })
  expect(titlesOf(await orgs.listSiteSections(...of))).toEqual(['Blog', 'Guide', 'API'])
  const { data: group } = await orgs.addSectionGroupToSite(...of, { title: 'More', sections: [two.id] })
  expect((await orgs.addSectionToGroup(...of, group.id, { sectionId: three.id })).status).toBe(201)
  await orgs.moveSiteSectionGroup(...of, group.id, {
    position: { before: { type: 'site-section', id: one.id } },
  })
  expect(titlesOf(await orgs.listSiteSections(...of))).toEqual(['API', 'Blog', 'Guide'])
  expect((await orgs.removeSectionFromGroup(...of, group.id, two.id)).status).toBe(205)
  const { data: sorted } = await orgs.sortSiteStructure(...of, {
    item: { type: 'site-section', id: one.id },
    position: { before: { type: 'site-section-group', id: group.id } },
  })
  expect(sorted).toMatchObject({ object: 'site-section', id: one.id })
  await orgs.updateSiteSectionGroupById(...of, group.id, { title: 'Even more' })
  const { data: structure } = await orgs.getSiteStructure(...of)
  expect(structure).toMatchObject({
    type: 'sections',
    structure: [{ title: 'Guide' }, { title: 'Even more', sections: [{ title: 'Blog' }] }, { title: 'API' }],
  })
  expect((await orgs.deleteSiteSectionGroupById(...of, group.id)).status).toBe(205)
  expect(titlesOf(await orgs.listSiteSectionGroups(...of))).toEqual([])
  expect(
    (await orgs.updateSiteSectionById(...of, one.id, { title: 'Start', path: 'start' })).data,
  ).toMatchObject({ title: 'Start', path: 'start' })
  expect((await orgs.deleteSiteSectionById(...of, one.id)).status).toBe(205)
  expect(titlesOf(await orgs.listSiteSections(...of))).toEqual(['Blog', 'API'])
})

test('the published client arranges site-spaces', async () => {
  const { orgs } = client
  const { data: site } = await orgs.createSite(organization.id, { title: 'Docs' })
  const of = [organization.id, site.id] as const
  const [first, second, third] = await buildSpaces('v1', 'v2', 'v3')
  const add = async (spaceId: string | undefined) => (await orgs.addSpaceToSite(...of, { spaceId })).data
  const [one, two, three] = [await add(first), await add(second), await add(third)]

  const { data: moved } = await orgs.moveSiteSpace(...of, three.id, {
    position: {
      after: { type: 'site-space', siteSpace: one.id },
      before: { type: 'site-space', siteSpace: two.id },
    },
  })
  expect(moved).toMatchObject({ object: 'site-space', id: three.id })
  await orgs.moveSiteSpace(...of, one.id, {})
  expect(titlesOf(await orgs.listSiteSpaces(...of))).toEqual(['v3', 'v2', 'v1'])
  expect(titlesOf(await orgs.listSiteSpaces(...of, { default: true }))).toEqual(['v1'])
  expect((await orgs.updateSiteSpaceById(...of, two.id, { path: 'second' })).data.path).toBe('second')
  expect((await orgs.deleteSiteSpaceById(...of, one.id)).status).toBe(205)
  expect(titlesOf(await orgs.listSiteSpaces(...of, { default: true }))).toEqual(['v3'])
})
