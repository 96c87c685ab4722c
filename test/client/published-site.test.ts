import { GitBookAPI } from '@gitbook/api'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { reviewedContract } from '../support/published-contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
type PublishedClient = any

let app: TestApp
let organization: { id: string; admin: TestUser }
let client: PublishedClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = new GitBookAPI({ endpoint: app.url, authToken: organization.admin.token })
})
afterAll(() => app.close())

/** A site with sections, one of them in a group, variants, overrides, conditions and redirects, visited by token. */
async function buildEverything() {
  const { orgs } = client
  const spaceOf = async (title: string) =>
    (await orgs.createSpace(organization.id, { title })).data.id as string
  const { data: site } = await orgs.createSite(organization.id, { title: 'Docs', visibility: 'visitor-auth' })
  const of = [organization.id, site.id] as const
  const sectionOf = async (title: string) =>
    (await orgs.addSectionToSite(...of, { spaceId: await spaceOf(title), title })).data
  const guide = await sectionOf('Guide')
  const api = await sectionOf('API')
  const internal = await sectionOf('Internal')
  const v2 = (await orgs.addSpaceToSite(...of, { spaceId: await spaceOf('v2'), sectionId: api.id })).data
  await orgs.addSectionGroupToSite(...of, { title: 'Reference', icon: 'book', sections: [api.id] })
  await orgs.updateSiteSectionById(...of, internal.id, {
    condition: 'visitor.claims.employee == true',
    description: 'For us',
    icon: 'lock',
  })
  await orgs.updateSiteById(...of, { defaultSiteSection: guide.id, adaptiveContent: { enabled: true } })
  await orgs.updateSiteAdaptiveSchema(...of, {
    jsonSchema: {
      type: 'object',
      properties: { employee: { type: 'boolean', description: 'Works here' } },
      additionalProperties: false,
    },
  })
  await orgs.updateSiteCustomizationById(...of, {
    favicon: { emoji: '1f4d8' },
    title: 'The docs',
    header: { links: [{ title: 'Space', to: { kind: 'space', space: v2.space.id }, links: [] }] },
  })
  await orgs.overrideSiteSpaceCustomizationById(...of, v2.id, { title: 'Version 2' })
  expect((await orgs.publishSite(...of)).data).toMatchObject({ published: true })
  return { of, guide, api, internal, v2 }
}

async function visitorToken(of: readonly [string, string], claims: object): Promise<string> {
  const { data } = await client.orgs.getSitePublishingAuthById(...of)
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(data.privateKey))
}

test('a visitor of the published client reads a site with everything in it, as the contract has it', async () => {
  const { of, guide, api, internal, v2 } = await buildEverything()
  const address = (await client.orgs.getSiteById(...of)).data.urls.published
  const resolve = async (url: string, claims: object) =>
    (
      await client.urls.resolvePublishedContentByUrl({
        url,
        visitor: { jwtToken: await visitorToken(of, claims) },
      })
    ).data
  const lookup = await resolve(`${address}/api/v2`, { employee: true })
  expect(reviewedContract.faultsOfValue('PublishedSiteContentLookup', lookup)).toEqual([])
  expect(lookup).toMatchObject({ site: of[1], siteSection: api.id, siteSpace: v2.id, complete: true })

  const employee = new GitBookAPI({ endpoint: app.url, authToken: lookup.apiToken }) as PublishedClient
  const { data: published } = await employee.orgs.getPublishedContentSite(...of)
  expect(reviewedContract.faultsOfValue('PublishedContentSite', published)).toEqual([])
  expect(published.structure).toMatchObject({
    type: 'sections',
    structure: [
      { object: 'site-section', id: guide.id, default: true },
      { object: 'site-section', id: internal.id, condition: 'visitor.claims.employee == true' },
      { object: 'site-section-group', title: 'Reference', sections: [{ id: api.id }] },
    ],
  })
  expect(Object.keys(published.customizations.siteSpaces)).toHaveLength(4)
  expect(published.customizations.siteSpaces[v2.id].title).toBe('Version 2')
  expect(published.customizations.site.title).toBe('The docs')

  const stranger = await resolve(address, {})
  const visitor = new GitBookAPI({ endpoint: app.url, authToken: stranger.apiToken }) as PublishedClient
  const { data: seen } = await visitor.orgs.getPublishedContentSite(...of)
  expect(reviewedContract.faultsOfValue('PublishedContentSite', seen)).toEqual([])
  expect(JSON.stringify(seen)).not.toContain(internal.id)
  await expect(client.orgs.getPublishedContentSite(...of)).rejects.toMatchObject({ code: 404 })
})
