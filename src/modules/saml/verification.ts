import type { CacheProvider } from '@node-saml/node-saml'
import type { IdentityProvider } from '../../generated/prisma/client.ts'
import { signInMinutes } from '../identity-providers/limits.ts'
import type { Identity } from '../identity-providers/linked-identities.ts'
import type { BegunSignIn } from '../identity-providers/sign-in.ts'
import { serviceAddresses } from './addresses.ts'
import { findDocumentError, rootAttribute } from './document-guard.ts'
import { childrenOf, identityOf, type XmlPart } from './identity.ts'
import { createSaml, type Services } from './library.ts'
import { clockSkewSeconds } from './limits.ts'
import type { NameId } from './logout.ts'

/** A verified assertion. All values were read from its signed part. */
export interface VerifiedAssertion {
  readonly requestId: string
  readonly assertionId: string
  /** The time after which a replay of the assertion is rejected as expired. */
  readonly expiresAt: Date
  readonly identity: Identity
  /** The session at the provider: the name that it has for the user, and the id of the session, if it tells one. */
  readonly session: { readonly nameId: NameId; readonly sid: string | null }
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/**
 * Returns the pending requests of a provider in the library's interface. The library does not remove them: the
 * transaction of the sign-in does, so that only one of two equal responses succeeds.
 */
const pendingRequests = ({ database }: Services, provider: IdentityProvider): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (id) => {
    const request = await database.prisma.samlRequest.findFirst({
      where: { id, providerId: provider.id, expiresAt: { gt: new Date() } },
    })
    return request?.createdAt.toISOString() ?? null
  },
  removeAsync: async () => null,
})

/** Starts a sign-in. Returns the URL to redirect the browser to, and the id that the response must refer to. */
export async function beginSignIn(
  { config, database }: Services,
  provider: IdentityProvider,
  begun: BegunSignIn,
): Promise<{ requestId: string; location: string }> {
  let requestId = ''
  const requests: CacheProvider = {
    saveAsync: async (id) => {
      requestId = id
      const expiresAt = new Date(Date.now() + signInMinutes * 60_000)
      await database.transaction((transaction) =>
        transaction.samlRequest.create({ data: { ...begun, id, providerId: provider.id, expiresAt } }),
      )
      return null
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  }
  const saml = await createSaml(config, provider, { requests })
  const location = await saml.getAuthorizeUrlAsync('', undefined, {})
  return { requestId, location }
}

/** Verifies a response. Throws an error with the reason, for the log, if it is invalid. */
export async function verifyResponse(
  services: Services,
  provider: IdentityProvider,
  encoded: string,
): Promise<VerifiedAssertion> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  const documentError = findDocumentError(xml)
  if (documentError) throw new Error(documentError)
  const { acsURL } = serviceAddresses(services.config, provider.id)
  const destination = rootAttribute(xml, 'Response', 'Destination')
  if (destination !== null && destination !== acsURL) throw new Error('its destination is another URL')
  // Encoded again, so that the library reads exactly the text that was checked here.
  const saml = await createSaml(services.config, provider, { requests: pendingRequests(services, provider) })
  const { profile } = await saml.validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml).toString('base64'),
  })
  const assertion = (profile?.getAssertion?.() as { Assertion?: XmlPart } | undefined)?.Assertion
  if (!profile || !assertion) throw new Error('it has no assertion')
  const { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex } = profile
  return {
    ...readAssertion(assertion, provider, acsURL, rootAttribute(xml, 'Response', 'InResponseTo')),
    session: {
      nameId: { nameID, nameIDFormat, nameQualifier, spNameQualifier },
      sid: sessionIndex ?? null,
    },
  }
}

/** Verifies the parts of an assertion that the library does not check. */
function readAssertion(
  assertion: XmlPart,
  provider: IdentityProvider,
  acsURL: string,
  inResponseTo: string | null,
): Omit<VerifiedAssertion, 'session'> {
  const issuers = childrenOf(assertion, 'Issuer')
  const issuer = issuers.length === 1 ? textOf(issuers[0]) : undefined
  if (issuer !== provider.entityId) throw new Error('its issuer is not the entity id of the provider')
  const assertionId = assertion.$?.ID
  if (!assertionId) throw new Error('its assertion has no id')
  const [subject, ...moreSubjects] = childrenOf(assertion, 'Subject')
  if (!subject || moreSubjects.length > 0) throw new Error('its assertion does not have exactly one subject')
  const confirmation = childrenOf(subject, 'SubjectConfirmation')
    .filter((part) => part.$?.Method === bearer)
    .flatMap((part) => childrenOf(part, 'SubjectConfirmationData'))
    .find(({ $ }) => confirmsSignIn($, acsURL, inResponseTo))
  if (!confirmation) throw new Error('no confirmation of its subject is for this sign-in')
  const identity = identityOf(assertion)
  if (!identity) throw new Error('it does not have exactly one email address')
  const ends = Date.parse(confirmation.$?.NotOnOrAfter as string)
  const expiresAt = new Date(ends + clockSkewSeconds * 1000)
  return { requestId: inResponseTo as string, assertionId, expiresAt, identity }
}

const textOf = (part: XmlPart | string | undefined): string | undefined =>
  typeof part === 'string' ? part : part?._

function confirmsSignIn(data: XmlPart['$'], acsURL: string, inResponseTo: string | null): boolean {
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
