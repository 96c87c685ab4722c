import type { Config } from '../../base/config.ts'

type BaseAddress = Pick<Config, 'baseUrl'>

/** The URLs of this server for an identity provider. Messages of the provider are verified against them. */
export interface ServiceAddresses {
  /** The assertion consumer service, to which the provider sends responses. */
  readonly acsURL: string
  /** The URL at which a sign-in starts. */
  readonly startURL: string
  /** The entity id of this server, which is also the URL of its metadata. */
  readonly entityID: string
}

export function serviceAddresses({ baseUrl }: BaseAddress, providerId: string): ServiceAddresses {
  const base = `${baseUrl}/saml/${providerId}`
  return { acsURL: `${base}/acs`, startURL: `${base}/login`, entityID: `${base}/metadata` }
}

/**
 * Returns the path to redirect to after a sign-in, or null for anything that a browser could interpret as another
 * origin: browsers treat backslashes as slashes, and ignore control characters.
 */
export function sameServerPath({ baseUrl }: BaseAddress, given: string): string | null {
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(given) || given.length > 2048) return null
  return new URL(given, baseUrl).origin === new URL(baseUrl).origin ? given : null
}
