import { type Row, routesOf } from '../../rest/row.ts'
import { teamBody } from '../teams/rest.ts'

const samlProviderBody = `
fragment SamlProviderBody on SamlProvider {
  id label ssoURL entityID certificate
  defaultRole createdAt status
  service { acsURL startURL entityID }
  defaultTeam { ...TeamBody }
  urls { location }
}
${teamBody}`

const route = routesOf('Single sign-on', samlProviderBody)

export const samlRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/saml', 'organization.samlProviders', {
    name: 'ListSamlProvidersInOrganizationById',
    summary: 'List the SAML identity providers of an organization',
  }),
  route('POST', '/orgs/:organizationId/saml', 'createSamlProvider.samlProvider', {
    name: 'CreateOrganizationSamlProvider',
    summary: 'Add a SAML identity provider to an organization',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/saml/:samlProviderId', 'samlProvider', {
    name: 'GetOrganizationSamlProviderById',
    summary: 'Get a SAML identity provider',
  }),
  route('PATCH', '/orgs/:organizationId/saml/:samlProviderId', 'updateSamlProvider.samlProvider', {
    name: 'UpdateOrganizationSamlProvider',
    summary: 'Update a SAML identity provider',
  }),
  route('DELETE', '/orgs/:organizationId/saml/:samlProviderId', 'deleteSamlProvider.deletedSamlProviderId', {
    name: 'DeleteOrganizationSamlProvider',
    summary: 'Delete a SAML identity provider',
    status: 204,
  }),
]
