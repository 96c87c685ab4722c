import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from './documents.ts'
import { openShop, type Shop } from './open-shop.ts'
import { clerk, manager } from './viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Returns the statements, in an order that does not depend on which of those sent together is answered first. */
const statementsOf = async (document: string, viewer = manager, variables = {}) =>
  (await shop.compiled({ document, viewer, variables })).statements.toSorted()

describe('one statement', () => {
  test('answers a document with all kinds of fields', async () => {
    expect(await statementsOf(documents['a customer with all kinds of fields'])).toHaveLength(1)
  })

  test('stays the same', async () => {
    const selected = 'name email orderCount orders(first: 2) { nodes { number customer { name } } }'
    expect(await statementsOf(`{ customer(id: "customer2") { ${selected} } }`, clerk)).toMatchInlineSnapshot(`
      [
        "SELECT ('{"customer":'::text || ((coalesce((SELECT ((('1:{"name":'::text || (to_json(r0."name"))::text) || (',"email":'::text || (CASE WHEN r0."visible email" THEN (to_json(r0."email"))::text ELSE 'null' END)::text)) || ((',"orderCount":'::text || ((SELECT (SELECT count(*)::int FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2)) FROM (SELECT r0."id" AS k0) p))::text) || (',"orders":'::text || (((SELECT (('2:'::text || (count(*))::text) || ('{"nodes":['::text || ((coalesce((string_agg((('{"number":'::text || (r1."number")::text) || (',"customer":'::text || ((coalesce((((SELECT ('3:{"name":'::text || ((to_json(r2."name"))::text || '}'::text)) FROM (SELECT t."id" AS "id", t."name" AS "name" FROM "Customer" t WHERE t."id" = r1."customerId" AND t."tenantId" = ANY($2)) r2)::text)::text)::text, 'null'))::text || '}'::text))), ','))::text, ''))::text || ']}'::text))) FROM (SELECT r0."id" AS k0) p CROSS JOIN LATERAL (SELECT t."customerId" AS "customerId", t."id" AS "id", t."number" AS "number", p.k0 AS "key 0" FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2) ORDER BY t."number" ASC, t."id" ASC LIMIT $3) r1))::text || '}'::text)))) FROM (SELECT t."email" AS "email", t."id" AS "id", t."name" AS "name", t."orderCount" AS "orderCount", FALSE AS "visible email" FROM "Customer" t WHERE (t."id" = $1 AND t."tenantId" = ANY($2)) LIMIT 1) r0)::text, '0:'))::text || '}'::text))",
      ]
    `)
  })

  test('takes a stored number for those who see all that is counted, and counts for others', async () => {
    const document = '{ customer(id: "customer2") { orderCount } }'
    const [stored, counted] = [await statementsOf(document, manager), await statementsOf(document, clerk)]
    expect([stored, counted]).toEqual([
      [expect.not.stringContaining('FROM "Order"')],
      [expect.stringContaining('FROM "Order"')],
    ])
  })
})

describe('statements for one field each', () => {
  const document = `query ($first: Int) { node(id: "customer2") { ... on Customer {
    name orders(first: $first) { nodes { number customer { name orderCount } lines { total product { title } } } }
  } } }`

  test('stay the same', async () => {
    expect(await statementsOf(document, clerk, { first: 2 })).toMatchInlineSnapshot(`
      [
        "
      SELECT p.n::int AS "number of the parent", r.* FROM unnest((SELECT $1::text[])::text[]) WITH ORDINALITY AS p(k0, n)
      CROSS JOIN LATERAL (SELECT t."number" AS "order 0", t."id" AS "order 1", t."customerId" AS "customerId", t."id" AS "id", t."number" AS "number" FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($3) ORDER BY t."number" ASC, t."id" ASC LIMIT $2) r LIMIT $4",
        "SELECT p.k0 AS "key of the parent", t."productId" AS "productId", t."quantity" AS "quantity"
           FROM unnest((SELECT $1::text[])::text[]) p(k0)
           CROSS JOIN LATERAL (SELECT * FROM "Line" t WHERE t."orderId" = p.k0 OFFSET 0) t
           WHERE EXISTS (SELECT 1 FROM "Order" t_order WHERE t_order.id = t."orderId" AND t_order."tenantId" = ANY($2))
           ORDER BY t."quantity", t."id"
           LIMIT $3",
        "SELECT p.n::int AS n, (SELECT count(*)::int FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2)) AS count
      FROM unnest((SELECT $1::text[])::text[]) WITH ORDINALITY AS p(k0, n)",
        "SELECT t."id" AS "id", t."name" AS "name", t."orderCount" AS "orderCount" FROM "Customer" t
           WHERE t."id" = ANY((SELECT $1::text[])::text[]) AND t."tenantId" = ANY($2)",
        "SELECT t."id" AS "id", t."tenantId" AS "tenantId", t."name" AS "name", t."email" AS "email", t."phone" AS "phone", t."note" AS "note", t."orderCount" AS "orderCount", t."referrerId" AS "referrerId", FALSE AS "visible email", FALSE AS "visible phone" FROM "Customer" t
           WHERE t."id" = ANY((SELECT $1::text[])::text[]) AND t."tenantId" = ANY($2)",
        "SELECT t."id" AS "id", t."tenantId" AS "tenantId", t."title" AS "title", t."price" AS "price", t."supplier" AS "supplier", t."isPublic" AS "isPublic", coalesce(t."tags", '{}') AS "tags", coalesce(t."similarIds", '{}') AS "similarIds" FROM "Product" t
           WHERE t."id" = ANY((SELECT $1::text[])::text[]) AND TRUE",
        "SELECT t."id" AS "id", t."title" AS "title" FROM "Product" t
           WHERE t."id" = ANY((SELECT $1::text[])::text[]) AND (t."isPublic" = $2 OR t."tenantId" = ANY($3))",
      ]
    `)
  })

  test('are as many for one object as for all', async () => {
    const objects = async (first: number) =>
      (await shop.compiled({ document, viewer: manager, variables: { first } })).spent.actual
    expect(await objects(6)).toBeGreaterThan(3 * (await objects(1)))
    const few = await statementsOf(document, manager, { first: 1 })
    expect(await statementsOf(document, manager, { first: 6 })).toEqual(few)
  })

  test('are as many for the payloads of a mutation', async () => {
    const mutation = document.replace(
      'query ($first: Int) { node(id: "customer2") { ... on Customer',
      'mutation ($first: Int) { rename(id: "customer2", name: "Zoë") { customer',
    )
    const few = await statementsOf(mutation, manager, { first: 1 })
    expect(few.length).toBeGreaterThan(5)
    expect(await statementsOf(mutation, manager, { first: 6 })).toEqual(few)
  })
})

