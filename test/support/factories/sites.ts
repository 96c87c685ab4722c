import type { TestApp, TestClient } from '../app.ts'
import { buildOrganization, type TestUser } from './organizations.ts'

/** An organization with one site, and the addresses of what tests ask for most. */
export interface TestSite {
  readonly organizationId: string
  readonly admin: TestUser
  /** A client with the token of the admin. */
  readonly client: TestClient
  readonly id: string
  /** Path of the site below /v1. */
  readonly path: string
}

export async function buildSpace(
  client: TestClient,
  organizationId: string,
  title = 'Space',
): Promise<{ id: string; title: string }> {
  const answer = await client.post(`/orgs/${organizationId}/spaces`, { title, empty: true })
  if (answer.status !== 201) throw new Error(`space: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Builds a site without anything in it, in an organization of its own. */
export async function buildSite(app: TestApp, body: Record<string, unknown> = {}): Promise<TestSite> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const answer = await client.post(`/orgs/${organizationId}/sites`, { title: 'Docs', ...body })
  if (answer.status !== 201) throw new Error(`site: ${JSON.stringify(answer.body)}`)
  const { id } = answer.body
  return { organizationId, admin, client, id, path: `/orgs/${organizationId}/sites/${id}` }
}

/** Adds a new space at the root of the site, or to a section. */
export async function buildSiteSpace(site: TestSite, title: string, sectionId?: string) {
  const space = await buildSpace(site.client, site.organizationId, title)
  const answer = await site.client.post(`${site.path}/site-spaces`, { spaceId: space.id, sectionId })
  if (answer.status !== 201) throw new Error(`site-space: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Adds a section with a new space of the same title. */
export async function buildSection(site: TestSite, title: string) {
  const space = await buildSpace(site.client, site.organizationId, title)
  const answer = await site.client.post(`${site.path}/sections`, { spaceId: space.id })
  if (answer.status !== 201) throw new Error(`section: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Reads the items of a list of the site, such as `sections`. */
export async function itemsOf(site: TestSite, list: string) {
  const answer = await site.client.get(`${site.path}/${list}`)
  if (answer.status !== 200) throw new Error(`${list}: ${JSON.stringify(answer.body)}`)
  return answer.body.items as { id: string; title: string; path: string; default: boolean }[]
}
