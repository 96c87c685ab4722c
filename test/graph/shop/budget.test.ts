import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from './documents.ts'
import { type Ask, openShop, type Shop } from './open-shop.ts'
import { manager } from './viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const viewer = manager
const strategies: readonly (readonly [string, () => Ask])[] = [
  ['compiled', () => shop.compiled],
  ['resolved', () => shop.resolved],
]

/**
 * Documents that are read by one statement, by one for each field, and by one around code, and two that read more than they answer:
 * whole lists, and lists that go on.
 */
const read = {
  nested: documents['a list of customers with all kinds of fields'],
  batched: documents['all kinds of fields of a node that code finds'],
  flat: documents['a customer with all kinds of fields, beside code that waits'],
  'cursors-only': '{ customers { nodes { orders { pageInfo { endCursor } } } } }',
  'cut-short': '{ customers { nodes { orders(first: 4) { pageInfo { hasNextPage } } } } }',
}

const tooLarge = (limit: number) => ({
  message: `the shop answers no more than ${limit} objects at once`,
  extensions: { code: 'TOO_LARGE' },
})

describe.each(Object.entries(read))('a %s document', (_name, document) => {
  test('costs as much as by resolvers', async () => {
    const { spent } = await shop.compiled({ document, viewer })
    expect(spent).toEqual((await shop.resolved({ document, viewer })).spent)
    expect(spent.actual).toBeGreaterThan(20)
  })

  test.each(strategies)('within the budget is answered, %s', async (_way, ask) => {
    const { spent, data } = await ask()({ document, viewer })
    expect(await ask()({ document, viewer, limit: spent.actual })).toMatchObject({ data, spent })
  })

  test.each(strategies)('beyond the budget is refused with the error of the shop, %s', async (_way, ask) => {
    const limit = (await ask()({ document, viewer })).spent.actual - 1
    const { data, errors } = await ask()({ document, viewer, limit })
    expect({ data, errors }).toMatchObject({ data: null, errors: [tooLarge(limit)] })
  })
})

describe('statements for one field each read no more rows than the budget lets them', () => {
  const node = (fields: string) =>
    `{ node(id: "customer2") { ... on Customer { orders { nodes { ${fields} } } } } }`

  test.each([
    // The row of the node, as many orders as exceed the limit, and one that could be after their page.
    ['of pages', node('number'), 3, 1 + 4 + 1],
    // The row of the node, 6 orders, and as many lines as exceed the limit with them.
    ['of a list without pages', node('lines { quantity }'), 12, 1 + 6 + 7],
  ])('%s', async (_name, document, limit, rows) => {
    const answer = await shop.compiled({ document, viewer, limit })
    expect({ rows: answer.rows, errors: answer.errors }).toMatchObject({ rows, errors: [tooLarge(limit)] })
    expect((await shop.compiled({ document, viewer })).rows).toBeGreaterThan(rows)
  })
})

test('a flat statement stops at the budget', async () => {
  const limit = 4
  const document = '{ customer(id: "customer2") { score orders { nodes { number } } } }'
  const { statements, errors } = await shop.compiled({ document, viewer, limit })
  expect(statements[0]).toContain(`LIMIT ${limit + 1})`)
  expect(errors).toMatchObject([tooLarge(limit)])
})

test.each(strategies)('a mutation that reads too much tells what it has written, %s', async (_way, ask) => {
  const limit = 5
  const document =
    'mutation { send(id: "order5") { order { number customer { orders { nodes { number } } } } } }'
  const { data, errors } = await ask()({ document, viewer, limit })
  expect(data).toEqual({ send: { order: { number: 5, customer: null } } })
  expect(errors).toMatchObject([tooLarge(limit)])
})

test.each(strategies)('rows that are above themselves are climbed to an end, %s', async (_way, ask) => {
  const document = '{ customer(id: "customer6") { introducers { name } } }'
  const change = (text: string) => text.replaceAll('c.id = p.k0', `c.id = coalesce(p.k0, 'customer6')`)
  const { data } = await ask()({ document, viewer, change })
  expect(data).toMatchObject({ customer: { introducers: { length: 1001 } } })
  expect((await ask()({ document, viewer, change, limit: 100 })).errors).toEqual([tooLarge(100)])
})
