import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEntityTag } from '../../../http/entity-tags.ts'
import { emptyResponse, redirectResponse, sendResponse, sendStream } from '../../../http/response.ts'
import type { Visit } from '../visits/visit.ts'
import { entityTag, setCaching } from './caching.ts'

/** A request of a visitor on its way. */
export interface SiteExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly visit: Visit
}

export interface Answer {
  readonly status?: number
  readonly contentType: string
  /** What the answer is made of, besides what is common to the site. */
  readonly parts: readonly unknown[]
  /** Others may get another answer at this address. */
  readonly isPersonal?: boolean
  readonly varies?: string[]
  readonly isForRobots?: boolean
  /** Of HTML. */
  readonly contentSecurityPolicy?: string
  /** Made only for those who do not have it yet. */
  readonly body: () => string | Promise<string> | AsyncIterable<string>
}

/** Sends an answer, or tells that the client has it already. */
export async function send({ request, response, visit }: SiteExchange, answer: Answer): Promise<void> {
  const { status = 200, contentType, parts, isPersonal = false, varies = [] } = answer
  const tag = entityTag(visit, parts)
  setCaching(response, visit, { tag, isPersonal, varies })
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin')
  if (answer.isForRobots === false) response.setHeader('X-Robots-Tag', 'noindex')
  if (answer.contentSecurityPolicy)
    response.setHeader('Content-Security-Policy', answer.contentSecurityPolicy)
  if (status === 200 && matchesEntityTag(request, tag))
    return sendResponse(request, response, emptyResponse(304))
  // What is not there may be there the next moment.
  if (status !== 200) response.removeHeader('ETag')
  response.setHeader('Content-Type', contentType)
  const body = answer.body()
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    response.writeHead(status)
    return sendStream(request, response, body)
  }
  sendResponse(request, response, { status, headers: {}, body: await body })
}

/** Redirects to another address. The redirect is cached no longer than other responses. */
export function redirect(
  { request, response, visit }: SiteExchange,
  location: string,
  status: 307 | 308 = 308,
): void {
  setCaching(response, visit, { tag: entityTag(visit, [location]) })
  response.removeHeader('ETag')
  sendResponse(request, response, redirectResponse(status, location))
}
