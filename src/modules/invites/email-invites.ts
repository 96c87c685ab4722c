import { assertMayGrant } from '../../access/grants.ts'
import { roleInOrganization } from '../../access/viewer.ts'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { hashSecret, newSecret } from '../../base/secrets.ts'
import type { EmailInvite, Organization } from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { catalogue } from '../../languages/catalogue.ts'
import { fill } from '../../languages/fill.ts'
import { languageOf } from '../../languages/known-language.ts'
import { mailText } from '../../mails/mail-text.ts'
import { type Mail, sendMail } from '../../mails/send-mail.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { wantsMail } from '../notifications/kinds.ts'
import { headersOfMail, linksOfMail } from '../notifications/notification-mail.ts'
import { unsubscribeLink } from '../notifications/unsubscribe-links.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { membersOfEmails } from './addresses.ts'
import { admit } from './admission.ts'
import { countInvites } from './daily-invites.ts'
import { domainOf } from './email-domains.ts'
import { concurrentMails, emailInviteDays, resendSeconds } from './limits.ts'
import { conflict, serviceUnavailable } from './reasons.ts'

export interface InviteByEmail {
  readonly emails: readonly { readonly email: string; readonly role?: Role | null }[]
  readonly role?: Role | null
  readonly usesSSO?: boolean | null
}

interface Invitee {
  readonly email: string
  readonly role: Role | null
}

export interface InvitedByEmail {
  readonly users: readonly string[]
  readonly invited: number
  readonly failedSSOEmails: readonly string[] | null
  readonly invitations: readonly Invitation[]
}

export type MailOutcome = 'SENT' | 'OFF' | 'FAILED'

/** An invitation that was just made, with the link that is told once. */
export interface Invitation {
  readonly emailInvite: EmailInvite
  readonly link: string
  readonly mail: MailOutcome
}

/**
 * Sends invitations, which make members of those who accept them. All who are not members yet get one, whether they are
 * users of this server or not, so that the answer does not tell. Members get the role at least. A repeated invitation
 * replaces the previous one. An invitation whose mail cannot be sent is not counted.
 */
export async function inviteMembers(
  context: Context,
  organizationId: string,
  { emails, role, usesSSO: sso }: InviteByEmail,
): Promise<InvitedByEmail> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  const invitees = readInvitees(emails, role === undefined ? organization.defaultRole : role)
  const held = roleInOrganization(viewerOf(context), organization.id)
  for (const invitee of invitees) assertMayGrant(held, invitee.role)
  const isOfDomain = ({ email }: Invitee) => organization.provenEmailDomains.includes(domainOf(email))
  const accepted = sso ? invitees.filter(isOfDomain) : invitees
  const members = await membersOfEmails(context.database.query, organization.id, emailsOf(accepted))
  const others = accepted.filter(({ email }) => !members.has(email))
  await countInvites(context, organization.id, others.length)
  const users = await raiseMembers(context, organization.id, accepted, members)
  const invitations = await inviteAll(context, organization, others, sso ?? false)
  return {
    users,
    invited: invitations.filter(({ mail }) => mail !== 'FAILED').length,
    invitations,
    failedSSOEmails: sso ? emailsOf(invitees.filter((invitee) => !isOfDomain(invitee))) : null,
  }
}

const emailsOf = (invitees: readonly Invitee[]) => invitees.map(({ email }) => email)

/** Returns the invitees without duplicates. The last entry of an address takes precedence. */
function readInvitees(given: InviteByEmail['emails'], defaultRole: Role | null): Invitee[] {
  const invitees = given.map(
    ({ email, role }): Invitee => ({
      email: email.toLowerCase(),
      role: role === undefined ? defaultRole : role,
    }),
  )
  return [...new Map(invitees.map((invitee) => [invitee.email, invitee])).values()]
}

/** Gives members the roles that they are invited to, unless they have higher ones. Returns the ids of those who are not disabled. */
async function raiseMembers(
  { database }: Context,
  organizationId: string,
  invitees: readonly Invitee[],
  members: ReadonlyMap<string, string>,
): Promise<string[]> {
  const roles = invitees.flatMap(({ email, role }) => {
    const userId = members.get(email)
    return userId === undefined ? [] : [{ userId, role }]
  })
  if (roles.length === 0) return []
  const raised = await database.transaction((transaction) => admit(transaction, organizationId, roles))
  return [...raised.keys()]
}

/** Sends the invitations, some at once, and returns them in order. */
async function inviteAll(
  context: Context,
  organization: Organization,
  invitees: readonly Invitee[],
  sso: boolean,
): Promise<Invitation[]> {
  const sent: Invitation[] = []
  while (sent.length < invitees.length) {
    const next = invitees.slice(sent.length, sent.length + concurrentMails)
    sent.push(...(await Promise.all(next.map((invitee) => invite(context, organization, invitee, sso)))))
  }
  return sent
}

/** Stores an invitation and sends it. */
async function invite(
  context: Context,
  organization: Organization,
  { email, role }: Invitee,
  sso: boolean,
): Promise<Invitation> {
  const { secret, linkSecret, columns } = newSending()
  const given = { role, sso, invitedById: memberOf(context).userId, acceptedAt: null, ...columns }
  const emailInvite = await context.database.transaction((transaction) =>
    transaction.emailInvite.upsert({
      where: { organizationId_email: { organizationId: organization.id, email } },
      create: { id: newId('EmailInvite'), organizationId: organization.id, email, ...given },
      update: given,
    }),
  )
  const mail = await deliver(context, organization, email, secret)
  return { emailInvite, link: linkTo(context, linkSecret), mail }
}

