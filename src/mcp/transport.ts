import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { type AppError, errorTable } from '../base/errors.ts'
import { isTrustedOrigin, preflightHeaders, type TrustingConfig } from '../http/cross-origin.ts'
import { errorForClient, headersOf } from '../http/error-response.ts'
import { emptyResponse, type HttpResponse, jsonResponse } from '../http/response.ts'
import { readJsonBody } from '../rest/json-body.ts'
import { type AskedBy, messageOf } from './tool-answers.ts'

const unkept = { 'Cache-Control': 'no-store' }

/** The code of errors that are none of JSON-RPC itself. */
const ofServer = -32_000

/** Returns a refusal in the form of JSON-RPC, which has no id, because the message was not read. */
export const refusal = (
  status: number,
  message: string,
  { code = ofServer, headers = {} }: { readonly code?: number; readonly headers?: OutgoingHttpHeaders } = {},
): HttpResponse =>
  jsonResponse(status, { jsonrpc: '2.0', error: { code, message }, id: null }, { ...unkept, ...headers })

/** The codes of JSON-RPC for what is wrong with a body. */
const codesOfRpc: Readonly<Partial<Record<AppError['code'], number>>> = {
  BAD_USER_INPUT: ErrorCode.ParseError,
  PAYLOAD_TOO_LARGE: ErrorCode.InvalidRequest,
  UNSUPPORTED_MEDIA_TYPE: ErrorCode.InvalidRequest,
  INTERNAL_SERVER_ERROR: ErrorCode.InternalError,
}

/** Runs what answers a request. What it throws is refused in the form that clients of the protocol read. */
export async function answerOrRefusal<Answer>(
  asked: AskedBy,
  run: () => Promise<Answer>,
): Promise<Answer | HttpResponse> {
  try {
    return await run()
  } catch (error) {
    const known = errorForClient(error, asked.logger)
    const code = known?.code ?? 'INTERNAL_SERVER_ERROR'
    return refusal(errorTable[code].status, messageOf(known ?? error, asked), {
      code: codesOfRpc[code] ?? ofServer,
      headers: known ? headersOf(known) : {},
    })
  }
}

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
    headers: { 'WWW-Authenticate': challenge },
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
    return refusal(405, 'This is the address of an MCP server. Send messages with POST.', {
      headers: { Allow: 'POST' },
    })
  return null
}

/** Reads the message of a request. Returns the refusal of several at once, which newer versions of the protocol have not. */
export async function readMessage(
  request: IncomingMessage,
  maxBytes: number,
  owner: string,
): Promise<{ readonly message: unknown } | HttpResponse> {
  const message = await readJsonBody(request, maxBytes, owner)
  return Array.isArray(message)
    ? refusal(400, 'Send one message in each request.', { code: ErrorCode.InvalidRequest })
    : { message }
}
