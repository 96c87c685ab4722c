import type { Member } from '../../access/viewer.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { conflict } from './reasons.ts'

/** Matches the providers that members can sign in with: all values for verifying their messages are set. */
export const activeProviders = {
  OR: [
    { kind: 'SAML', entityId: { not: '' }, certificate: { not: '' }, ssoUrl: { not: '' } },
    { kind: 'OIDC', issuer: { not: '' }, clientId: { not: '' }, clientSecret: { not: '' } },
  ],
} as const satisfies Prisma.IdentityProviderWhereInput

/** Makes changes to the identity providers of an organization, and to whether it requires them, wait for each other. */
export const lockSingleSignOn = (transaction: Transaction, organizationId: string): Promise<void> =>
  lockUntilCommit(transaction, `identity-providers:${organizationId}`)

/**
 * Throws CONFLICT unless the token of the viewer came from an active provider of the organization. It shows that the
 * provider works, and that the viewer can still access the organization once single sign-on is required.
 */
export async function assertSignedInWithProvider(
  transaction: Transaction,
  { tokenId }: Member,
  organizationId: string,
): Promise<void> {
  const where = {
    id: tokenId ?? '',
    identityProvider: { organizationId, workedAt: { not: null }, ...activeProviders },
  }
  if ((await transaction.apiToken.count({ where })) === 0) throw conflict('SSO_SIGN_IN_REQUIRED')
}

/** Throws CONFLICT if members must sign in with a provider of the organization, and have none to sign in with. */
export async function assertCanSignIn(transaction: Transaction, organizationId: string): Promise<void> {
  const { sso } = await transaction.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { sso: true },
  })
  if (!sso) return
  const where = { organizationId, ...activeProviders }
  if ((await transaction.identityProvider.count({ where })) === 0) throw conflict('LAST_IDENTITY_PROVIDER')
}
