import { getOrCreate } from '../../base/get-or-create.ts'
import type { Viewer } from '../application.ts'
import type { FieldDeclaration } from '../fields/kinds.ts'
import type { Where } from '../sql/where.ts'

/** The condition on the rows that a viewer may see, in the form of Prisma's `where`. */
export type Policy = (viewer: Viewer) => Where

/**
 * The rows that a row refers to, by relation, whose columns a computed field reads: `{ site: ['id'] }`, or all of them
 * with those of further rows: `{ comment: { space: true } }`. A relation to which the other row refers may have none.
 */
export interface Related {
  readonly [relation: string]: true | readonly string[] | Related
}

/** Returns the further rows that a computed field reads by way of a related one. */
export const furtherRelated = (inner: Related[string]): Related =>
  inner === true || Array.isArray(inner) ? {} : (inner as Related)

/** Returns the columns that a computed field reads of a related row; undefined for all. */
export const relatedColumns = (inner: Related[string]): readonly string[] | undefined =>
  Array.isArray(inner) ? inner : undefined

/** The declaration of a type that is backed by a table: the rows that a viewer may see, and how each field is read. */
export interface ModelDeclaration {
  /** The name of the GraphQL type. */
  readonly name: string
  /** The Prisma model, which is also the name of the table. */
  readonly table: string
  /** The rows that a viewer finds along edges and in lists. */
  readonly visible: Policy
  /** The rows that a viewer finds by id. */
  readonly visibleById: Policy
  /** Whether the rows are found by `node(id)`. */
  readonly node: boolean
  readonly fields: Map<string, FieldDeclaration>
  /** The models that implement it, if it is an interface. They have its fields. */
  readonly implementors: ModelDeclaration[]
}

/** A column that not everyone may see who sees a row. */
export interface Guard {
  readonly column: string
  readonly visible: Policy
}

const guardsByModel = new WeakMap<ModelDeclaration, readonly Guard[]>()

/**
 * Returns the guards of the columns of a model, and of the models that the same row is read as: they are told by the members
 * `visible` and `sameRowAs`, whatever the kind of field. No field may be declared after the first call. Throws for a column with two:
 * a row says of a column only once whether the viewer may see it.
 */
export const guardsOf = (declaration: ModelDeclaration): readonly Guard[] =>
  getOrCreate(guardsByModel, declaration, () => {
    const declarations = new Set([declaration])
    for (const { fields } of declarations)
      for (const field of fields.values())
        if ('sameRowAs' in field) declarations.add(declarationOf(field.sameRowAs))
    const guards = new Map<string, Guard>()
    for (const { name, fields } of declarations)
      for (const field of fields.values()) {
        if (!('visible' in field)) continue
        if ((guards.get(field.column) ?? field) !== field)
          throw new Error(`the column ${field.column} of ${name} is guarded twice: declare one field for it`)
        guards.set(field.column, field)
      }
    return [...guards.values()]
  })

/** All models, by name of the GraphQL type. */
export const models = new Map<string, ModelDeclaration>()

export function declarationOf(name: string): ModelDeclaration {
  const declaration = models.get(name)
  if (!declaration) throw new Error(`${name} is not declared as a model`)
  return declaration
}
