import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget } from '../../support/budget.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

const many = budget(6, 20)

let app: TestApp
let small: TestSite
let large: TestSite

/** Returns a site with sections of two site-spaces each, every second section in a group of its own. */
async function siteOfSize(sectionCount: number): Promise<TestSite> {
  const site = await buildSite(app)
  for (let index = 0; index < sectionCount; index++) {
    const section = await buildSection(site, `Section ${index}`)
    await buildSiteSpace(site, `Variant ${index}`, section.id)
    if (index % 2 === 0)
      await site.client.post(`${site.path}/section-groups`, { title: 'Group', sections: [section.id] })
    await site.client.post(`/orgs/${site.organizationId}/sites`, {})
  }
  return site
}

beforeAll(async () => {
  app = await startTestApp()
  small = await siteOfSize(2)
  large = await siteOfSize(many)
})
afterAll(() => app.close())

async function statementsOf(site: TestSite, request: (site: TestSite) => Promise<unknown>): Promise<number> {
  // Once before, so that what is prepared on the first use is not counted.
  await request(site)
  return (await app.statements(() => request(site))).count
}

async function expectEqualStatements(most: number, request: (site: TestSite) => Promise<unknown>) {
  const count = await statementsOf(large, request)
  expect(count).toBe(await statementsOf(small, request))
  expect(count).toBeLessThanOrEqual(most)
}

const tree = `query($id: ID!) {
  site(id: $id) {
    title siteSpaceCount permissions { view admin }
    sections { totalCount nodes {
      title isDefault path sectionGroup { title }
      siteSpaces { totalCount nodes { title isDefault path space { title permissions { view edit } } } }
    } }
  }
}`

const organizationTree = `query($id: ID!) {
  organization(id: $id) {
    sites(first: 100) { nodes {
      title permissions { admin } urls { location }
      sectionGroups { nodes { title sections { nodes { title urls { location } } } } }
      siteSpaces(isDefault: true) { nodes { title urls { location published } space { permissions { admin } } } }
      structure { type structure {
        ... on SiteSection { title allSiteSpaces { title space { title } } }
        ... on SiteSectionGroup { title allSections { title allSiteSpaces { title space { title } } } }
        ... on SiteSpace { title }
      } }
    } }
  }
}`

describe('the number of statements does not grow with the number of objects', () => {
  test('for the tree of a site', async () => {
    await expectEqualStatements(11, async (site) => {
      const { data, errors } = await site.client.gql(tree, { id: site.id })
      expect(errors).toBeUndefined()
      const nodes = data.site.sections.nodes
      expect(nodes).toHaveLength(site === small ? 2 : many)
      for (const { siteSpaces } of nodes) expect(siteSpaces.nodes).toHaveLength(2)
    })
  })

  test('for the tree of an organization with its sites', async () => {
    await expectEqualStatements(23, async (site) => {
      const { data, errors } = await site.client.gql(organizationTree, { id: site.organizationId })
      expect(errors).toBeUndefined()
      expect(data.organization.sites.nodes).toHaveLength((site === small ? 2 : many) + 1)
    })
  })

  test.each([
    ['sections', 10],
    ['section-groups', 11],
    ['site-spaces', 8],
    // Groups may be in groups.
    ['structure', 27],
  ])('for the %s of a site in the REST API', async (list, most) => {
    await expectEqualStatements(most, async (site) => {
      expect((await site.client.get(`${site.path}/${list}`)).status).toBe(200)
    })
  })

  test('for the sites of an organization in the REST API', async () => {
    await expectEqualStatements(6, async (site) => {
      const { body } = await site.client.get(`/orgs/${site.organizationId}/sites`)
      expect(body.items).toHaveLength((site === small ? 2 : many) + 1)
    })
  })
})
