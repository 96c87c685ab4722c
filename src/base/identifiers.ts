import { createHash } from 'node:crypto'
import { uuids } from './uuids.ts'

/**
 * The first three letters of ids, by type, so that `node(id)` can determine the type of an id. Clients must treat ids
 * as opaque.
 */
const prefixes = {
  Organization: 'org',
  User: 'usr',
  Member: 'mem',
  Team: 'tea',
  InviteLink: 'inv',
  EmailInvite: 'ein',
  SamlProvider: 'sam',
  OidcProvider: 'oid',
  OidcGroupMapping: 'ogm',
  CustomField: 'cuf',
  OpenAPISpec: 'oas',
  OpenAPISpecVersion: 'oav',
  TranslationSettings: 'trs',
  GlossaryEntry: 'glo',
  CustomFont: 'fnt',
  CustomFontFace: 'fnf',
  ApiToken: 'tok',
  OAuthClient: 'oac',
  Collection: 'col',
  ContentPermission: 'per',
  Space: 'spc',
  Branch: 'brn',
  Revision: 'rev',
  PageVersion: 'pgv',
  Page: 'pag',
  FileVersion: 'flv',
  File: 'fil',
  ReusableContentVersion: 'ruv',
  ReusableContent: 'reu',
  Site: 'sit',
  SiteSection: 'sec',
  SiteSectionGroup: 'grp',
  SiteExternalLink: 'lnk',
  SiteSpace: 'ssp',
  SiteImage: 'img',
  OrganizationLogo: 'lgo',
  ShareLink: 'shl',
  SiteRedirect: 'red',
  ChangeRequest: 'chr',
  ChangeRequestLink: 'crl',
  ContentConflict: 'cnf',
  ChangeRequestReview: 'rvw',
  RequestedReviewer: 'rqr',
  Comment: 'com',
  CommentReply: 'rep',
  CommentReaction: 'rea',
  Job: 'job',
  Event: 'evt',
  Webhook: 'whk',
  WebhookDelivery: 'whd',
  GitLink: 'git',
  GitPreview: 'gpv',
} as const

type PrefixedType = keyof typeof prefixes

/** Types with ids. Those of audit events are UUIDs, as the contract has it. */
export type IdentifiedType = PrefixedType | 'AuditEvent' | 'ImportRun'

const typeByPrefix = new Map<string, PrefixedType>(
  Object.entries(prefixes).map(([type, prefix]) => [prefix, type as PrefixedType]),
)

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new id of letters and digits. Ids of one type sort by creation time. */
export const newId = (type: PrefixedType): string => prefixes[type] + encode(uuids.generate().bytes)

/** Returns the id of the event of a row whose id is a UUID, as that of an audit event is, or was made by `newId`. */
export function eventIdOf(id: string): string {
  if (!uuid.test(id)) return prefixes.Event + id.slice(3)
  return prefixes.Event + encode(Buffer.from(id.replaceAll('-', ''), 'hex'))
}

/** Returns the id of an object that is not stored: the same id for the same parts. */
export function derivedId(type: PrefixedType, ...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest()
  return prefixes[type] + encode(digest.subarray(0, 16))
}

/** Encodes 16 bytes as 26 digits of Crockford's base 32, in lower case. */
function encode(bytes: Uint8Array): string {
  let rest = 0n
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte)
  let text = ''
  for (let index = 0; index < 26; index++) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

/** The source of an expression that finds ids in a text. */
export const idPattern = `(?:${Object.values(prefixes).join('|')})[${alphabet}]{26}`

/** Returns an id that is greater by a number, as all ids are that are shifted by it, so that their order stays. */
export function shiftedId(id: string, number: Uint8Array): string {
  let value = 0n
  for (const digit of id.slice(3)) value = (value << 5n) | BigInt(alphabet.indexOf(digit))
  const shifted = value + BigInt(`0x${Buffer.from(number).toString('hex')}`)
  return id.slice(0, 3) + encode(Buffer.from(shifted.toString(16).padStart(32, '0').slice(-32), 'hex'))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the type that an id identifies, or undefined for an unknown one. */
export function typeOfId(id: string): IdentifiedType | undefined {
  return typeByPrefix.get(id.slice(0, 3)) ?? (uuid.test(id) ? 'AuditEvent' : undefined)
}
