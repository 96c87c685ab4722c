import type { FieldRef, InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { Context, GraphTypes, PrismaTypes, Viewer } from '../application.ts'
import { foundRow, guardedColumns, rowById, rowWhere } from '../batched/loaded-rows.ts'
import { graphHost, viewerOf } from '../host.ts'
import { storedIn, type Where } from '../sql/where.ts'
import { allRows, columnsExtension, connectionField } from './connection.ts'
import type { Direction, OrderColumn, Row } from './keyset.ts'
import { recorded } from './model-fields.ts'
import { declarationOf, type ModelDeclaration, models, type Policy } from './model-registry.ts'
import type {
  Builder,
  ColumnOf,
  FieldOptions,
  Fields,
  ModelInterfaceRef,
  ModelName,
  ModelOptions,
  ModelRef,
  RowOf,
} from './model-types.ts'
import { PlannedRow, type SingleRead, singleExtension } from './planned-read.ts'

/** Declares a type that stands on a table. Its node, its single-object query and all edges to it follow from it. */
export function model<Name extends ModelName>(table: Name, options: ModelOptions<Name>): ModelRef<Name> {
  const { name = table, id, visible, visibleById = visible, interfaces = [], fields, ...rest } = options
  const policies = { visible: visible as Policy, visibleById: visibleById as Policy }
  const declaration = declare({ name, table, ...policies, node: id !== undefined }, interfaces)
  const stored = storedIn(table) as Name
  const common = {
    ...rest,
    ...(name !== stored && { variant: name }),
    ...(interfaces.length > 0 && { interfaces: [...interfaces] }),
    fields: (t: Builder<Name>) => recorded(declaration, t, fields),
  }
  if (id === undefined)
    return graphHost().builder.prismaObject(stored, common as never) as unknown as ModelRef<Name>
  const own = typeof id === 'string' ? undefined : id
  declaration.fields.set(
    'id',
    own
      ? {
          kind: 'computed',
          from: own.from,
          with: {},
          resolve: own.resolve as (row: Row) => string,
          inSql: own.inSql,
        }
      : { kind: 'column', column: 'id' },
  )
  graphHost().declareNode(name, async (given, context) => {
    const row = own
      ? await rowWhere(context, declaration, own.where(given) as Where)
      : await rowById({ context }, declaration, given)
    return row && { typename: name, object: row }
  })
  return graphHost().builder.prismaNode(stored, {
    ...common,
    id: own
      ? { resolve: own.resolve, description: own.description }
      : { field: 'id', description: id as string },
    // The plugin requires it for ids that are not a column, and never calls it: rows are complete.
    findUnique: (given: string) => ({ id: given }),
  } as never) as unknown as ModelRef<Name>
}

/** Adds a model to all, and to those that it implements. */
function declare(
  declared: Omit<ModelDeclaration, 'fields' | 'implementors'>,
  interfaces: readonly { readonly name: string }[],
): ModelDeclaration {
  const declaration = { ...declared, fields: new Map(), implementors: [] }
  models.set(declaration.name, declaration)
  for (const { name } of interfaces) models.get(name)?.implementors.push(declaration)
  return declaration
}

interface ModelInterfaceOptions<Name extends ModelName>
  extends Pick<ModelOptions<Name>, 'name' | 'interfaces' | 'fields'> {
  readonly description: string
  /** The enum column that tells the type of a row. */
  readonly kind: ColumnOf<Name>
  /** The name of the type for each of its values. */
  readonly typeNames: Readonly<Record<string, string>>
  /** The rows that a viewer finds in lists. */
  readonly visible: (viewer: Viewer) => PrismaTypes[Name]['Where']
}

/**
 * Declares an interface of models: of those on one table, of which a column tells the type of a row, or of those on several
 * tables with a view that has all of their columns, so that a list can have rows of each. A model that implements it has its
 * fields, and may declare them itself.
 */
export function modelInterface<Name extends ModelName>(
  view: Name,
  options: ModelInterfaceOptions<Name>,
): ModelInterfaceRef<Name> {
  const { name = view, description, kind, typeNames, visible, interfaces = [], fields } = options
  const policies = { visible: visible as Policy, visibleById: visible as Policy }
  const declaration = declare({ name, table: view, ...policies, node: false }, interfaces)
  const declared = graphHost()
    .builder.interfaceRef<RowOf<Name>>(name)
    .implement({
      description,
      interfaces: [graphHost().builder.nodeInterfaceRef(), ...interfaces],
      extensions: { [columnsExtension]: [kind] },
      resolveType: (row: Row) => typeNames[row[kind] as string],
      fields: (t: Builder<Name>) => recorded(declaration, t, fields),
    } as never)
  return declared as unknown as ModelInterfaceRef<Name>
}

/**
 * Declares rows of a table that are counted and never answered, for a count that needs no more than the rows which relate two
 * others.
 */
export function countable<Name extends ModelName>(
  table: Name,
  visible: (viewer: Viewer) => PrismaTypes[Name]['Where'],
): ModelRef<Name> {
  const name = `counted ${table}`
  const policy = visible as Policy
  declare({ name, table, visible: policy, visibleById: policy, node: false }, [])
  return { name } as unknown as ModelRef<Name>
}

/** Declares further fields of a model, in another module. */
export function extend<Name extends ModelName>(target: ModelRef<Name>, fields: Fields<Name>): void {
  const declaration = declarationOf(target.name)
  graphHost().builder.prismaObjectFields(target, ((t: Builder<Name>) =>
    recorded(declaration, t, fields)) as never)
}

/** Declares further fields of an interface of models, in another module. */
export function extendInterface<Name extends ModelName>(
  target: ModelInterfaceRef<Name>,
  fields: Fields<Name>,
): void {
  const declaration = declarationOf(target.name)
  graphHost().builder.interfaceFields(
    target as never,
    ((t: Builder<Name>) => recorded(declaration, t, fields)) as never,
  )
}

interface ListOptions<Args extends InputFieldMap> extends FieldOptions {
  readonly args?: Args
  readonly where?: (viewer: Viewer, args: InputShapeFromFields<Args>) => Where
  readonly order: readonly OrderColumn[]
  /** The direction of the order. Defaults to `asc`. */
  readonly direction?: Direction
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
      guarded: (viewer: Viewer) => guardedColumns(declarationOf(target.name), viewer),
      parent: allRows,
      where: (viewer: Viewer, args: never) => ({
        AND: [declarationOf(target.name).visible(viewer), filter?.(viewer, args) ?? {}],
      }),
    } as never,
  ) as FieldRef<GraphTypes, unknown, 'Query'>

