import { graphql } from '../../generated/workspace-operations/gql.ts'

export const TokensQuery = graphql(`
  query TokensScreen($organization: ID!) {
    viewer {
      id
      ...ViewerOfFrame
      ...TokensOfViewer
      ...SessionsOfViewer
    }
    organization(id: $organization) { id ...OrganizationOfFrame }
  }
`)

export const TokensOfViewer = graphql(`
  fragment TokensOfViewer on User {
    id
    tokens(first: 200) {
      nodes { id label kind prefix scopes createdAt lastUsedAt expiresAt }
    }
  }
`)

export const SessionsOfViewer = graphql(`
  fragment SessionsOfViewer on User {
    id
    sessions(first: 200) {
      nodes { sessionId label device address createdAt lastUsedAt isCurrent }
    }
  }
`)

export const CreateToken = graphql(`
  mutation CreateToken($input: CreateApiTokenInput!) {
    createApiToken(input: $input) { token user { id ...TokensOfViewer } }
  }
`)

export const RotateToken = graphql(`
  mutation RotateToken($token: ID!, $overlap: Int!) {
    rotateApiToken(tokenId: $token, input: { overlapSeconds: $overlap }) {
      token
      user { id ...TokensOfViewer }
    }
  }
`)

export const RevokeToken = graphql(`
  mutation RevokeToken($token: ID!) {
    revokeApiToken(tokenId: $token) { revokedApiTokenId user { id ...TokensOfViewer } }
  }
`)

export const EndSession = graphql(`
  mutation EndSession($session: ID!) {
    endSession(sessionId: $session) { revokedSessionId user { id ...SessionsOfViewer } }
  }
`)

export const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions { user { id ...SessionsOfViewer } }
  }
`)

export const MemberTokensQuery = graphql(`
  query MemberTokensScreen($organization: ID!, $user: ID, $after: String) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      ...OrganizationOfFrame
      memberTokens(first: 50, after: $after, userId: $user) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          tokenId
          kind
          label
          prefix
          scopes
          device
          address
          lastUsedAt
          expiresAt
          user { id displayName photoURL }
        }
      }
    }
  }
`)

export const RevokeMemberToken = graphql(`
  mutation RevokeMemberToken($token: ID!) {
    revokeMemberToken(tokenId: $token) { revokedTokenId }
  }
`)
