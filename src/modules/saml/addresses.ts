import type { Config } from '../../config.ts'

type BaseAddress = Pick<Config, 'baseUrl'>

/** What an identity provider must be told of this server; the same that its messages are checked against. */
export interface ServiceAddresses {
  /** Where it sends its answers. */
  readonly acsURL: string
  /** Where a sign-in begins. */
  readonly startURL: string
  /** What this server calls itself to this provider, and where its metadata is. */
  readonly entityID: string
}

export function serviceAddresses({ baseUrl }: BaseAddress, providerId: string): ServiceAddresses {
  const base = `${baseUrl}/saml/${providerId}`
  return { acsURL: `${base}/acs`, startURL: `${base}/login`, entityID: `${base}/metadata` }
}

/**
 * The path to go to after a sign-in, or null for anything that a browser could understand as another server. A
 * backslash is a slash to browsers, and control characters are nothing to them.
 */
export function ownPath({ baseUrl }: BaseAddress, given: string): string | null {
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(given) || given.length > 2048) return null
  return new URL(given, baseUrl).origin === new URL(baseUrl).origin ? given : null
}
