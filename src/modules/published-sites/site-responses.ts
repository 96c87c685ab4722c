import type { IncomingMessage, ServerResponse } from 'node:http'
import { htmlResponse, sendResponse } from '../../http/response.ts'
import { sendNotFound } from './pages/not-found.ts'
import { sendPage } from './pages/page-responses.ts'
import { element, writeHtml } from './render/elements.ts'
import { sendResource } from './resources/resource-responses.ts'
import type { SiteExchange } from './responses/responses.ts'
import { runSiteWork } from './responses/site-work.ts'

/** Sends what the path names: a resource or a page, and otherwise a page that tells that there is none. */
export async function sendContent(exchange: SiteExchange): Promise<void> {
  if (await sendResource(exchange)) return
  await runSiteWork(exchange, async () => {
    if (!(await sendPage(exchange))) await sendNotFound(exchange)
  })
}

/** Sends the page for an address without a site that the visitor may see. */
export function sendUnknownPage(request: IncomingMessage, response: ServerResponse): void {
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
}
