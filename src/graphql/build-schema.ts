import { type GraphQLSchema, isScalarType, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import { countFields } from './count-fields.ts'
import { incrementalDirectives } from './incremental.ts'
import { appendLimits } from './limit-descriptions.ts'
import { rejectUnstorableText } from './scalars.ts'

// The relay plugin has no option for the descriptions of these arguments.
const argumentDescriptions = { node: 'Id of the object.', nodes: 'Ids of the objects.' } as const

/** Shown by GraphiQL above the list of all types, which has no order by importance. */
const whereToBegin = `Begin with \`Query.organizations\`, or with \`Query.node\`, which finds an object by its id.

* \`Organization\` has collections, spaces, sites, teams and members.
* \`Space\` has pages, files, change requests, comments and revisions.
* \`ChangeRequest\` has what it changes, its reviews, comments and conflicts.
* \`Site\` has sections and site-spaces, and how it is published.

Lists are connections: \`nodes\`, \`totalCount\` and \`pageInfo\`. Every mutation has a payload with what it changed. The other types are the inputs, payloads and parts of these.`

/** Builds the schema of everything that modules have declared on the builder. */
export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema({ directives: [...specifiedDirectives, ...incrementalDirectives] })
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) rejectUnstorableText(type)
  for (const [field, description] of Object.entries(argumentDescriptions))
    for (const argument of schema.getQueryType()?.getFields()[field]?.args ?? [])
      argument.description = description
  schema.description = whereToBegin
  appendLimits(schema)
  countFields(schema)
  return schema
}
