/**
 * What may stand in the document that an identity provider sends, before anything in it is believed. It is read as
 * text: no parser has had a chance yet to be misled.
 */

const namespaces = {
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  more: 'http://www.w3.org/2001/04/xmldsig-more#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
}

/** How signatures may be made. SHA-1 is not among them, nor keys that both sides would have to share. */
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

/**
 * What is wrong with the document, or null. Comments, CDATA and declarations are refused altogether, because readers
 * differ in what they make of them; a second response or assertion, because it could be read in the place of the
 * signed one.
 */
export function documentFault(xml: string): string | null {
  if (xml.includes('<!')) return 'it has a comment, a CDATA section or a declaration'
  if (/<\?(?!xml[\s?])/.test(xml) || xml.lastIndexOf('<?') > 0) return 'it has a processing instruction'
  if (countOf(xml, 'Response') !== 1) return 'it is not one response'
  if (countOf(xml, 'EncryptedAssertion') > 0) return 'its assertion is encrypted'
  if (countOf(xml, 'Assertion') !== 1) return 'it has not exactly one assertion'
  if (countOf(xml, 'Object') > 0) return 'its signature holds other things'
  for (const [, double, single] of xml.matchAll(/\sAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const algorithm = double ?? single ?? ''
    if (!acceptedAlgorithms.has(algorithm)) return `the algorithm ${algorithm} is not accepted`
  }
  return null
}

/** An attribute of the response itself, which its signature may not cover; null where it is not there. */
export function responseAttribute(xml: string, name: string): string | null {
  const [, attributes = ''] = /<(?:[^\s<>:/]+:)?Response(\s[^<>]*)>/.exec(xml) ?? []
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2] ?? null
  return value?.replaceAll('&amp;', '&') ?? null
}
