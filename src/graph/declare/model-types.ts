import type {
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  InterfaceRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { PrismaModelTypes, PrismaObjectRef } from '@pothos/plugin-prisma'
import type { GraphTypes, Permission, PrismaTypes, Viewer } from '../application.ts'
import type { Where } from '../sql/where.ts'
import type { ConnectionOptions } from './connection.ts'
import type { FieldContext } from './field-context.ts'
import type { Direction, OrderColumn } from './keyset.ts'
import type { MembersInSql, Policy, Relation, SameRows, StoredCount, ValueInSql } from './model-registry.ts'

export type ModelName = keyof PrismaTypes & string

type Types<Name extends ModelName> = PrismaModelTypes & PrismaTypes[Name]

/** A row of a table. */
export type RowOf<Name extends ModelName> = PrismaTypes[Name]['Shape']

export type ColumnOf<Name extends ModelName> = keyof RowOf<Name> & string

export type ModelRef<Name extends ModelName> = PrismaObjectRef<GraphTypes, Types<Name>, RowOf<Name>>

/** An interface that stands on a view over the tables of several models. */
export type ModelInterfaceRef<Name extends ModelName> = InterfaceRef<GraphTypes, RowOf<Name>> & {
  readonly name: Name
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

interface ComputedOptions<
  Name extends ModelName,
  Type extends TypeParam<GraphTypes>,
  Nullable extends FieldNullability<Type>,
  From extends ColumnOf<Name>,
  Read,
  Args extends InputFieldMap,
> extends FieldOptions {
  readonly type: Type
  readonly nullable?: Nullable
  readonly args?: Args
  /** The columns of the row that it is computed from. */
  readonly from: readonly From[]
  /** The members that lists of these rows add to each row. */
  readonly added?: readonly string[]
  /** The rows that it is computed from, by relation. */
  readonly with?: Read
  readonly resolve: (
    row: Pick<RowOf<Name>, From> & WithRelated<Name, Read>,
    fieldContext: FieldContext,
    args: InputShapeFromFields<Args>,
  ) => ShapeFromTypeParam<GraphTypes, Type, Nullable>
  /** The rows from which it is the same. Reads that are compiled compute it once for all of them. */
  readonly sameFor?: SameRows<Pick<RowOf<Name>, From>>
  /** The same value in SQL, for compiled reads. */
  readonly inSql?: ValueInSql
  /** The members of the same object in SQL, for compiled reads. */
  readonly membersInSql?: MembersInSql<InputShapeFromFields<Args>>
}

export interface ManyOptions<Name extends ModelName, Target extends ModelName, Args extends InputFieldMap>
  extends FieldOptions {
  /** The column of the target with the id of this row, or the relation in SQL. */
  readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly ColumnOf<Name>[] })
  readonly args?: Args
  /** The filters. The policy of the target applies in addition. */
  readonly where?: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  /** The policy of the list, if it is not that of edges. It admits no others than that of rows found by id. */
  readonly policy?: (viewer: Viewer) => PrismaTypes[Target]['Where']
  readonly order: readonly OrderColumn[] | ((args: InputShapeFromFields<Args>) => readonly OrderColumn[])
  readonly direction?: Direction | ((args: InputShapeFromFields<Args>) => Direction)
  /** The number up to which `totalCount` counts, for lists that grow without end. By default it counts all. */
  readonly countedTo?: number
  /** Throws if the viewer may not see the list, for rules other than `permission`. It may read the keys of `by`. */
  readonly authorize?: (viewer: Viewer, row: RowOf<Name>) => void
  /** Adds data of the row to an item. Must return a copy, because several rows may share the item. */
  readonly attach?: (item: RowOf<Target>, row: RowOf<Name>) => RowOf<Target>
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

/** The functions that declare a column. */
export const exposing = [
  'expose',
  'exposeBoolean',
  'exposeID',
  'exposeIDList',
  'exposeInt',
  'exposeString',
  'exposeStringList',
] as const

/** Declares the fields of a model. Every way to another row goes by the policy of that row. */
export interface ModelFields<Name extends ModelName>
  extends Pick<Builder<Name>, (typeof exposing)[number] | 'arg'> {
  /** A text column that is null for rows that do not match a further policy. */
  guarded(
    column: ColumnOf<Name>,
    options: FieldOptions & { readonly type?: 'String' | 'ID'; readonly visible: Policy },
  ): DeclaredField
  /** A row of another model. Null if the viewer may not see it. */
  one<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column of this row with the id of the other. */
      readonly key: ColumnOf<Name>
      /** The column of the other row that has the key, if it is not its id. */
      readonly by?: ColumnOf<Target>
      /** Matches one of the rows that have the key, if the column is not unique. The policy applies in addition. */
      readonly where?: (viewer: Viewer) => PrismaTypes[Target]['Where']
      /** The policy of the edge, if it is not that of edges. It admits no others than that of rows found by id. */
      readonly policy?: (viewer: Viewer) => PrismaTypes[Target]['Where']
      readonly nullable?: boolean
    },
  ): DeclaredField
  /** A list in pages. */
  many<Target extends ModelName, Args extends InputFieldMap = Record<never, never>>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: ManyOptions<Name, Target, Args>,
  ): DeclaredField
  /** A short list without pages. */
  all<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column of the target with the id of this row, or a relation in SQL with one key. */
      readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly [ColumnOf<Name>] })
      readonly where?: PrismaTypes[Target]['Where']
      readonly order: readonly ColumnOf<Target>[]
      readonly direction?: Direction
    },
  ): DeclaredField
  /** The number of rows of a list. */
  count<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly ColumnOf<Name>[] })
      /** The column that reads take for it where they are compiled, and the viewer may see all of the list. */
      readonly stored?: StoredCount & { readonly column: ColumnOf<Name> }
      /** The foreign key of the counted rows by which those that their policy is on are found together, and not one by one. */
      readonly together?: ColumnOf<Target>
    },
  ): DeclaredField
  /** The same row as another type. */
  same(target: ModelRef<Name>, options: FieldOptions): DeclaredField
  /** A value that is computed from columns of the row, the arguments, the viewer and the configuration only. */
  computed<
    Type extends TypeParam<GraphTypes>,
    Nullable extends FieldNullability<Type> = false,
    From extends ColumnOf<Name> = never,
    const Read = Record<never, never>,
    Args extends InputFieldMap = Record<never, never>,
  >(options: ComputedOptions<Name, Type, Nullable, From, Read, Args>): DeclaredField
  /** A field with a resolver of its own, such as one that calls a service or a loader. */
  readonly code: Builder<Name>['field']
  /** A list in pages of what is no model, or of rows that only code can tell. */
  codeList<Node, Args extends InputFieldMap = Record<never, never>>(
    options: ConnectionOptions<RowOf<Name>, Node, Args>,
  ): DeclaredField
}

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
  readonly interfaces?: readonly InterfaceRef<GraphTypes, { id: string }>[]
  readonly extensions?: Record<string, unknown>
  readonly fields: Fields<Name>
}
