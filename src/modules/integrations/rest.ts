import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Integrations', 'name title')

export const integrationRoutes: readonly Row[] = [
  route('GET', '/integrations', 'integrations', {
    name: 'ListIntegrations',
    summary: 'List the integrations that can be installed',
  }),
  route('GET', '/orgs/:organizationId/integrations', 'organization.integrations', {
    name: 'ListOrganizationIntegrations',
    summary: 'List the integrations of an organization',
  }),
  route('GET', '/orgs/:organizationId/installations', 'organization.integrations', {
    name: 'ListOrganizationInstallations',
    summary: 'List the installations of integrations in an organization',
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId/integrations', 'site.integrations', {
    name: 'ListSiteIntegrations',
    summary: 'List the integrations of a site',
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId/integration-scripts', 'site.integrations', {
    name: 'ListSiteIntegrationScripts',
    summary: 'List the scripts that integrations add to a site',
    member: null,
  }),
  route('GET', '/orgs/:organizationId/sites/:siteId/mcp-servers', 'site.mcpServers', {
    name: 'ListSiteMcpServers',
    summary: 'List the MCP servers that the assistant of a site asks',
    reply: 'name url',
  }),
  route('GET', '/spaces/:spaceId/integrations', 'space.integrations', {
    name: 'ListSpaceIntegrations',
    summary: 'List the integrations of a space',
  }),
  route('GET', '/spaces/:spaceId/integration-blocks', 'space.integrations', {
    name: 'ListSpaceIntegrationsBlocks',
    summary: 'List the blocks that integrations add to a space',
    member: null,
  }),
]
