import { escapeMarkdown, tableCell } from '../conversion/markdown-syntax.ts'
import { describeConstraints } from './constraints.ts'
import { codeCell, table } from './descriptions.ts'
import { isMembers, listOf, type Members, membersOf, textOf, textsOf } from './json.ts'
import { resolve, schemaName } from './references.ts'

/** The document, and the URLs of its component schemas. */
export interface Schemas {
  readonly document: Members
  /** Returns the URL of a component schema, if it is described on a page. */
  readonly urlOf: (name: string) => string | undefined
  /** Counts a step. Throws an input error if there are too many. */
  readonly countStep: () => void
}

/** Maximum nesting of choices, whose number multiplies with each level. */
const maximumChoiceDepth = 2
/** Maximum parts of one schema that are processed. Parts can contain the same parts repeatedly. */
const maximumSteps = 5000

/** Maximum nesting of listed members. Component schemas have their own sections. */
const maximumDepth = 4
const maximumRows = 500
const maximumChoices = 30

/** Formats the type of a schema as Markdown, such as `array of Pet` or `string (date-time) or null`. */
export function typeOf(schemas: Schemas, schema: unknown, depth = 0): string {
  if (schema === true || depth > maximumDepth) return 'any'
  schemas.countStep()
  const { $ref } = membersOf(schema)
  const members = membersOf(schema)
  const isNullable = members.nullable === true || members['x-nullable'] === true
  if (typeof $ref === 'string') return `${referenceOf(schemas, $ref)}${isNullable ? ' or null' : ''}`
  const types = typeof members.type === 'string' ? [members.type] : textsOf(members.type)
  const choices = combined(schemas, members, depth)
  const named = types.length === 0 ? [choices ?? implied(members)] : types
  const all = named.map((type) => describeType(schemas, type, members, depth))
  return [...new Set([...all, ...(isNullable ? ['null'] : [])])].join(' or ')
}

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean'])

/** Returns the last segment of a reference, as the name of a schema that has no other. */
const lastSegment = (reference: string) => reference.split('/').at(-1)?.replaceAll('~1', '/') || reference

function referenceOf(schemas: Schemas, reference: string): string {
  const { document, urlOf } = schemas
  const name = schemaName(reference)
  const url = name === undefined ? undefined : urlOf(name)
  if (name !== undefined && url !== undefined) return `[${tableCell(escapeMarkdown(name))}](${url})`
  const { value, unresolved } = resolve(document, { $ref: reference })
  if (unresolved !== undefined && /^https?:\/\/[^\s<>]+$/.test(unresolved))
    return `<${tableCell(unresolved)}>`
  if (name === undefined && scalarTypes.has(textOf(value.type))) return typeOf(schemas, value)
  return codeCell(name ?? (unresolved === undefined ? lastSegment(reference) : reference))
}

function combined(schemas: Schemas, members: Members, depth: number): string | undefined {
  for (const [key, word] of [
    ['oneOf', 'or'],
    ['anyOf', 'or'],
    ['allOf', 'and'],
  ] as const) {
    const choices = listOf(members[key]).slice(0, maximumChoices)
    if (choices.length === 0) continue
    if (depth > maximumChoiceDepth) return 'any'
    const names = [...new Set(choices.map((choice) => typeOf(schemas, choice, depth + 1)))]
    return names.join(` ${word} `)
  }
  return undefined
}

function implied(members: Members): string {
  if (members.contentMediaType !== undefined || members.contentEncoding !== undefined) return 'string'
  if (isMembers(members.properties) || members.additionalProperties !== undefined) return 'object'
  if (members.items !== undefined) return 'array'
  const [first] = [...listOf(members.enum), ...('const' in members ? [members.const] : [])]
  return first === undefined ? 'any' : typeof first
}

function describeType(schemas: Schemas, type: string, members: Members, depth: number): string {
  if (type === 'array') return `array of ${grouped(typeOf(schemas, members.items ?? true, depth + 1))}`
  const { additionalProperties: values } = members
  if (type === 'object' && isMembers(values) && !isMembers(members.properties))
    return `map of ${grouped(typeOf(schemas, values, depth + 1))}`
  const formats = formatsOf(type, members)
  return formats.length > 0 ? `${type} (${tableCell(escapeMarkdown(formats.join(', ')))})` : type
}

const grouped = (type: string) => (/ (?:or|and) /.test(type) ? `(${type})` : type)

const numericFormat = /^(?:u?int\d*|integer|float\d*|double|decimal\d*|number)\b/

