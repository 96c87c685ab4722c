import { openSealedText } from '../access/sealed-texts.ts'
import { noSessionCookie } from '../access/session-cookie.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { logoutAddress } from '../modules/saml/logout.ts'
import { signOut } from '../modules/sessions/sign-out.ts'
import { card, linkButton, postForm, submit } from './elements.ts'
import { personOf } from './person.ts'
import { leadTo } from './return-path.ts'
import { type KnownVisit, page, type Visit } from './visit.ts'

/** Answers `GET /sign-out`, which tells that a session has ended, or asks whether it shall. */
export async function signOutPage(visit: KnownVisit): Promise<HttpResponse> {
  const { signIn } = visit.texts
  const person = await personOf(visit)
  const main = person
    ? card(
        html`<h1>${signIn.signOut}</h1><p class="soft">${fill(signIn.signedInAs, person.email)}</p>`,
        postForm('/sign-out', submit(signIn.signOut)),
      )
    : card(
        html`<h1>${signIn.signedOut}</h1><p class="soft">${signIn.signedOutText}</p>`,
        linkButton('/sign-in', signIn.signInAgain, 'quiet'),
      )
  return page(visit, { title: person ? signIn.signOut : signIn.signedOut, main })
}

/** Answers `POST /sign-out`, which ends the session of the browser, and the one at its identity provider if that can be ended. */
export async function endSession(visit: Visit): Promise<HttpResponse> {
  const session = await signOut(visit)
  const address = session && (await addressAtProvider(visit, session))
  const answer = address === null ? leadTo('/sign-out') : pageTo(visit, address)
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': noSessionCookie(visit.config) } }
}

/** Returns the address at which a session ends at its identity provider. Null if the provider has none. */
async function addressAtProvider(
  visit: Visit,
  session: NonNullable<Awaited<ReturnType<typeof signOut>>>,
): Promise<string | null> {
  const { identityProvider } = session.token
  if (identityProvider?.kind === 'SAML') return logoutAddress(visit, identityProvider, session)
  return session.signOutAddress === null ? null : openSealedText(visit.database, session.signOutAddress)
}

/**
 * Returns a page that leads to an identity provider at once. A redirect would not do: browsers let a form lead to no other site
 * than the policy of its page names.
 */
function pageTo(visit: Visit, address: string): HttpResponse {
  const { signIn } = visit.texts
  const main = card(
    html`<h1>${signIn.signedOut}</h1><p class="soft">${signIn.signedOutText}</p>`,
    linkButton(address, signIn.signOutAtProvider, 'quiet'),
  )
  const answer = page(visit, { title: signIn.signedOut, main })
  return { ...answer, headers: { ...answer.headers, Refresh: `0; url=${address}` } }
}
