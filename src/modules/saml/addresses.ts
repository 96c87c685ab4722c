import type { Config } from '../../base/config.ts'
import { providerAddress, startAddress } from '../identity-providers/addresses.ts'

/** The URLs of this server for an identity provider. Messages of the provider are verified against them. */
export interface ServiceAddresses {
  /** The assertion consumer service, to which the provider sends responses. */
  readonly acsURL: string
  /** The URL at which a sign-in starts. */
  readonly startURL: string
  /** The single logout service, to which the provider sends requests to end sessions, and its answers to those of this server. */
  readonly logoutURL: string
  /** The entity id of this server, which is also the URL of its metadata. */
  readonly entityID: string
}

export function serviceAddresses(config: Pick<Config, 'baseUrl'>, providerId: string): ServiceAddresses {
  const base = providerAddress(config, 'SAML', providerId)
  return {
    acsURL: `${base}/acs`,
    startURL: startAddress(config, { kind: 'SAML', id: providerId }),
    logoutURL: `${base}/logout`,
    entityID: `${base}/metadata`,
  }
}
