import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { memberBody } from '../members/rest.ts'

export const teamBody = `
fragment TeamBody on Team {
  id title members: memberCount spaces: spaceCount createdAt permissions { admin view }
}`

const route = routesOf('Teams', teamBody)

const teamRows: readonly Row[] = [
  route('GET', '/orgs/:organizationId/teams', 'organization.teams', {
    name: 'ListTeamsInOrganizationById',
    summary: 'List the teams of an organization',
    inputs: { owner: query('owner'), search: query('title') },
  }),
  route('PUT', '/orgs/:organizationId/teams', 'createTeam.team', {
    name: 'CreateOrganizationTeam',
    summary: 'Create a team',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/teams/:teamId', 'team', {
    name: 'GetTeamInOrganizationById',
    summary: 'Get a team',
  }),
  route('DELETE', '/orgs/:organizationId/teams/:teamId', 'deleteTeam.deletedTeamId', {
    name: 'RemoveTeamFromOrganizationById',
    summary: 'Delete a team',
    status: 204,
  }),
  route('PATCH', '/orgs/:organizationId/teams/:teamId', 'updateTeam.team', {
    name: 'UpdateTeamInOrganizationById',
    summary: 'Update a team',
  }),
]

const teamMemberRows: readonly Row[] = [
  route('GET', '/orgs/:organizationId/teams/:teamId/members', 'team.members', {
    name: 'ListTeamMembersInOrganizationById',
    summary: 'List the members of a team',
    reply: 'organization: member { ...MemberBody } team: teamRole { role } permissions { view }',
    fragments: [memberBody],
  }),
  route('PUT', '/orgs/:organizationId/teams/:teamId/members', 'updateTeamMembers.team.id', {
    name: 'UpdateMembersInOrganizationTeam',
    summary: 'Add and remove members of a team',
    status: 204,
  }),
  route('PUT', '/orgs/:organizationId/teams/:teamId/members/:userId', 'addTeamMember.team.id', {
    name: 'AddMemberToOrganizationTeamById',
    summary: 'Add a member to a team',
    status: 204,
  }),
  route('DELETE', '/orgs/:organizationId/teams/:teamId/members/:userId', 'removeTeamMember.team.id', {
    name: 'DeleteMemberFromOrganizationTeamById',
    summary: 'Remove a member from a team',
    status: 204,
  }),
  route('GET', '/orgs/:organizationId/members/:userId/teams', 'member.teamMemberships', {
    name: 'ListTeamsForOrganizationMember',
    tag: 'Members',
    summary: 'List the teams of a member',
    reply: 'team { ...TeamBody } member: teamRole { role }',
    fragments: [teamBody],
    inputs: { search: query('title') },
  }),
]

export const teamRoutes: readonly Row[] = [...teamRows, ...teamMemberRows]
