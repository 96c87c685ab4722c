import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Scope } from '../published-sites/admission.ts'
import { preferredForm } from './accept.ts'
import type { SiteExchange } from './answers.ts'
import { openVisit } from './opening.ts'
import { answerNotFound, sendPage } from './pages.ts'
import { element, writeHtml } from './render/elements.ts'
import { sendResource } from './resources.ts'

/**
 * Serves published sites to visitors. One who is not let in gets what everybody gets where there is nothing at all:
 * below the address of this server a page that says so, and at another host name what it answers there otherwise,
 * for which this gives false.
 */
export function createSiteHandler(scope: Scope) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const opened = await openVisit(scope, request)
    if (!opened || ('signIn' in opened && !asksForHtml(request))) return answerNothing(request, response)
    if ('signIn' in opened) {
      response.writeHead(302, { Location: opened.signIn, 'Cache-Control': 'no-store' }).end()
      return true
    }
    const { visit, cookies } = opened
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return true
    }
    if (cookies.length > 0) response.setHeader('Set-Cookie', [...cookies])
    const exchange: SiteExchange = { request, response, visit }
    if ((await sendResource(exchange)) || (await sendPage(exchange))) return true
    await answerNotFound(exchange)
    return true
  }
}

function answerNothing(request: IncomingMessage, response: ServerResponse): boolean {
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
  response.writeHead(404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  })
  response.end(request.method === 'HEAD' ? undefined : page)
  return true
}

const asksForHtml = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && preferredForm(headers.accept) === 'html'
