import { graphql } from '../../generated/workspace-operations/gql.ts'

export const TeamsQuery = graphql(`
  query TeamsScreen($organization: ID!, $search: String, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { admin }
      ...OrganizationOfFrame
      teams(first: 50, after: $after, search: $search, orderBy: { field: TITLE }) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { id ...TeamOfList }
      }
    }
  }
`)

export const TeamOfList = graphql(`
  fragment TeamOfList on Team {
    id
    title
    memberCount
    spaceCount
    members(first: 4) { nodes { member { id user { id displayName photoURL } } } }
  }
`)

export const TeamQuery = graphql(`
  query TeamScreen($organization: ID!, $team: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { admin listMembers }
      ...OrganizationOfFrame
    }
    team(id: $team, organizationId: $organization) {
      id
      title
      permissions { admin }
      ...MembersOfTeam
      grants(first: 200) {
        totalCount
        nodes {
          role
          space { id title emoji }
          collection { id title }
          site { id title }
        }
      }
    }
  }
`)

export const MembersOfTeam = graphql(`
  fragment MembersOfTeam on Team {
    id
    memberCount
    members(first: 1000) {
      nodes {
        teamRole { role }
        member { id userId user { id displayName email photoURL } }
      }
    }
  }
`)

export const CreateTeam = graphql(`
  mutation CreateTeam($organization: ID!, $title: String!) {
    createTeam(organizationId: $organization, input: { title: $title }) { team { id title } }
  }
`)

export const RenameTeam = graphql(`
  mutation RenameTeam($team: ID!, $title: String!) {
    updateTeam(teamId: $team, input: { title: $title }) { team { id title } }
  }
`)

export const DeleteTeam = graphql(`
  mutation DeleteTeam($team: ID!) {
    deleteTeam(teamId: $team) { deletedTeamId }
  }
`)

export const AddTeamMember = graphql(`
  mutation AddTeamMember($team: ID!, $user: ID!, $role: TeamRole) {
    addTeamMember(teamId: $team, userId: $user, input: { role: $role }) { team { id ...MembersOfTeam } }
  }
`)

export const RemoveTeamMember = graphql(`
  mutation RemoveTeamMember($team: ID!, $user: ID!) {
    removeTeamMember(teamId: $team, userId: $user) { team { id ...MembersOfTeam } }
  }
`)
