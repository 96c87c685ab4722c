import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isListType,
  isScalarType,
} from 'graphql'
import type { Faults } from './faults.ts'
import { enumReader, scalarReader } from './json-input.ts'

/** Converts the values of a query parameter or header to the value of a variable. Returns undefined if there are none. */
export type TextReader = (texts: readonly string[], name: string, faults: Faults) => unknown

type ItemReader = (text: string, name: string, faults: Faults) => unknown

/**
 * Creates the reader of a query parameter. An empty text counts as absent, which clients send for what they do not set, and
 * so does the text `null`, except for strings. A required parameter must have a value.
 */
export function queryReader(type: GraphQLInputType, required: boolean): TextReader {
  const nullable = getNullableType(type)
  const isAbsent = (text: string) => text === '' || (text === 'null' && !isString(itemTypeOf(nullable)))
  const read = textReader(nullable)
  return (texts, name, faults) => {
    const given = texts.filter((text) => !isAbsent(text))
    if (given.length > 0) return read(given, name, faults)
    return required ? faults.add(name, 'is required') : undefined
  }
}

/** Creates the reader of a header. An empty one is refused: a client that sends it must not believe that it is obeyed. */
export function headerReader(type: GraphQLInputType): TextReader {
  const read = textReader(getNullableType(type))
  return (texts, name, faults) => {
    if (texts.includes('')) return faults.add(name, 'must not be empty')
    return texts.length === 0 ? undefined : read(texts, name, faults)
  }
}

const itemTypeOf = (type: GraphQLInputType): GraphQLInputType =>
  isListType(type) ? getNullableType(type.ofType) : type

const isString = (type: GraphQLInputType): boolean => isScalarType(type) && type.name === 'String'

/** Creates the reader of one or more texts. */
function textReader(type: GraphQLInputType): TextReader {
  const read = itemReader(itemTypeOf(type))
  if (isListType(type)) return (texts, name, faults) => texts.map((text) => read(text, name, faults))
  return ([text = '', another], name, faults) =>
    another === undefined ? read(text, name, faults) : faults.add(name, 'must be given once')
}

/** Creates the reader of a path segment, which is always present and never null. */
export function pathReader(type: GraphQLInputType): ItemReader {
  return itemReader(getNullableType(type))
}

/** Conversions of text to the JSON type of a scalar. Undefined for text that has another form. */
const conversions: Record<string, (text: string) => unknown> = {
  Int: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  Float: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
  // Python and C# write True.
  Boolean: (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined),
}

function itemReader(type: GraphQLInputType): ItemReader {
  if (isEnumType(type)) {
    const read = enumReader(type)
    return (text, name, faults) =>
      read(/^(true|false)$/i.test(text) ? text.toLowerCase() : text, name, faults)
  }
  if (!isScalarType(type)) throw new Error(`${String(type)} cannot be a path or query parameter`)
  const read = scalarReader(type as GraphQLScalarType)
  const convert = conversions[type.name]
  return convert ? (text, name, faults) => read(convert(text), name, faults) : read
}
