import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { memberBody } from '../members/rest.ts'

export const teamBody = `
fragment TeamBody on Team {
  id title members: memberCount spaces: spaceCount createdAt permissions { admin view }
}`

const tag = 'Teams'
const organizationId = path('organizationId')
const team = { teamId: path('teamId'), organizationId }
const member = { ...team, userId: path('userId') }
const window = { first: query('limit'), after: query('page') }

const teamRows: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/teams',
    tag,
    summary: 'List the teams of an organization',
    operation: `query ListTeamsInOrganizationById(
      $organizationId: ID!, $first: Int, $after: String, $owner: ID, $title: String
    ) {
      organization(id: $organizationId) {
        teams(first: $first, after: $after, owner: $owner, search: $title) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...TeamBody }
        }
      }
    }`,
    fragments: [teamBody],
    variables: { organizationId, ...window, owner: query('owner'), title: query('title') },
    respond: list('organization.teams'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/teams',
    tag,
    summary: 'Create a team',
    operation: `mutation CreateOrganizationTeam($organizationId: ID!, $input: CreateTeamInput!) {
      createTeam(organizationId: $organizationId, input: $input) { team { ...TeamBody } }
    }`,
    fragments: [teamBody],
    variables: { organizationId, input: body() },
    respond: one('createTeam.team'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/teams/:teamId',
    tag,
    summary: 'Get a team',
    operation: `query GetTeamInOrganizationById($teamId: ID!, $organizationId: ID) {
      team(id: $teamId, organizationId: $organizationId) { ...TeamBody }
    }`,
    fragments: [teamBody],
    variables: team,
    respond: one('team'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/teams/:teamId',
    tag,
    summary: 'Delete a team',
    operation: `mutation RemoveTeamFromOrganizationById($teamId: ID!, $organizationId: ID) {
      deleteTeam(teamId: $teamId, organizationId: $organizationId) { deletedTeamId }
    }`,
    variables: team,
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/teams/:teamId',
    tag,
    summary: 'Update a team',
    operation: `mutation UpdateTeamInOrganizationById(
      $teamId: ID!, $organizationId: ID, $input: UpdateTeamInput!
    ) {
      updateTeam(teamId: $teamId, organizationId: $organizationId, input: $input) { team { ...TeamBody } }
    }`,
    fragments: [teamBody],
    variables: { ...team, input: body() },
    respond: one('updateTeam.team'),
  }),
]

const teamMemberRows: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/teams/:teamId/members',
    tag,
    summary: 'List the members of a team',
    operation: `query ListTeamMembersInOrganizationById(
      $teamId: ID!, $organizationId: ID, $first: Int, $after: String
    ) {
      team(id: $teamId, organizationId: $organizationId) {
        members(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor }
          nodes { organization: member { ...MemberBody } team: teamRole { role } permissions { view } }
        }
      }
    }`,
    fragments: [memberBody],
    variables: { ...team, ...window },
    respond: list('team.members'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/teams/:teamId/members',
    tag,
    summary: 'Add and remove members of a team',
    operation: `mutation UpdateMembersInOrganizationTeam(
      $teamId: ID!, $organizationId: ID, $input: UpdateTeamMembersInput!
    ) {
      updateTeamMembers(teamId: $teamId, organizationId: $organizationId, input: $input) { team { id } }
    }`,
    variables: { ...team, input: body() },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/teams/:teamId/members/:userId',
    tag,
    summary: 'Add a member to a team',
    operation: `mutation AddMemberToOrganizationTeamById(
      $teamId: ID!, $organizationId: ID, $userId: ID!, $input: AddTeamMemberInput
    ) {
      addTeamMember(teamId: $teamId, organizationId: $organizationId, userId: $userId, input: $input) { team { id } }
    }`,
    variables: { ...member, input: body() },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/teams/:teamId/members/:userId',
    tag,
    summary: 'Remove a member from a team',
    operation: `mutation DeleteMemberFromOrganizationTeamById(
      $teamId: ID!, $organizationId: ID, $userId: ID!
    ) {
      removeTeamMember(teamId: $teamId, organizationId: $organizationId, userId: $userId) { team { id } }
    }`,
    variables: member,
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/teams',
    tag: 'Members',
    summary: 'List the teams of a member',
    operation: `query ListTeamsForOrganizationMember(
      $organizationId: ID!, $userId: ID!, $first: Int, $after: String, $title: String
    ) {
      member(organizationId: $organizationId, userId: $userId) {
        teamMemberships(first: $first, after: $after, search: $title) {
          totalCount pageInfo { hasNextPage endCursor } nodes { team { ...TeamBody } member: teamRole { role } }
        }
      }
    }`,
    fragments: [teamBody],
    variables: { organizationId, userId: path('userId'), ...window, title: query('title') },
    respond: list('member.teamMemberships'),
  }),
]

export const teamRoutes: readonly Route[] = [...teamRows, ...teamMemberRows]
