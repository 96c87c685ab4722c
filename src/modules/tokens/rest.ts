import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const apiTokenBody = `
fragment ApiTokenBody on ApiToken {
  id label prefix scopes createdAt expiresAt lastUsedAt
  urls { location }
}`

const tag = 'Users'
const fragments = [apiTokenBody]
const tokenId = path('tokenId')

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
]
