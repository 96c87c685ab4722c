import { inExistingOrganization } from '../../access/existing-organization.ts'
import { SignInError } from '../../access/page-error.ts'
import { isHttps, sentSessionHash, sessionCookie } from '../../access/session-cookie.ts'
import { publicPath } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { readCookie, serializeCookie } from '../../http/cookies.ts'
import { readFormBody } from '../../http/form-body.ts'
import { redirectResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { sameServerPath } from '../identity-providers/addresses.ts'
import { isActive } from '../identity-providers/configuration.ts'
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
import { signIn } from '../identity-providers/sign-in.ts'
import { serviceAddresses } from './addresses.ts'
import { loadLibrary } from './library.ts'
import { maximumFormBytes } from './limits.ts'
import { verifyLogout } from './logout.ts'
import { unsupportedMediaType } from './reasons.ts'
import { signingKey } from './signing-key.ts'
import { consumeSignIn } from './used-responses.ts'
import { beginSignIn, verifyResponse } from './verification.ts'

const endpoints: Readonly<Record<string, Endpoint<IdentityProvider>>> = {
  metadata: [['GET'], sendMetadata],
  login: [['GET'], redirectToProvider],
  acs: [['POST'], acceptResponse],
  logout: [['GET', 'POST'], acceptLogout],
}

/**
 * Serves the endpoints of a SAML service provider, `/saml/<provider>/metadata`, `/login`, `/acs` and `/logout`.
 * Errors are HTML pages, because the client is a browser.
 */
export const createSamlHandler = (services: Parameters<typeof exchangeHandler>[0]) =>
  exchangeHandler(services, answer)

async function answer(exchange: Exchange): Promise<void> {
  const { request, url, database } = exchange
  const [, , first = '', second, ...rest] = url.pathname.split('/')
  const endpoint = second !== undefined && Object.hasOwn(endpoints, second) ? endpoints[second] : undefined
  if (!endpoint || rest.length > 0) throw notFound()
  const [methods, respond] = endpoint
  assertMethod(request, ...methods)
  const provider = await database.prisma.identityProvider.findFirst({
    where: { id: first, kind: 'SAML', ...inExistingOrganization },
  })
  if (!provider) throw new SignInError(404, 'providerUnknown')
  return respond(exchange, provider)
}

async function sendMetadata(
  { config, database, request, response }: Exchange,
  { id }: IdentityProvider,
): Promise<void> {
  const { acsURL, entityID, logoutURL } = serviceAddresses(config, id)
  const { generateServiceProviderMetadata } = await loadLibrary()
  const { privateKey, certificate } = await signingKey(database)
  const metadata = generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    logoutCallbackUrl: logoutURL,
    wantAssertionsSigned: true,
    privateKey,
    publicCerts: certificate,
  })
  sendResponse(request, response, {
    status: 200,
    headers: { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' },
    // The library takes it that whoever has a key signs all requests: see `createSaml`.
    body: metadata.replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"'),
  })
}

/** Redirects the browser to the identity provider, and stores the path to return to. */
async function redirectToProvider(exchange: Exchange, provider: IdentityProvider): Promise<void> {
  const { config, database, limiter, request, response, url } = exchange
  assertActive(provider)
  limiter.admitSignIn(request)
  const returnTo = sameServerPath(config, url.searchParams.get('returnTo') ?? '/')
  if (returnTo === null) throw new SignInError(400, 'returnTo')
  await deleteExpiredSignIns(database)
  const { requestId, location } = await beginSignIn(exchange, provider, {
    returnTo,
    session: sentSessionHash(request, config),
  })
  const cookie = browserCookieName(config, requestId)
  if (cookie) response.setHeader('Set-Cookie', browserCookie(cookie, '1', signInMinutes * 60))
  sendResponse(request, response, redirectResponse(302, location, { 'Cache-Control': 'no-store' }))
}

/** Handles the response of the identity provider, which the browser posts. One that is refused is recorded. */
async function acceptResponse(exchange: Exchange, provider: IdentityProvider): Promise<void> {
  try {
    await acceptSignIn(exchange, provider)
  } catch (error) {
    if (error instanceof SignInError)
      await recordFailedSignIn(exchange.database, provider, signInRequest(exchange), error.message)
    throw error
  }
}

