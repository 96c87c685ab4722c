import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { userBody } from '../users/rest.ts'

export const memberBody = `
fragment MemberBody on Member {
  id: userId role user { ...UserBody } disabled: isDisabled sso: usesSSO joinedAt lastSeenAt spaces: spaceCount teams: teamCount sites: siteCount
}
${userBody}`

const tag = 'Members'
const fragments = [memberBody]

export const memberRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/members',
    tag,
    summary: 'List the members of an organization',
    operation: `query ListMembers(
      $id: ID!, $first: Int, $after: String,
      $role: MemberRoleFilter, $search: String,
      $sort: MemberOrderField! = JOINED_AT, $order: OrderDirection! = DESC
    ) {
      organization(id: $id) {
        members(
          first: $first, after: $after, role: $role, search: $search, orderBy: { field: $sort, direction: $order }
        ) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...MemberBody }
        }
      }
    }`,
    fragments,
    variables: {
      id: path('organizationId'),
      first: query('limit'),
      after: query('page'),
      role: query('role'),
      search: query('search'),
      sort: query('sort'),
      order: query('order'),
    },
    respond: list('organization.members'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId',
    tag,
    summary: 'Get a member of an organization',
    operation: `query GetMember($organizationId: ID!, $userId: ID!) {
      member(organizationId: $organizationId, userId: $userId) { ...MemberBody }
    }`,
    fragments,
    variables: { organizationId: path('organizationId'), userId: path('userId') },
    respond: one('member'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/members/:userId',
    tag,
    summary: 'Remove a member from an organization',
    operation: `mutation RemoveMemberFromOrganizationById($organizationId: ID!, $userId: ID!) {
      removeMember(organizationId: $organizationId, userId: $userId) { removedUserId }
    }`,
    variables: { organizationId: path('organizationId'), userId: path('userId') },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/members/:userId',
    tag,
    summary: 'Update a member',
    operation: `mutation UpdateMemberInOrganizationById(
      $organizationId: ID!, $userId: ID!, $input: UpdateMemberInput!
    ) {
      updateMember(organizationId: $organizationId, userId: $userId, input: $input) {
        member { ...MemberBody }
      }
    }`,
    fragments,
    variables: { organizationId: path('organizationId'), userId: path('userId'), input: body() },
    respond: one('updateMember.member'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/members/:userId/sso',
    tag,
    summary: 'Mark a member as an SSO member',
    operation: `mutation SetUserAsSsoMemberForOrganization($organizationId: ID!, $userId: ID!) {
      enableMemberSingleSignOn(organizationId: $organizationId, userId: $userId) { member { ...MemberBody } }
    }`,
    fragments,
    variables: { organizationId: path('organizationId'), userId: path('userId') },
    respond: one('enableMemberSingleSignOn.member'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/ping',
    tag,
    summary: 'Record a visit of the caller',
    operation: `mutation PingOrganization($organizationId: ID!) {
      recordOrganizationVisit(organizationId: $organizationId) { serviceVisitorClaims: visitorToken }
    }`,
    variables: { organizationId: path('organizationId') },
    respond: one('recordOrganizationVisit'),
  }),
]
