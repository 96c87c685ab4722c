import { empty, items, path, type Route, route } from '../../rest/route.ts'
import { organizationBody } from '../organizations/rest.ts'

const tag = 'Organizations'

export const inviteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/email-domains/:emailDomain/orgs',
    tag,
    summary: 'The organizations that the caller may join by their e-mail domain',
    operation: `query ListOrganizationsForEmailDomain($emailDomain: String!) {
      allOrganizationsOfEmailDomain(emailDomain: $emailDomain) { ...OrganizationBody }
    }`,
    fragments: [organizationBody],
    variables: { emailDomain: path('emailDomain') },
    respond: items('allOrganizationsOfEmailDomain', 'organizations'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/join',
    tag,
    summary: 'Join an organization that takes users of one’s e-mail domain',
    operation: `mutation JoinOrganization($organizationId: ID!) {
      joinOrganization(organizationId: $organizationId) { id }
    }`,
    variables: { organizationId: path('organizationId') },
    respond: empty(),
    status: 204,
  }),
]
