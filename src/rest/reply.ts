import type { IncomingMessage, ServerResponse } from 'node:http'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { type HttpResponse, sendResponse } from '../http/response.ts'

/** The header with the objects and the bytes that an operation has read, as a dictionary of RFC 9651. */
export const costHeader = 'X-Cost'

/** Sends a response with the headers that every response of the REST API has. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  requestId: string,
): void {
  sendResponse(request, response, {
    status,
    headers: { ...crossOriginHeaders, 'X-Request-Id': requestId, ...headers },
    body,
  })
}
