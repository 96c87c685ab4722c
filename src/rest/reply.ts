import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpResponse, sendResponse } from '../http/response.ts'

/** The header with the objects and the bytes that an operation has read, as a dictionary of RFC 9651. */
export const costHeader = 'X-Cost'

/**
 * Any page may call with a bearer token, which it must already know: there are no cookies that a foreign page could
 * make use of.
 */
const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Location, Preference-Applied, Retry-After, Warning, X-Cost, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-Content-Type-Options': 'nosniff',
}

/** Sends a response with the headers that every response of the REST API has. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  requestId: string,
): void {
  sendResponse(request, response, {
    status,
    headers: { ...commonHeaders, 'X-Request-Id': requestId, ...headers },
    body,
  })
}
