import { Kind, parse, print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/server/routes.ts'
import { rowNamed } from '../contract/row-permissions.ts'
import { documentOf, mutationOf, variablesOf } from '../contract/unspelled.ts'
import { isRead, requiredQueryOf, startWorldApp, type World } from '../contract/world.ts'
import { startServerBeside, type TestApp } from '../support/app.ts'
import { budget, budgetSeed, isLongRun } from '../support/budget.ts'
import { randomOf } from '../support/random.ts'
import { takeSnapshot } from '../support/snapshot.ts'
import { comparable } from './comparable.ts'
import { type Cursors, collectCursors, type MutationCall, randomMutation } from './random-documents.ts'

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let world: World
let restoreWorld: () => Promise<void>

beforeAll(async () => {
  ;({ app: compiled, world } = await startWorldApp())
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
  restoreWorld = await takeSnapshot(compiled)
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

const writes = routes.filter((row) => !isRead(row))

/** Returns the mutation of a row, with arguments that succeed. */
function callOf(route: Route): MutationCall {
  const document = documentOf(route)
  const [operation] = parse(document, { noLocation: true }).definitions
  const [field] = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : []
  if (operation?.kind !== Kind.OPERATION_DEFINITION || field?.kind !== Kind.FIELD)
    throw new Error(`no mutation in ${document}`)
  const text = print({ ...field, alias: undefined, selectionSet: undefined })
  const parameters = world.parametersFor(route)
  const query = requiredQueryOf(route, parameters)
  return {
    name: mutationOf(document),
    text,
    declared: (operation.variableDefinitions ?? [])
      .filter(({ variable }) => new RegExp(`\\$${variable.name.value}\\b`).test(text))
      .map((variable) => print(variable)),
    variables: variablesOf(route, { parameters, query, body: world.bodyFor(route) }),
  }
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const secrets = /(lectern_|whsec_)[\w+/=-]+/g
/** Ids and cursors. */
const names = /[\w-]{16,}/g

/** The size of an answer in its cost. */
const size = /(?<="bytes":\{"actual":)\d+/

/**
 * Returns a text without what each call makes anew. Equal ids and cursors have equal numbers, from the first of them on. The size
 * is told beside the length of the text, since a cursor is shorter where the time in it ends with a zero.
 */
function withoutNew(text: string): string {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    numbers.set(name, numbers.get(name) ?? numbers.size)
    return `#${numbers.get(name)}`
  }
  const length = text.replace(size, '').length
  return text
    .replace(size, (bytes) => String(Number(bytes) - length))
    .replace(times, '')
    .replace(secrets, '')
    .replace(names, numberOf)
}

type Server = Pick<TestApp, 'as'>

/** Calls random mutations on both servers, each in the same world. Returns the first differences, and how many were answered. */
async function compare([one, other]: readonly [Server, Server], count: number, most: number) {
  const cursors: Cursors = new Map()
  const parameters = world.parametersFor(rowNamed('GET /user'))
  const firstSeed = budgetSeed()
  const differences: unknown[] = []
  let answered = 0
  for (let seed = firstSeed; seed < firstSeed + count && differences.length < most; seed++) {
    const random = randomOf(seed)
    const route = writes[Math.floor(random() * writes.length)] as Route
    const document = randomMutation(random, parameters, cursors, callOf(route))
    const call = async (server: Server) => {
      await restoreWorld()
      return server.as(world.admin).gql(document.text, document.variables, { 'X-Cost': 'true' })
    }
    const [answer, expected] = [await call(one), await call(other)]
    const [first, second] = [answer, expected].map((each) => withoutNew(comparable(each, document.fields)))
    if (first !== second) differences.push({ seed, ...document, answers: [first, second] })
    if (expected.data?.payload) answered++
    collectCursors(cursors, document, expected.data)
  }
  return { differences, answered }
}

test(
  'what a mutation answers is the same as by resolvers, whatever is selected of its payload',
  async () => {
    const count = budget(16, 1500)
    const { differences, answered } = await compare([compiled, resolved], count, 3)
    expect(differences).toEqual([])
    // Mutations that fail have no payloads to compare.
    expect(answered).toBeGreaterThan(count / 2)
  },
  budget(60_000, 3_600_000),
)

test.runIf(isLongRun)('that comparison finds statements that order lists the other way', async () => {
  const { database } = compiled
  const changed = (text: string) => text.replaceAll(' ASC', ' DESC')
  const faulty = await startServerBeside(compiled, {
    database: {
      query: (text, values) => database.query(changed(text), values),
      texts: (text, values, limits) => database.texts(changed(text), values, limits),
    },
  })
  try {
    expect((await compare([faulty, resolved], 300, 1)).differences).not.toEqual([])
  } finally {
    await faulty.close()
  }
})