const linkTo = ({ config }: Context, secret: string) => `${config.baseUrl}/v1/invites/${secret}`

/**
 * Creates the secrets of one mail and one link, and the columns of the invitation that they change. Only that of the mail
 * proves who has it.
 */
function newSending() {
  const [secret, linkSecret] = [newSecret(), newSecret()]
  const now = Date.now()
  const columns = {
    secretHash: hashSecret(secret),
    linkHash: hashSecret(linkSecret),
    createdAt: new Date(now),
    expiresAt: new Date(now + emailInviteDays * 86_400_000),
  }
  return { secret, linkSecret, columns }
}

/** Sends the mail of an invitation. */
async function deliver(
  context: Context,
  organization: Organization,
  email: string,
  secret: string,
): Promise<MailOutcome> {
  try {
    const mail = await invitation(context, organization, email, secret)
    if (mail) await sendMail(context, mail)
    return context.config.mail ? 'SENT' : 'OFF'
  } catch (error) {
    context.logger.error({ err: error, to: email }, 'an invitation could not be sent')
    return 'FAILED'
  }
}

export interface EmailInviteAddress {
  /** The organization that it must belong to. */
  readonly organizationId?: string | null
  readonly emailInviteId: string
}

/** Loads an invitation that was not accepted. Throws NOT_FOUND or FORBIDDEN unless the viewer may invite. */
export async function loadEmailInvite(context: Context, address: EmailInviteAddress): Promise<EmailInvite> {
  return (await loadWithOrganization(context, address)).invite
}

async function loadWithOrganization(context: Context, { organizationId, emailInviteId }: EmailInviteAddress) {
  const { emailInvite } = context.database.prisma
  const owner =
    organizationId ?? (await emailInvite.findUnique({ where: { id: emailInviteId } }))?.organizationId
  if (owner === undefined) throw notFound()
  const organization = await loadAuthorizedOrganization(context, owner)
  const invite = await emailInvite.findFirst({
    where: { id: emailInviteId, organizationId: organization.id, acceptedAt: null },
  })
  if (!invite) throw notFound()
  return { organization, invite }
}

/**
 * Sends an invitation again, with a secret that replaces the previous one. Of concurrent requests, only one sends. If
 * the mail cannot be sent, the invitation stays as it was.
 */
export async function resendEmailInvite(context: Context, address: EmailInviteAddress): Promise<Invitation> {
  const { organization, invite } = await loadWithOrganization(context, address)
  await countInvites(context, organization.id, 1)
  const { secret, linkSecret, columns } = newSending()
  const sendable = new Date(columns.createdAt.getTime() - resendSeconds * 1000)
  const [resent] = await context.database.transaction((transaction) =>
    transaction.emailInvite.updateManyAndReturn({
      where: { id: invite.id, acceptedAt: null, createdAt: { lte: sendable } },
      data: { ...columns, invitedById: memberOf(context).userId },
    }),
  )
  if (!resent) throw conflict('INVITE_JUST_SENT', { seconds: resendSeconds })
  const mail = await deliver(context, organization, invite.email, secret)
  if (mail !== 'FAILED') return { emailInvite: resent, link: linkTo(context, linkSecret), mail }
  const { secretHash, linkHash, createdAt, expiresAt, invitedById } = invite
  await context.database.transaction((transaction) =>
    transaction.emailInvite.updateMany({
      where: { id: invite.id, secretHash: columns.secretHash },
      data: { secretHash, linkHash, createdAt, expiresAt, invitedById },
    }),
  )
  throw serviceUnavailable('MAIL_NOT_SENT')
}

/** Revokes an invitation: the secret in its mail is no longer valid. */
export async function deleteEmailInvite(context: Context, address: EmailInviteAddress): Promise<EmailInvite> {
  const invite = await loadEmailInvite(context, address)
  const where = { id: invite.id, acceptedAt: null }
  const { count } = await context.database.transaction((transaction) =>
    transaction.emailInvite.deleteMany({ where }),
  )
  if (count === 0) throw notFound()
  return invite
}

/** Returns the mail of an invitation, which leads to the page where it is accepted. Null for a user who wants none. */
async function invitation(
  context: Context,
  organization: Organization,
  email: string,
  secret: string,
): Promise<Mail | null> {
  const { config, database } = context
  const { baseUrl } = config
  const invitee = await database.prisma.user.findUnique({ where: { email } })
  if (invitee && !wantsMail(invitee, 'INVITATION')) return null
  const language = invitee ? languageOf(invitee) : 'en'
  const { mails, invitations } = catalogue[language]
  const unsubscribe =
    invitee && (await unsubscribeLink({ config, database }, { userId: invitee.id, kind: 'INVITATION' }))
  const inviter = await context.database.prisma.user.findUniqueOrThrow({
    where: { id: memberOf(context).userId },
  })
  const text = mailText({
    language,
    subject: fill(mails.invitationSubject, organization.title),
    paragraphs: [fill(invitations.invitedBy, inviter.displayName, organization.title)],
    button: { text: mails.invitationButton, address: `${baseUrl}/invitations/${secret}` },
    notes: [fill(mails.invitationExpiry, emailInviteDays), ...(invitee ? [mails.whyInvitation] : [])],
    ...(unsubscribe !== null && { links: linksOfMail(config, mails, unsubscribe) }),
    baseUrl,
  })
  return { to: email, ...text, ...(unsubscribe !== null && { headers: headersOfMail(unsubscribe) }) }
}
