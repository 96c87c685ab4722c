import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { preflightHeaders } from '../../http/cross-origin.ts'
import { readFormBody } from '../../http/form-body.ts'
import { readBody } from '../../http/request-body.ts'
import { emptyResponse, type HttpResponse, jsonResponse, sendResponse } from '../../http/response.ts'
import { assertMethod } from '../../http/transport-error.ts'
import type { RateLimiter } from '../../rate-limits/rate-limiter.ts'
import { registerClient } from './clients.ts'
import { registrationLimits } from './limits.ts'
import { protectedResource, serverMetadata } from './metadata.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { exchangeToken, type ProgramRequest, revokeTokenOf } from './tokens.ts'

interface Services {
  readonly config: Config
  readonly database: Database
  readonly limiter: Pick<RateLimiter, 'admitSignIn' | 'countFailure'>
}

/** Programs may run in pages of any origin: they send no cookies here. */
const crossOrigin = { 'Access-Control-Allow-Origin': '*' }

const unkept = { ...crossOrigin, 'Cache-Control': 'no-store', Pragma: 'no-cache' }

const serverPath = /^\/\.well-known\/oauth-authorization-server(\/[^?]*)?$/
const resourcePath = /^\/\.well-known\/oauth-protected-resource(\/[^?]*)?$/

/** The paths of programs. `/oauth/authorize` is a page for users, which is not here. */
export const oauthPath =
  /^\/oauth\/(token|register|revoke)$|^\/\.well-known\/oauth-(authorization-server|protected-resource)(\/|$)/

/** Serves programs that register, exchange codes and refresh tokens, and what they read to find that. */
export function createOAuthHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    sendResponse(request, response, await answer(services, request))
}

async function answer(services: Services, request: IncomingMessage): Promise<HttpResponse> {
  const path = (request.url ?? '').split('?')[0] as string
  if (request.method === 'OPTIONS') {
    const asked = preflightHeaders('GET, POST', ['Authorization', 'Content-Type', 'MCP-Protocol-Version'])
    return emptyResponse(204, { ...crossOrigin, ...asked })
  }
  if (serverPath.test(path)) return metadataResponse(request, serverMetadata(services.config))
  const [isResource, below = ''] = resourcePath.exec(path) ?? []
  if (isResource !== undefined)
    return metadataResponse(
      request,
      protectedResource(services.config, services.config.baseUrl + below.replace(/\/$/, '')),
    )
  assertMethod(request, 'POST')
  try {
    if (path === '/oauth/register') return await register(services, request)
    const asked = await readForm(request)
    if (path === '/oauth/token') return await exchange(services, request, asked)
    if (path === '/oauth/revoke') {
      await revokeTokenOf(services.database, asked)
      return jsonResponse(200, {}, unkept)
    }
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    return jsonResponse(error.status, { error: error.code, error_description: error.message }, unkept)
  }
  throw notFound()
}

function metadataResponse(request: IncomingMessage, metadata: object): HttpResponse {
  assertMethod(request, 'GET', 'HEAD')
  return jsonResponse(200, metadata, { ...crossOrigin, 'Cache-Control': 'public, max-age=3600' })
}

async function register({ database, limiter }: Services, request: IncomingMessage): Promise<HttpResponse> {
  limiter.admitSignIn(request)
  const text = (await readBody(request, registrationLimits.bodyBytes)).toString('utf8')
  const { client, authMethod, secret } = await registerClient(database, parsed(text))
  return jsonResponse(
    201,
    {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: authMethod,
      ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    },
    unkept,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthRefusal('invalid_client_metadata', 'the body must be JSON')
  }
}

/** Exchanges a token. A refusal is counted like a failed authentication. */
async function exchange(
  { database, limiter }: Services,
  request: IncomingMessage,
  asked: ProgramRequest,
): Promise<HttpResponse> {
  const { status, body } = await exchangeToken(database, asked)
  if (status !== 200) limiter.countFailure(request)
  return jsonResponse(status, body, unkept)
}

async function readForm(request: IncomingMessage): Promise<ProgramRequest> {
  const form = await readFormBody(request, registrationLimits.bodyBytes)
  if (!form) throw new OAuthRefusal('invalid_request', 'the body must be application/x-www-form-urlencoded')
  return { form, authorization: request.headers.authorization }
}
