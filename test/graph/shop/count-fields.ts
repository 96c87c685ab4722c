import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import type { Budget } from '../../../src/graph/application.ts'
import { countValue } from '../../../src/graph/batched/count-value.ts'

interface CountingContext {
  readonly cost: Budget
  readonly rejectsErrors?: boolean
}

/** Makes every resolver of a schema count its value in the budget of the operation. */
export function countFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) countField(field)
  return schema
}

function countField(field: GraphQLField<unknown, CountingContext>): void {
  const { resolve = defaultFieldResolver } = field
  const isLeaf = isLeafType(getNamedType(field.type))
  field.resolve = (parent, args, context, info) => {
    const counted = (value: unknown) => {
      countValue(context.cost, isLeaf, value, parent, info.path.key)
      return value
    }
    try {
      const value = resolve(parent, args, context, info)
      return value instanceof Promise ? value.then(counted) : counted(value)
    } catch (error) {
      // graphql-js would forget the items of a list that wait when a later one throws.
      if (context.rejectsErrors) return Promise.reject(error)
      throw error
    }
  }
}
