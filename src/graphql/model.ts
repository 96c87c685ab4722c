import type {
  FieldNullability,
  FieldRef,
  InputFieldMap,
  InputShapeFromFields,
  InterfaceRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { PrismaModelTypes, PrismaObjectRef } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { RequiredPermission } from '../access/required-permission.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../config.ts'
import type { Where } from '../database/where.ts'
import { notFound } from '../errors.ts'
import type PrismaTypes from '../generated/pothos-types.ts'
import { builder, type GraphTypes } from './builder.ts'
import { allRows, type ConnectionOptions, connectionField } from './connection.ts'
import { type Context, viewerOf } from './context.ts'
import type { Direction, OrderColumn } from './keyset.ts'
import {
  declarationOf,
  type FieldDeclaration,
  type ModelDeclaration,
  models,
  type Policy,
  type Related,
  type Relation,
} from './model-registry.ts'
import {
  allRowsOf,
  countRowsOf,
  keysOf,
  matches,
  placeOf,
  type Row,
  referredRow,
  relatedRows,
  visibleColumn,
  visibleRow,
} from './model-rows.ts'

export type ModelName = keyof PrismaTypes & string

type Types<Name extends ModelName> = PrismaModelTypes & PrismaTypes[Name]

/** A row of a table. */
export type RowOf<Name extends ModelName> = PrismaTypes[Name]['Shape']

type ColumnOf<Name extends ModelName> = keyof RowOf<Name> & string

export type ModelRef<Name extends ModelName> = PrismaObjectRef<GraphTypes, Types<Name>, RowOf<Name>>

/** The row with the rows that a computed field declares to read. */
type WithRelated<Name extends ModelName, Read> = {
  readonly [Relation in keyof Read & keyof PrismaTypes[Name]['Relations']]: RelatedRow<
    PrismaTypes[Name]['Relations'][Relation],
    Read[Relation]
  >
}

type RelatedRow<Target, Read> = Target extends {
  Name: infer Name extends ModelName
  Nullable: infer Nullable
}
  ?
      | (RowOf<Name> & (Read extends true ? unknown : WithRelated<Name, Read>))
      | (Nullable extends true ? null : never)
  : never

/** What a computed field may use besides its row and arguments. */
export interface Scope {
  readonly viewer: Viewer
  readonly config: Config
}

interface FieldOptions {
  readonly description: string
  readonly deprecationReason?: string
  readonly extensions?: Record<string, unknown>
  readonly permission?: RequiredPermission
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
  /** The rows that it is computed from, by relation. */
  readonly with?: Read
  readonly resolve: (
    row: Pick<RowOf<Name>, From> & WithRelated<Name, Read>,
    scope: Scope,
    args: InputShapeFromFields<Args>,
  ) => ShapeFromTypeParam<GraphTypes, Type, Nullable>
}

interface ManyOptions<Name extends ModelName, Target extends ModelName, Args extends InputFieldMap>
  extends FieldOptions {
  /** The column of the target with the id of this row, or the relation in SQL. */
  readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly ColumnOf<Name>[] })
  readonly args?: Args
  /** The filters. The policy of the target applies in addition. */
  readonly where?: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  readonly order: readonly OrderColumn[] | ((args: InputShapeFromFields<Args>) => readonly OrderColumn[])
  readonly direction?: Direction | ((args: InputShapeFromFields<Args>) => Direction)
  /** Throws if the viewer may not see the list, for rules other than `permission`. */
  readonly authorize?: (viewer: Viewer, row: RowOf<Name>) => void
  /** Adds data of the row to an item. Must return a copy, because several rows may share the item. */
  readonly attach?: (item: RowOf<Target>, row: RowOf<Name>) => RowOf<Target>
}

type Builder<Name extends ModelName> = PothosSchemaTypes.PrismaObjectFieldBuilder<
  GraphTypes,
  Types<Name>,
  RowOf<Name>
>

/** A field that was declared with one of the functions of a model. */
interface DeclaredField {
  readonly kind: string
}

