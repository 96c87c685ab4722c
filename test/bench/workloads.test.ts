import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { places } from './seed-ids.ts'
import { statements } from './statements.ts'
import { workloads } from './workloads.ts'

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

test('every document that the benchmark sends to Lectern is valid', () => {
  const [place] = places(1)
  const documents = workloads.flatMap(({ name, requests: { lectern } }) => {
    const request = place && lectern?.(place, 0)
    return request?.path === '/graphql'
      ? [{ name, query: JSON.parse(request.body ?? '').query as string }]
      : []
  })
  expect(documents.length).toBeGreaterThan(20)
  for (const { name, query } of documents)
    expect({ name, faults: validate(schema, parse(query)) }).toEqual({ name, faults: [] })
})

test('every hand-written statement belongs to a workload', () => {
  const names = workloads.map(({ name }) => name)
  expect(Object.keys(statements).filter((name) => !names.includes(name))).toEqual([])
})
