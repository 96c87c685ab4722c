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

/**
 * Returns whether `If-Match` names the entity tag of what is there now, or is `*` and there is something. Compares weakly as
 * well, although RFC 9110 asks for a strong comparison: the tags are digests of the whole representation, and weak only
 * because its encoding may differ.
 */
export function isIfMatchMet({ headers }: Pick<IncomingMessage, 'headers'>, tag: string | null): boolean {
  const condition = headers['if-match']
  if (condition === undefined) return true
  if (tag === null) return false
  if (condition.trim() === '*') return true
  return condition.split(',').some((known) => opaqueTag(known) === opaqueTag(tag))
}

/** Returns the weak entity tag of a body, or of what it is made of. */
export function entityTagOf(...parts: readonly (string | Buffer)[]): string {
  const digest = createHash('sha1')
  for (const part of parts) digest.update(part)
  return `W/"${digest.digest('base64url')}"`
}

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Adds a weak entity tag of the body to a response, and turns it into a 304 if the client has that body already. */
export function conditionalResponse(
  request: Pick<IncomingMessage, 'headers'>,
  response: HttpResponse,
): HttpResponse {
  const tag = entityTagOf(response.body ?? '')
  if (!matchesEntityTag(request, tag)) return { ...response, headers: { ...response.headers, ETag: tag } }
  const { 'Content-Type': contentType, ...lasting } = response.headers
  const headers = { ...lasting, ETag: tag }
  return emptyResponse(304, isCompressible(contentType, response.body) ? varyingByCoding(headers) : headers)
}
