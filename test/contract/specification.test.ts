import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/composition/graph.ts'
import { routes } from '../../src/composition/routes.ts'
import { compileRoutes } from '../../src/rest/compiled-route.ts'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { type SpecifiedOperation, specifiedOperations } from '../support/specified-operations.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of OpenAPI, of which the test reads what it needs
type Document = any

let document: Document

beforeAll(() => {
  document = openApiDocument(schema, compileRoutes(schema, routes), 'http://localhost')
})

const described = ({ method, path }: SpecifiedOperation): Document =>
  document.paths[path.replace('/v1', '')]?.[method.toLowerCase()]

const resolved = (value: Document): Document =>
  value?.$ref ? document.components.schemas[value.$ref.split('/').at(-1)] : value

/** The names, each with an exclamation mark where `required` has it. */
const marked = (names: readonly string[], required: readonly string[] = []) =>
  names.map((name) => (required.includes(name) ? `${name}!` : name))

const bare = (names: readonly string[]) => names.map((name) => name.replace('!', ''))

describe('of the specification', () => {
  test('there are 136 operations', () => expect(specifiedOperations).toHaveLength(136))

  test.each(
    specifiedOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
  )('%s is there with its status, its query parameters and the members of its body', (_name, operation) => {
    const found = described(operation)
    expect(Object.keys(found?.responses ?? {})).toContain(operation.status)
    const parameters = (found.parameters ?? []).filter(({ in: place }: Document) => place === 'query')
    const query = parameters.map(({ name, required }: Document) => (required ? `${name}!` : name))
    expect(query).toEqual(expect.arrayContaining([...operation.query]))
    const content = found.requestBody?.content['application/json'].schema
    const { properties = {}, required } = resolved(content) ?? {}
    const members = marked(Object.keys(properties), required)
    expect(bare(members)).toEqual(expect.arrayContaining(bare(operation.body)))
    // What the specification demands is demanded, and nothing else is.
    const demanded = (names: readonly string[]) => names.filter((name) => name.endsWith('!')).sort()
    expect(demanded(members)).toEqual(demanded(operation.body))
  })
})

/** The fields of the graph that the document of a row begins with. */
function fieldsOf({ method, path }: SpecifiedOperation): string {
  const route = routes.find(
    (row) => row.method === method && `/v1${row.path.replace(/:(\w+)\*?/g, '{$1}')}` === path,
  )
  const [definition] = parse(route?.operation ?? '').definitions
  if (definition?.kind !== 'OperationDefinition') throw new Error(`${method} ${path} has no operation`)
  const chain: string[] = []
  for (let { selections } = definition.selectionSet; ; ) {
    const [first] = selections
    if (first?.kind !== 'Field' || selections.length > 1) break
    chain.push(first.name.value)
    if (!first.selectionSet) break
    ;({ selections } = first.selectionSet)
  }
  return `${definition.operation} ${chain.join('.')}`
}

test('the README lists the operations with what they are in the graph', () => {
  const rows = specifiedOperations.map((operation) => {
    const path = operation.path.replace('/v1', '')
    return `| ${operation.method} | \`${path}\` | ${fieldsOf(operation)} |`
  })
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const printed = /<!-- operations -->\n([\s\S]*?)\n<!-- \/operations -->/.exec(readme)?.[1]
  expect(printed?.split('\n').slice(2)).toEqual(rows)
})
