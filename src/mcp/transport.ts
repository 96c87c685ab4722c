import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isTrustedOrigin, preflightHeaders, type TrustingConfig } from '../http/cross-origin.ts'
import { emptyResponse, type HttpResponse, jsonResponse } from '../http/response.ts'
import { readJsonBody } from '../rest/json-body.ts'

const unkept = { 'Cache-Control': 'no-store' }

/** Returns a refusal in the form of JSON-RPC, which has no id, because the message was not read. */
export const refusal = (status: number, message: string, headers: OutgoingHttpHeaders = {}): HttpResponse =>
  jsonResponse(
    status,
    { jsonrpc: '2.0', error: { code: -32_000, message }, id: null },
    { ...unkept, ...headers },
  )

/** Where a client finds how to get a token, and whether it has sent one that is not accepted. */
export interface Challenge {
  readonly metadataUrl: string
  readonly scope: string
  readonly hasToken: boolean
}

/** Returns the refusal of a request without a token that is accepted, from which a client finds the authorization server. */
export function tokenRequired({ metadataUrl, scope, hasToken }: Challenge): HttpResponse {
  const fault = hasToken ? ', error="invalid_token", error_description="The token is not active"' : ''
  const challenge = `Bearer resource_metadata="${metadataUrl}", scope="${scope}"${fault}`
  return refusal(401, 'A token is required: Authorization: Bearer <token>.', {
    'WWW-Authenticate': challenge,
  })
}

const methodsOfClients = 'POST, GET, DELETE'

/**
 * Answers what is no message: requests of pages of other origins, which a browser sends as whoever it runs for, streams and
 * sessions, of which there are none. Returns null for a message.
 */
export function answerWithoutMessage(
  request: IncomingMessage,
  response: ServerResponse,
  config: TrustingConfig,
  ownOrigin: string,
): HttpResponse | null {
  const { origin } = request.headers
  if (origin !== undefined) {
    if (origin !== ownOrigin && !isTrustedOrigin(origin, config))
      return refusal(403, 'Pages of this origin may not ask. Its operator adds it to ALLOWED_ORIGINS.')
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After, X-Request-Id')
    response.setHeader('Vary', 'Origin')
  }
  if (request.method === 'OPTIONS')
    return emptyResponse(
      204,
      preflightHeaders(methodsOfClients, [
        'Authorization',
        'Content-Type',
        'Accept',
        'MCP-Protocol-Version',
        'Mcp-Session-Id',
        'Last-Event-ID',
      ]),
    )
  if (request.method !== 'POST')
    return refusal(405, 'This is the address of an MCP server. Send messages with POST.', { Allow: 'POST' })
  return null
}

/** Reads the message of a request. Returns the refusal of several at once, which newer versions of the protocol have not. */
export async function readMessage(
  request: IncomingMessage,
  maxBytes: number,
  owner: string,
): Promise<{ readonly message: unknown } | HttpResponse> {
  const message = await readJsonBody(request, maxBytes, owner)
  return Array.isArray(message) ? refusal(400, 'Send one message in each request.') : { message }
}
