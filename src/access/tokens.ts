import { createHash, randomBytes } from 'node:crypto'

const marker = 'lectern_'

/** Generates an API token. Only its hash is stored. The prefix lets secret scanners recognize it. */
export function generateToken(): string {
  return marker + randomBytes(32).toString('base64url')
}

/** Hashes a token. A fast hash is enough: a token has 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the beginning of a token, which may be displayed to identify it. */
export const tokenPrefix = (token: string): string => token.slice(0, marker.length + 6)

const organizationScope = 'organization:'

/** Returns scopes with full access to one organization: those of a session from its identity provider. */
export const scopesForOrganization = (organizationId: string): string[] => [
  'read',
  'write',
  organizationScope + organizationId,
]

/** Returns the scopes of a token created by another token: limited to the same organization as its creator. */
export function inheritOrganizationScope(creator: readonly string[], scopes: readonly string[]): string[] {
  const organizationId = organizationOfScopes(creator)
  if (organizationId === undefined) return [...scopes]
  const within = scopesForOrganization(organizationId)
  return scopes.length === 0 ? within : [...scopes, ...within.slice(-1)]
}

/** Returns the organization that the scopes are limited to, if any. */
export const organizationOfScopes = (scopes: readonly string[]): string | undefined =>
  scopes.find((scope) => scope.startsWith(organizationScope))?.slice(organizationScope.length)
