import type { IncomingMessage, ServerResponse } from 'node:http'
import { htmlResponse, sendResponse } from '../http/response.ts'
import { sendNotFound } from './pages/not-found.ts'
import { sendPage } from './pages/page-responses.ts'
import { hashOf } from './render/content-security-policy.ts'
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

/** The look of the page for an address without a site, which has no site whose stylesheet it could use. */
const plainStyles =
  ':root{color-scheme:light dark}' +
  'body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;padding:1.5rem;' +
  'box-sizing:border-box;font:1rem/1.6 system-ui,sans-serif;text-align:center}' +
  'h1{margin:0;font-size:1.75rem;line-height:1.3}p{margin:.5rem 0 0}'

const unknownPage = writeHtml(
  element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charSet: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('title', {}, 'Not found'),
      element('style', {}, plainStyles),
    ),
    element(
      'body',
      {},
      element(
        'main',
        {},
        element('h1', {}, 'Not found'),
        element('p', {}, 'There is nothing at this address.'),
      ),
    ),
  ),
)

/** Sends the page for an address without a site that the visitor may see. */
export function sendUnknownPage(request: IncomingMessage, response: ServerResponse): void {
  sendResponse(
    request,
    response,
    htmlResponse(404, unknownPage, {
      'Content-Security-Policy': `default-src 'none'; style-src ${hashOf(plainStyles)}`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    }),
  )
}
