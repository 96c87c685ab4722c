import type { Narrator } from './narrator.ts'

/** A client that looks for integrations first finds that there are none. */
export async function integrations({ organization, client }: Narrator): Promise<void> {
  const { orgs, spaces } = client
  const { id } = organization
  await client.getApiInformation()
  await client.urls.getEmbedByUrl({ url: 'https://www.youtube.com/watch?v=abcdefghijk' })
  const { data: space } = await orgs.createSpace(id, { title: 'Plain' })
  const { data: site } = await orgs.createSite(id, { title: 'Plain' })
  await client.integrations.listIntegrations()
  await orgs.listOrganizationIntegrations(id)
  await orgs.listOrganizationInstallations(id)
  await orgs.listSiteIntegrations(id, site.id)
  await orgs.listSiteIntegrationScripts(id, site.id)
  await orgs.listSiteMcpServers(id, site.id)
  await spaces.listSpaceIntegrations(space.id)
  await spaces.listSpaceIntegrationsBlocks(space.id)
}
