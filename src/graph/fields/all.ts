import type { GraphQLResolveInfo } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { Context, PrismaTypes, Viewer } from '../application.ts'
import type { AnswerObject } from '../batched/answer-object.ts'
import type { Batch } from '../batched/batch.ts'
import { guardedColumns } from '../batched/loaded-rows.ts'
import { loader, originOfList, type ReadOrigin } from '../batched/loaders.ts'
import type { RowsByKey } from '../batched/prefetched-rows.ts'
import { distinct, selectionOf } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import { type Direction, type Row, type SelectedColumns, selectedColumns } from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import type { ColumnOf, DeclaredField, FieldOptions, ModelName, ModelRef } from '../declare/model-types.ts'
import { type AddedMembers, type Relation, relationBy } from '../declare/relation.ts'
import { viewerOf } from '../host.ts'
import { countRows } from '../nested/answer.ts'
import { countObjects } from '../nested/leaf-text.ts'
import { NotNested } from '../nested/not-nested.ts'
import { NotWritable } from '../nested/not-writable.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import { aliasOf, type CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { columnsOf } from '../plan/needs.ts'
import type { PlannedReads } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import { arrayParameter } from '../sql/array-parameter.ts'
import { TextSql } from '../sql/json-sql.ts'
import { parentKeys, selectKeys } from '../sql/row-set-sql.ts'
import { compileWhere, Parameters, type Where } from '../sql/where.ts'
import type { FieldKind, FlatWriter, RowSetSource, RowSetting, RowWriter, Strategy } from './field-kind.ts'

export interface AllDeclaration {
  readonly kind: 'all'
  readonly target: string
  /** It has one key. */
  readonly relation: Relation
  readonly order: readonly string[]
  readonly direction: Direction
  readonly filter: Where
}

export interface AllFunctions<Name extends ModelName> {
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
}

/** The number of rows that a nested statement reads of a list. */
const maximumRows = 1000

/** All rows that belong to the parents. */
class RowsOfAll implements RowSetSource {
  readonly kind = 'all'
  readonly field: FieldPlan
  readonly parent: RowSet
  readonly #declared: AllDeclaration

  constructor(field: FieldPlan, parent: RowSet, declared: AllDeclaration) {
    this.field = field
    this.parent = parent
    this.#declared = declared
  }

  get keys(): readonly string[] {
    return this.#declared.relation.keys
  }

  get added(): AddedMembers {
    return this.#declared.relation.adds ?? {}
  }

