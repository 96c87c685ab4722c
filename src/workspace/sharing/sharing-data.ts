import { graphql } from '../../generated/workspace-operations/gql.ts'

export const SharingOfSpace = graphql(`
  fragment SharingOfSpace on Space {
    id
    defaultLevel
    viewerPermission { role origin { ...OriginOfRole } }
    memberPermissions(first: $first, search: $search) {
      totalCount
      pageInfo { hasNextPage }
      nodes {
        role
        user { id displayName photoURL }
        origin { ...OriginOfRole }
      }
    }
    userPermissions(first: 200) { totalCount nodes { role user { id displayName photoURL } } }
    teamPermissions(first: 200) { totalCount nodes { role team { id title memberCount } } }
  }
`)

export const OriginOfRole = graphql(`
  fragment OriginOfRole on PermissionOrigin {
    by
    type
    team { id title }
    collection { id title }
    organization { id title }
  }
`)

/** The lists of direct grants are for administrators: others get null for them, with an error that the screen leaves out. */
export const SharingQuery = graphql(`
  query SpaceAccessScreen($space: ID!, $first: Int!, $search: String) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) {
      id
      permissions { admin }
      parent { id title }
      organization { id title permissions { listMembers listTeams } teams(first: 200) { nodes { id title } } }
      ...SpaceOfFrame
      ...SharingOfSpace
    }
  }
`)

export const GrantOnSpace = graphql(`
  mutation GrantOnSpace($space: ID!, $first: Int!, $search: String, $input: GrantPermissionsInput!) {
    grantPermissions(target: { spaceId: $space }, input: $input) {
      query { space(id: $space) { id ...SharingOfSpace } }
    }
  }
`)

export const RemoveUserFromSpace = graphql(`
  mutation RemoveUserFromSpace($space: ID!, $first: Int!, $search: String, $user: ID!) {
    removeUserPermission(target: { spaceId: $space }, userId: $user) {
      query { space(id: $space) { id ...SharingOfSpace } }
    }
  }
`)

export const RemoveTeamFromSpace = graphql(`
  mutation RemoveTeamFromSpace($space: ID!, $first: Int!, $search: String, $team: ID!) {
    removeTeamPermission(target: { spaceId: $space }, teamId: $team) {
      query { space(id: $space) { id ...SharingOfSpace } }
    }
  }
`)

export const SetDefaultLevel = graphql(`
  mutation SetDefaultLevel($space: ID!, $first: Int!, $search: String, $level: DefaultLevel) {
    updateSpace(spaceId: $space, input: { defaultLevel: $level }) {
      query { space(id: $space) { id ...SharingOfSpace } }
    }
  }
`)
