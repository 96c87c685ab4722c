import {
  type GraphQLArgument,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'

interface Given {
  readonly place: string
  readonly argument: GraphQLArgument
}

/** The arguments of all lists that are read in pages. */
const given: readonly Given[] = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields())
        .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
        .flatMap((field) =>
          field.args.map((argument) => ({
            place: `${type.name}.${field.name}(${argument.name})`,
            argument,
          })),
        )
    : [],
)

const placesOf = (found: readonly Given[]) => found.map(({ place }) => place)

/** The texts by which lists are not searched, with what they are. */
const otherTexts: Readonly<Record<string, string>> = {
  after: 'a cursor',
  before: 'a cursor',
  shareKey: 'the key of a share link, which opens a site',
  action: 'the exact name of a mutation',
  types: 'the exact types of events',
}

describe('the arguments of lists', () => {
  test('are many', () => expect(given.length).toBeGreaterThan(200))

  test('have the name `search` where a list is searched by a text, and no other', () => {
    const texts = given.filter(({ argument }) => getNamedType(argument.type).name === 'String')
    const others = texts.filter(({ argument: { name } }) => name !== 'search' && !otherTexts[name])
    expect(placesOf(others)).toEqual([])
    const searches = given.filter(({ argument }) => argument.name === 'search')
    expect(searches.length).toBeGreaterThan(10)
    for (const { place, argument } of searches)
      expect([place, String(getNullableType(argument.type))]).toEqual([place, 'String'])
  })

  test('take several statuses with `status`, and have all or what is usual without it', () => {
    const statuses = given.filter(({ argument: { name, type } }) => {
      const named = getNamedType(type)
      return name === 'status' || (isEnumType(named) && /Status(Filter)?$/.test(named.name))
    })
    expect(statuses.length).toBeGreaterThan(8)
    for (const { place, argument } of statuses) {
      expect(place).toMatch(/\(status\)$/)
      expect([place, isListType(argument.type), argument.defaultValue]).toEqual([place, true, undefined])
      expect(isListType(argument.type) && isNonNullType(argument.type.ofType)).toBe(true)
    }
  })

  test('choose an order with `orderBy`, a field and a direction, and with nothing else', () => {
    const words = /^(order|sort|sortBy|orderDirection|direction|reverse|by)$/
    const others = given.filter(
      ({ argument: { name, type } }) => words.test(name) || getNamedType(type).name === 'OrderDirection',
    )
    expect(placesOf(others)).toEqual([])
    const orders = given.filter(
      ({ argument: { name, type } }) => name === 'orderBy' || /Order$/.test(getNamedType(type).name),
    )
    expect(orders.length).toBeGreaterThan(15)
    for (const { place, argument } of orders) {
      expect(place).toMatch(/\(orderBy\)$/)
      const { type } = argument
      if (!isInputObjectType(type)) throw new Error(`${place} is no input, or required`)
      const { field, direction, ...more } = type.getFields()
      expect([place, Object.keys(more)]).toEqual([place, []])
      expect(String(field?.type)).toBe(`${type.name}Field!`)
      expect(getNamedType(direction?.type)?.name).toBe('OrderDirection')
      expect(direction?.type && isNonNullType(direction.type) && direction.defaultValue === undefined).toBe(
        false,
      )
    }
  })

  test.each([
    'Collection.collections',
    'Collection.spaces',
    'ChangeRequest.comments',
    'Member.spacePermissions',
    'Organization.changeRequests',
    'Organization.collections',
    'Organization.members',
    'Organization.sites',
    'Organization.spaces',
    'Organization.teams',
    'Revision.files',
    'Site.effectivePermissions',
    'Space.changeRequests',
    'Space.comments',
    'Space.effectivePermissions',
    'User.changeRequests',
  ])('choose the order of %s', (list) => {
    expect(placesOf(given)).toContain(`${list}(orderBy)`)
  })
})
