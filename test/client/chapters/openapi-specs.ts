import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { inserted, shop, standsFor } from '../../modules/content/computed-sources.ts'
import { startSourceServer } from '../../modules/imports/source-server.ts'
import type { Narrator } from './narrator.ts'

/** Specifications are kept with their versions, shown as pages, published, and given up. */
export async function openapiSpecs({ app, organization, client, write }: Narrator): Promise<void> {
  const { orgs, spaces } = client
  const of = [organization.id, 'pets'] as const
  const source = { text: JSON.stringify(shop()) }
  await orgs.createOpenApiSpec(organization.id, { slug: 'pets', source })
  const server = await startSourceServer()
  const url = server.serve('/shop.json', JSON.stringify(shop()))
  await orgs.createOrUpdateOpenApiSpecBySlug(...of, { source: { url } })
  await processPendingSpecs(app)
  server.close()
  await orgs.createOrUpdateOpenApiSpecBySlug(organization.id, 'broken', { source: { text: 'nothing' } })
  await processPendingSpecs(app)
  await orgs.getOpenApiSpecBySlug(...of)
  await orgs.listOpenApiSpecs(organization.id)
  await orgs.updateOpenApiSpecBySlug(...of, { visibility: 'public' })
  await orgs.listOpenApiSpecVersions(...of)
  const { data: version } = await orgs.getLatestOpenApiSpecVersion(...of)
  await orgs.getLatestOpenApiSpecVersionContent(...of)
  await orgs.getOpenApiSpecVersionById(...of, version.id)
  await orgs.getOpenApiSpecVersionContentById(...of, version.id)

  await orgs.createOrUpdateOpenApiSpecBySlug(...of, { source })
  await processPendingSpecs(app)
  // The contract of the client does not have the member yet.
  const empty = { title: 'Reference', empty: true }
  const { data: space } = await orgs.createSpace(organization.id, empty)
  await write(`/spaces/${space.id}`, inserted('pets'))
  await spaces.getCurrentRevision(space.id)
  await spaces.getCurrentRevision(space.id, { computed: false })
  const { pages } = (await spaces.listPages(space.id)).data
  for (const page of pages) await spaces.getPageById(space.id, page.id, { format: 'markdown' })
  await spaces.getPageById(space.id, pages[0].id, { format: 'document' })
  const { data: computed } = await orgs.createSpace(organization.id, {
    title: 'All of it',
    computedSource: standsFor('pets'),
  })
  await spaces.getCurrentRevision(computed.id)
  await spaces.getComputedRevision(space.id, { source: standsFor('pets'), seed: 'seed' })
  await spaces.getComputedDocument(space.id, { source: pages[0].computed, seed: 'seed' })
  await orgs.deleteOpenApiSpecBySlug(...of)
}
