import type { CacheProvider, SAML } from '@node-saml/node-saml'
import type { Config } from '../../base/config.ts'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { signInMinutes } from '../identity-providers/limits.ts'
import { serviceAddresses } from './addresses.ts'
import { clockSkewSeconds } from './limits.ts'
import type { SigningKey } from './signing-key.ts'

export type Services = Pick<Context, 'config' | 'database'>

/** Loads the SAML library on first use: with what it needs for XML it is large, and no start needs it. */
export const loadLibrary = () => import('@node-saml/node-saml')

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const noRequests: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

interface Use {
  /** The requests that responses must refer to. Nothing refers to a request to end a session. */
  readonly requests?: CacheProvider
  /** Signs the messages. Requests for a sign-in are not signed: providers may not know the key. */
  readonly key?: SigningKey
}

/** Creates the SAML library object with all checks enabled. */
export async function createSaml(
  config: Config,
  provider: IdentityProvider,
  { requests = noRequests, key }: Use,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await loadLibrary()
  const { acsURL, entityID } = serviceAddresses(config, provider.id)
  return new SAML({
    idpCert: provider.certificate,
    idpIssuer: provider.entityId,
    entryPoint: provider.ssoUrl,
    logoutUrl: provider.sloUrl,
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Many identity providers sign only the assertion, which contains everything that is used here.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewSeconds * 1000,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: signInMinutes * 60_000,
    cacheProvider: requests,
    ...(key && { privateKey: key.privateKey, publicCert: key.certificate, signatureAlgorithm: 'sha256' }),
  })
}
