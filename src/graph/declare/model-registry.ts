import { getOrCreate } from '../../base/get-or-create.ts'
import type { Viewer } from '../application.ts'
import type { Where } from '../sql/where.ts'
import type { FieldContext } from './field-context.ts'
import type { Direction, OrderColumn, Row } from './keyset.ts'

/** The condition on the rows that a viewer may see, in the form of Prisma's `where`. */
export type Policy = (viewer: Viewer) => Where

/** The members that `from` of a relation adds to the columns of the table: their types in the Prisma schema, by name. */
export type AddedMembers = Readonly<Record<string, 'String' | 'Json'>>

/** The relation between a row and the rows of a list. */
export interface Relation {
  /** SQL to select rows from, over the row's keys `p`. Defaults to the table of the target. */
  readonly from?: string
  /** The members that `from` adds to the columns of each row, such as those of the row that relates the two. */
  readonly adds?: AddedMembers
  /** SQL condition over the target's row `t` and the row's keys p.k0, p.k1 … */
  readonly condition: string
  /** The column of the target that has the row's key, if nothing else relates them. */
  readonly by?: string
  /** The columns of the row that are its keys. */
  readonly keys: readonly string[]
}

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

/** A column that has the number of rows of a list, for a viewer who may see all of them. */
export interface StoredCount {
  readonly column: string
  /** Matches the rows of whose lists the viewer may see everything that is counted. */
  readonly where: Policy
}

/** Rows from which a computed field has the same value for a viewer. */
export interface SameRows<Given> {
  readonly where: Policy
  /** Returns one of them, or what is like it. */
  readonly row: (viewer: Viewer) => Given
}

/** Returns SQL for a column that a field is computed from. That of a row that it is computed with is `relation.column`. */
export type ColumnInSql = (name: string) => string

/**
 * Returns SQL for the value of a computed field without arguments, which is a text or an enum. That of a field of the type ID
 * is an id that the server made, which is written as it is.
 */
export type ValueInSql = (column: ColumnInSql) => string

/**
 * Returns SQL for a member of the object that a computed field has as its value, which is a text or an enum. Undefined where
 * only the function of the field knows it.
 */
export type MembersInSql<Args> = (member: string, column: ColumnInSql, args: Args) => string | undefined

/** The declaration of a field of a model. */
export type FieldDeclaration =
  /** A column. With `visible`, only for rows that also match this policy; null for others. */
  | { readonly kind: 'column'; readonly column: string; readonly visible?: Policy }
  /**
   * The row of the target whose column `of`, which is mostly its id, has the value of the row's `column`. With a filter, the
   * one of several rows that matches it.
   */
  | {
      readonly kind: 'one'
      readonly target: string
      readonly column: string
      readonly of: string
      readonly filter?: Policy
      /** Takes the place of the policy of the target. */
      readonly policy?: Policy
    }
  /** A list in pages. */
  | {
      readonly kind: 'many'
      readonly target: string
      readonly relation: Relation
      readonly filter?: (viewer: Viewer, args: never) => Where
      readonly order: readonly OrderColumn[] | ((args: never) => readonly OrderColumn[])
      readonly direction: Direction | ((args: never) => Direction)
    }
  /** A list without pages. */
  | {
      readonly kind: 'all'
      readonly target: string
      /** It has one key. */
      readonly relation: Relation
      readonly order: readonly string[]
      readonly direction: Direction
      readonly filter: Where
    }
  /** The number of rows of a list. */
  | {
      readonly kind: 'count'
      readonly target: string
      readonly relation: Relation
      readonly stored?: StoredCount
      /** The foreign key of the rows by which those that their policy is on are found together: see `CountedList`. */
      readonly together?: string
    }
  /** The same row as another type. */
  | { readonly kind: 'same'; readonly target: string }
  /** A function of columns of the row and of rows that it refers to, the arguments, the viewer and the configuration. */
  | {
      readonly kind: 'computed'
      readonly from: readonly string[]
      readonly with: Related
      /** Absent where the field has a resolver of another kind. */
      readonly resolve?: (row: Row, fieldContext: FieldContext, args: unknown) => unknown
      readonly sameFor?: SameRows<Row>
      readonly inSql?: ValueInSql
      readonly membersInSql?: MembersInSql<never>
    }
  /** Everything else. */
  | { readonly kind: 'code' }

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
}

/** A column that not everyone may see who sees a row. */
export interface Guard {
  readonly column: string
  readonly visible: Policy
}

const guardsByModel = new WeakMap<ModelDeclaration, readonly Guard[]>()

/**
 * Returns the guards of the columns of a model, and of the models that the same row is read as. No field may be declared
 * after the first call.
 */
export const guardsOf = (declaration: ModelDeclaration): readonly Guard[] =>
  getOrCreate(guardsByModel, declaration, () => {
    const declarations = new Set([declaration])
    for (const { fields } of declarations)
      for (const field of fields.values())
        if (field.kind === 'same') declarations.add(declarationOf(field.target))
    return [...declarations].flatMap(({ fields }) =>
      [...fields.values()].flatMap((field) =>
        field.kind === 'column' && field.visible ? [{ column: field.column, visible: field.visible }] : [],
      ),
    )
  })

/** All models, by name of the GraphQL type. */
export const models = new Map<string, ModelDeclaration>()

export function declarationOf(name: string): ModelDeclaration {
  const declaration = models.get(name)
  if (!declaration) throw new Error(`${name} is not declared as a model`)
  return declaration
}
