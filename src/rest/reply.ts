import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What is sent back, apart from the headers that every reply has. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

export const jsonReply = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export const emptyReply = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: null,
})

/** The same reply with an entity tag of its body, or 304 where the client has that body already. */
export function conditionalReply(reply: Reply, request: IncomingMessage): Reply {
  const digest = createHash('sha1')
    .update(reply.body ?? '')
    .digest('base64url')
  const tag = `W/"${digest}"`
  const headers = { ...reply.headers, ETag: tag }
  return isKnown(request.headers['if-none-match'], digest)
    ? emptyReply(304, withoutBody(headers))
    : { ...reply, headers }
}

function isKnown(condition: string | undefined, digest: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${digest}"`)
}

function withoutBody(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'))
}

/**
 * Any page may call with a bearer token, which it must already know: there are no cookies that a foreign page could
 * make use of.
 */
const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-Content-Type-Options': 'nosniff',
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  requestId: string,
): void {
  const { status, headers, body } = reply
  // A 204 and a 304 have no body by definition; a 205 must say that it has none.
  const length = body === null ? (status === 205 ? 0 : undefined) : Buffer.byteLength(body)
  response.writeHead(status, {
    ...commonHeaders,
    'X-Request-Id': requestId,
    ...headers,
    ...(length !== undefined && { 'Content-Length': length }),
  })
  response.end(request.method === 'HEAD' ? undefined : (body ?? undefined))
}
