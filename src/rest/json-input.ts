import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import type { Limits } from '../base/validation.ts'
import { inputTypeExtension, limitsOf } from './extensions.ts'
import { type Faults, joinPath } from './faults.ts'
import {
  enumSpelling,
  inputMember,
  type KeyedList,
  keyedList,
  memberFields,
  memberOfText,
  memberOfTree,
  type Variant,
  type Variants,
  variantsOf,
  type WordOrIds,
  wordOrIds,
} from './spelling.ts'

/** Converts a JSON value to the value of a GraphQL variable. Adds errors to `faults`. */
export type InputReader = (value: unknown, path: string, faults: Faults) => unknown

/** The readers of input types. A reader is added before it is complete, because input types may be recursive. */
const readers = new WeakMap<GraphQLInputObjectType, InputReader>()

/** Creates a reader that accepts exactly the declared type: no number for a string, no single value for a list. */
export function jsonReader(type: GraphQLInputType, limits?: Limits): InputReader {
  if (isNonNullType(type)) {
    const read = jsonReader(type.ofType, limits)
    return (value, path, faults) =>
      value === null ? faults.add(path, 'must not be null') : read(value, path, faults)
  }
  const read = nullableReader(type, limits)
  return (value, path, faults) => (value === null ? null : read(value, path, faults))
}

function nullableReader(type: GraphQLInputType, limits?: Limits): InputReader {
  if (isListType(type)) {
    const keyed = keyedList(type.ofType)
    const end = endOfList(limits)
    return keyed ? keyedListReader(keyed, end) : listReader(jsonReader(type.ofType, limits?.items), end)
  }
  if (isEnumType(type)) return enumReader(type)
  if (isInputObjectType(type)) {
    const alternatives = wordOrIds(type)
    return alternatives ? wordOrIdsReader(alternatives) : (readers.get(type) ?? objectReader(type))
  }
  return scalarReader(type as GraphQLScalarType)
}

/**
 * Returns the number of items to read of a list that may have a limited number: one more than that, for which the graph refuses
 * the list. Those behind it cost no time.
 */
const endOfList = (limits: Limits | undefined): number | undefined =>
  limits?.maxItems === undefined ? undefined : limits.maxItems + 1

function listReader(read: InputReader, end: number | undefined): InputReader {
  return (value, path, faults) => {
    if (!Array.isArray(value)) return faults.add(path, 'must be an array')
    return value.slice(0, end).map((item, index) => read(item, joinPath(path, String(index)), faults))
  }
}

/** Null stands for a value without members. */
function keyedListReader({ item, key }: KeyedList, end: number | undefined): InputReader {
  const readKey = jsonReader(key.type)
  const read = nullableReader(item)
  return (value, path, faults) => {
    if (!isPlainObject(value)) return faults.add(path, 'must be an object')
    const entries = Object.entries(value).slice(0, end)
    return entries.map(([name, members]) => {
      const memberPath = joinPath(path, name)
      const others = read(members ?? {}, memberPath, faults)
      return { [key.name]: readKey(name, memberPath, faults), ...(others as object | undefined) }
    })
  }
}

function wordOrIdsReader({ word, words, ids }: WordOrIds): InputReader {
  const names = new Map([...enumSpelling(words)].map(([name, spelled]) => [spelled, name]))
  const message = `must be an array of ids, or ${[...names.keys()].map((spelled) => `"${spelled}"`).join(' or ')}`
  return (value, path, faults) => {
    const name = names.get(value as string)
    if (name !== undefined) return { [word.name]: name }
    const isList = Array.isArray(value) && value.every((id) => typeof id === 'string')
    return isList ? { [ids.name]: value } : faults.add(path, message)
  }
}

export function enumReader(type: GraphQLEnumType): InputReader {
  const names = new Map([...enumSpelling(type)].map(([name, spelled]) => [spelled, name]))
  const message = `must be one of: ${[...names.keys()].join(', ')}`
  return (value, path, faults) => names.get(value as string) ?? faults.add(path, message)
}

function objectReader(type: GraphQLInputObjectType): InputReader {
  const variants = variantsOf(type)
  return variants ? variantsReader(type, variants) : inputObjectReader(type)
}

/** The reader of the members of a variant. Its path is that of the whole object. */
type ReadVariant = (members: Record<string, unknown>, path: string, faults: Faults) => unknown

function variantsReader(type: GraphQLInputObjectType, { member, variants }: Variants): InputReader {
  const byWord = new Map<unknown, { readonly variant: Variant; readonly read: ReadVariant }>()
  const words = variants.map(({ word }) => word).join(', ')
  const known = new Set([member, ...variants.flatMap(({ members }) => members)])
  const reader: InputReader = (value, path, faults) => {
    if (!isPlainObject(value)) return faults.add(path, 'must be an object')
    const { [member]: word, ...members } = value
    const found = byWord.get(word)
    if (!found) {
      faults.checkNames(path, Object.keys(value), known)
      return faults.add(
        joinPath(path, member),
        word === undefined ? 'is required' : `must be one of: ${words}`,
      )
    }
    const { variant, read } = found
    return { [variant.field.name]: read(belonging(members, variant, known, path, faults), path, faults) }
  }
  readers.set(type, reader)
  for (const variant of variants) byWord.set(variant.word, { variant, read: variantReader(variant) })
  return reader
}