/** Returns what is known of the values of one type. In a list of types, a format belongs to those that it fits. */
function formatsOf(type: string, members: Members): string[] {
  const format = textOf(members.format)
  const types = textsOf(members.type)
  const isNumeric = type === 'integer' || type === 'number'
  const isOwn = types.length < 2 || (scalarTypes.has(type) && isNumeric === numericFormat.test(format))
  const own = format && isOwn && type !== 'object' && type !== 'null' ? [format] : []
  return type === 'string' ? [...own, ...encodingOf(members, format)] : own
}

const binaryMedia =
  /^(?:application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.)|(?:image|audio|video|font)\/)/i

/** Returns whether a media type is that of files, which have no schema in OpenAPI 3.1. */
export const isBinaryMedia = (type: string): boolean => binaryMedia.test(type) && !textMediaType.test(type)

const textMediaType = /^text\/|[/+](?:json|xml|yaml)\b/i

/** Describes text that holds another medium. Without an encoding, OpenAPI 3.1 means the bytes of a file. */
function encodingOf({ contentEncoding, contentMediaType }: Members, format: string): string[] {
  const encoding = textOf(contentEncoding)
  const media = textOf(contentMediaType)
  const isBinary = media !== '' && encoding === '' && format === '' && !textMediaType.test(media)
  return [encoding || (isBinary ? 'binary' : ''), media].filter((part) => part !== '')
}

interface Listing extends Schemas {
  readonly rows: string[][]
  /** The schemas that contain the current one, to stop at cycles. */
  readonly ancestors: Set<unknown>
  readonly listed: Set<string>
  steps: number
}

/**
 * Writes a table of the members of a schema, including those of nested objects. Returns an empty string if
 * there are none.
 */
export function memberTable(schemas: Schemas, schema: unknown): string {
  const listing: Listing = { ...schemas, rows: [], ancestors: new Set(), listed: new Set(), steps: 0 }
  listMembers(listing, schema, '', 0)
  const rows = listing.rows.slice(0, maximumRows)
  const note =
    listing.rows.length > maximumRows ? `\n\nOnly the first ${maximumRows} members are listed.` : ''
  return `${table(['Name', 'Type', 'Required', 'Description'], rows)}${note}`
}

function listMembers(listing: Listing, schema: unknown, prefix: string, depth: number): void {
  listing.countStep()
  const { value, reference } = resolve(listing.document, schema)
  const isElsewhere = reference !== undefined && depth > 0 && schemaName(reference) !== undefined
  const isFull = listing.rows.length > maximumRows || ++listing.steps > maximumSteps
  if (isElsewhere || isFull || depth > maximumDepth * 2 || listing.ancestors.has(value)) return
  listing.ancestors.add(value)
  // Parts of `allOf` do not add to the depth at the top level. Elsewhere they do, because they could nest
  // without end.
  for (const part of listOf(value.allOf))
    listMembers(listing, resolvePart(listing, part), prefix, depth + (prefix ? 1 : 0))
  for (const choice of [...listOf(value.oneOf), ...listOf(value.anyOf)])
    listMembers(listing, choice, prefix, depth + 1)
  const required = new Set(textsOf(value.required))
  for (const [name, member] of Object.entries(membersOf(value.properties)))
    listMember(listing, { name: `${prefix}${name}`, member, isRequired: required.has(name) }, depth)
  if (value.items !== undefined) listMembers(listing, value.items, `${prefix}[].`, depth + (prefix ? 1 : 0))
  listing.ancestors.delete(value)
}

/** Resolves a part of `allOf`, so that it is listed even if it is a component schema. */
const resolvePart = ({ document }: Listing, part: unknown) => resolve(document, part).value

function listMember(
  listing: Listing,
  { name, member, isRequired }: { name: string; member: unknown; isRequired: boolean },
  depth: number,
): void {
  if (listing.rows.length > maximumRows) return
  const own = membersOf(member)
  const row = [
    codeCell(name.replaceAll('.[]', '[]')),
    typeOf(listing, member),
    isRequired ? 'Yes' : '',
    describeConstraints(listing.document, own),
  ]
  // Choices can have the same members.
  const key = row.join('|')
  if (listing.listed.has(key)) return
  listing.listed.add(key)
  listing.rows.push(row)
  if (depth >= maximumDepth) return
  if (own.items !== undefined) listMembers(listing, own.items, `${name}[].`, depth + 1)
  else listMembers(listing, member, `${name}.`, depth + 1)
}
