import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneRowIn } from '../support/budget.ts'
import { comparable } from './shop/comparable.ts'
import { documents, everything, unrefusedDocuments } from './shop/documents.ts'
import { declaring, openShop, type Shop } from './shop/open-shop.ts'
import { clerk, manager, stranger, viewers } from './shop/viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const viewersInTurn = Object.entries(viewers).map(([name, viewer], turn) => [name, viewer, turn] as const)

describe.each(viewersInTurn)('to a %s', (_name, viewer, turn) => {
  // In `npm test` each viewer asks for one in three.
  test.each(oneRowIn(3, Object.entries(documents), turn))(
    '%s: answered as by resolvers',
    async (_title, document) => {
      const expected = comparable(await shop.resolved({ document, viewer }))
      expect(comparable(await shop.compiled({ document, viewer }))).toEqual(expected)
    },
  )
})

describe('by a policy that hides a part of the rows, as by resolvers,', () => {
  test.each(Object.entries(unrefusedDocuments))('%s: read by a statement', async (title, document) => {
    const { errors, data, statements } = await shop.compiled({ document, viewer: clerk })
    expect(errors).toEqual([])
    expect(data).toEqual((await shop.resolved({ document, viewer: clerk })).data)
    expect(data).not.toEqual((await shop.compiled({ document, viewer: manager })).data)
    // The rows around code that waits are read by the flat statement, which has a table expression for each row set.
    if (title.includes('code')) expect(statements[0]).toMatch(/^WITH/)
    else expect(statements).toHaveLength(1)
  })
})

describe('the schema of the shop', () => {
  /** The kinds that the library lists. */
  const kindsOfFields = () => {
    const source = readFileSync('src/graph/fields/kinds.ts', 'utf8')
    const listed = /const kinds: readonly FieldKind\[\] = \[([^\]]+)\]/.exec(source)?.[1]?.match(/\w+/g) ?? []
    return [...listed, 'code'].sort()
  }

  test('has fields of every kind that the library has, and the documents above select them', async () => {
    const document = `{ node(id: "customer2") { ...everything } customer(id: "customer2") { id } } ${everything}`
    const { extensions } = await shop.compiled({ document, viewer: manager, explain: true })
    const plan = extensions?.plan as { kind: string }[]
    expect([...new Set(plan.map(({ kind }) => kind))].sort()).toEqual(kindsOfFields())
  })

  test('is declared by every function with which models declare fields', () => {
    expect([...declaring.called].sort()).toEqual([...declaring.offered].sort())
  })
})

test('each viewer sees what their policies let them see', async () => {
  const document = documents['a customer with all kinds of fields']
  const customerFor = async (viewer: typeof clerk) =>
    (await shop.compiled({ document, viewer })).data?.customer as Record<string, unknown> | null
  expect(await customerFor(clerk)).toMatchObject({
    email: null,
    orderCount: 3,
    isReturning: true,
    isElsewhere: false,
    account: { phone: null },
  })
  expect(await customerFor(manager)).toMatchObject({
    email: '2@example.com',
    orderCount: 6,
    isElsewhere: true,
    account: { phone: '+49 2' },
  })
  expect(await customerFor(stranger)).toBeNull()
  const products = await shop.compiled({ document: '{ products { nodes { title } } }', viewer: stranger })
  expect(products.data).toEqual({ products: { nodes: [{ title: 'Product 3' }, { title: 'Product 6' }] } })
})

describe('a mutation', () => {
  const rename = `mutation ($id: ID!) {
    rename(id: $id, name: "Zoë") { customer { ...everything } query { customer(id: $id) { ...everything } } }
  } ${everything}`
  const send = `mutation { send(id: "order1") { order { number } query { products(first: 1) { nodes { title } } } } }`

  test.each(Object.entries({ clerk, manager, stranger }))(
    'has the payload of resolvers, and the queries in it, for a %s',
    async (_name, viewer) => {
      const asked = { document: rename, variables: { id: 'customer4' }, viewer }
      const expected = comparable(await shop.resolved(asked))
      expect(comparable(await shop.compiled(asked))).toEqual(expected)
    },
  )

  test('tells a client that a row which its payload must have is hidden', async () => {
    const asked = { document: send.replace('number', 'number buyer { name }'), viewer: manager }
    expect((await shop.compiled(asked)).errors).toEqual([])
    const hidden = { ...asked, viewer: { tenants: ['tenant1'], manages: [] } }
    const answer = await shop.compiled(hidden)
    expect(answer.errors).toMatchObject([
      { path: ['send', 'order', 'buyer'], extensions: { code: 'CHANGED' } },
    ])
    expect(comparable(answer)).toEqual(comparable(await shop.resolved(hidden)))
  })

  test('reads the queries of its payload by one statement', async () => {
    const { statements } = await shop.compiled({ document: send, viewer: manager })
    const of = (text: string) => statements.filter((statement) => statement.startsWith(text)).length
    expect({ writes: of('UPDATE'), answers: of(`SELECT ('{`) }).toEqual({ writes: 1, answers: 1 })
  })
})
