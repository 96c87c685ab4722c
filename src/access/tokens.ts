import { createHash, randomBytes } from 'node:crypto'

const marker = 'lectern_'

/** A new API token: shown once, kept only as its hash. The marker lets secret scanners recognise it. */
export function generateToken(): string {
  return marker + randomBytes(32).toString('base64url')
}

/** A token has 256 random bits, so that a plain hash is as good as a slow one. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The part of a token that may be shown to tell tokens apart. */
export const tokenPrefix = (token: string): string => token.slice(0, marker.length + 6)

const organizationScope = 'organization:'

/** The scopes of a session that an identity provider of one organization opened: everything, in that organization. */
export const scopesWithin = (organizationId: string): string[] => [
  'read',
  'write',
  organizationScope + organizationId,
]

/** The scopes for a token that is made with another one: good for no other organization than its maker is. */
export function scopesBelow(maker: readonly string[], scopes: readonly string[]): string[] {
  const organizationId = organizationOfScopes(maker)
  if (organizationId === undefined) return [...scopes]
  const within = scopesWithin(organizationId)
  return scopes.length === 0 ? within : [...scopes, ...within.slice(-1)]
}

/** The only organization that a token with these scopes is good for, if there is one. */
export const organizationOfScopes = (scopes: readonly string[]): string | undefined =>
  scopes.find((scope) => scope.startsWith(organizationScope))?.slice(organizationScope.length)