async function acceptSignIn(exchange: Exchange, provider: IdentityProvider): Promise<void> {
  const { config, logger, request, response } = exchange
  assertActive(provider)
  const form = await readFormBody(request, maximumFormBytes)
  if (!form) throw unsupportedMediaType('BODY_NOT_FORM')
  const encoded = form.get('SAMLResponse')
  if (!encoded) throw new SignInError(400, 'providerSilent')
  const assertion = await verifyResponse(exchange, provider, encoded).catch((error: unknown) => {
    logger.warn(
      { samlProviderId: provider.id, reason: reasonOf(error) },
      'rejected the response of an identity provider',
    )
    throw new SignInError(400, 'answerRefused')
  })
  const cookie = browserCookieName(config, assertion.requestId)
  if (cookie && readCookie(request, cookie) === null) throw new SignInError(400, 'otherBrowser')
  const proven = {
    identity: assertion.identity,
    consume: (transaction: Transaction) => consumeSignIn(transaction, provider, assertion),
    opened: async (transaction: Transaction, tokenId: string) => {
      const { nameId, sid } = assertion.session
      const data = { tokenId, issuer: provider.entityId, subject: nameId.nameID, sid, nameId }
      await transaction.providerSession.create({ data })
    },
  }
  const { token, returnTo } = await signIn(exchange, provider, proven, signInRequest(exchange))
  const cleared = cookie ? [browserCookie(cookie, '', 0)] : []
  response.setHeader('Set-Cookie', [sessionCookie(config, token), ...cleared])
  sendResponse(
    request,
    response,
    redirectResponse(303, publicPath(config, returnTo), { 'Cache-Control': 'no-store' }),
  )
}

/**
 * Ends the sessions that the provider names in a request, and leads the browser back with the answer. An answer of the provider
 * ends a sign-out that began here, where the session has ended already.
 */
async function acceptLogout(exchange: Exchange, provider: IdentityProvider): Promise<void> {
  const { config, limiter, logger, request, response, url } = exchange
  const isPosted = request.method === 'POST'
  const parameters = isPosted ? await readFormBody(request, maximumFormBytes) : url.searchParams
  if (!parameters) throw unsupportedMediaType('BODY_NOT_FORM')
  const leadTo = (location: string) =>
    sendResponse(request, response, redirectResponse(303, location, { 'Cache-Control': 'no-store' }))
  if (parameters.has('SAMLResponse')) return leadTo(publicPath(config, '/sign-out'))
  const encoded = parameters.get('SAMLRequest')
  if (!encoded) throw new SignInError(400, 'providerSilent')
  limiter.admitSignIn(request)
  assertActive(provider)
  if (provider.sloUrl === '') throw new SignInError(404, 'providerIncomplete')
  try {
    const sent = { encoded, query: isPosted ? null : url.search }
    const { logout, answerAddress } = await verifyLogout(exchange, provider, sent)
    await endNamedSessions(exchange, logout, signInRequest(exchange))
    return leadTo(await answerAddress(parameters.get('RelayState') ?? ''))
  } catch (error) {
    logger.warn(
      { samlProviderId: provider.id, reason: reasonOf(error) },
      'rejected the request of an identity provider to end sessions',
    )
    throw new SignInError(400, 'answerRefused')
  }
}

function assertActive(provider: IdentityProvider): void {
  if (!isActive(provider)) throw new SignInError(404, 'providerIncomplete')
}

const browserCookie = (name: string, value: string, maxAge: number): string =>
  serializeCookie(name, value, { path: '/saml/', sameSite: 'None', secure: true, maxAge })

/**
 * Returns the name of the cookie that marks the browser in which a sign-in was started, or null without https. It
 * prevents login CSRF: an attacker cannot make another browser use a response for the attacker's account. Browsers send
 * the cookie with the cross-site POST of the identity provider only over https.
 */
const browserCookieName = (config: Config, requestId: string): string | null =>
  isHttps(config) ? `lectern_saml${requestId}` : null

async function deleteExpiredSignIns(database: Database): Promise<void> {
  const where = { expiresAt: { lt: new Date() } }
  await database.transaction(async (transaction) => {
    await transaction.samlRequest.deleteMany({ where })
    await transaction.samlAssertion.deleteMany({ where })
  })
}
