import { type GraphQLSchema, isScalarType, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import { countFields } from './count-fields.ts'
import { incrementalDirectives } from './incremental.ts'
import { appendLimits } from './limit-descriptions.ts'
import { rejectUnstorableText } from './scalars.ts'

// The relay plugin has no option for the descriptions of these arguments.
const argumentDescriptions = { node: 'Id of the object.', nodes: 'Ids of the objects.' } as const

/** Builds the schema of everything that modules have declared on the builder. */
export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema({ directives: [...specifiedDirectives, ...incrementalDirectives] })
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) rejectUnstorableText(type)
  for (const [field, description] of Object.entries(argumentDescriptions))
    for (const argument of schema.getQueryType()?.getFields()[field]?.args ?? [])
      argument.description = description
  appendLimits(schema)
  countFields(schema)
  return schema
}
