import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { accountPage, shownMoment } from './account-frame.ts'
import { card, postForm, submit } from './elements.ts'
import { execute } from './operations.ts'
import type { KnownVisit } from './visit.ts'

interface Session {
  readonly sessionId: string
  readonly label: string
  readonly device: string | null
  readonly address: string | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly isCurrent: boolean
}

const ownSessions = `{ viewer { sessions(last: 100) { nodes {
  sessionId label device address createdAt lastUsedAt isCurrent } } } }`

/** Answers `GET /account/sessions`: where somebody is signed in, the last sign-in first. */
export async function sessionsPage(visit: KnownVisit): Promise<HttpResponse> {
  const { account } = visit.texts
  const { viewer } = await execute<{ viewer: { sessions: { nodes: Session[] } } }>(visit, ownSessions)
  const sessions = viewer.sessions.nodes.toReversed()
  const content = card(
    html`<h2>${account.sessions}</h2>`,
    html`<ul class="rows">${sessions.map((session) => sessionRow(visit, session))}</ul>`,
  )
  return accountPage(visit, '/account/sessions', content)
}

function sessionRow(visit: KnownVisit, session: Session): Html {
  const { account, signIn } = visit.texts
  const { label, device, address, createdAt, lastUsedAt, isCurrent } = session
  const used = fill(account.lastUsed, shownMoment(visit.language, lastUsedAt ?? createdAt))
  return html`<li><div>${device ?? account.unknownDevice}${
    isCurrent && html`<span class="mark">${account.thisBrowser}</span>`
  }<small>${[label, address, used].filter(Boolean).join(' · ')}</small></div>${
    isCurrent && postForm('/sign-out', submit(signIn.signOut, 'quiet', 'little'))
  }</li>`
}
