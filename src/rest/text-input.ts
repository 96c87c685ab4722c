import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql'
import type { Faults } from './faults.ts'
import { enumReader, scalarReader } from './json-input.ts'

/** Turns the texts given for a name in the address into the value of a variable; undefined if there is none. */
export type TextReader = (texts: readonly string[], name: string, faults: Faults) => unknown

type ItemReader = (text: string, name: string, faults: Faults) => unknown

export function queryReader(type: GraphQLInputType): TextReader {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return listReader(nullable.ofType)
  const read = itemReader(nullable)
  const required = isNonNullType(type)
  return (texts, name, faults) => {
    const [text, another] = meaningful(nullable, texts)
    if (text === undefined) return required && texts.length > 0 ? faults.add(name, 'is required') : undefined
    return another === undefined ? read(text, name, faults) : faults.add(name, 'must be given once')
  }
}

function listReader(itemType: GraphQLInputType): TextReader {
  const nullable = getNullableType(itemType)
  const read = itemReader(nullable)
  return (texts, name, faults) => {
    const given = meaningful(nullable, texts)
    return given.length === 0 ? undefined : given.map((text) => read(text, name, faults))
  }
}

/** Clients write an absent value as `null`; only where any text is allowed it means itself. */
const meaningful = (type: GraphQLInputType, texts: readonly string[]): readonly string[] =>
  isScalarType(type) && type.name === 'String' ? texts : texts.filter((text) => text !== 'null')

/** A path segment is always there and always means itself. */
export function pathReader(type: GraphQLInputType): ItemReader {
  return itemReader(getNullableType(type))
}

/** Texts of the types that are not text in JSON, and what they stand for. */
const conversions: Record<string, (text: string) => unknown> = {
  Int: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  Float: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
  Boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

function itemReader(type: GraphQLInputType): ItemReader {
  if (isEnumType(type)) return enumReader(type)
  if (!isScalarType(type)) throw new Error(`${String(type)} cannot be written in an address`)
  const read = scalarReader(type as GraphQLScalarType)
  const convert = conversions[type.name]
  return convert ? (text, name, faults) => read(convert(text), name, faults) : read
}
