import type { GraphQLField } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, isLongRun } from '../../support/budget.ts'
import { randomOf } from '../../support/random.ts'
import { comparable } from './comparable.ts'
import { type Ask, type Asked, openShop, type Shop, shopSchema } from './open-shop.ts'
import { type Cursors, collectCursors, DocumentWriter } from './random-documents.ts'
import { clerk, deputy, manager } from './viewers.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Returns whether one statement can read a field for everybody, so that documents of such fields are answered by one. */
const isSimple = ({ name, extensions }: GraphQLField<unknown, unknown>) =>
  !extensions.permission && !['node', 'score', 'openNumbers', 'buyer'].includes(name)

/** Returns the document of a seed, which a clerk and others ask in turn. Half of all have simple fields only. */
function randomAsked(seed: number, cursors: Cursors): Asked {
  const isSelected = seed % 2 === 0 ? isSimple : () => true
  const { document, variables } = new DocumentWriter(shopSchema, randomOf(seed), {
    cursors,
    isSelected,
  }).write()
  const viewer = [clerk, manager, clerk, deputy][Math.floor(seed / 2) % 4] ?? clerk
  return { document, variables, viewer }
}

type Strategy = 'nested' | 'flat' | 'batched'

/** Returns how an operation was read: by one statement, by one around code, or by one for each field. */
function strategyOf([first = '', ...others]: readonly string[]): Strategy {
  if (first.startsWith('WITH ')) return 'flat'
  return first.startsWith(`SELECT ('{`) && others.length === 0 ? 'nested' : 'batched'
}

/** Compares the answers to the documents of seeds. Returns the first difference, and how many were read in each way. */
async function compare(compiled: Ask, count: number) {
  const cursors: Cursors = new Map()
  const counts = { nested: 0, flat: 0, batched: 0 }
  for (let seed = 1; seed <= count; seed++) {
    const asked = randomAsked(seed, cursors)
    const [answer, resolved] = [await compiled(asked), await shop.resolved(asked)]
    counts[strategyOf(answer.statements)]++
    const [one, other] = [comparable(answer), comparable(resolved)]
    if (JSON.stringify(one) !== JSON.stringify(other))
      return { difference: { seed, ...asked, one, other }, counts }
    collectCursors(cursors, resolved.data)
  }
  return { difference: undefined, counts }
}

const documents = budget(80, 300)

test('random documents over the schema of the shop have the data, the errors, the order and the cost of resolvers', async () => {
  const { difference, counts } = await compare(shop.compiled, documents)
  expect(difference).toBeUndefined()
  // A comparison of documents that are all read in one way would prove little.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(documents / 20)
})

test('a random document that spends its whole budget is answered, in each way', async () => {
  const refused: Asked[] = []
  for (let seed = 1; seed <= documents; seed++) {
    const asked = randomAsked(seed, new Map())
    for (const ask of [shop.compiled, shop.resolved]) {
      const { data, errors, spent } = await ask(asked)
      // What an answer with errors costs depends on the timing.
      if (errors.length > 0) continue
      const within = await ask({ ...asked, limit: spent.actual })
      if (JSON.stringify(within.data) !== JSON.stringify(data)) refused.push(asked)
    }
  }
  expect(refused).toEqual([])
})

test.runIf(isLongRun).each<[string, (text: string) => string]>([
  ['the policy of a tenant', (text) => text.replace(/"tenantId" = ANY\((\$\d+)\)/, '"tenantId" <> ALL($1)')],
  ['the order of a list', (text) => text.replaceAll(' ASC', ' DESC')],
  [
    'who may see a column',
    (text) => text.replace(/(t\."tenantId" = ANY\(\$\d+\)) AS "visible/, '(TRUE OR $1) AS "visible'),
  ],
])('that comparison finds statements that change %s', async (_fault, change) => {
  const faulty: Ask = (asked) => shop.compiled({ ...asked, change })
  expect((await compare(faulty, documents)).difference).toBeDefined()
})
