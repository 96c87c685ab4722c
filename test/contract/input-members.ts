import {
  type GraphQLInputType,
  type GraphQLNamedInputType,
  GraphQLNonNull,
  GraphQLString,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Limits } from '../../src/base/validation.ts'
import { limitsOf } from '../../src/rest/extensions.ts'
import { type Parameter, parametersOf } from '../../src/rest/parameters.ts'
import { inputMember, keyedList, variantsOf, wordOrIds } from '../../src/rest/spelling.ts'
import { compiledRoutes } from '../../src/server/compiled-routes.ts'
import { schema } from '../../src/server/graph.ts'
import { rowName } from './world.ts'

/** A place in the body of a request; the items of a list are all alike, so the first stands for them. */
export interface Member {
  readonly path: readonly (string | number)[]
  readonly type: GraphQLInputType
  readonly limits: Limits | undefined
  /** The places of members that tell objects apart, each with the word of the object that has this member. */
  readonly words?: readonly Word[]
}

interface Word {
  readonly path: readonly (string | number)[]
  readonly word: string
}

export const nameOf = ({ path }: Pick<Member, 'path'>): string => path.join('.')

/** Returns the parameters of the path and the query of a row, as its document declares them. */
export function parametersOfRow(name: string): Parameter[] {
  const compiled = compiledRoutes.find(({ route }) => rowName(route) === name)
  if (!compiled) throw new Error(`there is no row ${name}`)
  const operation = compiled.document.definitions.find(
    (definition) => definition.kind === 'OperationDefinition',
  )
  if (!operation) throw new Error(`${name} has no operation`)
  return parametersOf(schema, compiled.document, operation, compiled.route)
}

/** Every member of the body of a row, at any depth. */
export function membersOfRow(name: string): Member[] {
  return parametersOfRow(name).flatMap(({ source, type, definition }) => {
    if (source.from !== 'body') return []
    if (source.name === undefined) return membersOf(type, [])
    return membersAt({ path: [source.name], type, limits: definition && limitsOf(definition), words: [] })
  })
}

function membersAt(member: Member): Member[] {
  const nullable = getNullableType(member.type)
  if (!isListType(nullable)) return [member, ...membersOf(nullable, member.path, member.words)]
  // The names of the members are ids and names, which rows refuse in ways of their own.
  if (keyedList(nullable.ofType)) return []
  const { path, limits, words = [] } = member
  const item = { path: [...path, 0], type: nullable.ofType, limits: limits?.items, words }
  return [member, ...membersAt(item)]
}

function membersOf(
  type: GraphQLInputType,
  path: readonly (string | number)[],
  words: readonly Word[] = [],
): Member[] {
  const object = getNullableType(type)
  // A word or a list of ids stands for the whole object.
  if (!isInputObjectType(object) || wordOrIds(object)) return []
  const found = variantsOf(object)
  if (found) {
    const place = [...path, found.member]
    const inVariants = found.variants.flatMap(({ field, word, value }) => {
      const within = [...words, { path: place, word }]
      if (value === undefined) return membersOf(field.type, path, within)
      const member = new GraphQLNonNull(field.type)
      return membersAt({ path: [...path, value], type: member, limits: limitsOf(field), words: within })
    })
    return [{ path: place, type: new GraphQLNonNull(GraphQLString), limits: undefined, words }, ...inVariants]
  }
  return Object.values(object.getFields()).flatMap((field) =>
    membersAt({ path: [...path, inputMember(field)], type: field.type, limits: limitsOf(field), words }),
  )
}

/** Returns the body as one that has the objects in which the member is: an object of another kind is replaced by an empty one. */
export function withWords(body: unknown, { words = [] }: Member): unknown {
  return words.reduce<unknown>((given, { path, word }) => {
    const [name, around] = [path.at(-1) as string, path.slice(0, -1)]
    const object = around.reduce<unknown>(
      (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
      given,
    ) as Record<string, unknown> | undefined
    return object?.[name] === word ? given : withValue(given, around, { [name]: word })
  }, body)
}

export const isListMember = ({ type }: Member): boolean => isListType(getNullableType(type))
export const isRequiredMember = ({ type }: Member): boolean => isNonNullType(type)
export const namedTypeOf = ({ type }: Member): GraphQLNamedInputType => getNamedType(type)

/** Returns a copy of the body with another value at the place; objects and lists on the way are made where they lack. */
export function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const container = typeof key === 'number' ? [...((body as unknown[]) ?? [])] : { ...(body as object) }
  const members = container as Record<string | number, unknown>
  members[key] = withValue(members[key], rest, value)
  return container
}
