import { buildSchema, type ExecutionResult, execute, parse } from 'graphql'
import { expect, test } from 'vitest'
import { answerIntrospection } from '../../src/graphql/introspection.ts'

const schema = buildSchema('type Query { greeting: String }')

/** Answers a query several times. Returns the number of times that it was executed. */
async function executionsOf(query: string): Promise<number> {
  let executions = 0
  const document = parse(query)
  for (let time = 0; time < 3; time++)
    await answerIntrospection(schema, document, async () => {
      executions++
      return (await execute({ schema, document })) as ExecutionResult
    })
  return executions
}

test('introspection is computed once for a schema', async () => {
  expect(await executionsOf('{ __schema { types { name } } }')).toBe(1)
})

test('its kept answer is sent without serializing it again', async () => {
  const document = parse('{ __schema { queryType { name } } }')
  const answer = await answerIntrospection(schema, document, async () => execute({ schema, document }))
  expect(JSON.parse(answer.stringify?.() ?? '')).toEqual({
    data: { __schema: { queryType: { name: 'Query' } } },
  })
})

test.each([
  '{ greeting }',
  '{ __schema { types { name } } greeting }',
  'query Q($a: Boolean!) { __schema @skip(if: $a) { types { name } } }',
])('another operation is executed every time: %s', async (query) => {
  expect(await executionsOf(query)).toBe(3)
})

test('only the latest answers are kept', async () => {
  const first = '{ __schema { types { name } } } # first'
  await executionsOf(first)
  for (let index = 0; index < 20; index++) await executionsOf(`{ __schema { types { name } } } # ${index}`)
  expect(await executionsOf(first)).toBe(1)
})
