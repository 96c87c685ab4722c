import type { PathHandler } from '../http/path-handler.ts'
import { sendResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'
import type { PageServices } from '../sign-in/visit.ts'

/** Loads what answers once a browser asks. A start does without it: see `server/deferred-code.ts`. */
const loadAnswers = () => import('./answers.ts')

/**
 * Serves the workspace: its page at all addresses below those of organizations, collections and spaces, and its files. Nothing of it
 * with DISABLE_WORKSPACE, or where it was not built.
 */
export const workspaceHandlers = (services: PageServices): readonly PathHandler[] =>
  services.config.hasWorkspace
    ? [
        { part: 'workspace', path: /^\/workspace\/assets\/[^/]+$/, handle: sendFile },
        { part: 'workspace', path: /^\/workspace\/preview$/, handle: frameSender(services) },
        { part: 'workspace', path: /^\/workspace\/site-preview\/[\w-]+$/, handle: previewSender(services) },
        { part: 'workspace', path: /^\/workspace\/~static\/[^/]+$/, handle: sendStaticFile },
        { part: 'workspace', path: /^\/[ocs]\/./, handle: shellSender(services) },
      ]
    : []

const sendFile: PathHandler['handle'] = async (request, response) => {
  assertMethod(request, 'GET', 'HEAD')
  const { answerFile } = await loadAnswers()
  return sendResponse(request, response, await answerFile(request))
}

/** Sends the frame in which the workspace shows texts as sites do. It has no data, so that it needs nobody to be signed in. */
const frameSender =
  ({ config: { baseUrl } }: PageServices): PathHandler['handle'] =>
  async (request, response) => {
    assertMethod(request, 'GET', 'HEAD')
    const { previewFrame } = await import('./preview-frame.ts')
    const { searchParams: query } = new URL(request.url ?? '/', 'http://lectern')
    return sendResponse(request, response, previewFrame({ baseUrl, query }))
  }

const previewSender =
  (services: PageServices): PathHandler['handle'] =>
  async (request, response, { requestId }) => {
    const { answerSitePreview } = await import('./site-preview.ts')
    return sendResponse(
      request,
      response,
      await answerSitePreview(services, { request, response, requestId }),
    )
  }

/** Sends a file of sites to the frame. */
const sendStaticFile: PathHandler['handle'] = async (request, response) => {
  assertMethod(request, 'GET', 'HEAD')
  const { sendSiteFile } = await import('../sites/browser/site-files.ts')
  const [, name = ''] = /\/~static\/([^/?]+)/.exec(request.url ?? '') ?? []
  return sendSiteFile(request, response, name)
}

const shellSender =
  (services: PageServices): PathHandler['handle'] =>
  async (request, response, { requestId }) => {
    const { answerShell } = await loadAnswers()
    const answer = await answerShell(services, { request, response, requestId })
    return answer ? sendResponse(request, response, answer) : false
  }
