import type { IncomingMessage } from 'node:http'
import { publicPath } from '../base/app-addresses.ts'
import { acceptedCoding } from '../http/compression.ts'
import { emptyResponse, type HttpResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'
import { leadTo, signInAddress } from '../sign-in/return-path.ts'
import { isSignedIn, type PageExchange, type PageServices, visitOf } from '../sign-in/visit.ts'
import { builtFile, startFiles } from './built-files.ts'
import { shellPage } from './shell-page.ts'

export async function answerFile(request: IncomingMessage): Promise<HttpResponse> {
  const [, name = ''] = /\/assets\/([^/?]+)/.exec(request.url ?? '') ?? []
  const file = await builtFile(name, acceptedCoding(request))
  // After an upgrade, a page that is still open asks for parts of the application before it.
  if (!file) return emptyResponse(404, { 'Cache-Control': 'no-store' })
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(file.coding && { 'Content-Encoding': file.coding }),
    },
    body: file.body,
  }
}

/**
 * Answers an address of the workspace with its page, which is the same for all of them. Leads who is not signed in to the
 * sign-in, from which they come back. Undefined where the workspace was not built.
 */
export async function answerShell(
  services: PageServices,
  exchange: PageExchange,
): Promise<HttpResponse | undefined> {
  const files = startFiles()
  if (!files) return undefined
  assertMethod(exchange.request, 'GET', 'HEAD')
  const visit = visitOf(services, exchange)
  const context = await services.contextOf(visit)
  const { pathname, search } = visit.url
  if (!isSignedIn({ ...visit, context }))
    return leadTo(publicPath(services.config, signInAddress(`${pathname}${search}`)))
  return shellPage({ baseUrl: services.config.baseUrl, language: visit.language, files })
}
