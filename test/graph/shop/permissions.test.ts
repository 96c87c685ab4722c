import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable } from './comparable.ts'
import { openShop, type Shop } from './open-shop.ts'
import { clerk, deputy, manager, viewers } from './viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const forbidden = (type: string, ...path: (string | number)[]) => ({
  message: `only a manager may read this of the type ${type}`,
  path,
  extensions: { code: 'NOT_A_MANAGER' },
})

/** Documents with fields that declare a permission, and the paths of those that a clerk is refused. */
const refused = {
  'a column': [
    `{ customer(id: "customer2") { orders(first: 1, above: 1) { nodes { number margin } } } }`,
    forbidden('Order', 'customer', 'orders', 'nodes', 0, 'margin'),
  ],
  'a computed value': [
    `{ customer(id: "customer2") { name isKnown } }`,
    forbidden('Customer', 'customer', 'isKnown'),
  ],
  'another row': [
    `{ customer(id: "customer4") { name sponsor { name } } }`,
    forbidden('Customer', 'customer', 'sponsor'),
  ],
  'a list': [
    `{ customer(id: "customer2") { trackedOrders { totalCount nodes { number } } } }`,
    forbidden('Customer', 'customer', 'trackedOrders'),
  ],
  'a list of Query': [`{ allOrders { nodes { number } } }`, forbidden('Query', 'allOrders')],
  'a field of what code finds': [
    `{ node(id: "customer4") { ... on Customer { name sponsor { name } } } }`,
    forbidden('Customer', 'node', 'sponsor'),
  ],
} as const

describe.each(Object.entries(refused))('the permission of %s', (_name, [document, error]) => {
  test('is refused to a clerk with the error of the shop, at the path of the field', async () => {
    const answers = [
      await shop.compiled({ document, viewer: clerk }),
      await shop.resolved({ document, viewer: clerk }),
    ]
    for (const { errors } of answers) expect(errors).toMatchObject([error])
    const [compiled, resolved] = answers.map(comparable)
    expect(compiled).toEqual(resolved)
  })

  test('is given to a manager', async () => {
    const compiled = await shop.compiled({ document, viewer: manager })
    expect(compiled.errors).toEqual([])
    expect(comparable(compiled)).toEqual(comparable(await shop.resolved({ document, viewer: manager })))
  })
})

describe('a permission is checked on each object, by a column that nobody has selected,', () => {
  /** Every other one is of a tenant that the deputy sees and does not manage. */
  const customers = (fields: string) => `{ customers(first: 3) { nodes { ${fields} } } }`

  test.each([
    ['while one statement answers all of it for others', customers('isKnown')],
    ['around code that waits', customers('score isKnown')],
    ['for another row', customers('sponsor { name } isKnown')],
  ])('%s', async (_title, document) => {
    const answer = await shop.compiled({ document, viewer: deputy })
    expect(answer.data).toMatchObject({
      customers: { nodes: [{ isKnown: null }, { isKnown: true }, { isKnown: null }] },
    })
    expect(answer.errors).toContainEqual(
      expect.objectContaining(forbidden('Customer', 'customers', 'nodes', 2, 'isKnown')),
    )
    expect(comparable(answer)).toEqual(comparable(await shop.resolved({ document, viewer: deputy })))
  })
})

test.each(['isKnown', 'sponsor { name }', 'trackedOrders { nodes { number } }'])(
  'the permission for %s is checked while one statement answers',
  async (field) => {
    const document = `{ customer(id: "customer4") { ${field} } }`
    const { statements, errors } = await shop.compiled({ document, viewer: manager })
    expect({ errors, statements }).toEqual({
      errors: [],
      statements: [expect.stringMatching(/^SELECT \('\{/)],
    })
  },
)

test('nobody is told of a permission on what they do not see', async () => {
  const document = '{ customer(id: "customer1") { isKnown } }'
  const tells = Object.values(viewers).map(async (viewer) => {
    const { errors } = await shop.compiled({ document, viewer })
    return errors.map(({ extensions }) => extensions?.code)
  })
  expect(await Promise.all(tells)).toEqual([['NOT_FOUND'], [], ['NOT_A_MANAGER'], ['NOT_FOUND']])
})
