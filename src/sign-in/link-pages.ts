import { z } from 'zod'
import { isHttps } from '../access/session-cookie.ts'
import { notFound } from '../base/errors.ts'
import { newSecret } from '../base/secrets.ts'
import { readCookie, serializeCookie } from '../http/cookies.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { mailedLinkMinutes } from '../modules/sign-in-links/limits.ts'
import { addMailedLink, findLink, type WorkingLink } from '../modules/sign-in-links/links.ts'
import { deliverLink, deliveryOfLinks } from '../modules/sign-in-links/mailed-links.ts'
import { card, hidden, linkButton, notice, postForm, submit } from './elements.ts'
import { readForm } from './forms.ts'
import { leadTo, readReturnPath } from './return-path.ts'
import { linkCommand, mailboxPage, signInPage } from './sign-in-page.ts'
import { startSession } from './start-session.ts'
import { type KnownVisit, page, type Visit } from './visit.ts'

/** An address as browsers take it, such as that of the first admin, `admin@localhost`, whose domain has no dot. */
const mailAddress = z.email({ pattern: z.regexes.html5Email }).max(254)

/** The cookie of the browser that asked for a link, which the link is bound to. */
const browserCookieName = ({ config }: Visit): string =>
  isHttps(config) ? '__Host-lectern_link' : 'lectern_link'

const browserOf = (visit: Visit): string | null => readCookie(visit.request, browserCookieName(visit))

function keepBrowser(visit: Visit, browser: string): void {
  visit.response.appendHeader(
    'Set-Cookie',
    serializeCookie(browserCookieName(visit), browser, {
      path: '/',
      sameSite: 'Lax',
      secure: isHttps(visit.config),
      maxAge: mailedLinkMinutes * 60,
    }),
  )
}

/**
 * Answers `POST /sign-in/mail`, which asks for a link. The link is sent after the answer, so that neither tells whether an address
 * has an account.
 */
export async function askForLink(visit: KnownVisit): Promise<HttpResponse> {
  const { config, database, limiter, request, language, logger } = visit
  const form = await readForm(visit)
  if (deliveryOfLinks(config) === null) throw notFound()
  const returnTo = readReturnPath(visit, form.value('returnTo'))
  const email = form.value('email').toLowerCase()
  if (!mailAddress.safeParse(email).success) return signInPage(visit, returnTo, { email, isWrong: true })
  limiter.admitSignIn(request)
  const browser = browserOf(visit) ?? newSecret()
  const secret = await addMailedLink(database, { email, browser, returnTo })
  keepBrowser(visit, browser)
  setImmediate(() => void deliverLink({ config, database, logger }, { email, secret, language }))
  return mailboxPage(visit, email, returnTo, mailedLinkMinutes)
}

/**
 * Answers `GET /sign-in/link/<secret>`. It asks before it signs anybody in, because programs that look into mails open their links
 * too. A link that the server printed signs in at once.
 */
export async function linkPage(visit: KnownVisit, secret: string): Promise<HttpResponse> {
  const link = await findLink(visit.database, secret, browserOf(visit))
  if (!link) return goneLinkPage(visit)
  if (link.kind === 'PRINTED' && isOpened(visit)) return signInWith(visit, secret)
  return confirmationPage(visit, secret, link)
}

/** Returns whether a person opens a page now, and no program looks at it ahead of time. */
const isOpened = ({ request: { method, headers } }: Visit): boolean =>
  method === 'GET' && headers['sec-purpose'] === undefined && headers.purpose === undefined

function confirmationPage(visit: KnownVisit, secret: string, link: WorkingLink): HttpResponse {
  const { signIn } = visit.texts
  const title = fill(signIn.signInAs, link.email)
  const isForeign = link.kind === 'MAIL' && !link.isOfBrowser
  const main = card(
    html`<h1>${title}</h1>`,
    isForeign && notice(signIn.otherBrowser, 'about'),
    postForm(
      `/sign-in/link/${secret}`,
      // Says that the reader was told, without which the link works only in the browser that asked for it.
      isForeign && hidden('elsewhere', 'yes'),
      submit(isForeign ? signIn.continue : signIn.title),
    ),
    html`<p class="soft small after">${signIn.notAsked}</p>`,
  )
  return page(visit, { title, main })
}

/** Answers `POST /sign-in/link/<secret>`, which signs in. */
export async function useLink(visit: KnownVisit, secret: string): Promise<HttpResponse> {
  const form = await readForm(visit)
  const link = await findLink(visit.database, secret, browserOf(visit))
  if (!link) return goneLinkPage(visit)
  if (!link.isOfBrowser && form.value('elsewhere') === '') return confirmationPage(visit, secret, link)
  return signInWith(visit, secret)
}

async function signInWith(visit: KnownVisit, secret: string): Promise<HttpResponse> {
  const returnTo = await startSession(visit, secret)
  if (returnTo === null) return goneLinkPage(visit)
  return leadTo(returnTo)
}

function goneLinkPage(visit: KnownVisit): HttpResponse {
  visit.context.countGuess?.()
  const { signIn } = visit.texts
  const main = card(
    html`<h1>${signIn.linkGone}</h1><p class="soft">${signIn.linkGoneText}</p>`,
    linkButton('/sign-in', signIn.newLink, 'quiet'),
    html`<p class="soft small after">${signIn.firstStartHint}<code class="command">${linkCommand}</code></p>`,
  )
  return page(visit, { title: signIn.linkGone, main }, 404)
}
