import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isCompressible, varyingByCoding } from './compression.ts'
import { emptyResponse, type HttpResponse } from './response.ts'

/**
 * Returns whether `If-None-Match` names the entity tag, which means that the client has the representation already.
 * Compares weakly, as RFC 9110 asks for in this header: `W/` counts on neither side.
 */
export function matchesEntityTag({ headers }: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const condition = headers['if-none-match']
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((known) => opaqueTag(known) === opaqueTag(tag))
}

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Adds a weak entity tag of the body to a response, and turns it into a 304 if the client has that body already. */
export function conditionalResponse(
  request: Pick<IncomingMessage, 'headers'>,
  response: HttpResponse,
): HttpResponse {
  const digest = createHash('sha1')
    .update(response.body ?? '')
    .digest('base64url')
  const tag = `W/"${digest}"`
  if (!matchesEntityTag(request, tag)) return { ...response, headers: { ...response.headers, ETag: tag } }
  const { 'Content-Type': contentType, ...lasting } = response.headers
  const headers = { ...lasting, ETag: tag }
  return emptyResponse(304, isCompressible(contentType, response.body) ? varyingByCoding(headers) : headers)
}
