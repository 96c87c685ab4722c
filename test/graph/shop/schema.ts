import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { declarations, type ShopViewer } from './declarations.ts'
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

const builder = new SchemaBuilder<{ Scalars: { DateTime: { Input: Date; Output: Date } } }>({
  plugins: [RelayPlugin, PrismaPlugin],
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
builder.queryType({})

const { model, single, list } = declarations({ ...shopHost, builder })

const ofTenants = ({ tenants }: ShopViewer) => ({ tenantId: { in: tenants } })

const Customer = model('Customer', {
  description: 'A customer.',
  id: 'The id.',
  visible: ofTenants,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    email: t.guarded('email', {
      description: 'The address, for managers.',
      visible: ({ isManager, tenants }) => ({ tenantId: { in: isManager ? tenants : [] } }),
    }),
    greeting: t.computed({
      description: 'A greeting.',
      type: 'String',
      from: ['name'],
      resolve: ({ name }) => `Dear ${name}`,
    }),
    orders: t.many(Order, {
      description: 'The orders.',
      by: 'customerId',
      order: [{ column: 'number', type: 'int' }],
    }),
    orderCount: t.count(Order, { description: 'The number of orders.', by: 'customerId' }),
  }),
})

const Order = model('Order', {
  description: 'An order.',
  id: 'The id.',
  visible: ofTenants,
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'The time.' }),
    customer: t.one(Customer, { description: 'The customer.', key: 'customerId', nullable: true }),
    lines: t.all(Line, { description: 'The lines.', by: 'orderId', order: ['quantity'] }),
  }),
})

const Line = model('Line', {
  description: 'A line of an order.',
  visible: (viewer) => ({ order: ofTenants(viewer) }),
  fields: (t) => ({
    quantity: t.exposeInt('quantity', { description: 'The number of pieces.' }),
    product: t.one(Product, { description: 'The product.', key: 'productId', nullable: true }),
  }),
})

const Product = model('Product', {
  description: 'A product, which other tenants see if it is public.',
  id: 'The id.',
  visible: (viewer) => ({ OR: [{ isPublic: true }, ofTenants(viewer)] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
  }),
})

builder.queryFields(
  (t) =>
    ({
      customer: single(t, Customer, {
        description: 'The customer with an id.',
        args: { id: t.arg.id({ required: true }) },
        where: ({ id }) => ({ id }),
      }),
      products: list(t, Product, {
        description: 'The products.',
        order: [{ column: 'title', type: 'text' }],
      }),
    }) as never,
)

export const shopSchema = builder.toSchema()
