import { SignInError } from '../access/page-error.ts'
import { publicPath } from '../base/app-addresses.ts'
import type { Config } from '../base/config.ts'
import type { PathHandler } from '../http/path-handler.ts'
import { sendResponse } from '../http/response.ts'
import { leadTo } from './return-path.ts'
import type { PageServices } from './visit.ts'

/** Loads the pages once one is asked for. A start does without them: see `server/deferred-code.ts`. */
const loadPages = () => import('./pages.ts')

/** Serves the pages that a person meets. */
export const createPageHandler = (services: PageServices): PathHandler => ({
  part: 'pages',
  path: /^\/$|^\/(sign-in|sign-out|account|invitations|join|unsubscribe)(\/|$)|^\/oauth\/authorize$|^\/saml\/logout$/,
  handle: async (request, response, { requestId }) => {
    const { answerPage } = await loadPages()
    sendResponse(request, response, await answerPage(services, { request, response, requestId }))
  },
})

/** Lets an error of a sign-in be answered with a page, wherever the sign-in is handled. */
export const withErrorPages =
  (services: PageServices, handle: PathHandler['handle']): PathHandler['handle'] =>
  async (request, response, exchange) => {
    try {
      return await handle(request, response, exchange)
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      const { answerError } = await loadPages()
      const { requestId } = exchange
      return sendResponse(request, response, answerError(services, { request, response, requestId }, error))
    }
  }

/**
 * Leads a browser that opens the link of an invitation to its page. Programs accept the invitation by a POST request to the same
 * address.
 */
export const invitationLinkHandler = (config: Config): PathHandler => ({
  part: 'pages',
  path: /^\/v1\/invites\/[\w-]+$/,
  handle: (request, response) => {
    const [, secret] = /^\/v1\/invites\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
    return sendResponse(request, response, leadTo(publicPath(config, `/invitations/${secret}`)))
  },
})
