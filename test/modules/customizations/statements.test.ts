import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget } from '../../support/budget.ts'
import { fullCustomization } from '../../support/factories/customizations.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

const many = budget(5, 10)

let app: TestApp
let small: TestSite
let large: TestSite

beforeAll(async () => {
  app = await startTestApp()
  small = await customizedOrganization(2)
  large = await customizedOrganization(many)
})
afterAll(() => app.close())

/** Returns an organization of so many sites with two sections of two site-spaces each, and everything customized. */
async function customizedOrganization(siteCount: number): Promise<TestSite> {
  const first = await buildSite(app)
  for (let index = 0; index < siteCount; index++) {
    const { body } =
      index === 0
        ? { body: { id: first.id } }
        : await first.client.post(`/orgs/${first.organizationId}/sites`, { title: `Site ${index}` })
    const site = { ...first, id: body.id, path: `/orgs/${first.organizationId}/sites/${body.id}` }
    await fill(site)
  }
  return first
}

async function fill(site: TestSite): Promise<void> {
  const ids: string[] = []
  for (const title of ['One', 'Two']) {
    const section = await buildSection(site, title)
    ids.push(section.siteSpaces[0].id, (await buildSiteSpace(site, `Other ${title}`, section.id)).id)
  }
  await site.client.put(`${site.path}/customization`, { ...fullCustomization('spc'), title: 'Of the site' })
  for (const id of ids)
    await site.client.patch(`${site.path}/site-spaces/${id}/customization`, { title: `Of ${id}` })
}

const customization = `customization {
  title
  styling { theme font primaryColor { light dark } sidebar { list } }
  favicon { icon { light } emoji }
  header { preset links { title to { kind url } links { title to { kind space } } condition } }
  footer { groups { title links { title to { kind } } } copyright }
  announcement { message style }
  ai { mode pageLinkSummaries { enabled } }
}`

const tree = `query($id: ID!) {
  organization(id: $id) {
    sites(first: 10) { nodes {
      title ${customization}
      sections(first: 5) { nodes {
        title
        siteSpaces(first: 5) { nodes { id title urls { location published } ${customization} } }
      } }
    } }
  }
}`

async function statementsOf(site: TestSite, siteCount: number): Promise<number> {
  const ask = async () => {
    const { data, errors } = await site.client.gql(tree, { id: site.organizationId })
    expect(errors).toBeUndefined()
    const sites = data.organization.sites.nodes
    expect(sites).toHaveLength(siteCount)
    for (const { customization, sections } of sites) {
      expect(customization).toMatchObject({ title: 'Of the site', styling: { theme: 'GRADIENT' } })
      const siteSpaces = sections.nodes.flatMap((section: { siteSpaces: { nodes: { id: string }[] } }) => [
        ...section.siteSpaces.nodes,
      ])
      expect(siteSpaces).toHaveLength(4)
      for (const { id, customization } of siteSpaces)
        expect(customization).toMatchObject({ title: `Of ${id}`, styling: { theme: 'GRADIENT' } })
    }
  }
  // Once before, so that what is prepared on the first use is not counted.
  await ask()
  return (await app.statements(ask)).count
}

test(`the organization tree with everything customized takes the same number of statements for 2 sites as for ${many}`, async () => {
  const count = await statementsOf(large, many)
  expect(count).toBe(await statementsOf(small, 2))
  expect(count).toBeLessThanOrEqual(20)
})

test('the settings of a site-space take the same number of statements however many site-spaces there are', async () => {
  const counts: number[] = []
  for (const site of [small, large]) {
    const { body } = await site.client.get(`${site.path}/site-spaces`)
    for (const path of ['', `/site-spaces/${body.items[0].id}`]) {
      const ask = () => site.client.get(`${site.path}${path}/customization`)
      expect((await ask()).status).toBe(200)
      counts.push((await app.statements(ask)).count)
    }
  }
  expect(counts.slice(0, 2)).toEqual(counts.slice(2))
  expect(Math.max(...counts)).toBeLessThanOrEqual(8)
})
