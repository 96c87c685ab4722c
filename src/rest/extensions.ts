import type { GraphQLField, GraphQLObjectType } from 'graphql'
import type { Limits } from '../graphql/validation.ts'

/** What a type, field, enum value or input field of the graph may say about its REST form, in `extensions`. */
interface Extensible {
  readonly name: string
  readonly extensions: object
}

/** On an object type: its `object` discriminator, or false for none. */
export interface TypeExtension {
  readonly object?: string | false
}

/** On a list field: its items, a flat list in which every item names its parent, become a tree. */
export interface Nesting {
  /** The item's field that holds the id of its parent; null at the root. Left out of what is sent. */
  readonly parent: string
  /** The member that is to hold the children. */
  readonly children: string
  /** The item's boolean field that is false where it can have no children, and so no such member. Left out. */
  readonly nestable?: string
}

/** On a list field: its items, each a key with a value, become the members of one object. */
export interface Mapping {
  /** The item's field whose text names the member. */
  readonly key: string
  /** The item's field that is the member's value. */
  readonly value: string
}

/** On a field. */
export interface FieldExtension {
  /** Null is sent as null; elsewhere members that are null are left out. */
  readonly keepNull?: boolean
  /** The members of the object are put in its parent's place. */
  readonly merge?: boolean
  readonly nest?: Nesting
  readonly map?: Mapping
}

function restExtension(owner: Extensible): unknown {
  return (owner.extensions as { rest?: unknown }).rest
}

/** A misspelt extension would be ignored in silence, so anything unknown fails at start-up. */
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

export const typeExtension = (type: GraphQLObjectType): TypeExtension => readExtension(type, ['object'])

export const fieldExtension = (field: GraphQLField<unknown, unknown>): FieldExtension =>
  readExtension(field, ['keepNull', 'merge', 'nest', 'map'])

/** On an enum value or an input field: the REST spelling that differs from the rule. */
export function restName(owner: Extensible): string | undefined {
  const value = restExtension(owner)
  if (value !== undefined && typeof value !== 'string')
    throw new Error(`extensions.rest of ${owner.name} must be its REST name`)
  return value
}

/** On an argument or an input field. */
export const limitsOf = (owner: Extensible): Limits | undefined =>
  (owner.extensions as { limits?: Limits }).limits
