import { parse } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../src/graph/application.ts'
import { emptyDatabase } from '../support/database.ts'
import './shop/own-library.ts'
import type { ShopViewer } from './shop/declarations.ts'

const { executeCompiled, executeResolved } = await import('../../src/graph/execute.ts')
const { shopSchema } = await import('./shop/schema.ts')
const { createShop } = await import('./shop/tables.ts')

let database: Awaited<ReturnType<typeof emptyDatabase>>
let pool: pg.Pool
let statements: string[] = []

beforeAll(async () => {
  database = await emptyDatabase()
  pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=shop' })
  // The pool ends before its connections do, so that some are told that their database is dropped.
  pool.on('connect', (client) => client.on('error', () => {}))
  await createShop(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const asText = { getTypeParser: () => (text: string) => text }

const reads = {
  query: async (text: string, values: unknown[]) => {
    statements.push(text)
    return (await pool.query(text, values)).rows
  },
  texts: async (text: string, values: unknown[], { encoding }: { encoding?: 'utf8' | 'bytes' }) => {
    statements.push(text)
    const { rows } = await pool.query({ text, values, rowMode: 'array', types: asText })
    return encoding === 'bytes' ? rows.map((row) => row.map((cell: string) => Buffer.from(cell))) : rows
  },
}

const clerk: ShopViewer = { tenants: ['tenant0'], isManager: false }
const manager: ShopViewer = { tenants: ['tenant0', 'tenant1'], isManager: true }

const argumentsFor = (document: string, viewer: ShopViewer, variableValues: Record<string, unknown>) => ({
  schema: shopSchema,
  document: parse(document),
  variableValues,
  contextValue: { viewer, database: reads, logger: console } as unknown as Context,
})

async function answers(document: string, viewer: ShopViewer, variables = {}) {
  const resolved = await executeResolved(argumentsFor(document, viewer, variables))
  statements = []
  const compiled = await executeCompiled(argumentsFor(document, viewer, variables))
  const plain = (result: typeof compiled) =>
    JSON.parse(JSON.stringify({ data: result?.data, errors: result?.errors }))
  return { compiled: plain(compiled), resolved: plain(resolved) }
}

const documents = {
  'a customer with all kinds of fields': `{ customer(id: "customer2") {
    id name email greeting orderCount
    orders(first: 2) { totalCount nodes { number placedAt customer { name } lines { quantity product { title } } } }
  } }`,
  'rows of other tenants': `{ customer(id: "customer1") { name orders { nodes { number lines { product { id } } } } } }`,
  'a page read backward, with cursors': `{ customer(id: "customer4") {
    orders(last: 2) { edges { cursor node { number } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
  } }`,
  'a list of Query': `{ products(first: 3) { __typename nodes { title } pageInfo { hasNextPage endCursor } } }`,
  'a list of Query that is counted': `{ products { totalCount nodes { ...product } } } fragment product on Product { id named: title }`,
  'a cursor that is none': `{ customer(id: "customer2") { orders(after: "?") { nodes { number } } } }`,
}

describe.each(Object.entries({ clerk, manager }))('to a %s', (_name, viewer) => {
  test.each(Object.entries(documents))('%s is answered as by resolvers', async (_title, document) => {
    const { compiled, resolved } = await answers(document, viewer)
    expect(compiled).toEqual(resolved)
  })
})

test('a manager sees what a clerk does not', async () => {
  const document = documents['a customer with all kinds of fields']
  const email = async (viewer: ShopViewer) => (await answers(document, viewer)).compiled.data?.customer?.email
  expect([await email(clerk), await email(manager)]).toEqual([null, '2@example.com'])
  const hidden = await answers(documents['rows of other tenants'], clerk)
  expect(hidden.compiled.errors).toMatchObject([{ message: 'not found', path: ['customer'] }])
})

test('all kinds of fields are one statement', async () => {
  await answers(documents['a customer with all kinds of fields'], manager)
  expect(statements).toHaveLength(1)
})

test('the statement of a document stays the same', async () => {
  await answers(`{ customer(id: "customer2") { name orders(first: 2) { nodes { number } } } }`, clerk)
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT ('{"customer":'::text || ((coalesce((SELECT (('1:{"name":'::text || (to_json(r0."name"))::text) || (',"orders":'::text || (((SELECT (('2:'::text || (count(*))::text) || ('{"nodes":['::text || ((coalesce((string_agg(('{"number":'::text || ((r1."number")::text || '}'::text)), ','))::text, ''))::text || ']}'::text))) FROM (SELECT r0."id" AS k0) p CROSS JOIN LATERAL (SELECT t."id" AS "id", t."number" AS "number", p.k0 AS "key 0" FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2) ORDER BY t."number" ASC, t."id" ASC LIMIT $3) r1))::text || '}'::text))) FROM (SELECT t."id" AS "id", t."name" AS "name" FROM "Customer" t WHERE (t."id" = $1 AND t."tenantId" = ANY($2)) LIMIT 1) r0)::text, '0:'))::text || '}'::text))",
    ]
  `)
})

test('without a policy that lets it see anything, a viewer is answered nothing', async () => {
  const { compiled, resolved } = await answers(documents['a list of Query'], {
    tenants: [],
    isManager: false,
  })
  expect(compiled).toEqual(resolved)
  expect(compiled.data.products.nodes).toEqual([{ title: 'Product 3' }, { title: 'Product 6' }])
})
