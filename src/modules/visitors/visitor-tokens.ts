import { verifiedClaims } from '../../access/json-web-tokens.ts'
import type { VisitorClaims } from './visitor.ts'

const maximumTokenLength = 16 * 1024

/** The longest time for which a token is valid: a year, and a leap day. */
const maximumLifetimeSeconds = 366 * 86_400

/** Tolerated difference between the clocks of two machines. */
const toleratedSeconds = 5

/**
 * Returns the claims of a token that was signed with the key of a site; null for any other token. The algorithm is
 * HS256 whatever the token declares, and keys in the token are ignored. The token must have an expiration time, at most
 * a year after it was issued and after now, and must be valid now. A token with an audience (`aud`) must name one of `audiences`.
 */
export async function readVisitorToken(
  privateKey: string,
  token: string,
  audience: string | readonly string[] = [],
): Promise<VisitorClaims | null> {
  if (privateKey === '' || token.length > maximumTokenLength) return null
  const claims = await verifiedClaims(privateKey, token, toleratedSeconds)
  if (!claims) return null
  const isValid =
    isMeantFor(claims.aud, [audience].flat()) && !isFromTheFuture(claims.iat) && !livesTooLong(claims)
  return isValid ? claims : null
}

const isMeantFor = (meantFor: unknown, audiences: readonly unknown[]): boolean =>
  meantFor === undefined || [meantFor].flat().some((one) => audiences.includes(one))

const isFromTheFuture = (issuedAt: unknown): boolean =>
  typeof issuedAt === 'number' && issuedAt > Date.now() / 1000 + toleratedSeconds

function livesTooLong({ iat, exp }: VisitorClaims): boolean {
  const now = Date.now() / 1000
  const issued = typeof iat === 'number' ? Math.min(iat, now) : now
  return Number(exp) - issued > maximumLifetimeSeconds + toleratedSeconds
}
