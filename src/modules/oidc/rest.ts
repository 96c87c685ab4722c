import { type Row, routesOf } from '../../rest/row.ts'
import { teamBody } from '../teams/rest.ts'

const oidcProviderBody = `
fragment OidcProviderBody on OidcProvider {
  id label issuer clientId scopes groupsClaim
  groupMappings { group role team { ...TeamBody } }
  defaultRole createdAt status
  service { redirectURL startURL backchannelLogoutURL }
  defaultTeam { ...TeamBody }
  urls { location }
}
${teamBody}`

const route = routesOf('Single sign-on', oidcProviderBody)

export const oidcRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/oidc', 'organization.oidcProviders', {
    name: 'ListOidcProvidersInOrganizationById',
    summary: 'List the identity providers of OpenID Connect of an organization',
  }),
  route('POST', '/orgs/:organizationId/oidc', 'createOidcProvider.oidcProvider', {
    name: 'CreateOrganizationOidcProvider',
    summary: 'Add an identity provider of OpenID Connect to an organization',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/oidc/:oidcProviderId', 'oidcProvider', {
    name: 'GetOrganizationOidcProviderById',
    summary: 'Get an identity provider of OpenID Connect',
  }),
  route('PATCH', '/orgs/:organizationId/oidc/:oidcProviderId', 'updateOidcProvider.oidcProvider', {
    name: 'UpdateOrganizationOidcProvider',
    summary: 'Update an identity provider of OpenID Connect',
  }),
  route('DELETE', '/orgs/:organizationId/oidc/:oidcProviderId', 'deleteOidcProvider.deletedOidcProviderId', {
    name: 'DeleteOrganizationOidcProvider',
    summary: 'Delete an identity provider of OpenID Connect',
    status: 204,
  }),
]
