import { beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { schema } from '../../src/server/graph.ts'
import { reference } from '../../src/server/reference.ts'
import { type SpecifiedOperation, specifiedOperations } from '../support/specified-operations.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of OpenAPI, of which the test reads what it needs
type Document = any

let document: Document

beforeAll(async () => {
  document = await openApiDocument({ schema, reference, baseUrl: 'http://localhost' }, compiledRoutes)
})

const described = ({ method, path }: SpecifiedOperation): Document =>
  document.paths[path.replace('/v1', '')]?.[method.toLowerCase()]

const resolved = (value: Document): Document =>
  value?.$ref ? document.components.schemas[value.$ref.split('/').at(-1)] : value

/** Returns the names, each with an exclamation mark where `required` has it. */
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
    // The required members are exactly those that the specification requires.
    const requiredOf = (names: readonly string[]) => names.filter((name) => name.endsWith('!')).sort()
    expect(requiredOf(members)).toEqual(requiredOf(operation.body))
  })
})
