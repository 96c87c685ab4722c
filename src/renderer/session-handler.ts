import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brokenRule } from '../base/rules.ts'
import { jsonResponse, sendResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'

/** Maximum characters of an identifier. */
const longestId = 200

/**
 * Answers the call by which the script of a renderer in a browser learns the identifier under which it counts a visit: the
 * one that it proposes. Nothing is stored, no cookie is set, and those that the browser sends along are not read, so that
 * pages of any origin may read the answer.
 */
export function sendVisitorSession(request: IncomingMessage, response: ServerResponse): void {
  assertMethod(request, 'GET', 'HEAD')
  const { origin } = request.headers
  const proposed = new URL(request.url ?? '/', 'http://lectern').searchParams.get('proposed')
  if (proposed !== null && proposed.length > longestId)
    throw brokenRule('proposed', 'TOO_LONG', { maximum: longestId })
  const headers = {
    'Cache-Control': 'no-store',
    Vary: 'Origin',
    'X-Content-Type-Options': 'nosniff',
    // The browser calls with its cookies, for which a wildcard does not count.
    ...(origin !== undefined && {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
    }),
  }
  sendResponse(request, response, jsonResponse(200, { deviceId: proposed || randomUUID() }, headers))
}
