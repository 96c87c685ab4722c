import { execute, foundOrNull } from '../graphql/run-operation.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { fill } from '../languages/fill.ts'
import { assertStillGiven, findActiveInvite } from '../modules/invites/invite-links.ts'
import { card, facts, linkButton, postForm, submit } from './elements.ts'
import { readForm } from './forms.ts'
import { goneInvitation, roleName } from './invitation-page.ts'
import { personOf } from './person.ts'
import { leadTo, signInAddress } from './return-path.ts'
import { type KnownVisit, page } from './visit.ts'

/** Answers `GET /join/<id>`: to what an invite link leads, and with which role. */
export async function joinPage(visit: KnownVisit, inviteLinkId: string): Promise<HttpResponse> {
  const invite = await activeInvite(visit, inviteLinkId)
  if (!invite) return goneInvitation(visit)
  const { invitations, signIn } = visit.texts
  const { organization, role } = invite
  const content = invite.space ?? invite.collection
  const title = fill(invitations.join, organization.title)
  const person = await personOf(visit)
  const path = `/join/${inviteLinkId}`
  const main = card(
    html`<h1>${title}</h1><p>${
      content?.title
        ? fill(invitations.toContent, content.title, organization.title)
        : fill(invitations.invited, organization.title)
    }</p>`,
    facts([[invitations.role, roleName(visit.texts, role)]]),
    person
      ? postForm(path, submit(fill(invitations.joinAs, person.email)))
      : html`<p class="soft">${invitations.signInToJoin}</p>${linkButton(signInAddress(path), signIn.title)}`,
  )
  return page(visit, { title, main })
}

const activeInvite = ({ context }: KnownVisit, inviteLinkId: string) =>
  foundOrNull(
    findActiveInvite(context, { inviteLinkId }).then(async (invite) => {
      await assertStillGiven(context, invite)
      return invite
    }),
  )

/** Answers `POST /join/<id>`: joins as the APIs do. */
export async function join(visit: KnownVisit, inviteLinkId: string): Promise<HttpResponse> {
  await readForm(visit)
  if (!(await personOf(visit))) return leadTo(signInAddress(`/join/${inviteLinkId}`))
  const joined = await foundOrNull(
    execute(
      visit,
      'mutation Join($inviteLinkId: ID!) { acceptInviteLink(inviteLinkId: $inviteLinkId) { organization { id } } }',
      { inviteLinkId },
    ),
  )
  return joined ? leadTo('/') : goneInvitation(visit)
}
