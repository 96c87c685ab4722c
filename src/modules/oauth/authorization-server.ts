import type {
  AuthorizationCode,
  AuthorizationCodeModel,
  Client,
  RefreshTokenModel,
  Token,
} from '@node-oauth/oauth2-server'
import {
  generateToken,
  hashToken,
  inheritLimits,
  limitsOfScopes,
  shownScopes,
  storedScopes,
  tokenPrefix,
} from '../../access/tokens.ts'
import { newId } from '../../base/identifiers.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { OAuthClient } from '../../generated/prisma/client.ts'
import { unexpired } from '../tokens/service.ts'
import { accessSeconds, codeSeconds, maximumGrants, oauthScopes, refreshSeconds } from './limits.ts'
import { matchesRedirectUri } from './redirect-uris.ts'

/** Loads the library once a program asks for access, because most servers are asked by none. */
export const loadLibrary = () => import('@node-oauth/oauth2-server')

/** A user who gives access, or has given it. */
export interface GrantingUser {
  readonly userId: string
  /** The scopes that limit the session of the user to some organizations, and so the tokens. */
  readonly limits: readonly string[]
  readonly identityProviderId: string | null
  /** The token of an earlier grant, which a refresh replaces. */
  readonly tokenId?: string
}

/** A program as the library has it. */
interface KnownClient extends Client {
  readonly name: string
}

const clientOf = ({ id, name, redirectUris }: OAuthClient): KnownClient => ({
  id,
  name,
  redirectUris,
  grants: ['authorization_code', 'refresh_token'],
})

/** Returns the scopes of a token as they are stored, which only read unless more was given. */
const tokenScopes = (given: readonly string[] | undefined, limits: readonly string[]): string[] =>
  inheritLimits(limits, storedScopes(given?.length ? given : ['read']))