interface SingleOptions<Name extends ModelName, Args extends InputFieldMap> extends FieldOptions {
  readonly args?: Args
  /**
   * Throws what a caller is told who may know why there is no such row, such as FORBIDDEN. All others are told NOT_FOUND. Its
   * checks pass for the rows among which the row is found.
   */
  readonly whenMissing?: (args: InputShapeFromFields<Args>, context: Context) => Promise<unknown>
  /** Returns the object that code makes in place of a row where there is none. */
  readonly otherwise?: (args: InputShapeFromFields<Args>, context: Context) => Promise<RowOf<Name> | null>
}

interface SingleOfTable<Name extends ModelName, Args extends InputFieldMap>
  extends SingleOptions<Name, Args> {
  /** Selects the row. The policy applies in addition. */
  readonly where: (args: InputShapeFromFields<Args>, viewer: Viewer) => PrismaTypes[Name]['Where']
  /** The rows among which it is found. Defaults to the policy for rows found by id, and admits no others than that. */
  readonly policy?: (viewer: Viewer) => PrismaTypes[Name]['Where']
  readonly plan?: undefined
}

interface SingleOfQuery<Name extends ModelName, Args extends InputFieldMap>
  extends SingleOptions<Name, Args> {
  /** Returns the row to read, for one that is found by more than its columns. */
  readonly plan: (args: InputShapeFromFields<Args>, viewer: Viewer) => PlannedRow
  readonly where?: undefined
  readonly policy?: undefined
}

/** Declares a field of Query that finds one row of a model. It fails with NOT_FOUND if there is none. */
export const single = <Name extends ModelName, Args extends InputFieldMap = Record<never, never>>(
  t: QueryFields,
  target: ModelRef<Name> | ModelInterfaceRef<Name>,
  options: SingleOfTable<Name, Args> | SingleOfQuery<Name, Args>,
) => {
  const { where: _where, policy: _policy, plan: _plan, whenMissing, otherwise, extensions, ...rest } = options
  const planned = options.plan ?? rowOfTable(target, options)
  const plan = (args: InputShapeFromFields<Args>, context: Context) => planned(args, viewerOf(context))
  const read: SingleRead = { model: target.name, plan }
  return t.field({
    ...rest,
    type: target,
    extensions: { ...extensions, [singleExtension]: read },
    resolve: async (_root: unknown, args: InputShapeFromFields<Args>, context: Context) => {
      const row = await foundRow(context, declarationOf(target.name), plan(args, context))
      const found = row ?? (await otherwise?.(args, context))
      if (found) return found
      await whenMissing?.(args, context)
      throw graphHost().errors.notFound()
    },
  } as never) as FieldRef<GraphTypes, unknown, 'Query'>
}

/** Returns how a field finds its row by the columns of its table. */
const rowOfTable =
  <Name extends ModelName, Args extends InputFieldMap>(
    target: { readonly name: string },
    { where, policy }: SingleOfTable<Name, Args>,
  ) =>
  (args: InputShapeFromFields<Args>, viewer: Viewer): PlannedRow => {
    const among = (policy as Policy | undefined) ?? declarationOf(target.name).visibleById
    return new PlannedRow(where(args, viewer) as Where, among)
  }
