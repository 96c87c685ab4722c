import {
  generateToken,
  hashToken,
  organizationOfScopes,
  scopesOfSession,
  tokenPrefix,
} from '../../access/tokens.ts'
import { type Actor, beginRecording, insertEvent } from '../../audit/operation-record.ts'
import type { RequestOrigin } from '../../audit/request-origin.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { SamlProvider, User } from '../../generated/prisma/client.ts'
import { shareMembersLock } from '../members/membership.ts'
import { SignInError } from './error-page.ts'
import type { Identity } from './identity.ts'
import { maximumSessions, sessionHours } from './limits.ts'
import { hasSameConfiguration } from './service.ts'
import type { VerifiedAssertion } from './verification.ts'

const sessionLabel = 'SSO: '

/** The request that signs in or out. */
export interface SignInRequest extends RequestOrigin {
  readonly requestId: string
}

export interface Session {
  readonly token: string
  readonly returnTo: string
}

/** Signs in the user of an assertion. In the same transaction, the request and the assertion are marked as used. */
export function signIn(
  database: Pick<Database, 'transaction'>,
  provider: SamlProvider,
  assertion: VerifiedAssertion,
  request: SignInRequest,
): Promise<Session> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    // Nobody who is removed meanwhile gets a session.
    await shareMembersLock(transaction, provider.organizationId)
    await lockProvider(transaction, provider)
    const returnTo = await consumeSignIn(transaction, provider, assertion)
    // Concurrent first sign-ins with the same email address must create one user.
    await lockUntilCommit(transaction, `user:${assertion.identity.email}`)
    const user = await admittedUser(transaction, provider, assertion.identity)
    const { id: tokenId, token } = await openSession(transaction, provider, user)
    await recordSession(transaction, { ...request, userId: user.id, tokenId, scopes: [] }, 'signIn', provider)
    return { token, returnTo }
  })
}

/**
 * Records that the provider works. Until the transaction ends, the provider is neither changed nor deleted, so that what
 * it lets in here ends with it.
 */
async function lockProvider(transaction: Transaction, provider: SamlProvider): Promise<void> {
  const { id, workedAt } = provider
  // Written before it is locked, because two that share a lock could not both write.
  if (workedAt === null)
    await transaction.samlProvider.updateMany({ where: { id, workedAt }, data: { workedAt: new Date() } })
  const [current] = await transaction.query<SamlProvider>(
    `SELECT * FROM "SamlProvider" WHERE id = $1 FOR SHARE`,
    [id],
  )
  if (!current || !hasSameConfiguration(current, provider))
    throw new SignInError(400, 'The identity provider was changed meanwhile. Start again.')
}

/** Ends a session. In the same transaction the sign-out is recorded. */
export function signOut(
  database: Pick<Database, 'transaction'>,
  token: string,
  request: SignInRequest,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    const where = { hash: hashToken(token), revokedAt: null }
    const data = { revokedAt: new Date() }
    const [session] = await transaction.apiToken.updateManyAndReturn({ where, data })
    if (!session) return
    const { id: tokenId, userId, scopes } = session
    const organizationId = organizationOfScopes(scopes) ?? null
    await recordSession(transaction, { ...request, userId, tokenId, scopes }, 'signOut', { organizationId })
  })
}

async function recordSession(
  transaction: Transaction,
  actor: Actor & { readonly userId: string },
  action: 'signIn' | 'signOut',
  { organizationId }: { readonly organizationId: string | null },
): Promise<void> {
  const target = { type: 'User', id: actor.userId }
  const operation = { action, type: 'User', target, otherTarget: null, ids: [] }
  await insertEvent(transaction.query, actor, operation, { organizationId, onlyIfChanged: false })
}

async function consumeSignIn(
  transaction: Transaction,
  { id: providerId }: SamlProvider,
  { requestId, assertionId, expiresAt }: VerifiedAssertion,
): Promise<string> {
  const again = new SignInError(400, 'This sign-in was already used or took too long. Start again.')
  const [request] = await transaction.query<{ returnTo: string }>(
    `DELETE FROM "SamlRequest" WHERE id = $1 AND "providerId" = $2 AND "expiresAt" > now()
     RETURNING "returnTo"`,
    [requestId, providerId],
  )
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
  await assertMayAdmit(transaction, provider, email, known !== null)
  const user = known ?? (await transaction.user.create({ data: { id: newId('User'), email, displayName } }))
  await admit(transaction, provider, user)
  return user
}

/**
 * Throws unless the provider may admit who has the email address. Whoever runs a provider can assert any address: it is
 * trusted for domains that its organization has proven, and for new users with domains that no organization has proven.
 */
async function assertMayAdmit(
  transaction: Transaction,
  { organizationId }: SamlProvider,
  email: string,
  isKnown: boolean,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const owners = await transaction.organization.findMany({
    where: { provenEmailDomains: { has: domain } },
    select: { id: true },
  })
  if (owners.some(({ id }) => id === organizationId) || (!isKnown && owners.length === 0)) return
  throw new SignInError(
    403,
    'This address does not belong to the organization, and its user is not a member. Ask one of the admins to invite you.',
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
  { id: providerId, organizationId, label }: SamlProvider,
  { id: userId }: User,
): Promise<{ readonly id: string; readonly token: string }> {
  await deleteOldSessions(transaction, providerId, userId)
  const token = generateToken()
  const id = newId('ApiToken')
  await transaction.apiToken.create({
    data: {
      id,
      userId,
      label: sessionLabel + label,
      prefix: tokenPrefix(token),
      hash: hashToken(token),
      scopes: scopesOfSession(organizationId),
      expiresAt: new Date(Date.now() + sessionHours * 3_600_000),
      samlProviderId: providerId,
    },
  })
  return { id, token }
}

/** Deletes all but the latest sessions of a user with the provider, which would otherwise accumulate. */
async function deleteOldSessions(
  transaction: Transaction,
  providerId: string,
  userId: string,
): Promise<void> {
  const sessions = { userId, samlProviderId: providerId, label: { startsWith: sessionLabel } }
  const latest = await transaction.apiToken.findMany({
    where: { ...sessions, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'desc' },
    take: maximumSessions - 1,
    select: { id: true },
  })
  const kept = latest.map(({ id }) => id)
  await transaction.apiToken.deleteMany({ where: { ...sessions, id: { notIn: kept } } })
}
