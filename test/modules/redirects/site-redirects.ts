import type { TestApp } from '../../support/app.ts'
import { buildPage } from '../../support/factories/content.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

export type Destination = Record<string, unknown>

export const redirectsOf = (site: TestSite) => `${site.path}/redirects`
export const create = (site: TestSite, source: string, destination: Destination) =>
  site.client.post(redirectsOf(site), { source, destination })
export const lookUp = (site: TestSite, source: string) =>
  site.client.get(`${site.path}/redirect?${new URLSearchParams({ source })}`)
export const targetOf = async (app: TestApp, site: TestSite, source: string) => {
  const { status, body } = await lookUp(site, source)
  if (status !== 200) return status
  return body.target.replace(`${app.url}/sites/${site.organizationId}/${site.id}`, '')
}
export const toSection = (siteSectionId: string) => ({ kind: 'site-section', siteSectionId })
export const toSpace = (siteSpaceId: string) => ({ kind: 'site-space', siteSpaceId })
export const toPage = (siteSpaceId: string, pageId: string) => ({ kind: 'site-page', siteSpaceId, pageId })

export async function built(site: TestSite, source: string, destination: Destination) {
  const answer = await create(site, source, destination)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: string; source: string }
}

/** Builds a site with the sections Guides (its default) and API, API with a second version, and pages in the latter. */
export async function buildStructure(app: TestApp) {
  const site = await buildSite(app)
  const guides = await buildSection(site, 'Guides')
  const api = await buildSection(site, 'API')
  const version = await buildSiteSpace(site, 'Version 2', api.id)
  const page = await buildPage(site.client, version.space.id, { title: 'Über uns' })
  const below = await buildPage(site.client, version.space.id, { title: 'Below', into: page })
  return { site, guides, api, version, page, below }
}

/** Builds a site with site-spaces at its root, the first of them the default. */
export async function buildFlat(app: TestApp, ...titles: string[]) {
  const site = await buildSite(app)
  const siteSpaces = []
  for (const title of titles) siteSpaces.push(await buildSiteSpace(site, title))
  return { site, siteSpaces }
}
