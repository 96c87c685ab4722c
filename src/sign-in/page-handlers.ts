import { SignInError } from '../access/page-error.ts'
import { notFound } from '../base/errors.ts'
import type { PathHandler } from '../http/path-handler.ts'
import { type HttpResponse, sendResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'
import { errorPage } from './error-pages.ts'
import { acceptInvitation, invitationPage } from './invitation-page.ts'
import { join, joinPage } from './join-page.ts'
import { askForLink, linkPage, useLink } from './link-pages.ts'
import { type Person, personOf } from './person.ts'
import { profilePage, saveLanguage, saveProfile } from './profile-page.ts'
import { decideOnProgram, programPage } from './program-page.ts'
import { leadTo, signInAddress } from './return-path.ts'
import { endSessions, sessionsPage } from './sessions-page.ts'
import { signInPage, signOutPage } from './sign-in-page.ts'
import { startPage } from './start-page.ts'
import { createToken, revokeToken, rotateToken, tokensPage } from './tokens-page.ts'
import { type KnownVisit, type PageServices, type Visit, visitOf } from './visit.ts'

type Answer = (visit: KnownVisit, part: string) => Promise<HttpResponse> | HttpResponse

/** A page by its path, whose only group is passed on. */
interface PageRow {
  readonly path: RegExp
  readonly GET?: Answer
  readonly POST?: Answer
}

/** Lets only those on a page who are signed in, and leads all others to the page where they can. */
const personal =
  (
    answer: (visit: KnownVisit, person: Person, part: string) => Promise<HttpResponse> | HttpResponse,
  ): Answer =>
  async (visit, part) => {
    const person = await personOf(visit)
    if (person) return answer(visit, person, part)
    return leadTo(signInAddress(visit.request.method === 'POST' ? '/account' : visit.url.pathname))
  }

const rows: readonly PageRow[] = [
  { path: /^\/$/, GET: startPage },
  { path: /^\/sign-in\/?$/, GET: (visit) => signInPage(visit) },
  { path: /^\/sign-in\/mail$/, POST: askForLink },
  { path: /^\/sign-in\/link\/([\w-]+)$/, GET: linkPage, POST: useLink },
  // A session is ended by its module.
  { path: /^\/sign-out$/, GET: signOutPage },
  {
    path: /^\/invitations\/([\w-]+)$/,
    GET: (visit, part) => invitationPage(visit, part),
    POST: acceptInvitation,
  },
  { path: /^\/join\/([\w-]+)$/, GET: joinPage, POST: join },
  { path: /^\/oauth\/authorize$/, GET: programPage, POST: decideOnProgram },
  {
    path: /^\/account$/,
    GET: personal((visit, person) => profilePage(visit, person)),
    POST: personal(saveProfile),
  },
  { path: /^\/account\/language$/, POST: saveLanguage },
  { path: /^\/account\/sessions$/, GET: personal(sessionsPage), POST: personal(endSessions) },
  { path: /^\/account\/tokens$/, GET: personal((visit) => tokensPage(visit)), POST: personal(createToken) },
  {
    path: /^\/account\/tokens\/(\w+)\/rotate$/,
    POST: personal((visit, _person, tokenId) => rotateToken(visit, tokenId)),
  },
  {
    path: /^\/account\/tokens\/(\w+)\/revoke$/,
    POST: personal((visit, _person, tokenId) => revokeToken(visit, tokenId)),
  },
]

/** Serves the pages that a person meets. */
export const createPageHandler = (services: PageServices): PathHandler => ({
  part: 'pages',
  path: /^\/$|^\/(sign-in|sign-out|account|invitations|join)(\/|$)|^\/oauth\/authorize$/,
  handle: async (request, response, { requestId }) => {
    // The module of sessions ends one.
    if (request.method === 'POST' && /^\/sign-out(\?|$)/.test(request.url ?? '')) return false
    const visit = visitOf(services, { request, response, requestId })
    sendResponse(request, response, await answerOf(visit))
    return true
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
      const visit = visitOf(services, { request, response, requestId: exchange.requestId })
      return sendResponse(request, response, errorPage(visit, error))
    }
  }

async function answerOf(visit: Visit): Promise<HttpResponse> {
  const { request, url } = visit
  let shown: Visit | KnownVisit = visit
  try {
    const row = rows.find(({ path }) => path.test(url.pathname))
    if (!row) throw notFound()
    assertMethod(request, ...(row.GET ? (['GET', 'HEAD'] as const) : []), ...(row.POST ? ['POST'] : []))
    const known = { ...visit, context: await visit.contextOf(visit) }
    shown = known
    const [, part = ''] = row.path.exec(url.pathname) ?? []
    const answer = request.method === 'POST' ? row.POST : row.GET
    if (!answer) throw notFound()
    return await answer(known, part)
  } catch (error) {
    return errorPage(shown, error)
  }
}

/**
 * Leads a browser that opens the link of an invitation to its page. Programs accept the invitation by a POST request to the same
 * address.
 */
export const invitationLinkHandler: PathHandler = {
  part: 'pages',
  path: /^\/v1\/invites\/[\w-]+$/,
  handle: (request, response) => {
    const [, secret] = /^\/v1\/invites\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
    return sendResponse(request, response, leadTo(`/invitations/${secret}`))
  },
}
