import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable } from './comparable.ts'
import { documents } from './documents.ts'
import { openShop, type Shop } from './open-shop.ts'
import { clerk, manager } from './viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const viewer = manager
const nested = documents['a customer with all kinds of fields']
const beside = documents['a customer with all kinds of fields, beside code that waits']

/** Fails statements with a code of PostgreSQL in the place of their text. */
const failing =
  (code: string, isFailing: (text: string) => boolean = () => true) =>
  (text: string): string => {
    if (isFailing(text)) throw Object.assign(new Error(`fault ${code}`), { code })
    return text
  }

const isCompiled = (text: string) => /^(SELECT \('\{|WITH l0)/.test(text)

test.each([nested, beside])(
  'a statement that takes too long is not followed by another, and its error is in the answer: %#',
  async (document) => {
    const asked = { document, viewer, change: failing('57014') }
    const { statements, errors, data } = await shop.compiled(asked)
    expect(statements).toHaveLength(1)
    expect({ data, errors }).toMatchObject({
      data: { customer: null },
      errors: [{ message: 'fault 57014', path: ['customer'] }],
    })
    const resolved = await shop.resolved(asked)
    expect({ data, errors }).toEqual({ data: resolved.data, errors: resolved.errors })
  },
)

test.each([nested, beside])('nothing else is read of a database that is not there: %#', async (document) => {
  let sent = 0
  const fails = failing('08006')
  const change = (text: string) => {
    sent++
    return fails(text)
  }
  await expect(shop.compiled({ document, viewer, change })).rejects.toMatchObject({ code: '08006' })
  expect(sent).toBe(1)
})

test.each([nested, beside])('any other fault of one statement is met by others: %#', async (document) => {
  const answer = await shop.compiled({ document, viewer, change: failing('XX000', isCompiled) })
  expect(answer.statements.length).toBeGreaterThan(5)
  expect(comparable(answer)).toEqual(comparable(await shop.resolved({ document, viewer })))
})

test.each([
  ['what is not there', '{ customer(id: "customer9") { name } }', 'NOT_FOUND', ['customer']],
  ['what is hidden', '{ customer(id: "customer1") { name } }', 'NOT_FOUND', ['customer']],
  [
    'a cursor that is none',
    '{ products(after: "?") { nodes { id } } }',
    'INVALID_CURSOR',
    ['products', 'nodes'],
  ],
  [
    'a page that is too large',
    '{ customer(id: "customer2") { name orders(first: 1001) { nodes { number } } } }',
    'INVALID_ARGUMENT',
    ['customer', 'orders'],
  ],
])('%s has the error of the shop', async (_name, document, code, path) => {
  const asked = { document, viewer: clerk }
  const answer = await shop.compiled(asked)
  expect(answer.errors).toMatchObject([{ path, extensions: { code } }])
  expect(comparable(answer)).toEqual(comparable(await shop.resolved(asked)))
})
