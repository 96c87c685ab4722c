import { GraphQLError, GraphQLID, type GraphQLScalarType, GraphQLString } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { builder } from './builder.ts'

builder.addScalarType('DateTime', DateTimeISOResolver)
builder.addScalarType('JSON', JSONResolver)

builder.scalarType('URL', {
  description: 'An http or https address, as text.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) throw new GraphQLError('must be a URL')
    return value
  },
})

/**
 * PostgreSQL stores neither U+0000 nor half of a surrogate pair. Refused where any text comes in, such input is the
 * client's fault (400) and not a fault of the database (500).
 */
function refuseUnstorableText(scalar: GraphQLScalarType): void {
  const { parseValue, parseLiteral } = scalar
  const check = (value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new GraphQLError('must not contain U+0000 or half of a surrogate pair')
    return value
  }
  scalar.parseValue = (value) => check(parseValue(value))
  scalar.parseLiteral = (node, variables) => check(parseLiteral(node, variables))
}

refuseUnstorableText(GraphQLString)
refuseUnstorableText(GraphQLID)
