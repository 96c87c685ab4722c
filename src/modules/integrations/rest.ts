import { bareItems, items, path, type Route, route } from '../../rest/route.ts'

const tag = 'Integrations'
const integrations = 'integrations { name title }'

const ofOrganization = {
  tag,
  variables: { id: path('organizationId') },
  respond: items('organization.integrations'),
} as const

const ofSite = { tag, variables: { id: path('siteId'), organizationId: path('organizationId') } } as const

const ofSpace = { tag, variables: { id: path('spaceId') } } as const

export const integrationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/integrations',
    tag,
    summary: 'List the integrations that can be installed',
    operation: `query ListIntegrations { ${integrations} }`,
    variables: {},
    respond: items('integrations'),
  }),
  route({
    ...ofOrganization,
    method: 'GET',
    path: '/orgs/:organizationId/integrations',
    summary: 'List the integrations of an organization',
    operation: `query ListOrganizationIntegrations($id: ID!) { organization(id: $id) { ${integrations} } }`,
  }),
  route({
    ...ofOrganization,
    method: 'GET',
    path: '/orgs/:organizationId/installations',
    summary: 'List the installations of integrations in an organization',
    operation: `query ListOrganizationInstallations($id: ID!) { organization(id: $id) { ${integrations} } }`,
  }),
  route({
    ...ofSite,
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/integrations',
    summary: 'List the integrations of a site',
    operation: `query ListSiteIntegrations($id: ID!, $organizationId: ID) {
      site(id: $id, organizationId: $organizationId) { ${integrations} }
    }`,
    respond: items('site.integrations'),
  }),
  route({
    ...ofSite,
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/integration-scripts',
    summary: 'List the scripts that integrations add to a site',
    operation: `query ListSiteIntegrationScripts($id: ID!, $organizationId: ID) {
      site(id: $id, organizationId: $organizationId) { ${integrations} }
    }`,
    respond: bareItems('site.integrations'),
  }),
  route({
    ...ofSpace,
    method: 'GET',
    path: '/spaces/:spaceId/integrations',
    summary: 'List the integrations of a space',
    operation: `query ListSpaceIntegrations($id: ID!) { space(id: $id) { ${integrations} } }`,
    respond: items('space.integrations'),
  }),
  route({
    ...ofSpace,
    method: 'GET',
    path: '/spaces/:spaceId/integration-blocks',
    summary: 'List the blocks that integrations add to a space',
    operation: `query ListSpaceIntegrationsBlocks($id: ID!) { space(id: $id) { ${integrations} } }`,
    respond: bareItems('space.integrations'),
  }),
]
