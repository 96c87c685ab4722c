import { createHash } from 'node:crypto'
import { stringify } from 'node:querystring'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Profile } from '@node-saml/node-saml'
import type { IdentityProvider, ProviderSession } from '../../generated/prisma/client.ts'
import type { Logout } from '../identity-providers/provider-sessions.ts'
import { serviceAddresses } from './addresses.ts'
import { acceptedSignature, findLogoutError, rootAttribute, textsOf } from './document-guard.ts'
import { createSaml, type Services } from './library.ts'
import { clockSkewSeconds, logoutSeconds, maximumFormBytes } from './limits.ts'
import { signingKey } from './signing-key.ts'

const inflate = promisify(inflateRaw)

/** The name that a provider has for a user, with which a request to end the session repeats it. */
export type NameId = Pick<Profile, 'nameID' | 'nameIDFormat' | 'nameQualifier' | 'spNameQualifier'>

/** Returns this server as a service of a provider, whose messages are signed. */
const signingSaml = async ({ config, database }: Services, provider: IdentityProvider) =>
  createSaml(config, provider, { key: await signingKey(database) })

/** Returns the address at which the provider ends its session, with a signed request. Null if it has none. */
export async function logoutAddress(
  services: Services,
  provider: IdentityProvider,
  { nameId, issuer, sid }: ProviderSession,
): Promise<string | null> {
  if (provider.sloUrl === '' || nameId === null) return null
  const saml = await signingSaml(services, provider)
  const name = nameId as unknown as NameId
  const user = { ...name, issuer, ...(sid !== null && { sessionIndex: sid }) }
  return asSigned(await saml.getLogoutUrlAsync(user, '', {}))
}

/** Encodes the query of an address as the library has signed it, which is not how it writes the address. */
function asSigned(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`
}

/** A request of a provider to end sessions, as it arrives. */
export interface SentLogout {
  readonly encoded: string
  /** The query of the request if that has the message and its signature. Null if the message is posted, and signed itself. */
  readonly query: string | null
}

export interface VerifiedLogout {
  readonly logout: Logout
  /** Returns the address at which the provider gets the signed answer, in which it finds its relay state again. */
  readonly answerAddress: (relayState: string) => Promise<string>
}

/** Verifies a request to end sessions. Throws an error with the reason, for the log, if it is not valid. */
export async function verifyLogout(
  services: Services,
  provider: IdentityProvider,
  { encoded, query }: SentLogout,
): Promise<VerifiedLogout> {
  const bytes = Buffer.from(encoded, 'base64')
  const xml = (
    query === null ? bytes : await inflate(bytes, { maxOutputLength: maximumFormBytes })
  ).toString()
  const documentError = findLogoutError(xml)
  if (documentError) throw new Error(documentError)
  const { logoutURL } = serviceAddresses(services.config, provider.id)
  if (rootAttribute(xml, 'LogoutRequest', 'Destination') !== logoutURL)
    throw new Error('its destination is another URL')
  const expiresAt = expiryOf(rootAttribute(xml, 'LogoutRequest', 'IssueInstant'))
  const saml = await signingSaml(services, provider)
  const { profile } =
    query === null
      ? await saml.validatePostRequestAsync({ SAMLRequest: bytes.toString('base64') })
      : await validateQuery(saml, query)
  if (!profile?.ID) throw new Error('it has no id')
  return {
    logout: {
      provider,
      issuer: provider.entityId,
      subject: profile.nameID,
      sids: textsOf(xml, 'SessionIndex'),
      messageId: createHash('sha256')
        .update(JSON.stringify([provider.id, provider.entityId, profile.ID]))
        .digest('base64url'),
      expiresAt,
    },
    answerAddress: async (relayState) =>
      asSigned(await saml.getLogoutResponseUrlAsync(profile, relayState, {}, true)),
  }
}

/** Returns when a message is too old to be accepted. Throws if it is already, or if it was made in the future. */
function expiryOf(issueInstant: string | null): Date {
  const issued = Date.parse(issueInstant ?? '')
  const skew = clockSkewSeconds * 1000
  const expires = issued + logoutSeconds * 1000 + skew
  if (!(issued <= Date.now() + skew && Date.now() < expires)) throw new Error('it is not of this time')
  return new Date(expires)
}

/** Verifies the signature that a query has of its other parameters, whose encoding it covers. */
async function validateQuery(saml: Awaited<ReturnType<typeof signingSaml>>, query: string) {
  const parts = query.replace(/^\?/, '').split('&')
  const part = (name: string): string | undefined => {
    const [found, ...more] = parts.filter((one) => one.startsWith(`${name}=`))
    if (more.length > 0) throw new Error(`${name} is there more than once`)
    return found
  }
  const given = (name: string): string => new URLSearchParams(part(name)).get(name) ?? ''
  const [request, state, algorithm] = [part('SAMLRequest'), part('RelayState'), part('SigAlg')]
  // Without a signature the library would accept it.
  if (!given('Signature') || !acceptedSignature(given('SigAlg'))) throw new Error('it is not signed')
  const signed = [request, state, algorithm].filter((one) => one !== undefined).join('&')
  const container = {
    SAMLRequest: given('SAMLRequest'),
    SigAlg: given('SigAlg'),
    Signature: given('Signature'),
  }
  return saml.validateRedirectAsync(container, signed)
}
