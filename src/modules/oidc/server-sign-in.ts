import { SignInError } from '../../access/page-error.ts'
import { beginRecording } from '../../audit/operation-record.ts'
import type { Config } from '../../base/config.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { User } from '../../generated/prisma/client.ts'
import { applyGroups } from '../identity-providers/group-mappings.ts'
import { type Identity, linkIdentity, userOfIdentity } from '../identity-providers/linked-identities.ts'
import type { ProvenIdentity, Session } from '../identity-providers/sign-in.ts'
import { lockMembers } from '../members/membership.ts'
import { openSession } from '../sessions/open-session.ts'
import { recordSignIn, type SignInRequest } from '../sessions/sign-in-events.ts'

/**
 * Signs in the user that the provider of the whole server has identified. The operator trusts it with every address; whoever
 * is new joins the organization that the operator names.
 */
export function signInToServer(
  { config, database }: { readonly config: Config; readonly database: Pick<Database, 'transaction'> },
  label: string,
  { identity, consume, groups, opened }: ProvenIdentity,
  request: SignInRequest,
): Promise<Session> {
  const organizationId = config.oidc?.organization
  return database.transaction(async (transaction) => {
    await beginRecording(transaction, [])
    if (organizationId) await lockMembers(transaction, organizationId)
    const { returnTo, session } = await consume(transaction)
    await lockUntilCommit(transaction, `user:${identity.email ?? identity.subject?.subject}`)
    const user = await userOfServer(transaction, config, identity)
    if (groups && organizationId) await applyGroups(transaction, { organizationId, userId: user.id }, groups)
    const { id: tokenId, token } = await openSession(transaction, config, {
      userId: user.id,
      label,
      request,
      replaced: session,
    })
    await opened?.(transaction, tokenId)
    await recordSignIn(transaction, { ...request, userId: user.id, tokenId, scopes: [] }, 'signIn', null)
    return { token, returnTo }
  })
}

async function userOfServer(transaction: Transaction, config: Config, identity: Identity): Promise<User> {
  const { user: known, email } = await userOfIdentity(transaction, null, identity)
  const user = known ?? (await newUser(transaction, config, { ...identity, email }))
  if (identity.subject) await linkIdentity(transaction, null, identity.subject, user)
  return user
}

async function newUser(
  transaction: Transaction,
  { oidc }: Config,
  { email, displayName }: { readonly email: string; readonly displayName: string },
): Promise<User> {
  const organization = await transaction.organization.findFirst({
    where: { id: oidc?.organization ?? '', deletedAt: null },
  })
  if (!organization) throw new SignInError(403, 'noAccount')
  const user = await transaction.user.create({ data: { id: newId('User'), email, displayName } })
  await transaction.member.create({
    data: {
      id: newId('Member'),
      organizationId: organization.id,
      userId: user.id,
      role: oidc?.defaultRole ?? null,
    },
  })
  return user
}
