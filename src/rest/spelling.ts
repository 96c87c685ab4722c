import type { GraphQLEnumType, GraphQLInputField, GraphQLObjectType } from 'graphql'
import { restName, typeExtension } from './extensions.ts'

/** `ChangeRequest` → `change-request`, `SAMLProvider` → `saml-provider`. */
export function kebabCase(typeName: string): string {
  return typeName
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** The `object` discriminator of a type: resources (which implement Node) have one, and types that state one. */
export function objectName(type: GraphQLObjectType): string | undefined {
  const { object } = typeExtension(type)
  if (object === false) return undefined
  if (object !== undefined) return object
  return type.getInterfaces().some((implemented) => implemented.name === 'Node')
    ? kebabCase(type.name)
    : undefined
}

export const inputMember = (field: GraphQLInputField): string => restName(field) ?? field.name

/** GraphQL name → REST spelling, in the order of declaration. */
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
