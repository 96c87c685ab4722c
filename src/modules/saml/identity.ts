import { z } from 'zod'
import { onOneLine } from '../../base/validation.ts'
import type { Identity } from '../identity-providers/linked-identities.ts'

/** An element of the assertion in the parser's format: attributes in `$`, text in `_`, children by local name. */
export interface XmlPart {
  readonly $?: Readonly<Record<string, string>>
  readonly _?: string
  readonly [child: string]: unknown
}

export const childrenOf = (part: XmlPart | undefined, name: string): XmlPart[] => {
  const children = part?.[name]
  return Array.isArray(children) ? (children as XmlPart[]) : []
}

const emailFormat = /:nameid-format:emailAddress$/

const emailAttributes = new Set([
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
])
const nameAttributes = new Set([
  'displayname',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
  'http://schemas.microsoft.com/identity/claims/displayname',
])

/** Returns the user of an assertion, or null if it does not have exactly one email address. */
export function identityOf(assertion: XmlPart): Identity | null {
  const email = emailOf(assertion)?.trim().toLowerCase()
  if (email === undefined || email.length > 254 || !z.email().safeParse(email).success) return null
  const name = valuesOf(assertion, nameAttributes)[0]?.trim()
  return {
    email,
    displayName: [...onOneLine(name || (email.split('@')[0] as string))].slice(0, 100).join(''),
  }
}

function emailOf(assertion: XmlPart): string | undefined {
  const names = childrenOf(childrenOf(assertion, 'Subject')[0], 'NameID')
  const [nameId] = names
  if (names.length === 1 && nameId && emailFormat.test(nameId.$?.Format ?? '')) return nameId._
  const emails = new Set(valuesOf(assertion, emailAttributes))
  return emails.size === 1 ? [...emails][0] : undefined
}

function valuesOf(assertion: XmlPart, names: ReadonlySet<string>): string[] {
  return childrenOf(assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'Attribute'))
    .filter((attribute) => names.has((attribute.$?.Name ?? '').toLowerCase()))
    .flatMap((attribute) => childrenOf(attribute, 'AttributeValue'))
    .flatMap((value) => (typeof value === 'string' ? [value] : value._ === undefined ? [] : [value._]))
}
