import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/server/graph.ts'
import type { TestApp } from '../support/app.ts'
import { oneInTurn, oneRowIn } from '../support/budget.ts'
import { withValue } from './input-members.ts'
import { rowNamed } from './row-permissions.ts'
import { startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '💥',
  '%_\\',
  '../..',
  '__proto__',
  'nonsense',
  'x'.repeat(70_000),
]
const objects = [null, 0, '', [], {}, [null], ['\u0000'], { '': {} }, { '\u0000': { role: 'owner' } }]

/** The values that are tried for each scalar. Scalars of modules take any literal and are tried with those of JSON. */
const oddValues: Readonly<Record<string, readonly unknown[]>> = {
  String: texts,
  ID: texts,
  URL: ['', 'javascript:alert(1)', 'http://[::1', 'http://127.0.0.1:1/\u0000', 'http://127.0.0.1:1/\ud800'],
  Int: [0, -1, 2 ** 31 - 1, -(2 ** 31), 1.5],
  Boolean: [true, false, 'true'],
  DateTime: ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z', 'now'],
}

function valuesFor(type: GraphQLInputType): readonly unknown[] {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [null, [], [null], Array(1001).fill('x')]
  if (isInputObjectType(nullable)) return [null, {}]
  if (isEnumType(nullable)) return [null, 'NONSENSE', ...nullable.getValues().map(({ name }) => name)]
  return [null, ...(oddValues[getNamedType(nullable).name] ?? [...objects, ...texts])]
}

type Path = readonly (string | number)[]

/** Yields an argument with all that is in it. */
function* placesIn(path: Path, type: GraphQLInputType): Generator<[Path, GraphQLInputType]> {
  yield [path, type]
  const nullable = getNullableType(type)
  if (path.length > 6) return
  if (isListType(nullable)) yield* placesIn([...path, 0], nullable.ofType)
  else if (isInputObjectType(nullable))
    for (const { name, type: inner } of Object.values(nullable.getFields()))
      yield* placesIn([...path, name], inner)
}

type Field = GraphQLField<unknown, unknown>

/** Returns a value of the type, from the world if its name is known there. */
function usualValue(field: string, { name, type }: GraphQLArgument | GraphQLInputField): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return []
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter(isRequiredInputField)
        .map((inner) => [inner.name, usualValue(field, inner)]),
    )
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name
  const parameters = world.parametersFor(rowNamed('GET /user'))
  const named = name === 'id' ? parameters[`${field}Id`] : parameters[name]
  const usual: Record<string, unknown> = { Int: 1, Boolean: true, JSON: {}, URL: app.url }
  return usual[getNamedType(nullable).name] ?? named ?? world.organizationId
}

/** Every scalar of a type and of the objects in it: what was taken must be given back, too. */
function scalarsOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return '{ __typename }'
  const members = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type)
    if (field.args.some(isRequiredArgument) || isListType(getNullableType(field.type))) return []
    if (isLeafType(named)) return [field.name]
    return depth > 1 && !named.name.endsWith('Connection')
      ? [`${field.name} ${scalarsOf(named, depth - 1)}`]
      : []
  })
  return `{ __typename ${members.join(' ')} }`
}

function documentOf(operation: string, { name, args, type }: Field, given: readonly string[]): string {
  const named = getNamedType(type)
  const members = isLeafType(named) ? '' : scalarsOf(named, 2)
  const used = args.filter((argument) => given.includes(argument.name))
  const declared = used.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  return used.length === 0
    ? `${operation} { ${name} ${members} }`
    : `${operation} (${declared}) { ${name}(${passed}) ${members} }`
}

const fieldsOf = (operation: 'query' | 'mutation'): [operation: string, name: string, field: Field][] => {
  const type = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(type?.getFields() ?? {}).map((field) => [operation, field.name, field as Field])
}

/** The fields that remove objects of the world, which are called last. */
const takesAway = /^(delete|remove|transfer|revoke)/
const everyField = [...fieldsOf('query'), ...fieldsOf('mutation')].sort(
  ([, one], [, other]) => Number(takesAway.test(one)) - Number(takesAway.test(other)),
)

const placeInTurn = oneInTurn()

/** Returns the places in the arguments of a field; in `npm test` one of them, which differs between fields. */
const placesOf = ({ args }: Field): readonly [Path, GraphQLInputType][] =>
  placeInTurn(args.flatMap(({ name, type }) => [...placesIn([name], type)]))

const inTurn = oneInTurn()

describe.each(oneRowIn(3, everyField))('%s %s', (operation, _name, field) => {
  test('answers odd arguments with anything but a fault of ours', async () => {
    const usual = Object.fromEntries(
      field.args
        .filter(isRequiredArgument)
        .map((argument) => [argument.name, usualValue(field.name, argument)]),
    )
    const faults: unknown[] = []
    for (const [path, inner] of placesOf(field))
      for (const value of inTurn(valuesFor(inner))) {
        const variables = withValue(usual, path, value) as Record<string, unknown>
        const { errors } = await world.client.gql(
          documentOf(operation, field, Object.keys(variables)),
          variables,
        )
        if (errors?.some(({ extensions }) => extensions.code === 'INTERNAL_SERVER_ERROR'))
          faults.push({ path: path.join('.'), value: JSON.stringify(value).slice(0, 60) })
      }
    expect(faults).toEqual([])
  })
})
