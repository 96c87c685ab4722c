import type { Html, HtmlPart } from '../http/html.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { deliveryOfLinks } from '../modules/sign-in-links/mailed-links.ts'
import { card, field, hidden, linkButton, notice, postForm, submit } from './elements.ts'
import { personOf } from './person.ts'
import { type OrganizationToEnter, organizationToEnter, serverButtons } from './providers.ts'
import { readReturnPath, signInAddress } from './return-path.ts'
import { type KnownVisit, page, type Visit } from './visit.ts'

/** The command that prints a link. */
export const linkCommand = 'npm run lectern -- sign-in-link'

/** An address that somebody entered, and whether it is none. */
interface Entered {
  readonly email?: string
  readonly isWrong?: boolean
}

/** Answers `/sign-in`: the methods of signing in, or those of an organization. */
export async function signInPage(
  visit: KnownVisit,
  returnTo: string = readReturnPath(visit, visit.url.searchParams.get('returnTo')),
  entered: Entered = {},
): Promise<HttpResponse> {
  const { signIn } = visit.texts
  const wanted = visit.url.searchParams.get('organization')
  const organization = wanted === null ? null : await organizationToEnter(visit, wanted)
  const person = await personOf(visit)
  const title = fill(signIn.to, organization?.title ?? 'Lectern')
  const main = [
    person &&
      card(
        html`<p>${fill(signIn.signedInAs, person.email)}</p>${linkButton(returnTo, signIn.continue, 'quiet')}`,
      ),
    card(
      html`<h1>${title}</h1>`,
      organization?.sso && html`<p class="soft">${fill(signIn.ssoRequired, organization.title)}</p>`,
      signInMethods(visit, organization, returnTo, entered),
    ),
  ]
  return page(visit, { title, main }, entered.isWrong ? 400 : 200)
}

function signInMethods(
  visit: Visit,
  organization: OrganizationToEnter | null,
  returnTo: string,
  entered: Entered,
): HtmlPart {
  const { signIn } = visit.texts
  const buttons = [...(organization?.buttons ?? []), ...(organization?.sso ? [] : serverButtons(visit))]
  const links = buttons.map(({ label, address }) =>
    linkButton(
      `${address}?${new URLSearchParams({ returnTo })}`,
      fill(signIn.continueWith, label),
      organization?.sso ? 'main' : 'quiet',
    ),
  )
  const withMail = !organization?.sso && deliveryOfLinks(visit.config) !== null
  if (links.length === 0 && !withMail)
    return html`<p class="soft">${signIn.noProvider}</p><code class="command">${linkCommand}</code>`
  return [
    links.length > 0 && html`<div class="providers">${links}</div>`,
    links.length > 0 && withMail && html`<p class="or">${signIn.or}</p>`,
    withMail && mailForm(visit, returnTo, entered),
  ]
}

function mailForm({ texts: { signIn, errors } }: Visit, returnTo: string, { email, isWrong }: Entered): Html {
  return postForm(
    '/sign-in/mail',
    hidden('returnTo', returnTo),
    field({
      name: 'email',
      label: signIn.email,
      type: 'email',
      value: email,
      hint: signIn.linkHint,
      wrong: isWrong ? errors.email : undefined,
      required: true,
      maxLength: 254,
      autocomplete: 'email',
    }),
    submit(signIn.sendLink),
  )
}

/** Returns what is told after a link was asked for: the same for all addresses. */
export function mailboxPage(visit: Visit, email: string, returnTo: string, minutes: number): HttpResponse {
  const { signIn } = visit.texts
  const isLogged = deliveryOfLinks(visit.config) === 'log'
  const main = card(
    html`<h1>${signIn.lookIntoMailbox}</h1><p>${fill(signIn.linkSent, email, minutes)}</p>`,
    isLogged ? notice(signIn.linkInLog, 'about') : html`<p class="soft small">${signIn.notArrived}</p>`,
    linkButton(signInAddress(returnTo), signIn.otherAddress, 'quiet'),
  )
  return page(visit, { title: signIn.lookIntoMailbox, main })
}
