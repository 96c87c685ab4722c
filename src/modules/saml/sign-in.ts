import { generateToken, hashToken, scopesForOrganization, tokenPrefix } from '../../access/tokens.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Prisma, SamlProvider, User } from '../../generated/prisma/client.ts'
import { newId } from '../../identifiers.ts'
import { SignInError } from './error-page.ts'
import type { Identity } from './identity.ts'
import { sessionHours } from './limits.ts'
import type { VerifiedAssertion } from './verification.ts'

const sessionLabel = 'SSO: '

type Transaction = Prisma.TransactionClient

export interface Session {
  readonly token: string
  readonly returnTo: string
}

/** Signs in the user of an assertion. In the same transaction, the request and the assertion are marked as used. */
export function signIn(
  { prisma }: Pick<Database, 'prisma'>,
  provider: SamlProvider,
  assertion: VerifiedAssertion,
): Promise<Session> {
  return prisma.$transaction(async (transaction) => {
    const returnTo = await consumeSignIn(transaction, provider, assertion)
    // Concurrent first sign-ins with the same email address must create one user.
    await lockUntilCommit(transaction, `user:${assertion.identity.email}`)
    const user = await admittedUser(transaction, provider, assertion.identity)
    return { token: await openSession(transaction, provider, user), returnTo }
  })
}

async function consumeSignIn(
  transaction: Transaction,
  { id: providerId }: SamlProvider,
  { requestId, assertionId, expiresAt }: VerifiedAssertion,
): Promise<string> {
  const again = new SignInError(400, 'This sign-in was already used or took too long. Start again.')
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

/** Returns the user as a member of the provider's organization. Creates the user and the membership if necessary. */
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
      throw new SignInError(403, 'Your membership is disabled. Ask an admin of the organization.')
    // The role is kept. Signing in with the provider satisfies the requirement of single sign-on.
    await transaction.member.update({ where: { id: member.id }, data: { sso: true } })
    return known
  }
  if (known) await assertDomainOfOrganization(transaction, provider, email)
  const user = known ?? (await transaction.user.create({ data: { id: newId('User'), email, displayName } }))
  await admit(transaction, provider, user)
  return user
}

/**
 * Asserts that the email address has a domain of the organization. Whoever runs a provider can assert any address, so
 * for existing users of other organizations it is trusted for these domains only.
 */
async function assertDomainOfOrganization(
  transaction: Transaction,
  { organizationId }: SamlProvider,
  email: string,
): Promise<void> {
  const { emailDomains } = await transaction.organization.findUniqueOrThrow({ where: { id: organizationId } })
  if (!emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new SignInError(
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
  // An invite may have created the membership at the same time.
  await transaction.member.createMany({ data: member, skipDuplicates: true })
  if (defaultTeamId)
    await transaction.teamMember.createMany({ data: { teamId: defaultTeamId, userId }, skipDuplicates: true })
}

async function openSession(
  transaction: Transaction,
  { organizationId, label }: SamlProvider,
  { id: userId }: User,
): Promise<string> {
  await deleteExpiredSessions(transaction, userId)
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

/** Deletes expired sessions, which would otherwise accumulate. */
async function deleteExpiredSessions(transaction: Transaction, userId: string): Promise<void> {
  const where = { userId, label: { startsWith: sessionLabel }, expiresAt: { lt: new Date() } }
  await transaction.apiToken.deleteMany({ where })
}