function variantReader({ field, value: valueMember }: Variant): ReadVariant {
  const read = nullableReader(getNullableType(field.type), limitsOf(field))
  if (valueMember === undefined) return read
  const known = new Set([valueMember])
  return (members, path, faults) => {
    faults.checkNames(path, Object.keys(members), known)
    const place = joinPath(path, valueMember)
    const value = members[valueMember]
    if (value === undefined) return faults.add(place, 'is required')
    return value === null ? faults.add(place, 'must not be null') : read(value, place, faults)
  }
}

/**
 * Returns the members without those that belong to another variant, each of which is a fault. Null counts as absent there,
 * because many clients send all members of a type.
 */
function belonging(
  members: Record<string, unknown>,
  { word, members: own }: Variant,
  known: ReadonlySet<string>,
  path: string,
  faults: Faults,
): Record<string, unknown> {
  const isForeign = (name: string) => known.has(name) && !own.includes(name)
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    if (!isForeign(name)) kept[name] = value
    else if (value !== null) faults.add(joinPath(path, name), `does not belong to ${word}`)
  }
  return kept
}

function inputObjectReader(type: GraphQLInputObjectType): InputReader {
  const fields: InputMember[] = []
  const known = new Set<string>()
  const text = memberOfText(type)
  const tree = memberOfTree(type)
  const { empty, strict, unsupported = [] } = inputTypeExtension(type)
  const reader: InputReader = (given, path, faults) => {
    const short = typeof given === 'string' ? text : isTree(given) ? tree : undefined
    const value = short === undefined ? given : { [short]: given }
    if (!isPlainObject(value))
      return faults.add(path, text === undefined ? 'must be an object' : 'must be a string or an object')
    if (empty && Object.keys(value).length === 0) return empty
    // Other variables may take members of the body itself, so that those are checked by the row.
    if (path !== '') faults.checkNames(path, Object.keys(value), known, strict)
    for (const name of unsupported)
      if (!isBlank(value[name])) faults.add(joinPath(path, name), 'is not supported')
    if (!type.isOneOf) return readMembers(fields, value, path, faults)
    const input = readMembers(fields, withoutNulls(value), path, faults)
    checkOneOf(fields, input, path, faults)
    return input
  }
  readers.set(type, reader)
  for (const field of memberFields(type))
    fields.push({
      name: field.name,
      member: inputMember(field),
      required: isRequiredInputField(field),
      read: jsonReader(field.type, limitsOf(field)),
    })
  for (const { member } of fields) known.add(member)
  for (const name of unsupported) known.add(name)
  return reader
}

const isTree = (value: unknown): boolean => isPlainObject(value) && value.object === 'document'

/** Returns the members that are given: many clients send all that a type has, the others as null. */
const withoutNulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))

/** Returns whether a value says nothing: clients send empty ones for what they do not use. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

interface InputMember {
  readonly name: string
  readonly member: string
  readonly required: boolean
  readonly read: InputReader
}

/** Reads the declared members. Absent members stay absent, which differs from null. */
function readMembers(
  fields: readonly InputMember[],
  value: Record<string, unknown>,
  path: string,
  faults: Faults,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, member, required, read } of fields) {
    const memberPath = joinPath(path, member)
    if (Object.hasOwn(value, member)) input[name] = read(value[member], memberPath, faults)
    else if (required) faults.add(memberPath, 'is required')
  }
  return input
}

export function checkOneOf(
  fields: readonly Pick<InputMember, 'member'>[],
  input: Record<string, unknown>,
  path: string,
  faults: Faults,
): void {
  const given = Object.values(input)
  if (given.length === 1 && given[0] !== null) return
  faults.add(path, `must have exactly one of: ${fields.map((field) => field.member).join(', ')}`)
}

/** Type checks for the built-in scalars, whose own coercion accepts other JSON types. */
const strictTypes: Record<string, { test: (value: unknown) => boolean; message: string }> = {
  String: { test: (value) => typeof value === 'string', message: 'must be a string' },
  ID: { test: (value) => typeof value === 'string', message: 'must be a string' },
  Boolean: { test: (value) => typeof value === 'boolean', message: 'must be true or false' },
  Int: {
    test: (value) => Number.isInteger(value) && value === (value as number) << 0,
    message: `must be a whole number from ${-(2 ** 31)} to ${2 ** 31 - 1}`,
  },
  Float: { test: (value) => Number.isFinite(value), message: 'must be a number' },
}

export function scalarReader(type: GraphQLScalarType): InputReader {
  const strict = strictTypes[type.name]
  return (value, path, faults) => {
    if (strict && !strict.test(value)) return faults.add(path, strict.message)
    try {
      type.parseValue(value)
    } catch (error) {
      return faults.add(path, error instanceof Error ? error.message : `must be a ${type.name}`)
    }
    // The unparsed value is returned, because execution parses variables.
    return value
  }
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
