import { type GraphQLNamedType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { heavyWork, objectsOfFields, type WorkLimits } from '../../src/admission/heavy-work.ts'
import { heavyWorkOf } from '../../src/graphql/heavy-operation.ts'
import { schema } from '../../src/server/graph.ts'

const workOf = (text: string, variables: Record<string, unknown> = {}) =>
  heavyWorkOf(schema, parse(text), variables, undefined)

const hasField = (type: GraphQLNamedType | undefined, field: string): boolean =>
  type !== undefined && 'getFields' in type && field in type.getFields()

describe('heavy work', () => {
  test('names fields of the schema', () => {
    const fields = [
      ...Object.values(heavyWork).flatMap((limits: WorkLimits) => Object.keys(limits.fields ?? {})),
      ...Object.keys(objectsOfFields),
    ]
    expect(fields.length).toBeGreaterThan(10)
    const missing = fields.filter((field) => {
      const [type = '', name = ''] = field.split('.')
      return !hasField(schema.getType(type), name)
    })
    expect(missing).toEqual([])
  })

  test('is found by its field, wherever it is in a document, and by the size that is asked for', () => {
    const links = 'query ($first: Int) { spaceLinks(spaceId: "a", first: $first) { totalCount } }'
    expect(workOf(links, { first: 101 })).toBe('links')
    expect(workOf(links, { first: 100 })).toBeUndefined()
    expect(workOf(links)).toBeUndefined()
    const nested =
      'query { space(id: "a") { ...More } } fragment More on Space { links(first: 500) { totalCount } }'
    expect(workOf(nested)).toBe('links')
    expect(workOf('mutation { importContent(spaceId: "a", input: {}) { __typename } }')).toBe('imports')
    for (const search of ['searchOrganization(organizationId: "a"', 'searchSpace(spaceId: "a"'])
      expect(workOf(`{ ${search}, search: "word") { totalCount } }`)).toBe('searches')
    expect(workOf('{ viewer { id } }')).toBeUndefined()
  })

  test('is a query whose lists would have many objects, were they all full', () => {
    const query = (spaces: number, members: number) =>
      `{ organizations(first: 10) { nodes { spaces(first: ${spaces}) { nodes { id } } members(first: ${members}) { nodes { id } } } } }`
    expect(workOf(query(1000, 1000))).toBeUndefined()
    const deep = '{ organizations(first: 100) { nodes { spaces(first: 1000) { nodes { id } } } } }'
    expect(workOf(deep)).toBe('queries')
  })

  test('is a mutation whose payload has such queries', () => {
    const mutation = (selection: string) =>
      `mutation { updateSpace(spaceId: "a", input: {}) { query { ${selection} } } }`
    expect(
      workOf(mutation('organizations(first: 10) { nodes { spaces(first: 1000) { nodes { id } } } }')),
    ).toBe(undefined)
    expect(
      workOf(mutation('organizations(first: 100) { nodes { spaces(first: 1000) { nodes { id } } } }')),
    ).toBe('queries')
    expect(workOf(mutation('searchSpace(spaceId: "a", query: "word") { totalCount }'))).toBe('searches')
  })

  test('is a query of the bodies of many pages', () => {
    for (const body of ['markdown', 'document', 'body { markdown }']) {
      const query = `query ($first: Int) { space(id: "a") { pages(first: $first) { nodes { ... on DocumentPage { ${body} } } } } }`
      expect(workOf(query, { first: 400 })).toBeUndefined()
      expect(workOf(query, { first: 500 })).toBe('queries')
    }
  })
})
