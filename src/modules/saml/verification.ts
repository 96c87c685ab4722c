import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import type { SamlProvider } from '../../generated/prisma/client.ts'
import { serviceAddresses } from './addresses.ts'
import { documentFault, responseAttribute } from './document-guard.ts'
import { childrenOf, type Identity, identityOf, type XmlPart } from './identity.ts'
import { clockSkewSeconds, signInMinutes } from './limits.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

/** What an identity provider vouched for, all of it read from what it signed. */
export interface VerifiedAssertion {
  readonly requestId: string
  readonly assertionId: string
  /** When no copy of it would be taken any more. */
  readonly expiresAt: Date
  readonly identity: Identity
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** The library, told all that it is to check. */
function protocolOf(config: Config, provider: SamlProvider, requests: CacheProvider): SAML {
  const { acsURL, entityID } = serviceAddresses(config, provider.id)
  return new SAML({
    idpCert: provider.certificate,
    idpIssuer: provider.entityId,
    entryPoint: provider.ssoUrl,
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // Many identity providers sign the assertion alone, in which everything is that is believed here.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewSeconds * 1000,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: signInMinutes * 60_000,
    cacheProvider: requests,
  })
}

/**
 * The sign-ins that were begun with a provider, as the library asks for them. It does not take them away: that
 * happens in the transaction that signs in, so that of two equal answers only one can.
 */
const requestsOf = ({ database }: Services, provider: SamlProvider): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (id) => {
    const request = await database.prisma.samlRequest.findFirst({
      where: { id, providerId: provider.id, expiresAt: { gt: new Date() } },
    })
    return request?.createdAt.toISOString() ?? null
  },
  removeAsync: async () => null,
})

/** Begins a sign-in: where to send the browser, and the id that the answer must name. */
export async function beginSignIn(
  { config, database }: Services,
  provider: SamlProvider,
  returnTo: string,
): Promise<{ requestId: string; location: string }> {
  let requestId = ''
  const requests: CacheProvider = {
    saveAsync: async (id) => {
      requestId = id
      const expiresAt = new Date(Date.now() + signInMinutes * 60_000)
      await database.prisma.samlRequest.create({ data: { id, providerId: provider.id, returnTo, expiresAt } })
      return null
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  }
  const location = await protocolOf(config, provider, requests).getAuthorizeUrlAsync('', undefined, {})
  return { requestId, location }
}

/** Verifies an answer, or throws an error that says for the log what is wrong with it. */
export async function verifyResponse(
  services: Services,
  provider: SamlProvider,
  encoded: string,
): Promise<VerifiedAssertion> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  const fault = documentFault(xml)
  if (fault) throw new Error(fault)
  const { acsURL } = serviceAddresses(services.config, provider.id)
  const destination = responseAttribute(xml, 'Destination')
  if (destination !== null && destination !== acsURL) throw new Error('it was meant for another address')
  // Encoded again, so that the library reads the very text that was looked at here.
  const { profile } = await protocolOf(
    services.config,
    provider,
    requestsOf(services, provider),
  ).validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
  const assertion = (profile?.getAssertion?.() as { Assertion?: XmlPart } | undefined)?.Assertion
  if (!assertion) throw new Error('it has no assertion')
  return readAssertion(assertion, provider, acsURL, responseAttribute(xml, 'InResponseTo'))
}

/** Looks at what the library leaves to its user. */
function readAssertion(
  assertion: XmlPart,
  provider: SamlProvider,
  acsURL: string,
  inResponseTo: string | null,
): VerifiedAssertion {
  const issuers = childrenOf(assertion, 'Issuer')
  const issuer = issuers.length === 1 ? textOf(issuers[0]) : undefined
  if (issuer !== provider.entityId) throw new Error('its issuer is not the entity id of the provider')
  const assertionId = assertion.$?.ID
  if (!assertionId) throw new Error('its assertion has no id')
  const [subject, ...moreSubjects] = childrenOf(assertion, 'Subject')
  if (!subject || moreSubjects.length > 0) throw new Error('its assertion is not about one subject')
  const confirmation = childrenOf(subject, 'SubjectConfirmation')
    .filter((part) => part.$?.Method === bearer)
    .flatMap((part) => childrenOf(part, 'SubjectConfirmationData'))
    .find(({ $ }) => isForUs($, acsURL, inResponseTo))
  if (!confirmation) throw new Error('no confirmation of its subject is for this sign-in')
  const identity = identityOf(assertion)
  if (!identity) throw new Error('it tells no e-mail address')
  const ends = Date.parse(confirmation.$?.NotOnOrAfter as string)
  const expiresAt = new Date(ends + clockSkewSeconds * 1000)
  return { requestId: inResponseTo as string, assertionId, expiresAt, identity }
}

const textOf = (part: XmlPart | string | undefined): string | undefined =>
  typeof part === 'string' ? part : part?._

function isForUs(data: XmlPart['$'], acsURL: string, inResponseTo: string | null): boolean {
  const skew = clockSkewSeconds * 1000
  const ends = Date.parse(data?.NotOnOrAfter ?? '')
  const begins = data?.NotBefore === undefined ? 0 : Date.parse(data.NotBefore)
  return (
    inResponseTo !== null &&
    data?.InResponseTo === inResponseTo &&
    data.Recipient === acsURL &&
    Date.now() < ends + skew &&
    Date.now() >= begins - skew
  )
}