/** Returns the server of the library in a transaction, so that what it does with a code or a token happens once or not at all. */
export async function authorizationServer(transaction: Transaction) {
  const { default: OAuth2Server } = await loadLibrary()
  return new OAuth2Server({
    model: modelOf(transaction),
    authorizationCodeLifetime: codeSeconds,
    accessTokenLifetime: accessSeconds,
    refreshTokenLifetime: refreshSeconds,
    allowEmptyState: true,
    // The model asks for the secret of those clients that have one.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
}

function modelOf(transaction: Transaction): AuthorizationCodeModel & RefreshTokenModel {
  const { oAuthClient, oAuthCode, oAuthRefreshToken } = transaction
  return {
    generateAccessToken: async () => generateToken(),
    generateRefreshToken: async () => generateToken(),
    generateAuthorizationCode: async () => generateToken(),
    // The endpoint for tokens passes the secret, or undefined; that for authorization passes null, because browsers have none.
    getClient: async (id: string, secret: string | null | undefined) => {
      const client = await oAuthClient.findUnique({ where: { id } })
      if (!client || (secret !== null && !mayAuthenticate(client, secret))) return null
      return clientOf(client)
    },
    validateRedirectUri: async (uri: string, { redirectUris }: Client) =>
      [redirectUris ?? []].flat().some((registered) => matchesRedirectUri(registered, uri)),
    validateScope: async (_user: GrantingUser, _client: Client, asked: string[] | undefined) => {
      const scopes = asked ?? ['read']
      return scopes.every((scope) => (oauthScopes as readonly string[]).includes(scope)) ? scopes : false
    },
    saveAuthorizationCode: (code, client, user) => saveCode(transaction, code, client, user as GrantingUser),
    getAuthorizationCode: (code) => findCode(transaction, code),
    revokeAuthorizationCode: async ({ authorizationCode }) => {
      const where = { hash: hashToken(authorizationCode), usedAt: null }
      return (await oAuthCode.updateMany({ where, data: { usedAt: new Date() } })).count === 1
    },
    saveToken: async (token, client, user) => {
      const granting = user as GrantingUser
      const tokenId = granting.tokenId ?? (await insertGrant(transaction, token, client, granting))
      await renewGrant(transaction, tokenId, token, granting)
      return { ...token, client, user }
    },
    getRefreshToken: (refreshToken) => findRefreshToken(transaction, refreshToken),
    revokeToken: async ({ refreshToken }) => {
      const where = { hash: hashToken(refreshToken), usedAt: null }
      return (await oAuthRefreshToken.updateMany({ where, data: { usedAt: new Date() } })).count === 1
    },
    getAccessToken: async () => null,
  }
}

const mayAuthenticate = ({ secretHash }: OAuthClient, secret: string | undefined): boolean =>
  secretHash === null || hashToken(secret ?? '') === secretHash

interface NewCode {
  readonly authorizationCode: string
  readonly expiresAt: Date
  readonly redirectUri: string
  readonly scope?: string[]
  readonly codeChallenge?: string
}

async function saveCode(
  { oAuthCode }: Transaction,
  code: NewCode,
  client: Client,
  user: GrantingUser,
): Promise<AuthorizationCode> {
  await oAuthCode.create({
    data: {
      hash: hashToken(code.authorizationCode),
      clientId: client.id,
      userId: user.userId,
      scopes: tokenScopes(code.scope, user.limits),
      redirectUri: code.redirectUri,
      codeChallenge: code.codeChallenge ?? '',
      identityProviderId: user.identityProviderId,
      expiresAt: code.expiresAt,
    },
  })
  return { ...code, client, user }
}

/** Finds a code. One that is used again was stolen, before or after its use: the access that was given for it ends. */
async function findCode(transaction: Transaction, code: string): Promise<AuthorizationCode | null> {
  const { oAuthCode } = transaction
  const found = await oAuthCode.findUnique({ where: { hash: hashToken(code) }, include: { client: true } })
  if (found && found.usedAt !== null) await revokeGrant(transaction, found.tokenId)
  if (!found || found.usedAt !== null) return null
  const { userId, scopes, identityProviderId } = found
  const user: GrantingUser = { userId, limits: limitsOfScopes(scopes), identityProviderId }
  return {
    authorizationCode: code,
    client: clientOf(found.client),
    user,
    scope: shownScopes(scopes),
    redirectUri: found.redirectUri,
    expiresAt: found.expiresAt,
    codeChallenge: found.codeChallenge,
    codeChallengeMethod: 'S256',
  }
}

/** Finds a refresh token. One that is used again was stolen, before or after its use: its access ends. */
async function findRefreshToken(transaction: Transaction, refreshToken: string) {
  const found = await transaction.oAuthRefreshToken.findUnique({
    where: { hash: hashToken(refreshToken) },
    include: { grant: { include: { client: true, token: true } } },
  })
  if (found && found.usedAt !== null) await revokeGrant(transaction, found.tokenId)
  if (!found || found.usedAt !== null || found.grant.token.revokedAt !== null) return null
  const { client, token, scopes, refreshEndsAt } = found.grant
  const { userId, identityProviderId, id: tokenId } = token
  // An admin may have revoked the token for an organization since, which its next form keeps.
  const user: GrantingUser = { userId, limits: limitsOfScopes(token.scopes), identityProviderId, tokenId }
  return {
    refreshToken,
    refreshTokenExpiresAt: refreshEndsAt,
    scope: shownScopes(scopes),
    client: clientOf(client),
    user,
  }
}

/** Inserts the grant of a user with the row of its token. Of many grants to one program, the oldest end. */
async function insertGrant(
  transaction: Transaction,
  { accessToken, scope, authorizationCode }: Token & { readonly authorizationCode?: string },
  client: Client,
  { userId, limits, identityProviderId }: GrantingUser,
): Promise<string> {
  const tokenId = newId('ApiToken')
  const scopes = tokenScopes(scope, limits)
  await transaction.apiToken.create({
    data: {
      id: tokenId,
      userId,
      kind: 'OAUTH',
      label: (client as KnownClient).name,
      prefix: tokenPrefix(accessToken),
      hash: hashToken(accessToken),
      scopes,
      expiresAt: new Date(),
      identityProviderId,
      grant: { create: { clientId: client.id, scopes, refreshEndsAt: new Date() } },
    },
  })
  await transaction.oAuthCode.update({
    where: { hash: hashToken(authorizationCode ?? '') },
    data: { tokenId },
  })
  const older = await transaction.apiToken.findMany({
    where: { userId, grant: { clientId: client.id }, id: { not: tokenId }, ...unexpired() },
    orderBy: { id: 'desc' },
    skip: maximumGrants - 1,
    select: { id: true },
  })
  await transaction.apiToken.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } })
  return tokenId
}

/** Gives a grant its next token. */
async function renewGrant(
  transaction: Transaction,
  tokenId: string,
  { accessToken, accessTokenExpiresAt, refreshToken = '', refreshTokenExpiresAt, scope }: Token,
  { limits }: GrantingUser,
): Promise<void> {
  await transaction.apiToken.update({
    where: { id: tokenId },
    data: {
      hash: hashToken(accessToken),
      prefix: tokenPrefix(accessToken),
      scopes: tokenScopes(scope, limits),
      expiresAt: accessTokenExpiresAt ?? null,
      grant: {
        update: {
          refreshEndsAt: refreshTokenExpiresAt ?? new Date(),
          refreshTokens: { create: { hash: hashToken(refreshToken) } },
        },
      },
    },
  })
}

/** Ends the access of a program, with all of its tokens. */
export async function revokeGrant({ apiToken }: Transaction, tokenId: string | null): Promise<void> {
  if (tokenId !== null)
    await apiToken.updateMany({ where: { id: tokenId, revokedAt: null }, data: { revokedAt: new Date() } })
}
