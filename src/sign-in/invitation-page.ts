import { sentSessionHash } from '../access/session-cookie.ts'
import type { AuditedOperation } from '../audit/operation-record.ts'
import { recordOperation } from '../audit/record-operation.ts'
import type { Transaction } from '../database/transactions.ts'
import type { Role } from '../generated/prisma/enums.ts'
import { foundOrNull } from '../graphql/run-operation.ts'
import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Texts } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'
import {
  type Acceptance,
  acceptEmailInvite,
  findOpenInvitation,
  isSignedInAs,
  labelOfAcceptance,
  type OpenInvitation,
} from '../modules/invites/acceptance.ts'
import { inviteLimits } from '../modules/invites/limits.ts'
import { openSession } from '../modules/sessions/open-session.ts'
import { card, facts, field, linkButton, notice, postForm, submit } from './elements.ts'
import { messagePage } from './error-pages.ts'
import { type Form, readForm } from './forms.ts'
import { type Person, personOf } from './person.ts'
import { leadTo, signInAddress } from './return-path.ts'
import { keepSession, signInRequest } from './start-session.ts'
import { type KnownVisit, page } from './visit.ts'

/** Returns the name of a role, or of having none. */
export const roleName = ({ invitations }: Texts, role: Role | null): string =>
  role === null
    ? invitations.guest
    : invitations[role.toLowerCase() as 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin']

/** Returns the page of an invitation that cannot be accepted. */
export function goneInvitation(visit: KnownVisit): HttpResponse {
  const { invitations } = visit.texts
  return messagePage(visit, 404, invitations.gone, invitations.goneText)
}

/** Answers `GET /invitations/<secret>`: who invites, to what and with which role. */
export async function invitationPage(
  visit: KnownVisit,
  secret: string,
  wrongName?: string,
): Promise<HttpResponse> {
  const invitation = await foundOrNull(findOpenInvitation(visit.context, secret))
  if (!invitation) return goneInvitation(visit)
  const { invitations } = visit.texts
  const { organization, invitedBy, email, role } = invitation
  const title = fill(invitations.join, organization.title)
  const main = card(
    html`<h1>${title}</h1><p>${
      invitedBy === null
        ? fill(invitations.invited, organization.title)
        : fill(invitations.invitedBy, invitedBy, organization.title)
    }</p>`,
    facts([
      [invitations.role, roleName(visit.texts, role)],
      [invitations.for, email],
    ]),
    acceptance(visit, secret, invitation, await personOf(visit), wrongName),
  )
  return page(visit, { title, main }, wrongName === undefined ? 200 : 400)
}

function acceptance(
  visit: KnownVisit,
  secret: string,
  invitation: OpenInvitation,
  person: Person | null,
  wrongName: string | undefined,
): Html {
  const { invitations, errors, signIn } = visit.texts
  const { email, userId, isProven } = invitation
  const path = `/invitations/${secret}`
  const isInvited = person !== null && person.id === userId
  if (userId !== null && !isProven && !isInvited)
    return html`<p class="soft">${fill(invitations.signInFirst, email)}</p>${linkButton(signInAddress(path), signIn.title)}`
  const name =
    userId === null &&
    field({
      name: 'displayName',
      label: invitations.name,
      value: wrongName,
      hint: invitations.nameHint,
      wrong: wrongName === undefined ? undefined : fill(errors.name, inviteLimits.displayName.maxLength),
      required: true,
      maxLength: inviteLimits.displayName.maxLength,
      autocomplete: 'name',
    })
  const isOther = person !== null && !isInvited
  return html`${isOther && notice(fill(invitations.otherSignedIn, person.email, email), 'about')}${postForm(
    path,
    name,
    submit(isOther ? fill(invitations.acceptAs, email) : invitations.accept),
  )}`
}

const operation: AuditedOperation = {
  action: 'acceptEmailInvite',
  type: 'User',
  target: null,
  otherTarget: null,
  ids: [],
}

/**
 * Answers `POST /invitations/<secret>`: accepts an invitation as the APIs do, with a session in place of a token. Who is signed in as
 * the invited person keeps their session.
 */
export async function acceptInvitation(visit: KnownVisit, secret: string): Promise<HttpResponse> {
  const form = await readForm(visit)
  const invitation = await foundOrNull(findOpenInvitation(visit.context, secret))
  if (!invitation) return goneInvitation(visit)
  const displayName = nameIn(form, invitation)
  if (displayName === null) return invitationPage(visit, secret, form.value('displayName'))
  const accepted = await foundOrNull(
    recordOperation(visit.context, operation, (context) =>
      acceptEmailInvite(context, secret, { displayName }, (transaction, acceptance) =>
        openSessionOf(visit, transaction, acceptance),
      ),
    ),
  )
  if (!accepted) return goneInvitation(visit)
  const { organization, access: token } = accepted
  if (token !== null) keepSession(visit, token)
  const next = organization.sso ? `/sign-in?${new URLSearchParams({ organization: organization.id })}` : '/'
  return leadTo(next)
}

/** Reads the name of a new user; undefined for one who has a name, and null if it is none. */
function nameIn(form: Form, { userId }: OpenInvitation): string | undefined | null {
  if (userId !== null) return undefined
  const name = form.value('displayName')
  const { maxLength, pattern } = inviteLimits.displayName
  return name !== '' && name.length <= maxLength && pattern.test(name) ? name : null
}

/** Opens a session of who accepted an invitation. Returns its token, or null for who has one already. */
async function openSessionOf(
  visit: KnownVisit,
  transaction: Transaction,
  { user, organization, isProven }: Acceptance,
): Promise<string | null> {
  if (isSignedInAs(visit.context.viewer, user.id, organization.id)) return null
  const { token } = await openSession(transaction, visit.config, {
    userId: user.id,
    label: labelOfAcceptance(organization),
    organizationId: isProven ? null : organization.id,
    request: signInRequest(visit),
    replaced: sentSessionHash(visit.request, visit.config),
  })
  return token
}
