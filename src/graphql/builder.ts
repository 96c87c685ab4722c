import SchemaBuilder, { brandWithType } from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ValidationPlugin from '@pothos/plugin-validation'
import { type GraphQLSchema, isObjectType } from 'graphql'
import type PrismaTypes from '../generated/pothos-types.ts'
import { getDatamodel } from '../generated/pothos-types.ts'
import type { IdentifiedType } from '../identifiers.ts'
import { typeOfObjectId } from '../object-ids.ts'
import type { Context } from './context.ts'
import './object-id-plugin.ts'
import './permission-plugin.ts'
import { queryLimits } from './query-limits.ts'
import { inputFault, limited } from './validation.ts'

/** Scalars of a single module, which its schema declares by augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by modules
export interface ModuleScalars {}

export interface SchemaTypes {
  Context: Context
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  DefaultInputFieldRequiredness: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
    URL: { Input: string; Output: string }
    Upload: { Input: string; Output: never }
    // A mapped type, because an interface is not assignable to a record type.
  } & { [Name in keyof ModuleScalars]: ModuleScalars[Name] }
}

interface FoundNode {
  /** The object type. */
  readonly typename: string
  readonly object: object
}

type FindNode = (id: string, context: Context) => Promise<FoundNode | null>

const findNodeByType = new Map<IdentifiedType, FindNode>()

/** Declares how `node` finds the objects of a type whose data depends on where they are read. */
export const declareNode = (type: IdentifiedType, find: FindNode): void => {
  findNodeByType.set(type, find)
}

/** Finds an object with the function declared for its type; undefined if there is none. */
async function findNode({ typename, id }: DecodedId, context: Context): Promise<object | null | undefined> {
  const find = findNodeByType.get(typename as IdentifiedType)
  if (!find) return undefined
  const found = await find(id, context)
  if (found) brandWithType<GraphTypes>(found.object, found.typename as never)
  return found?.object ?? null
}

interface DecodedId {
  readonly typename: string
  readonly id: string
}

/** Returns whether the type of an id implements Node. */
const isNode = (schema: GraphQLSchema, { typename }: { typename: string }): boolean => {
  const type = schema.getType(typename)
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
}

/** The builder on which every module declares its part of the schema. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: ['permission', 'objectId', RelayPlugin, PrismaPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  relay: {
    // Ids are not encoded, so that they are the same in REST. They determine the type.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: typeOfObjectId(id) ?? '', id }),
    nodeTypeOptions: { description: 'An object with an id.' },
    idFieldOptions: { description: 'The id, an opaque string. The same in the REST API.' },
    nodeQueryOptions: {
      description: 'The object with the given id. Null if it does not exist or the caller cannot see it.',
      permission: 'authenticated',
      resolve: async (_root, { id }, context, { schema }, resolveNode) => {
        const found = await findNode(id, context)
        if (found !== undefined) return found
        return isNode(schema, id) ? resolveNode(id) : null
      },
    },
    nodesQueryOptions: {
      description: `The objects with the given ids, in the same order. Null for each that does not exist or the caller cannot see.`,
      permission: 'authenticated',
      args: { ids: limited({ maxItems: queryLimits.nodes }) },
      resolve: async (_root, args, context, { schema }, resolveNodes) => {
        const found = await Promise.all(args.ids.map((id) => findNode(id, context)))
        // The plugin reads the ids from the arguments, and returns null for null.
        const others = args.ids.map((id, index) =>
          found[index] === undefined && isNode(schema, id) ? id : null,
        )
        Object.assign(args, { ids: others })
        const nodes = await resolveNodes(args.ids)
        return nodes.map((node, index) => found[index] ?? node)
      },
    },
    pageInfoTypeOptions: { description: 'Information for getting further pages of a list.' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item. Null if the page is empty.' },
    endCursorFieldOptions: {
      description:
        'The cursor of the last item. Pass it as `after` to get the next page. Null if the page is empty.',
    },
  },
  prisma: {
    client: (context) => context.database.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    onUnusedQuery: null,
  },
  validation: { validationError: inputFault },
})

export type GraphTypes = typeof builder.$inferSchemaTypes

builder.queryType({ description: 'The queries. Each is null if it fails, with the reason in `errors`.' })
builder.mutationType({
  description:
    'The mutations. Each is one transaction, and null if it fails, with the reason in `errors`. Those after it still run.',
})
