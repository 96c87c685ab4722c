import { SignInError } from '../../access/page-error.ts'
import { beginRecording } from '../../audit/operation-record.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { lockMembers, shareMembersLock } from '../members/membership.ts'
import { openSession } from '../sessions/open-session.ts'
import { recordSignIn, type SignInRequest } from '../sessions/sign-in-events.ts'
import { admittedUser } from './admission.ts'
import { hasSameConfiguration } from './configuration.ts'
import { applyGroups, type GroupsOfUser } from './group-mappings.ts'
import type { Identity } from './linked-identities.ts'

export interface Session {
  readonly token: string
  readonly returnTo: string
}

/** A sign-in as it began in the browser. */
export interface BegunSignIn {
  readonly returnTo: string
  /** The hash of the session that the browser had then, which ends with the new one. */
  readonly session: string | null
}

/** The identity that a response names which was verified. */
export interface ProvenIdentity {
  readonly identity: Identity
  /**
   * Marks the response as used, and the request that it responds to, which it returns. Throws SignInError if it was used
   * before, or the request is over.
   */
  readonly consume: (transaction: Transaction) => Promise<BegunSignIn>
  /** The groups of the user, if the provider tells them. */
  readonly groups?: GroupsOfUser | null
  /** Stores what the provider tells of the session that was opened. */
  readonly opened?: (transaction: Transaction, tokenId: string) => Promise<void>
}

/** The error of a sign-in that was used before, or was not completed in time. */
export const signInUsed = (): SignInError => new SignInError(400, 'signInUsed')

/** Signs in the user that a provider has identified, as a member of its organization. */
export function signIn(
  { database, config }: { readonly database: Pick<Database, 'transaction'>; readonly config: Config },
  provider: IdentityProvider,
  { identity, consume, groups, opened }: ProvenIdentity,
  request: SignInRequest,
): Promise<Session> {
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    // Nobody who is removed meanwhile gets a session.
    const lock = groups ? lockMembers : shareMembersLock
    await lock(transaction, provider.organizationId)
    await lockProvider(transaction, provider)
    const { returnTo, session } = await consume(transaction)
    // Concurrent first sign-ins with the same email address must create one user.
    await lockUntilCommit(transaction, `user:${identity.email ?? identity.subject?.subject}`)
    const user = await admittedUser(transaction, provider, identity)
    const { id: identityProviderId, organizationId, label } = provider
    if (groups) await applyGroups(transaction, { organizationId, userId: user.id }, groups)
    const { id: tokenId, token } = await openSession(transaction, config, {
      userId: user.id,
      label,
      identityProviderId,
      organizationId,
      request,
      replaced: session,
    })
    await opened?.(transaction, tokenId)
    const actor = { ...request, userId: user.id, tokenId, scopes: [] }
    await recordSignIn(transaction, actor, 'signIn', organizationId)
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
  if (!current || !hasSameConfiguration(current, provider)) throw new SignInError(400, 'providerChanged')
}
