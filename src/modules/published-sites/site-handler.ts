import type { IncomingMessage, ServerResponse } from 'node:http'
import { emptyResponse, htmlResponse, redirectResponse, sendResponse } from '../../http/response.ts'
import { sendNotFound } from './pages/not-found.ts'
import { sendPage } from './pages/page-responses.ts'
import { element, writeHtml } from './render/elements.ts'
import { sendResource } from './resources/resource-responses.ts'
import { preferredFormat } from './responses/accept.ts'
import type { SiteExchange } from './responses/responses.ts'
import type { Services } from './visits/admission.ts'
import { openVisit } from './visits/open-visit.ts'

/**
 * Serves published sites to visitors. The steps of a request:
 *
 * 1. Find the site at the URL (addresses/site-address.ts) and take the key of a share link off the path
 *    (addresses/share-keys.ts).
 * 2. Read the credentials of the request: share key, visitor token, unsigned claims, preview
 *    (visits/request-credentials.ts).
 * 3. Admit the visitor (visits/admission.ts).
 * 4. Read the structure of the site that is visible to them (visits/visible-structure.ts). Steps 1 to 4
 *    create a Visit (visits/open-visit.ts).
 * 5. Find what the path names: a resource such as robots.txt, the search or a file (resources/), else a page (pages/,
 *    which reads visible-content/).
 * 6. Render it (render/).
 * 7. Respond with entity tag and caching headers (responses/).
 *
 * A visitor who is not admitted gets the same response as for a URL without a site, so that nobody learns which
 * sites exist: below the base URL of this server a page with status 404; at any other host the handler returns false
 * and the server responds as it does there otherwise.
 */
export function createSiteHandler(services: Services) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const opened = await openVisit(services, request)
    if (!opened || ('signIn' in opened && !asksForHtml(request))) return sendUnknownSite(request, response)
    if ('signIn' in opened) {
      sendResponse(request, response, redirectResponse(302, opened.signIn, { 'Cache-Control': 'no-store' }))
      return true
    }
    const { visit, cookies } = opened
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendResponse(request, response, emptyResponse(405, { Allow: 'GET, HEAD' }))
      return true
    }
    if (cookies.length > 0) response.setHeader('Set-Cookie', [...cookies])
    const exchange: SiteExchange = { request, response, visit }
    if ((await sendResource(exchange)) || (await sendPage(exchange))) return true
    await sendNotFound(exchange)
    return true
  }
}

function sendUnknownSite(request: IncomingMessage, response: ServerResponse): boolean {
  if (!request.url?.startsWith('/sites/')) return false
  const page = writeHtml(
    element(
      'html',
      { lang: 'en' },
      element('head', {}, element('title', {}, 'Not found')),
      element(
        'body',
        {},
        element('h1', {}, 'Not found'),
        element('p', {}, 'There is nothing at this address.'),
      ),
    ),
  )
  sendResponse(
    request,
    response,
    htmlResponse(404, page, {
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    }),
  )
  return true
}

const asksForHtml = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  preferredFormat(headers.accept) === 'html'
