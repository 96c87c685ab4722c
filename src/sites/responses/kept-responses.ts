import type { OutgoingHttpHeaders } from 'node:http'
import { type CompressedForms, varyingByCoding } from '../../http/compression.ts'
import { matchesEntityTag } from '../../http/entity-tags.ts'
import { emptyResponse, sendResponse } from '../../http/response.ts'
import { countLookup } from '../../metrics/recorder.ts'
import { preferredFormat } from './accept.ts'
import { keepFor, keptFor } from './kept-for-claims.ts'
import type { SiteContent, SiteExchange } from './responses.ts'

/** A response with status 200 that is sent again for equal visits. */
interface KeptResponse {
  readonly tag: string
  /** Headers of the response and of a 304. */
  readonly headers: OutgoingHttpHeaders
  readonly contentType: string
  /** Null if only a 304 was sent. */
  readonly body: Buffer | null
  readonly forms?: CompressedForms
}

/** The memory that a response takes besides its body, about. */
const bytesBesidesBody = 2000
/** The memory of the compressed forms of a body, as a share of that of the body, about. */
const shareOfForms = 0.5

/** Sends the response that an equal visit got. Returns false if none is kept. */
export function sendKeptResponse(exchange: SiteExchange): boolean {
  const { request, response, visit } = exchange
  // Responses that set a cookie belong to one visitor.
  const kept = response.hasHeader('Set-Cookie')
    ? undefined
    : (keptFor(visit, keyOf(exchange)) as KeptResponse | undefined)
  if (!kept) return false
  const isKnown = matchesEntityTag(request, kept.tag)
  if (kept.body === null && !isKnown) return false
  visit.cache.responses.hits += 1
  countLookup('site responses', true)
  const { headers, contentType, body, forms } = kept
  sendResponse(
    request,
    response,
    isKnown
      ? emptyResponse(304, varyingByCoding(headers))
      : { status: 200, headers: { ...headers, 'Content-Type': contentType }, body, forms },
  )
  return true
}

/** Keeps a response for equal visits, if they get the same. */
export function keepResponse(
  exchange: SiteExchange,
  { sameFor }: Pick<SiteContent, 'sameFor'>,
  kept: KeptResponse,
): void {
  if (sameFor === undefined || exchange.response.hasHeader('Set-Cookie')) return
  const { cache } = exchange.visit
  cache.responses.misses += 1
  countLookup('site responses', false)
  const bytes = bytesBesidesBody + Math.ceil((kept.body?.byteLength ?? 0) * (1 + shareOfForms))
  keepFor(exchange.visit, keyOf(exchange), kept, { bytes, sameFor })
}

const keyOf = ({ request, visit }: SiteExchange): string =>
  `response ${preferredFormat(request.headers.accept)} ${visit.key}`
