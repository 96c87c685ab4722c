/*
 * Checks of the document of an identity provider before it is parsed. They work on the text, so that they cannot be
 * bypassed by differences between XML parsers.
 */

const namespaces = {
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  more: 'http://www.w3.org/2001/04/xmldsig-more#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
}

/** The accepted signature algorithms. SHA-1 and symmetric keys (HMAC) are not accepted. */
const acceptedAlgorithms: ReadonlySet<string> = new Set([
  `${namespaces.more}rsa-sha256`,
  `${namespaces.more}rsa-sha512`,
  `${namespaces.encryption}sha256`,
  `${namespaces.encryption}sha512`,
  `${namespaces.signature}enveloped-signature`,
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])

const countOf = (xml: string, localName: string): number =>
  [...xml.matchAll(new RegExp(`<(?:[^\\s<>:/]+:)?${localName}(?=[\\s/>])`, 'g'))].length

/** Returns whether the text of a request may be signed with the algorithm. */
export const acceptedSignature = (algorithm: string): boolean =>
  algorithm.startsWith(`${namespaces.more}rsa-`) && acceptedAlgorithms.has(algorithm)

/**
 * Returns why the response is not accepted, or null. A second response or assertion is rejected because it could be read
 * instead of the signed one.
 */
export function findDocumentError(xml: string): string | null {
  const error = findFormError(xml)
  if (error) return error
  if (countOf(xml, 'Response') !== 1) return 'it does not have exactly one response'
  if (countOf(xml, 'EncryptedAssertion') > 0) return 'its assertion is encrypted'
  if (countOf(xml, 'Assertion') !== 1) return 'it does not have exactly one assertion'
  return null
}

/** Returns why the request to end sessions is not accepted, or null. */
export function findLogoutError(xml: string): string | null {
  const error = findFormError(xml)
  if (error) return error
  if (countOf(xml, 'LogoutRequest') !== 1) return 'it does not have exactly one request'
  if (countOf(xml, 'EncryptedID') > 0) return 'the name of its user is encrypted'
  if (countOf(xml, 'NameID') !== 1) return 'it does not have exactly one user'
  return null
}

/** Comments, CDATA and declarations are rejected because parsers handle them differently. */
function findFormError(xml: string): string | null {
  if (xml.includes('<!')) return 'it has a comment, a CDATA section or a declaration'
  if (/<\?(?!xml[\s?])/.test(xml) || xml.lastIndexOf('<?') > 0) return 'it has a processing instruction'
  if (countOf(xml, 'Object') > 0) return 'its signature contains objects'
  for (const [, double, single] of xml.matchAll(/\sAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const algorithm = double ?? single ?? ''
    if (!acceptedAlgorithms.has(algorithm)) return `the algorithm ${algorithm} is not accepted`
  }
  return null
}

/** Returns an attribute of the element that the message is, or null. The signature of a response may not cover it. */
export function rootAttribute(xml: string, root: 'Response' | 'LogoutRequest', name: string): string | null {
  const [, attributes = ''] = new RegExp(`<(?:[^\\s<>:/]+:)?${root}(\\s[^<>]*)>`).exec(xml) ?? []
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2] ?? null
  return value?.replaceAll('&amp;', '&') ?? null
}

/** Returns the texts of all elements with a name. */
export const textsOf = (xml: string, localName: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:[^\\s<>:/]+:)?${localName}(?:\\s[^<>]*)?>([^<]*)<`, 'g'))].map(
    ([, text = '']) => text.trim().replaceAll('&amp;', '&'),
  )
