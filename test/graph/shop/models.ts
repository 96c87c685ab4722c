import { prefetchedOf } from '../../../src/graph/declare/prefetch.ts'
import { builder, graph } from './builder.ts'
import type { Row, ShopContext } from './declarations.ts'
import { forManagers } from './permission.ts'
import type { ShopViewer } from './viewers.ts'

const { model, modelInterface, extendInterface, listOrder } = graph

const ofTenants = ({ tenants }: ShopViewer) => ({ tenantId: { in: tenants } })
const ofCustomer = (viewer: ShopViewer) => ({ customer: ofTenants(viewer) })
const managed = ({ manages }: ShopViewer) => ({ tenantId: { in: manages } })
/** The customers all of whose orders the viewer sees, whichever tenant these are of. */
const withAllOrders = ({ tenants }: ShopViewer) => (tenants.length > 1 ? {} : { tenantId: { in: [] } })

const OrderStatus = builder.enumType('OrderStatus', { values: ['OPEN', 'SENT'] as const })
const Contact = builder.objectRef<{ name: string; note: string | null }>('Contact').implement({
  fields: (t) => ({ name: t.exposeString('name'), note: t.exposeString('note', { nullable: true }) }),
})
const Visit = builder.objectRef<{ page: string; at: Date }>('Visit').implement({
  fields: (t) => ({ page: t.exposeString('page'), at: t.expose('at', { type: 'DateTime' }) }),
})

const byNumber = [{ column: 'number', type: 'int' }] as const
const orderOfOrders = listOrder('Order', {
  fields: {
    NUMBER: { description: 'The number.', columns: byNumber },
    MARGIN: {
      description: 'The margin, and then the time.',
      columns: [
        { column: 'margin', type: 'int' },
        { column: 'placedAt', type: 'timestamptz' },
      ],
    },
  },
  direction: 'ASC',
})
interface ArgumentsOfOrders {
  readonly above: number | null | undefined
  readonly orderBy: { readonly field: string } | null | undefined
}

/** The steps from a customer to those who sent them. */
const referrals = {
  step: {
    keys: ['referrerId', 'id'],
    from: `(SELECT c.* FROM "Customer" c WHERE c.id = p.k0)`,
    condition: 'TRUE',
  },
}

/** The numbers of the open orders of a customer, as JSON, in SQL. */
const openNumbers = (id: string, tenants: string) =>
  `SELECT coalesce(json_agg(o.number ORDER BY o.number), '[]') FROM "Order" o
   WHERE o."customerId" = ${id} AND o.status = 'OPEN' AND o."tenantId" = ANY(${tenants})`

async function readOpenNumbers(id: string, { database, viewer }: ShopContext) {
  const [row] = await database.query(openNumbers('$1', '$2'), [id, viewer.tenants])
  return row?.coalesce
}

export const Customer = model('Customer', {
  description: 'A customer.',
  id: 'The id.',
  visible: ofTenants,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    note: t.exposeString('note', { nullable: true, description: 'The note.' }),
    email: t.guarded('email', { description: 'The address, for managers.', visible: managed }),
    greeting: t.computed({
      description: 'A greeting.',
      type: 'String',
      from: ['name'],
      resolve: ({ name }: { name: string }) => `Dear ${name}`,
    }),
    label: t.computed({
      description: 'The name on a parcel.',
      type: 'String',
      from: ['name', 'id'],
      resolve: ({ name, id }: { name: string; id: string }) => `${name} (${id})`,
      inSql: (column) => `${column('name')} || ' (' || ${column('id')} || ')'`,
    }),
    contact: t.computed({
      description: 'The person.',
      type: Contact,
      from: ['name', 'note'],
      resolve: (row: Row) => row,
      membersInSql: (member, column) => column(member),
    }),
    isKnown: t.computed({
      description: 'Whether the customer has ordered, for managers.',
      type: 'Boolean',
      from: ['orderCount'],
      resolve: ({ orderCount }: { orderCount: number }) => orderCount > 0,
      extensions: forManagers,
    }),
    referrer: t.one(Customer, { key: 'referrerId', nullable: true, description: 'Who sent them.' }),
    sponsor: t.one(Customer, {
      key: 'referrerId',
      nullable: true,
      description: 'Who sent them, for managers.',
      extensions: forManagers,
    }),
    introducer: t.parent(Customer, { by: referrals, description: 'Who sent them.' }),
    introducers: t.ancestors(Customer, { by: referrals, description: 'Who sent those who sent them.' }),
    account: t.same(Account, { description: 'The account.' }),
    initial: t.code({
      description: 'The first letter of the name.',
      type: 'String',
      reads: { columns: ['name'] },
      resolve: ({ name }: { name: string }) => name.slice(0, 1),
    }),
    reference: t.code({
      description: 'The reference of invoices.',
      type: 'ID',
      reads: { columns: ['id'], inSql: (column) => `'ref' || ${column('id')}` },
      resolve: ({ id }: { id: string }) => `ref${id}`,
    }),
    openNumbers: t.code({
      description: 'The numbers of the open orders.',
      type: ['Int'],
      reads: {
        columns: ['id'],
        prefetch: {
          inSql: (column, _args, { context: { viewer }, parameters }) =>
            openNumbers(column('id'), parameters.add(viewer.tenants)),
        },
      },
      resolve: (row: Row & { id: string }, _args, context) =>
        prefetchedOf(row) ?? readOpenNumbers(row.id, context),
    }),
    score: t.code({
      description: 'The score that a service tells.',
      type: 'Int',
      resolve: async ({ id }: { id: string }) => id.length,
    }),
    orders: t.many(Order, {
      description: 'The orders.',
      by: 'customerId',
      args: {
        above: t.arg.int({ description: 'The number that those are above.' }),
        orderBy: t.arg({ type: orderOfOrders.input }),
      },
      where: (_viewer, { above }: ArgumentsOfOrders) => (above == null ? {} : { number: { gt: above } }),
      order: ({ orderBy }: ArgumentsOfOrders) => orderOfOrders.columns(orderBy, 'NUMBER'),
      direction: ({ orderBy }: ArgumentsOfOrders) => orderOfOrders.direction(orderBy),
    }),
    trackedOrders: t.many(Order, {
      description: 'The orders, for managers.',
      by: 'customerId',
      order: byNumber,
      extensions: forManagers,
    }),
    orderCount: t.count(Order, {
      description: 'The number of orders.',
      by: 'customerId',
      stored: { column: 'orderCount', where: withAllOrders },
    }),
    isReturning: t.exists(Order, { description: 'Whether they have ordered.', by: 'customerId' }),
    isElsewhere: t.exists(Order, {
      description: 'Whether they have ordered of another tenant, for those who see its orders.',
      by: { keys: ['id', 'tenantId'], condition: 't."customerId" = p.k0 AND t."tenantId" <> p.k1' },
    }),
    notices: t.many(Notice, {
      description: 'Their opinions.',
      by: 'customerId',
      order: [{ column: 'text', type: 'text' }],
    }),
    noticeCount: t.count(Notice, { description: 'The number of opinions.', by: 'customerId' }),
    visits: t.codeList({
      description: 'The pages that they have seen, the last first.',
      type: Visit,
      name: 'Visit',
      parent: {
        keyTypes: ['text'],
        condition: 't."customerId" = p.k0',
        by: 'customerId',
        keys: ({ id }: { id: string }) => [id],
        columns: ['id'],
      },
      where: () => ({}),
      order: [{ column: 'at', type: 'timestamptz' }],
      direction: 'desc',
    }),
  }),
})