  condition(_reads: PlannedReads, viewer: Viewer): Where {
    return visibleOf(this.#declared, viewer)
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const { table } = rowSet
    const { relation } = this.#declared
    const visible = visibleOf(this.#declared, viewerOf(writer.context))
    const where = compileWhere(table, visible, 't', writer.parameters)
    const from = relation.from ?? `"${table}"`
    return `SELECT ${parentKeys(1).join()}, r.* FROM ${writer.parents(this.parent, this.keys)} p CROSS JOIN LATERAL (
SELECT ${writer.members(rowSet)} FROM ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${orderOfAll(this.#declared)}) r ${writer.end}`
  }
}

/** All rows that refer to the row: a list without pages. */
class All implements Strategy {
  readonly kind = 'all'
  readonly #declared: AllDeclaration

  constructor(declared: AllDeclaration) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(...this.#declared.relation.keys)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    const declaration = declarationOf(this.#declared.target)
    const { table } = declaration
    const source = new RowsOfAll(field, rowSet, this.#declared)
    const columns = columnsOf(field)
    setting.addBelow(rowSet, field, { table, declaration, source, columns, selectedBy: field })
  }

  readsSame(_field: FieldPlan, { strategy }: FieldPlan): boolean {
    return strategy instanceof All && strategy.#declared === this.#declared
  }

  sql(field: FieldPlan, { rowSet: parent, alias, maximum }: CurrentRow, writer: RowWriter): FieldText {
    const { scope } = writer
    const rowSet = parent.below.get(field)
    if (!rowSet) throw new NotNested()
    const { relation } = this.#declared
    const visible = visibleOf(this.#declared, viewerOf(scope.context))
    const where = compileWhere(rowSet.table, visible, 't', scope.parameters)
    const sorted = orderOfAll(this.#declared)
    const from = relation.from ? `LATERAL ${relation.from}` : `"${rowSet.table}"`
    return textOfAll(
      field,
      rowSet,
      maximum,
      writer,
      () => `SELECT ${scope.members(rowSet)} FROM (SELECT ${selectKeys(alias, relation.keys)}) p
CROSS JOIN ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${sorted}`,
    )
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    const key = this.#declared.relation.keys[0] as string
    const keyOf = ({ source }: AnswerObject) => (source as Row)[key] as string
    const keys = batch.objects.map(keyOf)
    const complete = (found: RowsByKey) => batch.count(field, (object) => found.get(keyOf(object)) ?? [])
    const known = batch.prefetched?.all(field, keys, batch.context.cost)
    return known ? complete(known) : readAll(context, this.#declared, columnsOf(field), keys).then(complete)
  }
}

/**
 * Returns the text of all rows that a query finds, as an array. The query is asked for after the text, which adds to its columns.
 */
export function textOfAll(
  field: FieldPlan,
  rowSet: RowSet,
  maximum: number,
  writer: RowWriter,
  query: () => string,
): FieldText {
  // The types of an interface share the text, as they share the row set.
  const text = getOrCreate(writer.scope.below, rowSet, () => {
    const { scope } = writer
    scope.count(maximum)
    const { before, after } = scope.slots.slotText((writing, counted) => {
      const count = Number(counted)
      if (count > maximumRows) throw new NotWritable(`${field.path} has too many items`)
      countObjects(writing, count)
      countRows(writing, rowSet, count)
      return ''
    })
    const items = writer.row(field, rowSet, maximum)
    const array = new TextSql().literal(before).value('count(*)').literal(`${after}[`)
    array.optional(`string_agg(${items.sql}, ',')`).literal(']')
    return new TextSql().value(
      `(SELECT ${array.sql} FROM (${query()} LIMIT ${maximumRows + 1}) ${aliasOf(rowSet)})`,
    )
  })
  return textOf(text)
}

interface AllOptions {
  readonly by: string | Relation
  readonly where?: Where
  readonly order: readonly string[]
  readonly direction?: Direction
}

export const all: FieldKind = {
  declare: ({ builder, record }) => ({
    all: (
      target: ModelRef<ModelName>,
      { by, where: filter = {}, order, direction = 'asc', ...options }: AllOptions,
    ) => {
      const relation = relationBy(by)
      const declared = { kind: 'all', target: target.name, relation, order, direction, filter } as const
      const key = relation.keys[0] as string
      const field = builder.field({
        ...options,
        type: [target],
        resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
          allRowsOf(originOfList(context, info), declared, row[key] as string),
      })
      return record(field, declared)
    },
  }),
  plan: ({ declared, isPlain }) => (isPlain && declared?.kind === 'all' ? new All(declared) : undefined),
}

/** Returns all visible rows of a list without pages, in order, by the key of its parent. */
export function allRowsOf(
  origin: ReadOrigin,
  strategy: AllDeclaration,
  parentKey: string,
): Promise<readonly Row[]> {
  const { from, condition } = strategy.relation
  const name = `all ${strategy.target} by ${from ?? ''} ${condition} where ${JSON.stringify(strategy.filter)}`
  return loader(origin, name, async (parentKeys: readonly string[]) => {
    const { context } = origin
    const guarded = guardedColumns(declarationOf(strategy.target), viewerOf(context))
    const byParent = await readAllRows(context, strategy, { guarded }, parentKeys)
    return parentKeys.map((key) => byParent.get(key) ?? [])
  }).load(parentKey)
}

/** Returns the condition on the rows that the viewer sees. */
const visibleOf = ({ target, filter }: AllDeclaration, viewer: Viewer): Where => ({
  AND: [declarationOf(target).visible(viewer), filter],
})

/** Returns SQL for the order of the rows `t` of a list without pages. */
const orderOfAll = ({ order, direction }: Pick<AllDeclaration, 'order' | 'direction'>): string =>
  [...order, 'id'].map((name) => `t."${name}"${direction === 'desc' ? ' DESC' : ''}`).join(', ')

/** The member of a row of a list without pages that is the key of its parent. */
const parentMember = 'key of the parent'

/**
 * Reads the visible rows of lists without pages, in order, by the key of the parent. OFFSET 0 lets PostgreSQL begin with the rows of
 * each parent, and not with those that other conditions match.
 */
async function readAllRows(
  context: Context,
  strategy: AllDeclaration,
  selection: SelectedColumns,
  parentKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { target, relation } = strategy
  const { table } = declarationOf(target)
  const parameters = new Parameters()
  const among = arrayParameter(parameters.add(parentKeys))
  const where = compileWhere(table, visibleOf(strategy, viewerOf(context)), 't', parameters)
  const members = selectedColumns(table, { ...selection, adds: relation.adds }, parameters)
  const rows = await context.database.query<Row>(
    `SELECT p.k0 AS "${parentMember}"${members && `, ${members}`}
     FROM unnest(${among}) p(k0)
     CROSS JOIN LATERAL (SELECT * FROM ${relation.from ?? `"${table}"`} t WHERE ${relation.condition} OFFSET 0) t
     WHERE ${where}
     ORDER BY ${orderOfAll(strategy)}
     LIMIT ${parameters.add(context.cost?.rowsToStopAt ?? null)}`,
    parameters.values,
  )
  context.cost?.readRows(rows.length)
  return Map.groupBy(rows, (row) => row[parentMember] as string)
}

/** Reads the rows of lists without pages, by key of the parent. */
async function readAll(
  context: Context,
  strategy: AllDeclaration,
  columns: Columns,
  parentKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const selection = selectionOf(context, declarationOf(strategy.target), columns)
  return readAllRows(context, strategy, selection, distinct(parentKeys))
}
