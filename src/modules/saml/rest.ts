import { body, empty, items, list, one, path, query, type Route, route } from '../../rest/route.ts'
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

const tag = 'Single sign-on'
const organization = { organizationId: path('organizationId') }
const address = { ...organization, samlProviderId: path('samlProviderId') }

export const samlRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/saml',
    tag,
    summary: 'List the SAML identity providers of an organization',
    operation: `query ListSamlProvidersInOrganizationById($organizationId: ID!, $first: Int, $after: String) {
      organization(id: $organizationId) {
        samlProviders(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...SamlProviderBody }
        }
      }
    }`,
    fragments: [samlProviderBody],
    variables: { ...organization, first: query('limit'), after: query('page') },
    respond: list('organization.samlProviders'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/saml',
    tag,
    summary: 'Add a SAML identity provider to an organization',
    operation: `mutation CreateOrganizationSamlProvider($organizationId: ID!, $input: CreateSamlProviderInput!) {
      createSamlProvider(organizationId: $organizationId, input: $input) {
        samlProvider { ...SamlProviderBody }
      }
    }`,
    fragments: [samlProviderBody],
    variables: { ...organization, input: body() },
    respond: one('createSamlProvider.samlProvider'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/saml/:samlProviderId',
    tag,
    summary: 'Get a SAML identity provider',
    operation: `query GetOrganizationSamlProviderById($samlProviderId: ID!, $organizationId: ID!) {
      samlProvider(samlProviderId: $samlProviderId, organizationId: $organizationId) { ...SamlProviderBody }
    }`,
    fragments: [samlProviderBody],
    variables: address,
    respond: one('samlProvider'),
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/saml/:samlProviderId',
    tag,
    summary: 'Update a SAML identity provider',
    operation: `mutation UpdateOrganizationSamlProvider(
      $samlProviderId: ID!, $organizationId: ID!, $input: UpdateSamlProviderInput!
    ) {
      updateSamlProvider(samlProviderId: $samlProviderId, organizationId: $organizationId, input: $input) {
        samlProvider { ...SamlProviderBody }
      }
    }`,
    fragments: [samlProviderBody],
    variables: { ...address, input: body() },
    respond: one('updateSamlProvider.samlProvider'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/saml/:samlProviderId',
    tag,
    summary: 'Delete a SAML identity provider',
    operation: `mutation DeleteOrganizationSamlProvider($samlProviderId: ID!, $organizationId: ID!) {
      deleteSamlProvider(samlProviderId: $samlProviderId, organizationId: $organizationId) {
        deletedSamlProviderId
      }
    }`,
    variables: address,
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/sso',
    tag,
    summary: 'List the identity providers that members of an organization can sign in with',
    operation: `query ListSsoProviderLoginsInOrganization($organizationId: ID!) {
      organization(id: $organizationId) { signInChoices { id: samlProviderId label startURL } }
    }`,
    variables: organization,
    respond: items('organization.signInChoices'),
  }),
]