const exposing = [
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
  guarded(column: ColumnOf<Name>, options: FieldOptions & { readonly visible: Policy }): DeclaredField
  /** A row of another model. Null if the viewer may not see it. */
  one<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column of this row with the id of the other. */
      readonly key: ColumnOf<Name>
      /** The column of the other row that has the key, if it is not its id. */
      readonly by?: ColumnOf<Target>
      readonly nullable?: boolean
    },
  ): DeclaredField
  /** A list in pages. */
  many<Target extends ModelName, Args extends InputFieldMap = Record<never, never>>(
    target: ModelRef<Target>,
    options: ManyOptions<Name, Target, Args>,
  ): DeclaredField
  /** A short list without pages: the rows of another model whose column is the id of this row. */
  all<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & { readonly by: ColumnOf<Target>; readonly order: readonly ColumnOf<Target>[] },
  ): DeclaredField
  /** The number of rows of a list. */
  count<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly ColumnOf<Name>[] })
    },
  ): DeclaredField
  /** The same row as another type. */
  same(target: ModelRef<Name>, options: FieldOptions): DeclaredField
  /** What is computed from columns of the row, the arguments, the viewer and the configuration only. */
  computed<
    Type extends TypeParam<GraphTypes>,
    Nullable extends FieldNullability<Type> = false,
    From extends ColumnOf<Name> = never,
    const Read = Record<never, never>,
    Args extends InputFieldMap = Record<never, never>,
  >(options: ComputedOptions<Name, Type, Nullable, From, Read, Args>): DeclaredField
  /** What needs code: a service, a loader, a table of its own. */
  readonly code: Builder<Name>['field']
  /** A list in pages of what is no model, or of rows that only code can tell. */
  codeList<Node, Args extends InputFieldMap = Record<never, never>>(
    options: ConnectionOptions<RowOf<Name>, Node, Args>,
  ): DeclaredField
}

type Fields<Name extends ModelName> = (t: ModelFields<Name>) => Record<string, DeclaredField>

/** An id that is not the column `id`. */
interface OwnId<Name extends ModelName> {
  readonly description: string
  readonly from: readonly ColumnOf<Name>[]
  readonly resolve: (row: RowOf<Name>) => string
  /** Selects the row with the id. */
  readonly where: (id: string) => PrismaTypes[Name]['WhereUnique']
}

interface ModelOptions<Name extends ModelName> {
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

/** Declares a type that stands on a table. Its node, its single-object query and all edges to it follow from it. */
export function model<Name extends ModelName>(table: Name, options: ModelOptions<Name>): ModelRef<Name> {
  const { name = table, id, visible, visibleById = visible, interfaces = [], fields, ...rest } = options
  const declaration: ModelDeclaration = {
    name,
    table,
    visible: visible as Policy,
    visibleById: visibleById as Policy,
    node: id !== undefined,
    fields: new Map(),
  }
  models.set(name, declaration)
  const common = {
    ...rest,
    ...(name === table ? {} : id === undefined ? { variant: name } : { name }),
    ...(interfaces.length > 0 && { interfaces: [...interfaces] }),
    fields: (t: Builder<Name>) => recorded(declaration, t, fields),
  }
  if (id === undefined) return builder.prismaObject(table, common as never) as unknown as ModelRef<Name>
  const own = typeof id === 'string' ? undefined : id
  declaration.fields.set(
    'id',
    own ? { kind: 'computed', from: own.from, with: {} } : { kind: 'column', column: 'id' },
  )
  return builder.prismaNode(table, {
    ...common,
    // `node` returns null for objects that the caller cannot see.
    nullable: true,
    id: own
      ? { resolve: own.resolve, description: own.description }
      : { field: 'id', description: id as string },
    findUnique: (given: string, context: Context) => ({
      ...(own ? own.where(given) : { id: given }),
      AND: [declaration.visibleById(viewerOf(context))],
    }),
  } as never) as unknown as ModelRef<Name>
}

/** Declares further fields of a model, in another module. */
export function extend<Name extends ModelName>(target: ModelRef<Name>, fields: Fields<Name>): void {
  const declaration = declarationOf(target.name)
  builder.prismaObjectFields(target, ((t: Builder<Name>) => recorded(declaration, t, fields)) as never)
}

/** Returns the rows that a row refers to, by relation: `{ comment: { space: true } }`. For fields that are code. */
export const related = <Name extends ModelName, const Read extends Related>(
  table: Name,
  context: Context,
  row: RowOf<Name>,
  read: Read,
): Promise<WithRelated<Name, Read>> =>
  relatedRows({ context }, table, row as Row, read) as Promise<WithRelated<Name, Read>>

/** Returns the row with a value in a unique column, which is mostly its id, in one statement for all rows of a request, or null if the viewer may not see it. */
export const findVisible = <Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  value: string,
  column: ColumnOf<Name> = 'id' as ColumnOf<Name>,
): Promise<RowOf<Name> | null> =>
  visibleRow({ context }, declarationOf(target.name), value, column) as Promise<RowOf<Name> | null>

