import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNullableType,
  isEnumType,
  isInputObjectType,
} from 'graphql'
import { getOrCreate } from '../base/get-or-create.ts'
import { inputTypeExtension, restName, typeExtension } from './extensions.ts'

/** Converts a type name: `ChangeRequest` becomes `change-request`, and `SAMLProvider` `saml-provider`. */
function kebabCase(typeName: string): string {
  return typeName
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** Returns the `object` discriminator of a type: types that implement Node have one, and those that declare one. */
export function objectName(type: GraphQLObjectType): string | undefined {
  const { object } = typeExtension(type)
  if (object === false) return undefined
  if (object !== undefined) return object
  return type.getInterfaces().some((implemented) => implemented.name === 'Node')
    ? kebabCase(type.name)
    : undefined
}

/** Returns the member, as JSON, with which the objects of a type begin; an empty text for none. */
export function discriminatorOf(type: GraphQLObjectType): string {
  const name = objectName(type)
  return name === undefined ? '' : `"object":${JSON.stringify(name)}`
}

/** Returns the REST spelling of an aliased `__typename`: that of the `object` discriminator. */
export const spelledTypeName = (type: GraphQLObjectType): string => objectName(type) ?? kebabCase(type.name)

export const inputMember = (field: GraphQLInputField): string => restName(field) ?? field.name

/** Returns the member that a plain string stands for in place of an object, if the input type has one. */
export function memberOfText(type: GraphQLInputObjectType): string | undefined {
  return memberNamed(type, inputTypeExtension(type).text)
}

/** Returns the member that a plain tree of nodes stands for in place of an object, if the input type has one. */
export const memberOfTree = (type: GraphQLInputObjectType): string | undefined =>
  memberNamed(type, inputTypeExtension(type).tree)

function memberNamed(type: GraphQLInputObjectType, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const field = type.getFields()[name]
  if (!field) throw new Error(`${type.name} has no field ${name}`)
  return inputMember(field)
}

/** A list of input objects in place of which REST takes an object. */
export interface KeyedList {
  readonly item: GraphQLInputObjectType
  /** The field with the name of the member. The others are the members of its value. */
  readonly key: GraphQLInputField
}

/** Returns how REST takes a list with the type of item; undefined if as an array. */
export function keyedList(itemType: GraphQLInputType): KeyedList | undefined {
  const item = getNullableType(itemType)
  const name = isInputObjectType(item) ? inputTypeExtension(item).key : undefined
  if (!isInputObjectType(item) || name === undefined) return undefined
  const key = item.getFields()[name]
  if (!key) throw new Error(`${item.name} has no field ${name}`)
  return { item, key }
}

/** An input type with two fields, in place of which REST takes the value of one of them. */
export interface WordOrIds {
  readonly word: GraphQLInputField
  readonly words: GraphQLEnumType
  readonly ids: GraphQLInputField
}

/** Returns how REST takes an input type; undefined if as an object. */
export function wordOrIds(type: GraphQLInputObjectType): WordOrIds | undefined {
  const names = inputTypeExtension(type).wordOrIds
  if (names === undefined) return undefined
  const fields = type.getFields()
  const [word, ids] = [fields[names.word], fields[names.ids]]
  const words = word && getNullableType(word.type)
  if (!isEnumType(words) || !word || !ids)
    throw new Error(`${type.name} needs the fields ${names.word}, an enum, and ${names.ids}`)
  return { word, words, ids }
}

/** A field of a `@oneOf` type, as REST takes it: an object that a member tells apart from those of the other fields. */
export interface Variant {
  readonly field: GraphQLInputField
  /** The value of the member that tells it apart. */
  readonly word: string
  /** The member for the value of the field; undefined if its own members are those of the object. */
  readonly value: string | undefined
  /** The names of the members, without the one that tells it apart. */
  readonly members: readonly string[]
}

export interface Variants {
  /** The member that tells the variants apart. */
  readonly member: string
  readonly variants: readonly Variant[]
}

/** Returns how REST takes a `@oneOf` type; undefined if as an object with one of its fields. */
export function variantsOf(type: GraphQLInputObjectType): Variants | undefined {
  const { discriminator } = inputTypeExtension(type)
  if (!discriminator) return undefined
  if (!type.isOneOf) throw new Error(`${type.name} has a discriminator, but takes several fields at once`)
  const variants = Object.values(type.getFields()).map((field): Variant => {
    const word = restName(field) ?? kebabCase(field.name)
    const inner = getNullableType(field.type)
    if (isInputObjectType(inner))
      return { field, word, value: undefined, members: memberFields(inner).map(inputMember) }
    const value = discriminator.value ?? field.name
    return { field, word, value, members: [value] }
  })
  return { member: discriminator.member, variants }
}

/** Returns the fields of an input type that are members of its object in REST. */
export const memberFields = (type: GraphQLInputObjectType): GraphQLInputField[] =>
  Object.values(type.getFields()).filter(({ name }) => name !== inputTypeExtension(type).key)

/** Returns the REST spelling of enum values by their GraphQL name, in the order of declaration. */
export function enumSpelling(type: GraphQLEnumType): ReadonlyMap<string, string> {
  const spelling = new Map(
    type
      .getValues()
      .map((value) => [value.name, restName(value) ?? value.name.toLowerCase().replaceAll('_', '-')]),
  )
  if (new Set(spelling.values()).size < spelling.size)
    throw new Error(`two values of ${type.name} have the same REST spelling`)
  return spelling
}

const enumTextsByType = new WeakMap<GraphQLEnumType, ReadonlyMap<string, string>>()

/** Returns the JSON of the REST spelling of enum values by their GraphQL name. */
export const enumTexts = (type: GraphQLEnumType): ReadonlyMap<string, string> =>
  getOrCreate(
    enumTextsByType,
    type,
    () => new Map([...enumSpelling(type)].map(([name, word]) => [name, JSON.stringify(word)])),
  )
