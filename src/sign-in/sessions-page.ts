import { execute, foundOrNull } from '../graphql/run-operation.ts'
import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Texts } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'
import { invitationLabel } from '../modules/invites/acceptance.ts'
import { linkLabels } from '../modules/sign-in-links/sign-in.ts'
import { accountPage, doneAt, shownMoment } from './account-frame.ts'
import { card, hidden, postForm, submit } from './elements.ts'
import { readForm } from './forms.ts'
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
    sessions.some(({ isCurrent }) => !isCurrent) &&
      endForm(allOthers, submit(account.endOthers, 'danger', 'little')),
  )
  return accountPage(visit, '/account/sessions', content)
}

function sessionRow(visit: KnownVisit, session: Session): Html {
  const { account, signIn } = visit.texts
  const { sessionId, label, device, address, createdAt, lastUsedAt, isCurrent } = session
  const name = deviceName(visit.texts, device)
  const used = fill(account.lastUsed, shownMoment(visit.language, lastUsedAt ?? createdAt))
  return html`<li><div>${name}${
    isCurrent && html`<span class="mark">${account.thisBrowser}</span>`
  }<small>${[methodName(visit.texts, label), address, used].filter(Boolean).join(' · ')}</small></div>${
    isCurrent
      ? postForm('/sign-out', submit(signIn.signOut, 'quiet', 'little'))
      : endForm(
          sessionId,
          html`<button class="danger little" aria-label="${account.end}: ${name}">${account.end}</button>`,
        )
  }</li>`
}

/** Returns the name of a device in the language of the page: its browser and system, or what the program calls itself. */
function deviceName({ account }: Texts, device: string | null): string {
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(device ?? '') ?? []
  return browser && system ? fill(account.deviceOn, browser, system) : (device ?? account.unknownDevice)
}

/** Returns the method of a sign-in in the language of the page. The label of an identity provider is its own. */
function methodName({ account }: Texts, label: string): string {
  if (label === linkLabels.MAIL) return account.byMail
  if (label === linkLabels.PRINTED) return account.byServerLink
  return label.startsWith(invitationLabel)
    ? fill(account.byInvitation, label.slice(invitationLabel.length))
    : label
}

/** Stands for all sessions but the one of the browser, in the field of the form. */
const allOthers = 'others'

const endForm = (session: string, button: Html): Html =>
  postForm('/account/sessions', hidden('session', session), button)

/** Answers `POST /account/sessions`, which ends a session or all others. One that has ended meanwhile is ended too. */
export async function endSessions(visit: KnownVisit): Promise<HttpResponse> {
  const session = (await readForm(visit)).value('session')
  if (session === allOthers) await execute(visit, 'mutation { endOtherSessions { user { id } } }')
  else await foundOrNull(execute(visit, endOne, { session }))
  return doneAt('/account/sessions', 'sessionEnded')
}

const endOne = 'mutation EndSession($session: ID!) { endSession(sessionId: $session) { revokedSessionId } }'
