import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEntityTag } from '../../../http/entity-tags.ts'
import { emptyResponse, redirectResponse, sendResponse, sendStream } from '../../../http/response.ts'
import type { Visit } from '../visits/visit.ts'
import { entityTag, setCaching } from './caching.ts'

/** A request of an admitted visitor, and its response. */
export interface SiteExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly visit: Visit
}

export interface SiteContent {
  readonly status?: number
  readonly contentType: string
  /**
   * Values that the response depends on, besides those of the site and the visit. They are part of the entity tag.
   */
  readonly parts: readonly unknown[]
  /** Other visitors may get a different response. */
  readonly isPersonal?: boolean
  readonly varies?: string[]
  readonly isForRobots?: boolean
  /** For HTML only. */
  readonly contentSecurityPolicy?: string
  /** Renders the body. Not called if the client has the response already. */
  readonly body: () => string | Promise<string> | AsyncIterable<string>
}

/** Sends a response, or a 304 if the client has it already. */
export async function send({ request, response, visit }: SiteExchange, content: SiteContent): Promise<void> {
  const { status = 200, contentType, parts, isPersonal = false, varies = [] } = content
  const tag = entityTag(visit, parts)
  setCaching(response, visit, { tag, isPersonal, varies })
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin')
  if (content.isForRobots === false) response.setHeader('X-Robots-Tag', 'noindex')
  if (content.contentSecurityPolicy)
    response.setHeader('Content-Security-Policy', content.contentSecurityPolicy)
  if (status === 200 && matchesEntityTag(request, tag))
    return sendResponse(request, response, emptyResponse(304))
  // An error may be resolved at any time, so it has no entity tag.
  if (status !== 200) response.removeHeader('ETag')
  response.setHeader('Content-Type', contentType)
  const body = content.body()
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    response.writeHead(status)
    return sendStream(request, response, body)
  }
  sendResponse(request, response, { status, headers: {}, body: await body })
}

/** Redirects to another URL. The redirect is cached no longer than other responses. */
export function redirect(
  { request, response, visit }: SiteExchange,
  location: string,
  status: 307 | 308 = 308,
): void {
  setCaching(response, visit, { tag: entityTag(visit, [location]) })
  response.removeHeader('ETag')
  sendResponse(request, response, redirectResponse(status, location))
}
