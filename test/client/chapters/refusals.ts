import { expect } from 'vitest'
import type { Narrator } from './narrator.ts'

const refused = (call: Promise<unknown>, code: number) => expect(call).rejects.toMatchObject({ code })

/** Makes a request that is refused for each of the statuses that the contract has for errors. */
export async function refusals({ organization, client, olderClient }: Narrator): Promise<void> {
  const { orgs, spaces, collections, users, urls } = client
  const { id } = organization
  const nothing = 'nothing'
  const { data: space } = await orgs.createSpace(id, { title: 'Handbook' })
  const { data: shelf } = await orgs.createCollection(id, { title: 'Shelf' })
  const { data: box } = await orgs.createCollection(id, { title: 'Box', parent: shelf.id })
  const { data: site } = await orgs.createSite(id, { title: 'Docs', spaces: [space.id] })
  const { data: other } = await olderClient.orgs.createOrganization({ title: 'Another house' })
  const of = [id, site.id] as const

  await refused(users.getUserById(nothing), 404)
  await refused(orgs.getOrganizationById(nothing), 404)
  await refused(orgs.updateOrganizationById(id, { title: '' }), 400)
  await refused(orgs.getSiteById(id, nothing), 404)
  await refused(orgs.getSiteAdaptiveSchema(...of), 404)
  await refused(orgs.getPublishedContentSite(...of), 404)
  await refused(orgs.getSiteStructure(id, nothing), 404)
  await refused(orgs.getSiteRedirectBySource(...of, { source: '/nowhere' }), 404)
  await refused(orgs.updateSiteCustomizationById(...of, { favicon: { emoji: 7 } }), 400)
  await refused(urls.getPublishedContentByUrl({ url: 'https://example.com/' }), 404)
  await refused(spaces.getChangeRequestById(space.id, nothing), 404)
  await refused(spaces.listSpaceLinks(nothing), 404)
  await refused(spaces.moveSpace(space.id, { position: { after: { type: 'space', space: nothing } } }), 400)
  await refused(spaces.moveSpace(nothing, { parent: null }), 404)
  await spaces.moveSpace(space.id, { parent: null })
  await refused(spaces.moveSpace(space.id, { parent: null }), 409)
  await refused(spaces.transferSpace(space.id, { organization: nothing }), 404)
  await refused(spaces.transferSpace(space.id, { organization: id }), 409)
  await refused(spaces.transferSpace(space.id, { organization: other.id }), 412)
  await refused(collections.moveCollection(shelf.id, { parent: box.id }), 400)
  await refused(collections.moveCollection(box.id, { parent: shelf.id }), 409)
  await refused(collections.transferCollection(shelf.id, { organization: id }), 409)
  await refused(orgs.getOrganizationSamlProviderById(id, nothing), 404)
  await refused(orgs.createOpenApiSpec(id, { slug: 'Not a slug', source: { text: '{}' } }), 400)
  await refused(orgs.getLatestOpenApiSpecVersion(id, nothing), 404)
  await refused(orgs.getTranslation(id, nothing), 404)
}
