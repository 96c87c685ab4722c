import { readFileSync } from 'node:fs'
import { buildSchema, getOperationAST, parse, validate, visit } from 'graphql'
import { getVariableValues } from 'graphql/execution/values.js'
import { expect, test } from 'vitest'
import { completions } from './completions.ts'
import { seededIds } from './seed-ids.ts'
import { statements } from './statements.ts'
import { comparedWorkloads, workloads } from './workloads.ts'

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

interface Sent {
  readonly name: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

function documents(): Sent[] {
  const [ids] = seededIds(1)
  return workloads.flatMap(({ name, requests: { lectern } }) => {
    const request = ids && lectern?.(ids, 0)
    return request?.path === '/graphql' ? [{ name, ...JSON.parse(request.body ?? '') }] : []
  })
}

test('every document that the benchmark sends to Lectern is valid, with variables that it takes', () => {
  expect(documents().length).toBeGreaterThan(20)
  for (const { name, query, variables } of documents()) {
    const document = parse(query)
    const declared = getOperationAST(document)?.variableDefinitions ?? []
    const { errors = [] } = getVariableValues(schema, declared, variables ?? {})
    const names = declared.map(({ variable }) => variable.name.value)
    const unknown = Object.keys(variables ?? {}).filter((given) => !names.includes(given))
    const faults = [...validate(schema, document), ...errors, ...unknown]
    expect({ name, faults }).toEqual({ name, faults: [] })
  }
})

test('a row of REST is measured in turns with the same read in GraphQL, and each workload once', () => {
  const groups = comparedWorkloads(workloads)
  const names = workloads.map(({ name }) => name)
  expect(groups.flatMap((group) => group.map(({ name }) => name)).sort()).toEqual(names.sort())
  const rows = workloads.filter(({ sameInGraphQL }) => sameInGraphQL !== undefined)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const group = groups.find((each) => each.includes(row))
    expect(group?.map(({ name }) => name)).toEqual([row.name, row.sameInGraphQL])
  }
})

test('a hand-written statement that nothing completes writes every member that the document asks for', () => {
  // Code writes some members of the others.
  const compared = documents().filter(({ name }) => name in statements && !(name in completions))
  expect(compared.length).toBeGreaterThan(10)
  for (const { name, query } of compared)
    expect({ name, missing: missingFrom(statements[name] ?? '', query) }).toEqual({ name, missing: [] })
})

function missingFrom(statement: string, query: string): string[] {
  const missing = new Set<string>()
  visit(parse(query), {
    Field: ({ name, alias }) => {
      const member = (alias ?? name).value
      if (!statement.includes(`"${member}":`)) missing.add(member)
    },
  })
  return [...missing]
}

test('every hand-written statement belongs to a workload', () => {
  const names = workloads.map(({ name }) => name)
  expect(Object.keys(statements).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(completions).filter((name) => !(name in statements))).toEqual([])
})

test('every workload of the hand-written server has a statement', () => {
  const asked = workloads.filter(({ requests }) => 'hand-written' in requests)
  expect(asked.filter(({ group }) => group === 'screens')).toHaveLength(10)
  expect(asked.map(({ name }) => name).filter((name) => !(name in statements))).toEqual([])
})
