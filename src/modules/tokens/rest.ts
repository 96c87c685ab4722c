import { path, query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'
import { userBody } from '../users/rest.ts'

const apiTokenBody = `
fragment ApiTokenBody on ApiToken {
  id kind label prefix scopes createdAt expiresAt lastUsedAt
  urls { location }
}`

const memberTokenBody = `
fragment MemberTokenBody on MemberToken {
  id: tokenId kind label device address prefix scopes createdAt expiresAt lastUsedAt user { ...UserBody }
}
${userBody}`

const route = routesOf('Users', apiTokenBody)
const fragments = [apiTokenBody]

export const tokenRoutes: readonly Row[] = [
  route('GET', '/user/tokens', 'viewer.tokens', {
    name: 'ListTokens',
    summary: 'List the tokens of the caller',
  }),
  route('POST', '/user/tokens', 'createApiToken', {
    name: 'CreateToken',
    summary: 'Create a token',
    reply: 'token apiToken { ...ApiTokenBody }',
    fragments,
    status: 201,
    location: 'apiToken.urls.location',
  }),
  route('GET', '/user/tokens/:tokenId', 'apiToken', {
    name: 'GetToken',
    summary: 'Get a token of the caller',
  }),
  route('POST', '/user/tokens/:tokenId/rotate', 'rotateApiToken', {
    name: 'RotateToken',
    summary: 'Rotate a token',
    reply: 'token apiToken { ...ApiTokenBody }',
    fragments,
    status: 201,
    location: 'apiToken.urls.location',
  }),
  route('DELETE', '/user/tokens/:tokenId', 'revokeApiToken.revokedApiTokenId', {
    name: 'RevokeToken',
    summary: 'Revoke a token',
    status: 204,
  }),
  route('GET', '/orgs/:organizationId/member-tokens', 'organization.memberTokens', {
    name: 'ListMemberTokens',
    tag: 'Members',
    summary: 'List the tokens of the members of an organization',
    reply: memberTokenBody,
    inputs: { userId: query('user') },
  }),
  route('DELETE', '/orgs/:organizationId/member-tokens/:tokenId', 'revokeMemberToken.revokedTokenId', {
    tag: 'Members',
    summary: 'Revoke a token of a member for an organization',
    inputs: { tokenId: path('tokenId') },
    status: 204,
  }),
]
