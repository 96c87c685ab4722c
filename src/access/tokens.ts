import { hashSecret, newSecret } from '../base/secrets.ts'

const marker = 'lectern_'

/**
 * The scopes that a user gives a token. `content:write` lets assistants change primary content through MCP, which they may not
 * with `write` alone; through the other interfaces `write` is enough. A token with `events` alone reads the events of
 * organizations that its user administers, and nothing else.
 */
export const givenScopes = ['read', 'write', 'content:write', 'events'] as const

export type GivenScope = (typeof givenScopes)[number]

/** Generates an API token. Only its hash is stored. The prefix lets secret scanners recognize it. */
export const generateToken = (): string => marker + newSecret()

export const isApiToken = (text: string): boolean => text.startsWith(marker)

export const hashToken = (token: string): string => hashSecret(token)

/** Returns the beginning of a token, which may be displayed to identify it. */
export const tokenPrefix = (token: string): string => token.slice(0, marker.length + 6)

const organizationScope = 'organization:'

/** Returns the scopes of a token or a session with full access to one organization. */
export const scopesOfOrganization = (organizationId: string): string[] => [
  'read',
  'write',
  organizationScope + organizationId,
]

const exclusionScope = 'without-organization:'

/** Returns the scopes of a token that an organization has revoked for itself: the token is as before everywhere else. */
export function scopesWithoutOrganization(scopes: readonly string[], organizationId: string): string[] {
  const granted = scopes.length === 0 ? ['read', 'write'] : scopes
  return [...new Set([...granted, exclusionScope + organizationId])]
}

/** Returns those of the scopes that limit a token to some organizations. */
export const limitsOfScopes = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => scope.startsWith(organizationScope) || scope.startsWith(exclusionScope))

/** Returns the scopes of a token created by another token: limited to the same organizations as its creator. */
export function inheritLimits(creator: readonly string[], scopes: readonly string[]): string[] {
  const limits = limitsOfScopes(creator)
  if (limits.length === 0) return [...scopes]
  return [...(scopes.length === 0 ? ['read', 'write'] : scopes), ...limits]
}

export const organizationOfScopes = (scopes: readonly string[]): string | undefined =>
  scopes.find((scope) => scope.startsWith(organizationScope))?.slice(organizationScope.length)

export function scopesIncludeOrganization(scopes: readonly string[], organizationId: string): boolean {
  const only = organizationOfScopes(scopes)
  return (only === undefined || only === organizationId) && !scopes.includes(exclusionScope + organizationId)
}

export const isReadOnly = (scopes: readonly string[]): boolean =>
  scopes.length > 0 && !scopes.includes('write')

/** Returns what a token with the scopes may do, as its user is told. */
export const shownScopes = (scopes: readonly string[]): GivenScope[] =>
  scopes.length === 0 ? ['read', 'write'] : givenScopes.filter((scope) => scopes.includes(scope))

/**
 * Converts the scopes that a user gives to their stored form, with those that they include. Read and write access to everything
 * is stored as an empty list, and so is what a user gives who names none.
 */
export function storedScopes(given: readonly string[]): string[] {
  if (given.includes('content:write')) return ['read', 'write', 'content:write']
  if (given.length === 0 || given.includes('write')) return []
  return given.includes('read') ? ['read'] : ['events']
}

/** Returns whether a token with the scopes reads events, and nothing else. */
export const readsOnlyEvents = (scopes: readonly string[]): boolean =>
  scopes.includes('events') && !scopes.includes('read')

/** Returns whether an assistant with the scopes may change primary content, for which the scope must have been named. */
export const namesContentWrites = (scopes: readonly string[]): boolean => scopes.includes('content:write')

/** Returns SQL for `scopesIncludeOrganization` over the SQL of the scopes and of the id of the organization. */
export const includesOrganizationInSql = (scopes: string, organizationId: string): string =>
  `NOT EXISTS (SELECT 1 FROM unnest(${scopes}) s
    WHERE s = '${exclusionScope}' || ${organizationId}
      OR (starts_with(s, '${organizationScope}') AND s <> '${organizationScope}' || ${organizationId}))`
