import { query } from '../../rest/route.ts'
import { type Row, routesOf, variable } from '../../rest/row.ts'
import { userBody } from '../users/rest.ts'

export const memberBody = `
fragment MemberBody on Member {
  id: userId role user { ...UserBody } disabled: isDisabled sso: usesSSO joinedAt lastSeenAt spaces: spaceCount teams: teamCount sites: siteCount
}
${userBody}`

const route = routesOf('Members', memberBody)

export const memberRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/members', 'organization.members', {
    name: 'ListMembers',
    summary: 'List the members of an organization',
    inputs: {
      orderBy: '{ field: $sort, direction: $order }',
      role: query('role'),
      search: query('search'),
      sort: variable('MemberOrderField! = JOINED_AT', query('sort')),
      order: variable('OrderDirection! = DESC', query('order')),
    },
  }),
  route('GET', '/orgs/:organizationId/members/:userId', 'member', {
    name: 'GetMember',
    summary: 'Get a member of an organization',
  }),
  route('DELETE', '/orgs/:organizationId/members/:userId', 'removeMember.removedUserId', {
    name: 'RemoveMemberFromOrganizationById',
    summary: 'Remove a member from an organization',
    status: 204,
  }),
  route('PATCH', '/orgs/:organizationId/members/:userId', 'updateMember.member', {
    name: 'UpdateMemberInOrganizationById',
    summary: 'Update a member',
  }),
  route('POST', '/orgs/:organizationId/members/:userId/sso', 'enableMemberSingleSignOn.member', {
    name: 'SetUserAsSsoMemberForOrganization',
    summary: 'Mark a member as an SSO member',
  }),
  route('POST', '/orgs/:organizationId/ping', 'recordOrganizationVisit', {
    name: 'PingOrganization',
    summary: 'Record a visit of the caller',
    reply: 'serviceVisitorClaims: visitorToken',
  }),
]