describe('a statement around code that waits', () => {
  const document = `{ customer(id: "customer2") {
    score orders(first: 2) { totalCount nodes { number customer { name email } lines { total product { title } } } }
  } }`

  test('stays the same', async () => {
    expect(await statementsOf(document, clerk)).toMatchInlineSnapshot(`
      [
        "WITH l0 AS (SELECT t."id" AS "id", t."tenantId" AS "tenantId", t."name" AS "name", t."email" AS "email", t."phone" AS "phone", t."note" AS "note", t."orderCount" AS "orderCount", t."referrerId" AS "referrerId", FALSE AS "visible email", FALSE AS "visible phone" FROM "Customer" t WHERE (t."id" = $1 AND t."tenantId" = ANY($2)) LIMIT 1),
      l1 AS (SELECT p.k0 AS "key 0", r.* FROM (SELECT l0."id" AS k0 FROM l0) p CROSS JOIN LATERAL (SELECT row_number() OVER () AS "row number", n.* FROM (SELECT t."customerId" AS "customerId", t."id" AS "id", t."number" AS "number" FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2) ORDER BY t."number" ASC, t."id" ASC LIMIT $3) n) r LIMIT 10001),
      l2 AS (SELECT p.k0 AS "key 0", r.* FROM (SELECT DISTINCT l1."customerId" AS k0 FROM l1 WHERE "row number" <= 2) p CROSS JOIN LATERAL (
      SELECT t."email" AS "email", t."id" AS "id", t."name" AS "name", FALSE AS "visible email" FROM "Customer" t WHERE t."id" = p.k0 AND t."tenantId" = ANY($2) LIMIT 1) r LIMIT 10001),
      l3 AS (SELECT p.k0 AS "key 0", r.* FROM (SELECT DISTINCT l1."id" AS k0 FROM l1 WHERE "row number" <= 2) p CROSS JOIN LATERAL (
      SELECT t."productId" AS "productId", t."quantity" AS "quantity" FROM "Line" t WHERE t."orderId" = p.k0 AND EXISTS (SELECT 1 FROM "Order" t_order WHERE t_order.id = t."orderId" AND t_order."tenantId" = ANY($2)) ORDER BY t."quantity", t."id") r LIMIT 10001),
      l4 AS (SELECT p.k0 AS "key 0", r.* FROM (SELECT DISTINCT l3."productId" AS k0 FROM l3) p CROSS JOIN LATERAL (
      SELECT t."id" AS "id", t."price" AS "price" FROM "Product" t WHERE t."id" = p.k0 AND TRUE LIMIT 1) r LIMIT 10001),
      l5 AS (SELECT p.k0 AS "key 0", r.* FROM (SELECT DISTINCT l3."productId" AS k0 FROM l3) p CROSS JOIN LATERAL (
      SELECT t."id" AS "id", t."title" AS "title" FROM "Product" t WHERE t."id" = p.k0 AND (t."isPublic" = $4 OR t."tenantId" = ANY($2)) LIMIT 1) r LIMIT 10001)
      SELECT '0', "id", "tenantId", "name", "email", "phone", "note", "orderCount"::text, "referrerId", "visible email"::text, "visible phone"::text, (CASE WHEN "id" IN (SELECT "key 0" FROM l1 GROUP BY "key 0" HAVING count(*) > $5) THEN (SELECT (SELECT count(*)::int FROM "Order" t WHERE t."customerId" = p.k0 AND t."tenantId" = ANY($2)) FROM (SELECT l0."id" AS k0) p) END)::text FROM l0
      UNION ALL
      SELECT '1', "key 0"::text, "customerId", "id", "number"::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM l1
      UNION ALL
      SELECT '2', "key 0"::text, "email", "id", "name", "visible email"::text, NULL, NULL, NULL, NULL, NULL, NULL FROM l2
      UNION ALL
      SELECT '3', "key 0"::text, "productId", "quantity"::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM l3
      UNION ALL
      SELECT '4', "key 0"::text, "id", "price"::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM l4
      UNION ALL
      SELECT '5', "key 0"::text, "id", "title", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM l5",
      ]
    `)
  })

  test('is sent from the second time on for code that has waited, where its declaration does not tell that', async () => {
    const nested = expect.stringMatching(/^SELECT \('\{/)
    const flat = expect.stringMatching(/^WITH l0/)
    const ofCode = expect.stringMatching(/^SELECT coalesce\(json_agg/)
    const document =
      '{ customer(id: "customer2") { orders(first: 3) { nodes { customer { openNumbers name } } } } }'
    const ask = async () => (await shop.compiled({ document, viewer: manager })).statements
    expect(await ask()).toEqual(expect.arrayContaining([nested, ofCode]))
    expect(await ask()).toEqual([flat, ofCode, ofCode, ofCode])
  })
})
