import type { IncomingMessage, ServerResponse } from 'node:http'
import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import type { Logger } from 'pino'
import { isHttps, isSameOrigin, sessionCookie, sessionCookieName } from '../../access/session-cookie.ts'
import { hashToken } from '../../access/tokens.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { AppError, notFound } from '../../errors.ts'
import type { SamlProvider } from '../../generated/prisma/client.ts'
import { readCookie, serializeCookie } from '../../http/cookies.ts'
import { readBody } from '../../http/request-body.ts'
import { redirectResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import { ownPath, serviceAddresses } from './addresses.ts'
import { maximumFormBytes, sessionHours, signInMinutes } from './limits.ts'
import { SignInRefusal, sendRefusal } from './refusal-page.ts'
import { isActive } from './service.ts'
import { signIn } from './sign-in.ts'
import { beginSignIn, verifyResponse } from './verification.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

interface Exchange extends Services {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

type Endpoint = readonly [
  method: 'GET' | 'POST',
  answer: (exchange: Exchange, provider: SamlProvider) => Promise<void>,
]

const endpoints: Readonly<Record<string, Endpoint>> = {
  metadata: ['GET', sendMetadata],
  login: ['GET', sendToProvider],
  acs: ['POST', takeAnswer],
}

/**
 * Serves `/saml/<provider>/metadata`, `/login` and `/acs`, the service provider's side of SAML, and `/saml/logout`.
 * Who comes here is a person with a browser, so that refusals are pages.
 */
export function createSamlHandler(services: Services) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { requestId }: { readonly requestId: string },
  ): Promise<void> => {
    const logger = services.logger.child({ requestId })
    const url = new URL(request.url ?? '/', 'http://saml')
    try {
      await answer({ ...services, logger, request, response, url })
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error
      sendRefusal(request, response, error)
    }
  }
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, url, database } = exchange
  const [, , first = '', second, ...rest] = url.pathname.split('/')
  if (first === 'logout' && second === undefined) {
    assertMethod(request, 'POST')
    return signOut(exchange)
  }
  const endpoint = second !== undefined && Object.hasOwn(endpoints, second) ? endpoints[second] : undefined
  if (!endpoint || rest.length > 0) throw notFound()
  const [method, respond] = endpoint
  assertMethod(request, method)
  const provider = await database.prisma.samlProvider.findUnique({ where: { id: first } })
  if (!provider) throw new SignInRefusal(404, 'There is no such sign-in. Ask an admin for the right address.')
  return respond(exchange, provider)
}

async function sendMetadata({ config, request, response }: Exchange, { id }: SamlProvider): Promise<void> {
  const { acsURL, entityID } = serviceAddresses(config, id)
  sendResponse(request, response, {
    status: 200,
    headers: { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' },
    body: generateServiceProviderMetadata({
      issuer: entityID,
      callbackUrl: acsURL,
      wantAssertionsSigned: true,
    }),
  })
}

/** Sends the browser to the identity provider, and remembers to which page of this server it wants to come back. */
async function sendToProvider(exchange: Exchange, provider: SamlProvider): Promise<void> {
  const { config, database, request, response, url } = exchange
  assertActive(provider)
  const returnTo = ownPath(config, url.searchParams.get('returnTo') ?? '/graphql')
  if (returnTo === null) throw new SignInRefusal(400, 'The address to return to is not one of this server.')
  await forgetExpired(database)
  const { requestId, location } = await beginSignIn(exchange, provider, returnTo)
  const cookie = browserMark(config, requestId)
  if (cookie) response.setHeader('Set-Cookie', markCookie(cookie, '1', signInMinutes * 60))
  sendResponse(request, response, redirectResponse(302, location, { 'Cache-Control': 'no-store' }))
}

/** Takes the answer of the identity provider, which the browser brings along. */
async function takeAnswer(exchange: Exchange, provider: SamlProvider): Promise<void> {
  const { config, database, logger, request, response } = exchange
  assertActive(provider)
  const encoded = (await readForm(request)).get('SAMLResponse')
  if (!encoded) throw new SignInRefusal(400, 'The identity provider sent no answer. Begin again.')
  const assertion = await verifyResponse(exchange, provider, encoded).catch((error: unknown) => {
    logger.warn(
      { samlProviderId: provider.id, reason: reasonOf(error) },
      'answer of identity provider refused',
    )
    throw new SignInRefusal(
      400,
      'The answer of the identity provider was not accepted. Begin again; if that does not help, tell an admin.',
    )
  })
  const cookie = browserMark(config, assertion.requestId)
  if (cookie && readCookie(request, cookie) === null)
    throw new SignInRefusal(400, 'This sign-in was begun in another browser. Begin again in this one.')
  const { token, returnTo } = await signIn(database, provider, assertion)
  const cleared = cookie ? [markCookie(cookie, '', 0)] : []
  response.setHeader('Set-Cookie', [sessionCookie(config, token, sessionHours * 3600), ...cleared])
  sendResponse(request, response, redirectResponse(303, returnTo, { 'Cache-Control': 'no-store' }))
}

async function signOut({ config, database, request, response }: Exchange): Promise<void> {
  if (!isSameOrigin(request, config))
    throw new SignInRefusal(403, 'Another site asked to sign you out. Do it from a page of this server.')
  const token = readCookie(request, sessionCookieName)
  if (token)
    await database.prisma.apiToken.updateMany({
      where: { hash: hashToken(token), revokedAt: null },
      data: { revokedAt: new Date() },
    })
  response.setHeader('Set-Cookie', sessionCookie(config, '', 0))
  sendResponse(request, response, redirectResponse(303, '/graphql', { 'Cache-Control': 'no-store' }))
}

function assertActive(provider: SamlProvider): void {
  if (!isActive(provider))
    throw new SignInRefusal(404, 'This sign-in is not set up in full yet. Ask an admin of the organization.')
}

const markCookie = (name: string, value: string, maxAge: number): string =>
  serializeCookie(name, value, { path: '/saml/', sameSite: 'None', secure: true, maxAge })

/**
 * The cookie that says that a sign-in was begun in this browser. Without it, somebody could bring others to sign in
 * under an account that is not theirs, with an answer that was made for that somebody. It must come along when the
 * identity provider's page posts to this server, which browsers allow over https alone.
 */
const browserMark = (config: Config, requestId: string): string | null =>
  isHttps(config) ? `lectern_saml${requestId}` : null

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function forgetExpired({ prisma }: Database): Promise<void> {
  const where = { expiresAt: { lt: new Date() } }
  await prisma.samlRequest.deleteMany({ where })
  await prisma.samlAssertion.deleteMany({ where })
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The request body must be a form.')
  return new URLSearchParams((await readBody(request, maximumFormBytes)).toString('utf8'))
}
