import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Single sign-on')

export const identityProviderRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sso', 'organization.signInChoices', {
    name: 'ListSsoProviderLoginsInOrganization',
    summary: 'List the identity providers that members of an organization can sign in with',
    reply: 'id: providerId label startURL',
  }),
]
