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
import type { IdentityProvider, User } from '../../generated/prisma/client.ts'
import { shareMembersLock } from '../members/membership.ts'
import { admittedUser, type Identity } from './admission.ts'
import { hasSameConfiguration } from './configuration.ts'
import { SignInError } from './error-page.ts'
import { maximumSessions, sessionHours } from './limits.ts'

const sessionLabel = 'SSO: '

/** The request that signs in or out. */
export interface SignInRequest extends RequestOrigin {
  readonly requestId: string
}

export interface Session {
  readonly token: string
  readonly returnTo: string
}

/** The identity that a response names which was verified. */
export interface ProvenIdentity {
  readonly identity: Identity
  /**
   * Marks the response as used, and the request that it responds to. Returns the path to return to. Throws SignInError if
   * it was used before, or the request is over.
   */
  readonly consume: (transaction: Transaction) => Promise<string>
}

/** The error of a sign-in that was used before, or was not completed in time. */
export const signInUsed = (): SignInError =>
  new SignInError(400, 'This sign-in was already used or took too long. Start again.')

/** Signs in the user that a provider has identified, as a member of its organization. */
export function signIn(
  database: Pick<Database, 'transaction'>,
  provider: IdentityProvider,
  { identity, consume }: ProvenIdentity,
  request: SignInRequest,
): Promise<Session> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    // Nobody who is removed meanwhile gets a session.
    await shareMembersLock(transaction, provider.organizationId)
    await lockProvider(transaction, provider)
    const returnTo = await consume(transaction)
    // Concurrent first sign-ins with the same email address must create one user.
    await lockUntilCommit(transaction, `user:${identity.email}`)
    const user = await admittedUser(transaction, provider, identity)
    const { id: tokenId, token } = await openSession(transaction, provider, user)
    await recordSession(transaction, { ...request, userId: user.id, tokenId, scopes: [] }, 'signIn', provider)
    return { token, returnTo }
  })
}

/**
 * Records that the provider works. Until the transaction ends, the provider is neither changed nor deleted, so that what
 * it lets in here ends with it.
 */
async function lockProvider(transaction: Transaction, provider: IdentityProvider): Promise<void> {
  const { id, workedAt } = provider
  // Written before it is locked, because two that share a lock could not both write.
  if (workedAt === null)
    await transaction.identityProvider.updateMany({ where: { id, workedAt }, data: { workedAt: new Date() } })
  const [current] = await transaction.query<IdentityProvider>(
    `SELECT * FROM "IdentityProvider" WHERE id = $1 FOR SHARE`,
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

async function openSession(
  transaction: Transaction,
  { id: providerId, organizationId, label }: IdentityProvider,
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
      identityProviderId: providerId,
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
  const sessions = { userId, identityProviderId: providerId, label: { startsWith: sessionLabel } }
  const latest = await transaction.apiToken.findMany({
    where: { ...sessions, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'desc' },
    take: maximumSessions - 1,
    select: { id: true },
  })
  const kept = latest.map(({ id }) => id)
  await transaction.apiToken.deleteMany({ where: { ...sessions, id: { notIn: kept } } })
}
