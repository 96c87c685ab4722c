import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
import { userBody } from '../users/rest.ts'

const apiTokenBody = `
fragment ApiTokenBody on ApiToken {
  id label prefix scopes createdAt expiresAt lastUsedAt
  urls { location }
}`

const memberTokenBody = `
fragment MemberTokenBody on MemberToken {
  id: tokenId prefix scopes createdAt expiresAt lastUsedAt user { ...UserBody }
}
${userBody}`

const tag = 'Users'
const fragments = [apiTokenBody]
const tokenId = path('tokenId')
const organizationId = path('organizationId')

export const tokenRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/user/tokens',
    tag,
    summary: 'List the tokens of the caller',
    operation: `query ListTokens($first: Int, $after: String) {
      viewer {
        tokens(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...ApiTokenBody }
        }
      }
    }`,
    fragments,
    variables: { first: query('limit'), after: query('page') },
    respond: list('viewer.tokens'),
  }),
  route({
    method: 'POST',
    path: '/user/tokens',
    tag,
    summary: 'Create a token',
    operation: `mutation CreateToken($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { token apiToken { ...ApiTokenBody } }
    }`,
    fragments,
    variables: { input: body() },
    respond: one('createApiToken'),
    location: 'createApiToken.apiToken.urls.location',
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/user/tokens/:tokenId',
    tag,
    summary: 'Get a token of the caller',
    operation: 'query GetToken($id: ID!) { apiToken(id: $id) { ...ApiTokenBody } }',
    fragments,
    variables: { id: tokenId },
    respond: one('apiToken'),
  }),
  route({
    method: 'POST',
    path: '/user/tokens/:tokenId/rotate',
    tag,
    summary: 'Rotate a token',
    operation: `mutation RotateToken($tokenId: ID!, $input: RotateApiTokenInput) {
      rotateApiToken(tokenId: $tokenId, input: $input) {
        token apiToken { ...ApiTokenBody }
      }
    }`,
    fragments,
    variables: { tokenId, input: body() },
    respond: one('rotateApiToken'),
    location: 'rotateApiToken.apiToken.urls.location',
    status: 201,
  }),
  route({
    method: 'DELETE',
    path: '/user/tokens/:tokenId',
    tag,
    summary: 'Revoke a token',
    operation:
      'mutation RevokeToken($tokenId: ID!) { revokeApiToken(tokenId: $tokenId) { revokedApiTokenId } }',
    variables: { tokenId },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/member-tokens',
    tag: 'Members',
    summary: 'List the tokens of the members of an organization',
    operation: `query ListMemberTokens($id: ID!, $first: Int, $after: String, $userId: ID) {
      organization(id: $id) {
        memberTokens(first: $first, after: $after, userId: $userId) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...MemberTokenBody }
        }
      }
    }`,
    fragments: [memberTokenBody],
    variables: { id: organizationId, first: query('limit'), after: query('page'), userId: query('user') },
    respond: list('organization.memberTokens'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/member-tokens/:tokenId',
    tag: 'Members',
    summary: 'Revoke a token of a member for an organization',
    operation: `mutation RevokeMemberToken($organizationId: ID!, $tokenId: ID!) {
      revokeMemberToken(organizationId: $organizationId, tokenId: $tokenId) { revokedTokenId }
    }`,
    variables: { organizationId, tokenId },
    respond: empty(),
    status: 204,
  }),
]
