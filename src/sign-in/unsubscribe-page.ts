import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { unsubscribe } from '../modules/notifications/service.ts'
import { subscriptionOf, unsubscribeLink } from '../modules/notifications/unsubscribe-links.ts'
import { card, linkButton, postForm, submit } from './elements.ts'
import { messagePage } from './error-pages.ts'
import { textOfKind } from './mail-settings.ts'
import { page, type Visit } from './visit.ts'

/** Answers `GET /unsubscribe`, the link of a mail, which asks: programs open the links of mails, too. */
export async function unsubscribePage(visit: Visit): Promise<HttpResponse> {
  const { unsubscribe: texts, account } = visit.texts
  const subscription = await subscriptionOf(visit.database, visit.request.url ?? '')
  if (!subscription) return invalidLink(visit)
  const { userId, kind } = subscription
  const forAll = (await unsubscribeLink(visit, { userId, kind: null })).slice(visit.config.baseUrl.length)
  const main = card(
    html`<h1>${texts.title}</h1>`,
    kind !== null && [
      html`<p>${textOfKind(account, kind)}</p>`,
      postForm(`${visit.url.pathname}${visit.url.search}`, submit(texts.these)),
    ],
    html`<div class="after">${postForm(forAll, submit(texts.all, kind === null ? 'main' : 'quiet'))}</div>`,
  )
  return page(visit, { title: texts.title, main })
}

/**
 * Answers `POST /unsubscribe`, by which a person, or the mail program for one (RFC 8058), turns mails off. The signed address
 * says who and what, so that it needs neither a session nor a page of this server.
 */
export async function stopMails(visit: Visit): Promise<HttpResponse> {
  const { unsubscribe: texts, mails } = visit.texts
  const subscription = await subscriptionOf(visit.database, visit.request.url ?? '')
  if (!subscription) return invalidLink(visit)
  await unsubscribe(visit.database, subscription)
  const main = card(
    html`<h1>${texts.stopped}</h1><p class="soft">${texts.stoppedText}</p>`,
    linkButton('/account', mails.chooseMails, 'quiet'),
  )
  return page(visit, { title: texts.stopped, main })
}

const invalidLink = (visit: Visit): HttpResponse =>
  messagePage(visit, 404, visit.texts.unsubscribe.gone, visit.texts.unsubscribe.goneText)
