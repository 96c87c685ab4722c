import type { GraphQLField, GraphQLInputObjectType, GraphQLObjectType } from 'graphql'
import type { Limits } from '../base/validation.ts'

/** A type, field, enum value or input field, whose `extensions` may configure its REST representation. */
interface Extensible {
  readonly name: string
  readonly extensions: object
}

/** The extension of an object type: its `object` discriminator, or false for none. */
export interface TypeExtension {
  readonly object?: string | false
  /** The field whose value REST has in place of the object. */
  readonly value?: string
}

export interface InputTypeExtension {
  /** The field that a plain string stands for: the string has the meaning of an object with only this field. */
  readonly text?: string
  /** The field that a tree of nodes stands for, which is an object with the member `object: "document"`. */
  readonly tree?: string
  /** In place of a list of the type, REST takes an object whose members are named by this field. */
  readonly key?: string
  /** REST takes a string for the field `word`, or an array for the field `ids`, instead of an object with one of them. */
  readonly wordOrIds?: { readonly word: string; readonly ids: string }
  /** How REST tells which field of a `@oneOf` type is given, if not by its name. */
  readonly discriminator?: Discriminator
  /** The input that an object without members stands for, of a `@oneOf` type. */
  readonly empty?: Readonly<Record<string, unknown>>
  /** Members of other contracts that REST refuses, because a request would do more than was asked without them. */
  readonly unsupported?: readonly string[]
  /** Whether REST refuses unknown members, whatever the client prefers, because they would be lost. */
  readonly strict?: boolean
}

/** Names the field of a `@oneOf` type in a member, beside which the members of the object of that field are. */
export interface Discriminator {
  readonly member: string
  /** The member for the value of a field that is no object. Defaults to the name of the field. */
  readonly value?: string
}

/** Converts a flat list, in which every item has the id of its parent, to a tree. */
export interface Nesting {
  /** The field with the id of an item. Defaults to `id`. */
  readonly id?: string
  /** The field with the id of the parent, null at the root. It is omitted from the response. */
  readonly parent: string
  /** The member for the children. */
  readonly children: string
  /** The names of the types that can have children, for items of an interface. All items can if absent. */
  readonly parentTypes?: readonly string[]
}

/** Converts a list of keys and values to an object. */
export interface Mapping {
  /** The field with the name of the member. */
  readonly key: string
  /** The field with the value of the member. */
  readonly value: string
}

export interface FieldExtension {
  /** Whether null is sent. Otherwise a member whose value is null is omitted. */
  readonly keepNull?: boolean
  /** Whether the members of the object are merged into its parent. */
  readonly merge?: boolean
  readonly nest?: Nesting
  readonly map?: Mapping
}

function restExtension(owner: Extensible): unknown {
  return (owner.extensions as { rest?: unknown }).rest
}

/** Reads an extension. Throws for unknown members, because a misspelled one would be ignored silently. */
function readExtension<Extension>(owner: Extensible, known: readonly string[]): Extension {
  const value = restExtension(owner)
  if (value === undefined) return {} as Extension
  const unknown =
    typeof value === 'object' && value ? Object.keys(value).filter((k) => !known.includes(k)) : [value]
  if (unknown.length > 0)
    throw new Error(
      `extensions.rest of ${owner.name} may hold ${known.join(', ')}, not ${unknown.join(', ')}`,
    )
  return value as Extension
}

export const typeExtension = (type: GraphQLObjectType): TypeExtension =>
  readExtension(type, ['object', 'value'])

export const inputTypeExtension = (type: GraphQLInputObjectType): InputTypeExtension =>
  readExtension(type, ['text', 'tree', 'key', 'wordOrIds', 'discriminator', 'empty', 'unsupported', 'strict'])

export const fieldExtension = (
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>,
): FieldExtension => readExtension(field, ['keepNull', 'merge', 'nest', 'map'])

/** Returns the REST name of an enum value or input field, if it differs from the naming rule. */
export function restName(owner: Extensible): string | undefined {
  const value = restExtension(owner)
  if (value !== undefined && typeof value !== 'string')
    throw new Error(`extensions.rest of ${owner.name} must be its REST name`)
  return value
}

export const limitsOf = (owner: Extensible): Limits | undefined =>
  (owner.extensions as { limits?: Limits }).limits
