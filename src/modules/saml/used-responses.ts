import type { Transaction } from '../../database/transactions.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { type BegunSignIn, signInUsed } from '../identity-providers/sign-in.ts'
import type { VerifiedAssertion } from './verification.ts'

/** Marks a request and the assertion that answers it as used. Returns the request. */
export async function consumeSignIn(
  transaction: Transaction,
  { id: providerId }: IdentityProvider,
  { requestId, assertionId, expiresAt }: VerifiedAssertion,
): Promise<BegunSignIn> {
  const [request] = await transaction.query<BegunSignIn>(
    `DELETE FROM "SamlRequest" WHERE id = $1 AND "providerId" = $2 AND "expiresAt" > now()
     RETURNING "returnTo", session`,
    [requestId, providerId],
  )
  if (!request) throw signInUsed()
  const { count } = await transaction.samlAssertion.createMany({
    data: { providerId, assertionId, expiresAt },
    skipDuplicates: true,
  })
  if (count === 0) throw signInUsed()
  return request
}
