import { z } from 'zod'
import { onOneLine } from '../../base/validation.ts'
import type { Identity } from '../identity-providers/linked-identities.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Returns who signs in by the claims of a provider, whose address counts only if it has the form of one. */
export function identityOf(issuer: string, subject: string, claims: Claims): Identity {
  const email = addressOf(claims)
  const name = [claims.name, claims.preferred_username, email?.split('@')[0], subject].find(isText) as string
  return {
    email,
    displayName: [...onOneLine(name)].slice(0, 100).join(''),
    subject: { issuer, subject, addressIsUnproven: isFalse(claims.email_verified) },
  }
}

function addressOf({ email }: Claims): string | null {
  if (!isText(email)) return null
  const address = email.trim().toLowerCase()
  return address.length <= 254 && z.email().safeParse(address).success ? address : null
}

/** Some providers send it as text. */
const isFalse = (value: unknown): boolean => value === false || value === 'false'

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * Returns the groups of a user, or null if the provider has left them out because there are too many, so that nobody knows
 * them. Without the claim there are none. A claim inside of another is named with a dot between them.
 */
export function groupsOf(claims: Claims, claim: string): readonly string[] | null {
  const value = claims[claim] ?? nested(claims, claim.split('.'))
  if (value === undefined && nested(claims, ['_claim_names', claim]) !== undefined) return null
  const groups = Array.isArray(value) ? value : [value]
  return groups.filter(isText)
}

function nested(claims: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return claims
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, name)) return undefined
  return nested((claims as Claims)[name], rest)
}
