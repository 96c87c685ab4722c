import type { Transaction } from '../../database/transactions.ts'
import type { MemberAddress } from '../members/events.ts'

/** Ends the sessions that a provider opened, and the tokens that were made in them. */
export async function endSessionsOfProvider(transaction: Transaction, providerId: string): Promise<void> {
  await transaction.apiToken.deleteMany({ where: { identityProviderId: providerId } })
}

/** Ends the sessions of a user who is no member any longer, and the tokens that were made in them. */
export async function endSessionsOfMember(
  transaction: Transaction,
  { organizationId, userId }: MemberAddress,
): Promise<void> {
  // A token that is being made in a session locks its provider: see `providerOfNewToken`.
  await transaction.query('SELECT id FROM "IdentityProvider" WHERE "organizationId" = $1 FOR UPDATE', [
    organizationId,
  ])
  await transaction.apiToken.deleteMany({ where: { userId, identityProvider: { organizationId } } })
}
