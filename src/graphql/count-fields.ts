import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { countValue } from '../graph/batched/count-value.ts'
import type { Context } from '../request/context.ts'
import { renewAfterWrite } from './after-write.ts'

/** The context of requests. Tools execute introspection without one. */
type GivenContext = Context | undefined
type Field = GraphQLField<unknown, GivenContext>
type Resolver = GraphQLFieldResolver<unknown, GivenContext>

/** The fields that are counted. Types of introspection belong to all schemas of the process. */
const counted = new WeakSet<Field>()

/** Makes every field of a schema, those of introspection included, count what it answers in the cost of the request. */
export function countFields(schema: GraphQLSchema): void {
  for (const field of [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]) countField(field)
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type))
      for (const field of Object.values(type.getFields()))
        countField(field, type === schema.getMutationType() ? writing : undefined)
}

function countField(field: Field, wrap = (resolve: Resolver) => resolve): void {
  if (counted.has(field)) return
  counted.add(field)
  const resolve = wrap(field.resolve ?? defaultFieldResolver)
  const isLeaf = isLeafType(getNamedType(field.type))
  field.resolve = (parent, args, context, info) => {
    const value = context?.rejectsErrors
      ? rejectedIfThrown(() => resolve(parent, args, context, info))
      : resolve(parent, args, context, info)
    const cost = context?.cost
    if (cost === undefined) return value
    if (!isPromise(value)) {
      countValue(cost, isLeaf, value, parent, info.path.key)
      return value
    }
    return value.then((settled) => {
      countValue(cost, isLeaf, settled, parent, info.path.key)
      return settled
    })
  }
}

function rejectedIfThrown(resolve: () => unknown): unknown {
  try {
    return resolve()
  } catch (error) {
    return Promise.reject(error)
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as Promise<unknown> | null | undefined)?.then === 'function'

/**
 * Keeps a mutation from being stopped while it writes, and from beginning once the operation is stopped. Lets its payload be
 * read as of its end.
 */
const writing =
  (resolve: Resolver): Resolver =>
  async (parent, args, context, info) => {
    const cost = context?.cost
    cost?.beginWriting()
    try {
      const payload = await resolve(parent, args, context, info)
      if (context) await renewAfterWrite(context, info)
      return payload
    } finally {
      cost?.endWriting()
    }
  }
