import { brandWithType } from '@pothos/core'
import { builder, graph } from './builder.ts'
import { countFields } from './count-fields.ts'
import type { Row, ShopContext } from './declarations.ts'
import { findNode, shopHost } from './host.ts'
import { Customer, Order, Product } from './models.ts'
import { forManagers } from './permission.ts'

const { single, list, findVisible } = graph

const byNumber = [{ column: 'number', type: 'int' }] as const

/** Returns the node with an id, which is null for what the viewer does not see. */
async function node(id: string, context: unknown): Promise<object | null> {
  const found = await findNode(id, context)
  if (!found) return null
  brandWithType(found.object, found.typename as never)
  return found.object
}

/** Writes a column of a row that the viewer sees, and returns the row as it is then. */
async function update(
  target: typeof Customer,
  context: ShopContext,
  id: string,
  [column, value]: [string, string],
) {
  if (!(await findVisible(target, context, id))) throw shopHost.errors.notFound()
  await context.database.query(`UPDATE "${target.name}" SET "${column}" = $2 WHERE id = $1`, [id, value])
  return { updated: await findVisible(target, context, id) }
}

/** Declares the payload of a mutation: the row that it has written, and the queries. */
const payload = (name: string, field: string, target: typeof Customer) =>
  builder.objectRef<{ updated: Row }>(name).implement({
    fields: (t) =>
      ({
        [field]: t.field({ type: target as never, resolve: ({ updated }) => updated as never }),
        query: t.field({ type: 'Query' as never, resolve: () => ({}) as never }),
      }) as never,
  })

const RenamePayload = payload('RenamePayload', 'customer', Customer)
const SendPayload = payload('SendPayload', 'order', Order)

builder.queryType({
  fields: (t) =>
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
      customers: list(t, Customer, {
        description: 'The customers.',
        order: [{ column: 'name', type: 'text' }],
      }),
      allOrders: list(t, Order, {
        description: 'The orders, for managers.',
        order: byNumber,
        extensions: forManagers,
      }),
      node: t.field({
        type: builder.nodeInterfaceRef(),
        args: { id: t.arg.id({ required: true }) },
        resolve: (_root, { id }, context) => node(String(id), context) as never,
      }),
    }) as never,
})

builder.mutationType({
  fields: (t) => ({
    rename: t.field({
      type: RenamePayload,
      args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
      resolve: (_root, { id, name }, context) =>
        update(Customer, context as ShopContext, String(id), ['name', name]) as never,
    }),
    send: t.field({
      type: SendPayload,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) =>
        update(Order, context as ShopContext, String(id), ['status', 'SENT']) as never,
    }),
  }),
})

export const shopSchema = countFields(builder.toSchema())
