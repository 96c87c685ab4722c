import type { IncomingMessage, ServerResponse } from 'node:http'
import { limiters, runHeavy } from '../admission/admission.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { disconnectionOf } from '../http/disconnection.ts'
import { emptyResponse, redirectResponse, sendResponse } from '../http/response.ts'
import { readContent } from '../modules/published-sites/visits/content-on-replica.ts'
import {
  isAtHostOfSites,
  mayBeForSite,
  openVisit,
  type SiteServices,
} from '../modules/published-sites/visits/open-visit.ts'
import { addressWithoutCredentials, hasCredentialInAddress } from '../modules/published-sites/visits/visit.ts'
import { waitForPosition } from '../request/positions.ts'
import { preferredFormat } from './responses/accept.ts'
import { sendKeptResponse } from './responses/kept-responses.ts'
import type { SiteExchange } from './responses/responses.ts'

/**
 * Serves published sites to visitors. The steps of a request:
 *
 * 1. Find the site at the URL, with the versions of what its responses are made of (addresses/site-address.ts), and take
 *    the key of a share link off the path (addresses/share-keys.ts).
 * 2. Read the credentials of the request: share key, visitor token, unsigned claims, preview
 *    (visits/request-credentials.ts).
 * 3. Admit the visitor (visits/admission.ts).
 * 4. Take the parts of the site (visits/site-parts.ts) and find those that are visible to the visitor
 *    (visits/visible-structure.ts). Steps 1 to 4 create a Visit (visits/open-visit.ts).
 *    A browser whose address has a token in it is redirected to the address without it, so that nobody copies the token.
 * 5. Send the response that an equal visit got, if it is kept (responses/kept-responses.ts).
 * 6. Choose a replica for what is read from here on, if one has the site as it was found (visits/content-on-replica.ts).
 *    Find what the path names: a resource such as robots.txt, the search or a file (resources/), else a page (pages/,
 *    which reads visible-content/).
 * 7. Render it (render/).
 * 8. Respond with entity tag and caching headers, and keep the response (responses/).
 *
 * src/docs/contributing/published-sites.md lists what a response is made of, and why a kept one is never stale.
 *
 * A visitor who is not admitted gets the same response as for a URL without a site, so that nobody learns which
 * sites exist: below the base URL of this server and at the host name of a site a page with status 404. At any other host
 * the handler returns false and the server responds as it does there otherwise. A host name of a site, published or not,
 * serves nothing else of the server.
 */
export function createSiteHandler(services: SiteServices) {
  return (request: IncomingMessage, response: ServerResponse): Promise<boolean> | false =>
    (fileOfSites.test(request.url ?? '') || mayBeForSite(services, request)) && serve(request, response)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (await sendFileOfSites(request, response)) return true
    if (services.config.readsOnly) await waitForPosition(services.database, request)
    const opened = await openQueued(services, request)
    if (!opened || ('signIn' in opened && !asksForHtml(request)))
      return sendUnknownSite(services, request, response)
    if ('signIn' in opened) {
      sendResponse(request, response, redirectResponse(302, opened.signIn, { 'Cache-Control': 'no-store' }))
      return true
    }
    if ('signOut' in opened) {
      const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': [...opened.cookies] }
      sendResponse(request, response, redirectResponse(302, opened.signOut, headers))
      return true
    }
    const { visit, cookies } = opened
    if (request.method === 'POST') {
      const { countRating, isRating } = await import('../modules/published-sites/visits/page-ratings.ts')
      if (isRating(request, visit)) {
        services.limiter.admitRating(request)
        sendResponse(request, response, await countRating(request, visit))
        return true
      }
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendResponse(request, response, emptyResponse(405, { Allow: 'GET, HEAD' }))
      return true
    }
    if (cookies.length > 0) response.setHeader('Set-Cookie', [...cookies])
    if (hasCredentialInAddress(visit) && asksForHtml(request) && isInAddressBar(request)) {
      const place = addressWithoutCredentials(visit)
      sendResponse(request, response, redirectResponse(302, place, { 'Cache-Control': 'no-store' }))
      return true
    }
    const exchange: SiteExchange = { request, response, visit }
    if (sendKeptResponse(exchange)) return true
    const { sendContent } = await loadResponses()
    await readContent(visit, request, (reading) => sendContent({ ...exchange, visit: reading }))
    return true
  }
}

/**
 * The turns of the event loop before a visit is opened while many others wait. In each turn the server accepts a connection,
 * so that the first request on one does not wait for the visits of all that were opened before it.
 */
const turnsBeforeVisit = 8

/** The number of visits that wait from which on they yield to others. To open fewer takes some milliseconds. */
const manyVisits = 32

/** Opens a visit when one of the slots of its address is free. */
function openQueued(services: SiteServices, request: IncomingMessage): ReturnType<typeof openVisit> {
  const options = { owner: services.limiter.addressOf(request), signal: disconnectionOf(request) }
  return runHeavy('siteVisits', options, async () => {
    if (limiters.siteVisits.counts.queued >= manyVisits) await yieldToEventLoop(turnsBeforeVisit)
    return openVisit(services, request)
  })
}

let responses: Promise<typeof import('./site-responses.ts')> | undefined

/** Loads the code that renders once it is needed. A start does without it: see `server/deferred-code.ts`. */
function loadResponses() {
  responses ??= import('./site-responses.ts')
  return responses
}

/** The path of a file that is the same on all sites. */
const fileOfSites = /^\/(?:[^?]*\/)?~static\/([\w.-]+)(?:\?|$)/

/**
 * Sends a file that is the same on all sites, without looking for the site. Returns false unless the path is one of such a
 * file.
 */
async function sendFileOfSites(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const [, name] = fileOfSites.exec(request.url ?? '') ?? []
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const { sendSiteFile } = await import('./browser/site-files.ts')
  return sendSiteFile(request, response, name)
}

async function sendUnknownSite(
  services: SiteServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!request.url?.startsWith('/sites/') && !(await isAtHostOfSites(services, request))) return false
  const { sendUnknownPage } = await loadResponses()
  sendUnknownPage(request, response)
  return true
}

const asksForHtml = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  preferredFormat(headers.accept) === 'html'

/** Returns false for what a browser shows within a page: it shows no address, and may keep no cookie of another site. */
const isInAddressBar = ({ headers }: IncomingMessage) =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document'
