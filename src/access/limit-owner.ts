import { organizationOfScopes } from './tokens.ts'
import type { Member } from './viewer.ts'

/**
 * Returns in whose limits the requests of a member count: those of the user, whatever the token. Tokens that came from the
 * identity provider of an organization have limits of their own, so that the provider cannot use up those of the user.
 */
export function limitOwner({ userId, scopes }: Pick<Member, 'userId' | 'scopes'>): string {
  const organization = organizationOfScopes(scopes)
  return organization === undefined ? userId : `${userId} ${organization}`
}
