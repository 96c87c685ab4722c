import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { Row } from './row.ts'

/** A field on the path from Query or Mutation to what is sent. */
export interface Step {
  readonly name: string
  readonly args: readonly GraphQLArgument[]
  readonly type: GraphQLOutputType
  /** The type on which the field is selected, if that of the parent does not have it. */
  readonly condition: string | undefined
}

export const isQuery = ({ method, reads }: Row): boolean => method === 'GET' || reads === true

/** Returns the fields from Query or Mutation to the one that is sent. */
export function stepsOf(schema: GraphQLSchema, row: Row): Step[] {
  let parent: GraphQLNamedType | null | undefined = isQuery(row)
    ? schema.getQueryType()
    : schema.getMutationType()
  return row.field.split('.').map((name) => {
    const step = stepTo(schema, parent, name)
    parent = getNamedType(step.type)
    return step
  })
}

function stepTo(schema: GraphQLSchema, parent: GraphQLNamedType | null | undefined, name: string): Step {
  const own = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
  if (own) return { name, args: own.args, type: own.type, condition: undefined }
  const having = isAbstractType(parent)
    ? schema.getPossibleTypes(parent).filter((type) => type.getFields()[name])
    : []
  const [only, ...others] = having
  const field = only?.getFields()[name]
  if (others.length > 0)
    throw new Error(`several types have the field ${name} of ${parent}: select it in the reply of ${parent}`)
  if (!only || !field) throw new Error(`${parent} has no field ${name}`)
  return { name, args: field.args, type: field.type, condition: only.name }
}
