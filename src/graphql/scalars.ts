import { GraphQLError, type GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { builder } from './builder.ts'

/**
 * Makes a scalar reject text with U+0000 or lone surrogates, which PostgreSQL cannot store. Such input then fails as
 * BAD_USER_INPUT instead of as an error of the database.
 */
export function rejectUnstorableText(scalar: GraphQLScalarType): void {
  const { parseValue, parseLiteral } = scalar
  const check = (value: unknown) => {
    for (const text of textsIn(value))
      if (text.includes('\0') || !text.isWellFormed())
        throw new GraphQLError('must not contain U+0000 or a lone surrogate')
    return value
  }
  scalar.parseValue = (value) => check(parseValue(value))
  scalar.parseLiteral = (node, variables) => check(parseLiteral(node, variables))
}

/** Protects functions that traverse JSON recursively from stack overflows. */
const maximumJsonDepth = 500

/** Yields all strings in a value, including the names of members. */
function* textsIn(value: unknown): Generator<string> {
  const pending: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [item, depth] = next
    if (typeof item === 'string') yield item
    if (typeof item !== 'object' || item === null) continue
    if (depth === maximumJsonDepth)
      throw new GraphQLError(`must not be nested more than ${maximumJsonDepth} levels deep`)
    if (!Array.isArray(item)) yield* Object.keys(item)
    for (const member of Object.values(item)) pending.push([member, depth + 1])
  }
}

/** Makes a scalar reject years outside 1 to 9999: the UTC offset of a four-digit year may lead to another year. */
function rejectDistantYears(scalar: GraphQLScalarType): void {
  const { parseValue, parseLiteral } = scalar
  const check = (value: unknown) => {
    const year = (value as Date).getUTCFullYear()
    if (year < 1 || year > 9999) throw new GraphQLError('must be in the years 1 to 9999')
    return value
  }
  scalar.parseValue = (value) => check(parseValue(value))
  scalar.parseLiteral = (node, variables) => check(parseLiteral(node, variables))
}

/** The specification of JSON, which scalars consist of whose shape is in their description. */
export const jsonSpecification = 'https://www.rfc-editor.org/rfc/rfc8259'

rejectDistantYears(DateTimeISOResolver)
DateTimeISOResolver.specifiedByURL = 'https://scalars.graphql.org/andimarek/date-time.html'
DateTimeISOResolver.description =
  'A date and time with its offset from UTC, as in RFC 3339, in the years 1 to 9999. Answers have it in UTC, with milliseconds, such as `2026-11-27T10:15:30.000Z`.'

JSONResolver.specifiedByURL = jsonSpecification
JSONResolver.description = `A JSON value, at most ${maximumJsonDepth} levels deep in an input.`

builder.addScalarType('JSON', JSONResolver)

builder.addScalarType('DateTime', DateTimeISOResolver)

builder.scalarType('URL', {
  description: 'An http or https URL.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  extensions: { jsonSchema: { type: 'string', format: 'uri' } },
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) throw new GraphQLError('must be a URL')
    return value
  },
})

builder.scalarType('Upload', {
  description:
    'A file of a multipart request. In GraphQL, it is sent as defined by the GraphQL multipart request specification. In REST, the name of the part is the path of the member.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
  serialize: () => {
    throw new GraphQLError('a file is only sent to the server')
  },
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('must be a file of a multipart request')
    return value
  },
})
