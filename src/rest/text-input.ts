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

/** Converts the values of a query parameter to the value of a variable. Returns undefined if there are none. */
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

/** Removes the text `null`, with which clients express an absent value, except for strings. */
const meaningful = (type: GraphQLInputType, texts: readonly string[]): readonly string[] =>
  isScalarType(type) && type.name === 'String' ? texts : texts.filter((text) => text !== 'null')

/** Creates the reader of a path segment, which is always present and never null. */
export function pathReader(type: GraphQLInputType): ItemReader {
  return itemReader(getNullableType(type))
}

/** Conversions of text to the JSON type of a scalar. Undefined for text that has another form. */
const conversions: Record<string, (text: string) => unknown> = {
  Int: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  Float: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
  Boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

function itemReader(type: GraphQLInputType): ItemReader {
  if (isEnumType(type)) return enumReader(type)
  if (!isScalarType(type)) throw new Error(`${String(type)} cannot be a path or query parameter`)
  const read = scalarReader(type as GraphQLScalarType)
  const convert = conversions[type.name]
  return convert ? (text, name, faults) => read(convert(text), name, faults) : read
}
