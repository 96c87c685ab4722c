import { type HtmlPart, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Language, Texts } from '../languages/catalogue.ts'
import { notice } from './elements.ts'
import { leadTo } from './return-path.ts'
import { type KnownVisit, page } from './visit.ts'

const tabs = [
  ['/account', 'profile'],
  ['/account/sessions', 'sessionsTab'],
  ['/account/tokens', 'tokens'],
] as const

export type AccountPath = (typeof tabs)[number][0]

/** Messages of what was done, by their name in the address to which a form leads. */
const doneTexts = ['saved', 'sessionEnded', 'revoked'] as const satisfies readonly (keyof Texts['account'])[]

export type Done = (typeof doneTexts)[number]

/** Returns one of the pages of an account, between which its tabs lead. */
export function accountPage(
  visit: KnownVisit,
  at: AccountPath,
  content: HtmlPart,
  status = 200,
): HttpResponse {
  const { account } = visit.texts
  const done = doneTexts.find((text) => text === visit.url.searchParams.get('done'))
  const main = html`<h1>${account.title}</h1>
<nav class="tabs" aria-label="${account.title}">${tabs.map(
    ([path, text]) =>
      html`<a href="${path}"${path === at && html` aria-current="page"`}>${account[text]}</a>`,
  )}</nav>
${done && notice(account[done])}${content}`
  return page(visit, { title: account.title, main, width: 'wide' }, status)
}

/** Returns the redirect to a page of the account that tells what was done. */
export const doneAt = (path: AccountPath, done: Done): HttpResponse => leadTo(`${path}?done=${done}`)

/** Returns a moment with its day and its minute, in the words of a language and in UTC, which is the same for all. */
export const shownMoment = (language: Language, moment: string): string =>
  `${new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(moment))} UTC`

/** Returns the tag of a language for what knows no other. */
export const tagOf = (language: Language): string => (language === 'no' ? 'nb' : language)