/** Returns the row of a table with a value in a unique column, whatever the viewer may see. For fields that are code. */
export const rowBy = <Name extends ModelName>(
  table: Name,
  context: Context,
  column: ColumnOf<Name>,
  value: string,
): Promise<RowOf<Name> | null> =>
  referredRow({ context }, table, value, column) as Promise<RowOf<Name> | null>

/** Returns all visible rows whose column has the value, in order, in one statement for all that are asked for at once. */
export const allVisible = <Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  {
    by: column,
    order,
    where: filter = {},
  }: {
    readonly by: ColumnOf<Name>
    readonly order: readonly ColumnOf<Name>[]
    readonly where?: PrismaTypes[Name]['Where']
  },
  value: string,
): Promise<readonly RowOf<Name>[]> => {
  const way = { kind: 'all', target: target.name, column, order, filter: filter as Where } as const
  return allRowsOf({ context }, way, value) as Promise<readonly RowOf<Name>[]>
}

/** Returns a copy of a row that shows its guarded columns, for a caller who has proved to be allowed to see them. */
export function disclosed<Name extends ModelName>(target: ModelRef<Name>, row: RowOf<Name>): RowOf<Name> {
  const guarded = [...declarationOf(target.name).fields.values()].flatMap((field) =>
    field.kind === 'column' && field.visible ? [[visibleColumn(field.column), true] as const] : [],
  )
  return { ...row, ...Object.fromEntries(guarded) }
}

interface ListOptions<Args extends InputFieldMap> extends FieldOptions {
  readonly args?: Args
  readonly where?: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  readonly order: readonly OrderColumn[]
}

type QueryFields = Pick<PothosSchemaTypes.QueryFieldBuilder<GraphTypes, object>, 'field' | 'arg'>

/** Declares a list of all visible rows of a model, for a field of Query. */
export const list = <Name extends ModelName, Args extends InputFieldMap = Record<never, never>>(
  t: QueryFields,
  target: ModelRef<Name>,
  { where: filter, ...options }: ListOptions<Args>,
) =>
  connectionField(
    t as never,
    {
      ...options,
      type: target,
      name: target.name,
      model: declarationOf(target.name).table,
      parent: allRows,
      where: (viewer: Viewer, args: never) => ({
        AND: [declarationOf(target.name).visible(viewer), filter?.(viewer, args) ?? {}],
      }),
    } as never,
  ) as FieldRef<GraphTypes, unknown, 'Query'>

/** Returns the row of a model that matches, by the policy for rows found by id. Throws NOT_FOUND if there is none. */
export async function findRow<Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  where: PrismaTypes[Name]['Where'],
): Promise<RowOf<Name>> {
  const { table, visibleById } = declarationOf(target.name)
  const delegates = context.database.prisma as unknown as Record<
    string,
    { findFirst(query: object): Promise<RowOf<Name> | null> }
  >
  const row = await delegates[table.charAt(0).toLowerCase() + table.slice(1)]?.findFirst({
    where: { AND: [where, visibleById(viewerOf(context))] },
  })
  if (!row) throw notFound()
  return row
}

/** Declares the fields and records how each is read. */
function recorded<Name extends ModelName>(
  declaration: ModelDeclaration,
  t: Builder<Name>,
  fields: Fields<Name>,
): Record<string, DeclaredField> {
  const ways = new Map<DeclaredField, FieldDeclaration>()
  const declared = fields(
    fieldsFor(declaration, t, (field, way) => {
      ways.set(field, way)
      return field
    }),
  )
  for (const [name, field] of Object.entries(declared)) {
    const way = ways.get(field)
    if (!way) throw new Error(`${declaration.name}.${name} must be declared with the functions of the model`)
    declaration.fields.set(name, way)
  }
  return declared
}

type RecordWay = (field: DeclaredField, way: FieldDeclaration) => DeclaredField

interface UntypedBuilder {
  readonly field: (options: object) => DeclaredField
  readonly [expose: string]: (...args: never[]) => DeclaredField
}

