import { GraphQLError, type GraphQLScalarType } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { builder } from './builder.ts'

/**
 * PostgreSQL stores neither U+0000 nor half of a surrogate pair. Refused where any text comes in, such input is the
 * client's fault (400) and not a fault of the database (500).
 */
export function refuseUnstorableText(scalar: GraphQLScalarType): void {
  const { parseValue, parseLiteral } = scalar
  const check = (value: unknown) => {
    for (const text of textsIn(value))
      if (text.includes('\0') || !text.isWellFormed())
        throw new GraphQLError('must not contain U+0000 or half of a surrogate pair')
    return value
  }
  scalar.parseValue = (value) => check(parseValue(value))
  scalar.parseLiteral = (node, variables) => check(parseLiteral(node, variables))
}

/** Deeper JSON would exhaust the stack of whoever walks it. */
const maximumJsonDepth = 500

/** Every text in a value, names of members included. */
function* textsIn(value: unknown): Generator<string> {
  const pending: [value: unknown, depth: number][] = [[value, 0]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [item, depth] = next
    if (typeof item === 'string') yield item
    if (typeof item !== 'object' || item === null) continue
    if (depth === maximumJsonDepth)
      throw new GraphQLError(`must not be nested more than ${maximumJsonDepth} deep`)
    if (!Array.isArray(item)) yield* Object.keys(item)
    for (const member of Object.values(item)) pending.push([member, depth + 1])
  }
}

/** An offset can move an instant that is written with four digits of a year into a year that has five, or none. */
function refuseDistantYears(scalar: GraphQLScalarType): void {
  const { parseValue, parseLiteral } = scalar
  const check = (value: unknown) => {
    const year = (value as Date).getUTCFullYear()
    if (year < 1 || year > 9999) throw new GraphQLError('must be in the years 1 to 9999')
    return value
  }
  scalar.parseValue = (value) => check(parseValue(value))
  scalar.parseLiteral = (node, variables) => check(parseLiteral(node, variables))
}

refuseDistantYears(DateTimeISOResolver)

builder.addScalarType('JSON', JSONResolver)

builder.addScalarType('DateTime', DateTimeISOResolver)

builder.scalarType('URL', {
  description: 'An http or https address, as text.',
  extensions: { jsonSchema: { type: 'string', format: 'uri' } },
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) throw new GraphQLError('must be a URL')
    return value
  },
})
