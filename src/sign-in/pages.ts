import { notFound } from '../base/errors.ts'
import type { HttpResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'
import { errorPage } from './error-pages.ts'
import { acceptInvitation, invitationPage } from './invitation-page.ts'
import { join, joinPage } from './join-page.ts'
import { askForLink, linkPage, useLink } from './link-pages.ts'
import { saveMails } from './mail-settings.ts'
import { type Person, personOf } from './person.ts'
import { profilePage, saveLanguage, saveProfile } from './profile-page.ts'
import { decideOnProgram, programPage } from './program-page.ts'
import { leadTo, signInAddress, withPublicPaths } from './return-path.ts'
import { endSessions, sessionsPage } from './sessions-page.ts'
import { signInPage } from './sign-in-page.ts'
import { endSession, signOutPage } from './sign-out-page.ts'
import { startPage } from './start-page.ts'
import { createToken, revokeToken, rotateToken, tokensPage } from './tokens-page.ts'
import { stopMails, unsubscribePage } from './unsubscribe-page.ts'
import { type KnownVisit, type PageExchange, type PageServices, type Visit, visitOf } from './visit.ts'

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
  { path: /^\/sign-out$/, GET: signOutPage, POST: endSession },
  // The address that it had before there were other ways to sign in than SAML.
  { path: /^\/saml\/logout$/, POST: endSession },
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
  { path: /^\/account\/mails$/, POST: personal(saveMails) },
  { path: /^\/unsubscribe$/, GET: unsubscribePage, POST: stopMails },
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

export const answerPage = async (services: PageServices, exchange: PageExchange): Promise<HttpResponse> =>
  withPublicPaths(services.config, await answer(services, exchange))

async function answer(services: PageServices, exchange: PageExchange): Promise<HttpResponse> {
  const visit = visitOf(services, exchange)
  const { request, url } = visit
  let shown: Visit | KnownVisit = visit
  try {
    const row = rows.find(({ path }) => path.test(url.pathname))
    if (!row) throw notFound()
    assertMethod(request, ...(row.GET ? (['GET', 'HEAD'] as const) : []), ...(row.POST ? ['POST'] : []))
    const known = { ...visit, context: await visit.contextOf(visit) }
    shown = known
    const [, part = ''] = row.path.exec(url.pathname) ?? []
    const respond = request.method === 'POST' ? row.POST : row.GET
    if (!respond) throw notFound()
    return await respond(known, part)
  } catch (error) {
    return errorPage(shown, error)
  }
}

/** Answers a request whose sign-in was handled elsewhere, and failed. */
export const answerError = (services: PageServices, exchange: PageExchange, error: unknown): HttpResponse =>
  withPublicPaths(services.config, errorPage(visitOf(services, exchange), error))
