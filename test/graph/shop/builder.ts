import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { declarations } from './declarations.ts'
import { shopHost } from './host.ts'
import { shopModels } from './tables.ts'

const models = Object.fromEntries(
  Object.entries(shopModels).map(([name, { fields }]) => [
    name,
    {
      fields: fields.map((field) => ({ ...field, hasDefaultValue: false, isUnique: field.isId })),
      primaryKey: null,
      uniqueIndexes: [],
    },
  ]),
)

/** The builder on which the shop declares its schema. */
export const builder = new SchemaBuilder<{
  Scalars: { DateTime: { Input: Date; Output: Date } }
}>({
  plugins: ['shopPermission' as never, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  relay: {
    encodeGlobalID: (_typename: string, id: string | number | bigint) => String(id),
    decodeGlobalID: (id: string) => ({ typename: '', id }),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
  prisma: { client: {}, dmmf: { datamodel: { models, enums: {} } }, onUnusedQuery: null },
} as never)

builder.scalarType('DateTime', { serialize: (value) => value.toISOString() })

/** The library of the shop. */
export const graph = declarations({ ...shopHost, builder })
