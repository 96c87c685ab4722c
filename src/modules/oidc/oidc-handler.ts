import { SignInError } from '../../access/page-error.ts'
import { isHttps, sentSessionHash, sessionCookie } from '../../access/session-cookie.ts'
import { publicPath } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import { hashSecret, newSecret } from '../../base/secrets.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import { readCookie, serializeCookie } from '../../http/cookies.ts'
import { readFormBody } from '../../http/form-body.ts'
import { redirectResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { sameServerPath } from '../identity-providers/addresses.ts'
import {
  type Endpoint,
  type Exchange,
  exchangeHandler,
  reasonOf,
  signInRequest,
} from '../identity-providers/exchange.ts'
import { recordFailedSignIn } from '../identity-providers/failed-sign-ins.ts'
import { signInMinutes } from '../identity-providers/limits.ts'
import { endNamedSessions } from '../identity-providers/provider-sessions.ts'
import { type ProvenIdentity, signIn, signInUsed } from '../identity-providers/sign-in.ts'
import { identityOf } from './claims.ts'
import { clientOfProvider, type OidcClient, serverClient, serverSource } from './client.ts'
import { maximumLogoutBytes } from './limits.ts'
import { verifyLogout } from './logout.ts'
import { signInToServer } from './server-sign-in.ts'
import { authorizationAddress, type VerifiedResponse, verifyResponse } from './verification.ts'

const endpoints: Readonly<Record<string, Endpoint<OidcClient>>> = {
  login: [['GET'], redirectToProvider],
  callback: [['GET'], acceptResponse],
  'backchannel-logout': [['POST'], acceptLogout],
}

/**
 * Serves the endpoints of a client of OpenID Connect, `/oidc/<provider>/login`, `/callback` and `/backchannel-logout`, and the
 * same without a provider for that of the whole server.
 */
export const createOidcHandler = (services: Parameters<typeof exchangeHandler>[0]) =>
  exchangeHandler(services, answer)

async function answer(exchange: Exchange): Promise<void> {
  const { request, url, config } = exchange
  const [, , ...parts] = url.pathname.split('/')
  const name = parts.pop() ?? ''
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
  const [providerId, ...more] = parts
  if (!endpoint || more.length > 0) throw notFound()
  const [methods, respond] = endpoint
  assertMethod(request, ...methods)
  const client =
    providerId === undefined ? serverClient(config) : await clientOfProvider(exchange, providerId)
  if (!client) throw new SignInError(404, 'providerUnknown')
  return respond(exchange, client)
}

/** Redirects the browser to the provider. A cookie keeps the code verifier, without which no other browser can go on. */
async function redirectToProvider(exchange: Exchange, client: OidcClient): Promise<void> {
  const { config, database, limiter, logger, request, response, url } = exchange
  limiter.admitSignIn(request)
  const returnTo = sameServerPath(config, url.searchParams.get('returnTo') ?? '/')
  if (returnTo === null) throw new SignInError(400, 'returnTo')
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  const location = await authorizationAddress(config, client, secrets).catch((error: unknown) => {
    logger.warn({ provider: sourceOf(client), reason: reasonOf(error) }, 'could not ask an identity provider')
    throw error
  })
  const id = hashSecret(secrets.state)
  await database.transaction(async (transaction) => {
    await transaction.oidcRequest.deleteMany({ where: { expiresAt: { lt: new Date() } } })
    const expiresAt = new Date(Date.now() + signInMinutes * 60_000)
    const providerId = client.provider?.id ?? null
    await transaction.oidcRequest.create({
      data: { id, providerId, nonce: secrets.nonce, returnTo, expiresAt },
    })
  })
  response.setHeader('Set-Cookie', browserCookie(config, id, secrets.codeVerifier, signInMinutes * 60))
  sendResponse(request, response, redirectResponse(302, location.href, { 'Cache-Control': 'no-store' }))
}

/** Handles the response of the provider, with which it redirects the browser. One that is refused is recorded. */
async function acceptResponse(exchange: Exchange, client: OidcClient): Promise<void> {
  try {
    await acceptSignIn(exchange, client)
  } catch (error) {
    if (error instanceof SignInError && client.provider)
      await recordFailedSignIn(exchange.database, client.provider, signInRequest(exchange), error.message)
    throw error
  }
}

async function acceptSignIn(exchange: Exchange, client: OidcClient): Promise<void> {
  const { config, database, logger, request, response, url } = exchange
  const state = url.searchParams.get('state') ?? ''
  const id = hashSecret(state)
  const codeVerifier = readCookie(request, browserCookieName(id))
  const begun = await database.prisma.oidcRequest.findUnique({ where: { id } })
  if (begun && codeVerifier === null) throw new SignInError(400, 'otherBrowser')
  if (!begun || codeVerifier === null || !(await takeRequest(database, id, client))) throw signInUsed()
  const secrets = { state, nonce: begun.nonce, codeVerifier }
  const verified = await verifyResponse(exchange, client, url.search, secrets).catch((error: unknown) => {
    logger.warn(
      { provider: sourceOf(client), reason: reasonOf(error) },
      'rejected the response of an identity provider',
    )
    if (error instanceof SignInError) throw error
    throw new SignInError(400, 'answerRefused')
  })
  const session = sentSessionHash(request, config)
  const proven = provenIdentity(client, verified, { returnTo: begun.returnTo, session })
  const { token, returnTo } = client.provider
    ? await signIn(exchange, client.provider, proven, signInRequest(exchange))
    : await signInToServer(exchange, client.label, proven, signInRequest(exchange))
  response.setHeader('Set-Cookie', [sessionCookie(config, token), browserCookie(config, id, '', 0)])
  sendResponse(
    request,
    response,
    redirectResponse(303, publicPath(config, returnTo), { 'Cache-Control': 'no-store' }),
  )
}

/** Marks a sign-in as used, before its code is: only one of two equal responses succeeds. */
async function takeRequest(database: Database, id: string, { provider }: OidcClient): Promise<boolean> {
  const { count } = await database.transaction((transaction) =>
    transaction.oidcRequest.deleteMany({
      where: { id, providerId: provider?.id ?? null, expiresAt: { gt: new Date() } },
    }),
  )
  return count === 1
}

function provenIdentity(
  client: OidcClient,
  { issuer, subject, sid, claims, groups, signOutAddress }: VerifiedResponse,
  begun: { readonly returnTo: string; readonly session: string | null },
): ProvenIdentity {
  return {
    identity: identityOf(issuer, subject, claims),
    groups: groups && { source: sourceOf(client), mappings: client.mappings, groups },
    consume: async () => begun,
    opened: async (transaction: Transaction, tokenId: string) => {
      await transaction.providerSession.create({ data: { tokenId, issuer, subject, sid, signOutAddress } })
    },
  }
}

/** Ends the sessions that the provider names in a logout token. */
async function acceptLogout(exchange: Exchange, client: OidcClient): Promise<void> {
  const { logger, limiter, request, response } = exchange
  // Each may make the server look up keys.
  limiter.admitSignIn(request)
  const refused = (description: string) =>
    sendResponse(request, response, {
      status: 400,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
      body: JSON.stringify({ error: 'invalid_request', error_description: description }),
    })
  const form = await readFormBody(request, maximumLogoutBytes)
  const token = form?.get('logout_token')
  if (!token) return refused('Send logout_token as a form.')
  try {
    const logout = await verifyLogout(exchange.config, client, token)
    await endNamedSessions(exchange, logout, signInRequest(exchange))
  } catch (error) {
    logger.warn({ provider: sourceOf(client), reason: reasonOf(error) }, 'rejected a logout token')
    return refused('The logout token was not accepted.')
  }
  sendResponse(request, response, { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '' })
}

const sourceOf = ({ provider }: OidcClient): string => provider?.id ?? serverSource

const browserCookieName = (id: string): string => `lectern_oidc${id.slice(0, 16)}`

/** It prevents login CSRF: an attacker cannot make another browser use a response for the attacker's account. */
const browserCookie = (config: Config, id: string, value: string, maxAge: number): string =>
  serializeCookie(browserCookieName(id), value, {
    path: '/oidc/',
    sameSite: 'Lax',
    secure: isHttps(config),
    maxAge,
  })
