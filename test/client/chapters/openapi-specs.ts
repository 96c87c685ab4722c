import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import type { Narrator } from './narrator.ts'

/** Specifications are kept with their versions, published, and given up. */
export async function openapiSpecs({ app, organization, client }: Narrator): Promise<void> {
  const { orgs } = client
  const of = [organization.id, 'pets'] as const
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} }
  const source = { text: JSON.stringify(document) }
  await orgs.createOpenApiSpec(organization.id, { slug: 'pets', source })
  await orgs.createOrUpdateOpenApiSpecBySlug(...of, { source: { url: `${app.url}/v1/openapi.json` } })
  await processPendingSpecs(app)
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
  await orgs.deleteOpenApiSpecBySlug(...of)
}
