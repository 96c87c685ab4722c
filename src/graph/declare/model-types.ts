import type { InterfaceRef } from '@pothos/core'
import type { PrismaModelTypes, PrismaObjectRef } from '@pothos/plugin-prisma'
import type { GraphTypes, Permission, PrismaTypes, Viewer } from '../application.ts'
import type { ValueInSql } from '../fields/computed/computed.ts'
import type { FieldFunctions } from '../fields/kinds.ts'
import type { Relation } from './relation.ts'

export type ModelName = keyof PrismaTypes & string

type Types<Name extends ModelName> = PrismaModelTypes & PrismaTypes[Name]

export type RowOf<Name extends ModelName> = PrismaTypes[Name]['Shape']

export type ColumnOf<Name extends ModelName> = keyof RowOf<Name> & string

/** How rows of a model belong to one of another: by the column of theirs that has its id, or in SQL. */
export type RelationTo<Name extends ModelName, Target extends ModelName> =
  | ColumnOf<Target>
  | (Relation & { readonly keys: readonly ColumnOf<Name>[] })

export type ModelRef<Name extends ModelName> = PrismaObjectRef<GraphTypes, Types<Name>, RowOf<Name>>

declare const model: unique symbol

/** An interface that stands on a view over the tables of several models. */
export type ModelInterfaceRef<Name extends ModelName> = InterfaceRef<GraphTypes, RowOf<Name>> & {
  readonly [model]: Name
}

/** The row with the rows that a computed field declares to read. */
export type WithRelated<Name extends ModelName, Read> = {
  readonly [Relation in keyof Read & keyof PrismaTypes[Name]['Relations']]: RelatedRow<
    PrismaTypes[Name]['Relations'][Relation],
    Read[Relation]
  >
}

type RelatedRow<Target, Read> = Target extends {
  Name: infer Name extends ModelName
  Nullable: infer Nullable
}
  ? RowWith<Name, Read> | (Nullable extends true ? null : never)
  : never

type RowWith<Name extends ModelName, Read> = Read extends true
  ? RowOf<Name>
  : Read extends readonly (infer Column)[]
    ? Pick<RowOf<Name>, Column & keyof RowOf<Name>>
    : RowOf<Name> & WithRelated<Name, Read>

export interface FieldOptions {
  readonly description: string
  readonly deprecationReason?: string
  readonly extensions?: Record<string, unknown>
  readonly permission?: Permission
}

export type Builder<Name extends ModelName> = PothosSchemaTypes.PrismaObjectFieldBuilder<
  GraphTypes,
  Types<Name>,
  RowOf<Name>
>

/** A field that was declared with one of the functions of a model. */
export interface DeclaredField {
  readonly kind: string
}

/** Declares the fields of a model, by functions for each kind. Every way to another row goes by the policy of that row. */
export interface ModelFields<Name extends ModelName>
  extends FieldFunctions<Name>,
    Pick<Builder<Name>, 'arg'> {}

export type Fields<Name extends ModelName> = (t: ModelFields<Name>) => Record<string, DeclaredField>

/** An id that is not the column `id`. */
interface OwnId<Name extends ModelName> {
  readonly description: string
  readonly from: readonly ColumnOf<Name>[]
  readonly resolve: (row: RowOf<Name>) => string
  /** The same value in SQL, for compiled reads. */
  readonly inSql: ValueInSql
  /** Selects the row with the id. */
  readonly where: (id: string) => PrismaTypes[Name]['Where']
}

export interface ModelOptions<Name extends ModelName> {
  /** The name of the type, if it is not that of the table. */
  readonly name?: string
  readonly description: string
  /** The description of `id`, or how it is made, for types that `node(id)` finds. Types without it have no id. */
  readonly id?: string | OwnId<Name>
  /** The rows that a viewer finds along edges and in lists. */
  readonly visible: (viewer: Viewer) => object
  /** The rows that a viewer finds by id. Defaults to `visible`. */
  readonly visibleById?: (viewer: Viewer) => object
  readonly interfaces?: readonly InterfaceRef<GraphTypes, unknown>[]
  readonly extensions?: Record<string, unknown>
  readonly fields: Fields<Name>
}
