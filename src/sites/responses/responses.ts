import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { CompressedForms, varyingByCoding } from '../../http/compression.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, redirectResponse, sendResponse, sendStreamResponse } from '../../http/response.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { cachingHeaders, entityTag } from './caching.ts'
import { keepResponse } from './kept-responses.ts'

/** A request of an admitted visitor, and its response. */
export interface SiteExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly visit: Visit
}

/** A body as a whole. One that is not complete is sent once and never again: the next reader may get more. */
export interface WholeContent {
  readonly text: string
  readonly isComplete: boolean
}

/** A body as a whole or, if it is long, its pieces. */
type Content = string | WholeContent | AsyncIterable<string>

export interface SiteContent {
  readonly status?: number
  readonly contentType: string
  /**
   * Values that the response depends on, besides those of the site and the visit. They are part of the entity tag.
   */
  readonly parts: readonly unknown[]
  /**
   * Whether equal visits get the same response: all of them, or those with the same claims. Absent if the response
   * depends on anything else, such as the search index.
   */
  readonly sameFor?: 'all' | 'claims'
  /** Other visitors may get a different response. */
  readonly isPersonal?: boolean
  readonly varies?: readonly string[]
  readonly isForRobots?: boolean
  /** For HTML only. */
  readonly contentSecurityPolicy?: string
  /** Renders the body. Not called if the client has the response already. */
  readonly body: () => Content | Promise<Content>
}

/** Sends a response, or a 304 if the client has it already. */
export async function send(exchange: SiteExchange, content: SiteContent): Promise<void> {
  const { request, response, visit } = exchange
  const { status = 200, contentType } = content
  const tag = entityTag(visit, content.parts)
  const headers = headersOf(exchange, content, tag)
  if (status === 200 && matchesEntityTag(request, tag)) {
    keepResponse(exchange, content, { tag, headers, contentType, body: null })
    return sendResponse(request, response, emptyResponse(304, varyingByCoding(headers)))
  }
  const body = await content.body()
  const sent = { ...headers, 'Content-Type': contentType }
  if (typeof body === 'object' && !('text' in body))
    return sendStreamResponse(request, response, { status, headers: sent, body })
  const { text, isComplete } = typeof body === 'string' ? { text: body, isComplete: true } : body
  const bytes = Buffer.from(text)
  if (!isComplete) return sendResponse(request, response, { status, headers: passing(sent), body: bytes })
  const forms = new CompressedForms()
  if (status === 200) keepResponse(exchange, content, { tag, headers, contentType, body: bytes, forms })
  sendResponse(request, response, { status, headers: sent, body: bytes, ...(content.sameFor && { forms }) })
}

function headersOf(
  { response, visit }: SiteExchange,
  { status = 200, isPersonal, sameFor, varies, isForRobots, contentSecurityPolicy }: SiteContent,
  tag: string,
): OutgoingHttpHeaders {
  return {
    // An error may be resolved at any time, so it has no entity tag.
    ...cachingHeaders(visit, response, {
      ...(status === 200 && { tag }),
      isPersonal,
      isLasting: sameFor !== undefined,
      varies,
    }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(isForRobots === false && { 'X-Robots-Tag': 'noindex' }),
    ...(contentSecurityPolicy && { 'Content-Security-Policy': contentSecurityPolicy }),
  }
}

/** Returns the headers of a response that nobody may keep. */
const passing = ({ ETag: _, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...headers,
  'Cache-Control': 'no-store',
})

/** Redirects to another URL. The redirect is cached no longer than other responses. */
export function redirect(
  { request, response, visit }: SiteExchange,
  location: string,
  status: 307 | 308 = 308,
): void {
  sendResponse(
    request,
    response,
    redirectResponse(status, location, cachingHeaders(visit, response, { isLasting: true })),
  )
}