const Account = model('Customer', {
  name: 'Account',
  description: 'The account of a customer.',
  visible: ofTenants,
  fields: (t) => ({
    owner: t.exposeString('name', { description: 'The name.' }),
    phone: t.guarded('phone', { description: 'The number, for managers.', visible: managed }),
  }),
})

export const Order = model('Order', {
  description: 'An order.',
  id: 'The id.',
  visible: ofTenants,
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number.' }),
    placedAt: t.exposeDateTime('placedAt', { description: 'The time.' }),
    status: t.expose('status', { type: OrderStatus, description: 'The state.' }),
    isOpen: t.computed({
      description: 'Whether it waits.',
      type: 'Boolean',
      from: ['status'],
      resolve: ({ status }: { status: string }) => status === 'OPEN',
    }),
    margin: t.exposeInt('margin', { description: 'The margin, for managers.', extensions: forManagers }),
    customer: t.one(Customer, { description: 'The customer.', key: 'customerId', nullable: true }),
    buyer: t.one(Customer, { description: 'The customer, who must be seen.', key: 'customerId' }),
    lines: t.all(Line, { description: 'The lines.', by: 'orderId', order: ['quantity'] }),
  }),
})

const Line = model('Line', {
  description: 'A line of an order.',
  id: {
    description: 'The id, with that of the order.',
    from: ['id', 'orderId'],
    resolve: ({ id, orderId }: { id: string; orderId: string }) => `${id}@${orderId}`,
    inSql: (column) => `${column('id')} || '@' || ${column('orderId')}`,
    where: (given) => ({ id: given.split('@')[0], orderId: given.split('@')[1] ?? '' }),
  },
  visible: (viewer) => ({ order: ofTenants(viewer) }),
  fields: (t) => ({
    quantity: t.exposeInt('quantity', { description: 'The number of pieces.' }),
    ...t.oneWithId('product', Product, { description: 'The product.', nullable: true }),
    total: t.computed({
      description: 'The price of all pieces, which is known of hidden products too.',
      type: 'Int',
      from: ['quantity'],
      with: { product: ['price'] },
      resolve: ({ quantity, product }: { quantity: number; product: { price: number } }) =>
        quantity * product.price,
    }),
  }),
})

export const Product = model('Product', {
  description: 'A product, which other tenants see if it is public.',
  id: 'The id.',
  visible: (viewer) => ({ OR: [{ isPublic: true }, ofTenants(viewer)] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    price: t.exposeInt('price', { description: 'The price.' }),
    isPublic: t.exposeBoolean('isPublic', { description: 'Whether everybody sees it.' }),
    tenantId: t.exposeID('tenantId', { description: 'The tenant.' }),
    tags: t.exposeStringList('tags', { description: 'The tags.' }),
    similarIds: t.exposeIDList('similarIds', { description: 'Ids of similar products.' }),
    supplier: t.guarded('supplier', { description: 'Who makes it, for managers.', visible: managed }),
  }),
})

const Notice = modelInterface('Notice', {
  description: 'The opinion of a customer.',
  kind: 'kind',
  typeNames: { COMPLAINT: 'Complaint', PRAISE: 'Praise' },
  visible: ofCustomer,
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text.' }),
  }),
})

const notice = { id: 'The id.', visible: ofCustomer, interfaces: [Notice] }

export const Complaint = model('Notice', {
  ...notice,
  name: 'Complaint',
  description: 'A complaint.',
  fields: (t) => ({
    severity: t.exposeInt('severity', { nullable: true, description: 'How bad it is.' }),
  }),
})

export const Praise = model('Notice', {
  ...notice,
  name: 'Praise',
  description: 'A praise.',
  fields: (t) => ({
    stars: t.exposeInt('stars', { nullable: true, description: 'How good it is.' }),
  }),
})

extendInterface(Notice, (t) => ({
  author: t.one(Customer, { description: 'The customer.', key: 'customerId', nullable: true }),
}))
