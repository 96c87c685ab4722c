import { getNamedType, isInputObjectType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { HeavyWork } from '../../src/admission/heavy-work.ts'
import { heavyWorkOf } from '../../src/graphql/heavy-operation.ts'
import { weightOf } from '../../src/graphql/heavy-plugin.ts'
import { schema } from '../../src/server/graph.ts'

const workOf = (text: string, variables: Record<string, unknown> = {}) =>
  heavyWorkOf(schema, parse(text), variables, undefined)

/** The types of answers that take much to make, with the kind of work that each field of such a type is. */
const workOfTypes: Readonly<Record<string, HeavyWork>> = {
  LinkItemConnection: 'links',
  PageLocationConnection: 'links',
  SemanticChangeConnection: 'comparisons',
  SemanticChanges: 'comparisons',
  SearchPageResultConnection: 'searches',
  SearchSpaceResultConnection: 'searches',
}

const fieldsOfSchema = Object.values(schema.getTypeMap()).flatMap((type) =>
  'getFields' in type && !isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ field, name: `${type.name}.${field.name}` }))
    : [],
)

describe('heavy work', () => {
  test('is declared by every field whose answer takes much to make', () => {
    const heavy = fieldsOfSchema.flatMap(({ field, name }) => {
      const work = workOfTypes[getNamedType(field.type).name]
      return work ? [{ name, work, declared: weightOf(field).heavy }] : []
    })
    expect(heavy.length).toBeGreaterThan(20)
    expect(heavy.filter(({ work, declared }) => work !== declared)).toEqual([])
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
