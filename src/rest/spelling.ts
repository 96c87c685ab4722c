import type { GraphQLEnumType, GraphQLInputField, GraphQLInputObjectType, GraphQLObjectType } from 'graphql'
import { inputTypeExtension, restName, typeExtension } from './extensions.ts'

/** Converts a type name: `ChangeRequest` becomes `change-request`, and `SAMLProvider` `saml-provider`. */
export function kebabCase(typeName: string): string {
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

export const inputMember = (field: GraphQLInputField): string => restName(field) ?? field.name

/** Returns the member that a plain string stands for in place of an object, if the input type has one. */
export function memberOfText(type: GraphQLInputObjectType): string | undefined {
  const { text } = inputTypeExtension(type)
  if (text === undefined) return undefined
  const field = type.getFields()[text]
  if (!field) throw new Error(`${type.name} has no field ${text}`)
  return inputMember(field)
}

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