function fieldsFor<Name extends ModelName>(
  { name, table }: ModelDeclaration,
  t: Builder<Name>,
  record: RecordWay,
): ModelFields<Name> {
  const untyped = t as unknown as UntypedBuilder
  const exposed = Object.fromEntries(
    exposing.map((expose) => [
      expose,
      (column: string, options: object) =>
        record(untyped[expose]?.(column as never, options as never) as DeclaredField, {
          kind: 'column',
          column,
        }),
    ]),
  )
  const field = (options: object) => untyped.field(options)
  const relationBy = (by: string | Relation): Relation =>
    typeof by === 'string' ? { condition: `t."${by}" = p.k0`, keys: ['id'] } : by
  const own = {
    arg: t.arg,
    guarded: (column: string, { visible, ...options }: { visible: Policy }) =>
      record(
        field({
          ...options,
          type: 'String',
          nullable: true,
          resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
            const isVisible =
              row[visibleColumn(column)] ??
              (await matches(placeOf(context, info), `${name}.${column}`, table, visible, row.id as string))
            return isVisible ? row[column] : null
          },
        }),
        { kind: 'column', column, visible },
      ),
    one: (
      target: ModelRef<ModelName>,
      { key: column, by: of = 'id', ...options }: { key: string; by?: string },
    ) => {
      const way = { kind: 'one', target: target.name, column, of } as const
      return record(
        field({
          ...options,
          type: target,
          resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
            row[column] === null
              ? null
              : visibleRow(placeOf(context, info), declarationOf(target.name), row[column] as string, of),
        }),
        way,
      )
    },
    many: (target: ModelRef<ModelName>, options: ManyOptions<Name, ModelName, InputFieldMap>) => {
      const { by, where: filter, order, direction = 'asc', ...rest } = options
      const relation = relationBy(by)
      const list = connectionField(
        t as never,
        {
          ...rest,
          type: target,
          name: target.name,
          model: declarationOf(target.name).table,
          parent: {
            from: relation.from,
            condition: relation.condition,
            keyTypes: relation.keys.map(() => 'text' as const),
            keys: (row: Row) => keysOf(relation, row),
          },
          where: (viewer: Viewer, args: never) => ({
            AND: [declarationOf(target.name).visible(viewer), filter?.(viewer, args) ?? {}],
          }),
          order,
          direction,
        } as never,
      )
      const way = { kind: 'many', target: target.name, relation, filter, order, direction } as const
      return record(list as unknown as DeclaredField, way)
    },
    all: (
      target: ModelRef<ModelName>,
      { by: column, order, ...options }: { by: string; order: readonly string[] },
    ) => {
      const way = { kind: 'all', target: target.name, column, order, filter: {} } as const
      return record(
        field({
          ...options,
          type: [target],
          resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
            allRowsOf(placeOf(context, info), way, row.id as string),
        }),
        way,
      )
    },
    count: (target: ModelRef<ModelName>, { by, ...options }: { by: string | Relation }) => {
      const way = { kind: 'count', target: target.name, relation: relationBy(by) } as const
      return record(
        field({
          ...options,
          type: 'Int',
          resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
            countRowsOf(placeOf(context, info), `${name}.${info.fieldName}`, way, row),
        }),
        way,
      )
    },
    same: (target: ModelRef<Name>, options: object) =>
      record(field({ ...options, type: target, resolve: (row: Row) => row }), {
        kind: 'same',
        target: target.name,
      }),
    computed: ({ from, with: related = {}, resolve, ...options }: UntypedComputed) =>
      record(
        field({
          ...options,
          resolve: (row: Row, args: unknown, context: Context, info: GraphQLResolveInfo) => {
            const scope = scopeOf(context)
            const columns = Object.fromEntries(from.map((column) => [column, row[column]]))
            const relations = Object.keys(related)
            if (relations.length === 0) return resolve(columns, scope, args)
            return relatedRows(placeOf(context, info), table, row, related).then((rows) =>
              resolve({ ...columns, ...rows }, scope, args),
            )
          },
        }),
        { kind: 'computed', from, with: related },
      ),
    code: (options: object) => record(field(options), { kind: 'code' }),
    codeList: (options: never) =>
      record(connectionField(t as never, options) as unknown as DeclaredField, { kind: 'code' }),
  }
  return { ...exposed, ...own } as unknown as ModelFields<Name>
}

interface UntypedComputed {
  readonly from: readonly string[]
  readonly with?: Related
  readonly resolve: (row: Row, scope: Scope, args: unknown) => unknown
}

const scopeOf = (context: Context): Scope => ({
  config: context.config,
  get viewer() {
    return viewerOf(context)
  },
})
