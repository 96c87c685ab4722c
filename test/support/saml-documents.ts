import { SamlLib } from 'samlify'
import type { SigningKey } from './factories/identity-providers.ts'

/** The values in a response of an identity provider. Tests change one member at a time. */
export interface Answer {
  readonly responseId: string
  readonly assertionId: string
  readonly issuer: string
  readonly destination: string
  readonly recipient: string
  readonly audience: string
  /** Null for an answer that nobody asked for. */
  readonly inResponseTo: string | null
  readonly confirmedRequest: string | null
  /** As XML. */
  readonly nameId: string
  readonly notBefore: Date
  readonly notOnOrAfter: Date
}

const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)

const subjectXml = (answer: Answer) => `<saml:Subject>
<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${answer.nameId}</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData NotOnOrAfter="${answer.notOnOrAfter.toISOString()}" Recipient="${answer.recipient}"${attribute('InResponseTo', answer.confirmedRequest)}/>
</saml:SubjectConfirmation></saml:Subject>`

export const assertionXml = (
  answer: Answer,
  parts: { afterIssuer?: string; atEnd?: string } = {},
): string => `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${answer.issuer}</saml:Issuer>${parts.afterIssuer ?? ''}${subjectXml(answer)}
<saml:Conditions NotBefore="${answer.notBefore.toISOString()}" NotOnOrAfter="${answer.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${answer.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${parts.atEnd ?? ''}</saml:Assertion>`

/** Returns a response with the content. */
export const responseXml = (answer: Answer, inside: string): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.responseId}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${answer.destination}"${attribute('InResponseTo', answer.inResponseTo)}><saml:Issuer>${answer.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inside}</samlp:Response>`

/** The values in a request of an identity provider to end sessions. */
export interface LogoutValues {
  readonly id: string
  readonly issuer: string
  readonly destination: string
  readonly issued: Date
  readonly nameId: string
  readonly sessions: readonly string[]
}

export const logoutXml = ({ id, issuer, destination, issued, nameId, sessions }: LogoutValues): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${issued.toISOString()}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID>${sessions.map((session) => `<samlp:SessionIndex>${session}</samlp:SessionIndex>`).join('')}</samlp:LogoutRequest>`

const responsePath = "/*[local-name(.)='Response']"
const paths = {
  response: responsePath,
  assertion: `${responsePath}/*[local-name(.)='Assertion']`,
  logout: "/*[local-name(.)='LogoutRequest']",
}

export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

/** Returns the document with a signature over its assertion, or over all of it, behind the issuer of what is signed. */
export function signedXml(
  xml: string,
  { key, certificate }: SigningKey,
  { what = 'assertion', algorithm = rsaSha256 }: { what?: keyof typeof paths; algorithm?: string } = {},
): string {
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: paths[what],
    isMessageSigned: false,
    privateKey: key,
    // This function of the library takes what stands between the lines of a PEM file.
    signingCert: certificate.replace(/-----[A-Z ]+-----|\s/g, ''),
    signatureAlgorithm: algorithm,
    isBase64Output: false,
    transformationAlgorithms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    signatureConfig: {
      prefix: 'ds',
      location: { reference: `${paths[what]}/*[local-name(.)='Issuer']`, action: 'after' },
    },
  })
}

const only = (xml: string, pattern: RegExp): string => {
  const [found] = pattern.exec(xml) ?? []
  if (found === undefined) throw new Error(`there is no ${pattern.source}`)
  return found
}

export const signatureOf = (xml: string): string => only(xml, /<ds:Signature[\s>].*<\/ds:Signature>/s)
export const assertionOf = (xml: string): string => only(xml, /<saml:Assertion[\s>].*<\/saml:Assertion>/s)
export const withObject = (signature: string, held: string): string =>
  signature.replace('</ds:Signature>', () => `<ds:Object>${held}</ds:Object></ds:Signature>`)
