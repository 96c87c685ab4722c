import SchemaBuilder, { brandWithType } from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { IdentifiedType } from '../base/identifiers.ts'
import { typeOfObjectId } from '../base/object-ids.ts'
import type PrismaTypes from '../generated/pothos-types.ts'
import { getDatamodel } from '../generated/pothos-types.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Context } from '../request/context.ts'
import './audit-plugin.ts'
import './heavy-plugin.ts'
import './limits-plugin.ts'
import './object-id-plugin.ts'
import './permission-plugin.ts'
import { limited } from '../base/validation.ts'
import { causeExtension } from '../graph/declare/cause.ts'
import { connectGraph, type FoundNode } from '../graph/host.ts'
import { hostOfGraph } from './graph-host.ts'
import { queryLimits } from './query-limits.ts'

/** Scalars of a single module, which its schema declares by augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by modules
export interface ModuleScalars {}

/** Rows with more columns than their table has, which a module declares by augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by modules
export interface ModuleRows {}

export interface ModelTypes extends PrismaTypes, ModuleRows {}

export interface SchemaTypes {
  Context: Context
  PrismaTypes: ModelTypes
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

type FindNode = (id: string, context: Context) => Promise<FoundNode | null>

const findNodeByType = new Map<IdentifiedType, FindNode>()

/** Declares how `node` finds the objects of a type. */
export const declareNode = (type: IdentifiedType, find: FindNode): void => {
  findNodeByType.set(type, find)
}

/** Finds an object with the function declared for its type. Null for ids of types that are no nodes. */
async function findNode({ typename, id }: DecodedId, context: Context): Promise<object | null> {
  const found = await findNodeByType.get(typename as IdentifiedType)?.(id, context)
  if (!found) return null
  brandWithType<GraphTypes>(found.object, found.typename as never)
  return found.object
}

interface DecodedId {
  readonly typename: string
  readonly id: string
}

const causeOfNode = 'The id tells which table its row is in.'

/** The builder on which every module declares its part of the schema. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: ['permission', 'heavy', 'audit', 'objectId', RelayPlugin, PrismaPlugin, 'limits'],
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
      extensions: { [causeExtension]: causeOfNode },
      resolve: (_root, { id }, context) => findNode(id, context),
    },
    nodesQueryOptions: {
      description: `The objects with the given ids, in the same order. Null for each that does not exist or the caller cannot see.`,
      permission: 'authenticated',
      extensions: { [causeExtension]: causeOfNode },
      args: { ids: limited({ maxItems: queryLimits.nodes }) },
      resolve: (_root, { ids }, context) => Promise.all(ids.map((id) => findNode(id, context))),
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
    client: (context) => context.database.prisma as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    onUnusedQuery: null,
  },
})

export type GraphTypes = typeof builder.$inferSchemaTypes

/** The functions that declare the fields of an input. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

connectGraph({
  ...hostOfGraph,
  builder,
  declareNode: (type, find) => declareNode(type as IdentifiedType, find),
})

builder.queryType({ description: 'The queries. Each is null if it fails, with the reason in `errors`.' })
builder.mutationType({
  description:
    'The mutations. Each is one transaction, and null if it fails, with the reason in `errors`. Those after it still run.',
})
builder.subscriptionType({
  description:
    'The subscriptions. Each tells what happens from then on, over server-sent events or a websocket, until the client ends it or may not read it any longer.',
})
