import { generateToken, hashToken, scopesForOrganization, tokenPrefix } from '../../access/tokens.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Prisma, SamlProvider, User } from '../../generated/prisma/client.ts'
import { newId } from '../../identifiers.ts'
import type { Identity } from './identity.ts'
import { sessionHours } from './limits.ts'
import { SignInRefusal } from './refusal-page.ts'
import type { VerifiedAssertion } from './verification.ts'

const sessionLabel = 'SSO: '

type Transaction = Prisma.TransactionClient

export interface Session {
  readonly token: string
  readonly returnTo: string
}

/** Signs in whom the assertion is about, once: the request and the assertion are used up with it or not at all. */
export function signIn(
  { prisma }: Pick<Database, 'prisma'>,
  provider: SamlProvider,
  assertion: VerifiedAssertion,
): Promise<Session> {
  return prisma.$transaction(async (transaction) => {
    const returnTo = await useUp(transaction, provider, assertion)
    // Two who sign in for the first time at once under one address are one user.
    await lockUntilCommit(transaction, `user:${assertion.identity.email}`)
    const user = await admittedUser(transaction, provider, assertion.identity)
    return { token: await openSession(transaction, provider, user), returnTo }
  })
}

async function useUp(
  transaction: Transaction,
  { id: providerId }: SamlProvider,
  { requestId, assertionId, expiresAt }: VerifiedAssertion,
): Promise<string> {
  const again = new SignInRefusal(400, 'This sign-in was used already or took too long. Begin again.')
  const [request] = await transaction.$queryRaw<{ returnTo: string }[]>`
    DELETE FROM "SamlRequest" WHERE id = ${requestId} AND "providerId" = ${providerId} AND "expiresAt" > now()
    RETURNING "returnTo"`
  if (!request) throw again
  const { count } = await transaction.samlAssertion.createMany({
    data: { providerId, assertionId, expiresAt },
    skipDuplicates: true,
  })
  if (count === 0) throw again
  return request.returnTo
}

/** The user as a member of the provider's organization, who becomes both here if need be. */
async function admittedUser(
  transaction: Transaction,
  provider: SamlProvider,
  { email, displayName }: Identity,
): Promise<User> {
  const { organizationId } = provider
  const known = await transaction.user.findUnique({
    where: { email },
    include: { memberships: { where: { organizationId } } },
  })
  const [member] = known?.memberships ?? []
  if (known && member) {
    if (member.disabled)
      throw new SignInRefusal(403, 'Your membership is disabled. Ask an admin of the organization.')
    // The role stays. That they sign in here is what single sign-on asks of members.
    await transaction.member.update({ where: { id: member.id }, data: { sso: true } })
    return known
  }
  if (known) await assertDomainOfOrganization(transaction, provider, email)
  const user = known ?? (await transaction.user.create({ data: { id: newId('User'), email, displayName } }))
  await admit(transaction, provider, user)
  return user
}

/** Whoever runs a provider can make it say anything. It is not believed about users that are none of its business. */
async function assertDomainOfOrganization(
  transaction: Transaction,
  { organizationId }: SamlProvider,
  email: string,
): Promise<void> {
  const { emailDomains } = await transaction.organization.findUniqueOrThrow({ where: { id: organizationId } })
  if (!emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new SignInRefusal(
      403,
      'This address belongs to a user who is not a member of the organization. Ask one of its admins to invite you.',
    )
}

async function admit(
  transaction: Transaction,
  { organizationId, defaultRole, defaultTeamId }: SamlProvider,
  { id: userId }: User,
): Promise<void> {
  const member = { id: newId('Member'), organizationId, userId, role: defaultRole, sso: true }
  // An invite may have made them a member this very moment.
  await transaction.member.createMany({ data: member, skipDuplicates: true })
  if (defaultTeamId)
    await transaction.teamMember.createMany({ data: { teamId: defaultTeamId, userId }, skipDuplicates: true })
}

async function openSession(
  transaction: Transaction,
  { organizationId, label }: SamlProvider,
  { id: userId }: User,
): Promise<string> {
  await forgetSessions(transaction, userId)
  const token = generateToken()
  await transaction.apiToken.create({
    data: {
      id: newId('ApiToken'),
      userId,
      label: sessionLabel + label,
      prefix: tokenPrefix(token),
      hash: hashToken(token),
      scopes: scopesForOrganization(organizationId),
      expiresAt: new Date(Date.now() + sessionHours * 3_600_000),
    },
  })
  return token
}

/** Sessions last for hours, so that they would pile up. */
async function forgetSessions(transaction: Transaction, userId: string): Promise<void> {
  const where = { userId, label: { startsWith: sessionLabel }, expiresAt: { lt: new Date() } }
  await transaction.apiToken.deleteMany({ where })
}
