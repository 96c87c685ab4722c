import type { GraphQLResolveInfo } from 'graphql'
import type { Context, Viewer } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { keysOf } from '../batched/loaded-rows.ts'
import { loader, originOf, type ReadOrigin } from '../batched/loaders.ts'
import { forEachDistinct } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import { type CountedList, countKeysetRows, type ParentKeys, type Row } from '../declare/keyset.ts'
import { declarationOf, type Policy } from '../declare/model-registry.ts'
import type {
  ColumnOf,
  DeclaredField,
  FieldOptions,
  ModelInterfaceRef,
  ModelName,
  ModelRef,
  RelationTo,
} from '../declare/model-types.ts'
import { type Relation, relationBy } from '../declare/relation.ts'
import { viewerOf } from '../host.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow, NestedScope } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { countOf } from '../sql/row-set-sql.ts'
import { columnText } from './column.ts'
import type { Counted, FieldKind, FlatWriter, RowWriter, Strategy } from './field-kind.ts'

/** A column that has the number of rows of a list, for a viewer who may see all of them. */
export interface StoredCount {
  readonly column: string
  /** Matches the rows of whose lists the viewer may see everything that is counted. */
  readonly where: Policy
}

export interface CountDeclaration {
  readonly kind: 'count'
  readonly target: string
  readonly relation: Relation
  readonly stored?: StoredCount
  /** The foreign key of the rows by which those that their policy is on are found together: see `CountedList`. */
  readonly together?: string
}

export interface CountFunctions<Name extends ModelName> {
  /** The number of rows of a list. */
  count<Target extends ModelName>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: FieldOptions & {
      readonly by: RelationTo<Name, Target>
      /** The column that reads take for it where they are compiled, and the viewer may see all of the list. */
      readonly stored?: StoredCount & { readonly column: ColumnOf<Name> }
      /** The foreign key of the counted rows by which those that their policy is on are found together, and not one by one. */
      readonly together?: ColumnOf<Target>
    },
  ): DeclaredField
}

interface RowsToCount {
  readonly target: string
  readonly relation: Relation
  readonly together?: string | undefined
  /** The number up to which they are counted. By default all are. */
  readonly countedTo?: number
}

/** The number of rows of a list, which is read with each row of a row set. */
export class CountOfRows implements Counted {
  readonly fields: FieldPlan[]
  readonly #declared: RowsToCount

  constructor(field: FieldPlan, declared: RowsToCount) {
    this.fields = [field]
    this.#declared = declared
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const place = { rowSet, alias: writer.nameOf(rowSet), keys: this.#declared.relation.keys }
    return countOf(countedRows(this.#declared, viewerOf(writer.context)), place, writer)
  }
}

/** The number of rows of a list. A column may have it for viewers who see all of them. */
class Count implements Strategy {
  readonly kind = 'count'
  readonly #declared: CountDeclaration

  constructor(declared: CountDeclaration) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    const { relation, stored } = this.#declared
    columns.add(...relation.keys, ...(stored ? [stored.column] : []))
  }

  rowSets(field: FieldPlan, rowSet: RowSet): void {
    rowSet.counted.push(new CountOfRows(field, this.#declared))
  }

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const { stored } = this.#declared
    if (stored && scope.areAll(stored.where, current)) return columnText(field, stored.column, current, scope)
    return textOf(new TextSql().value(numberInSql(this.#declared, current, scope)))
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    return valuesOfCounts(field, batch, context, this.#declared, (count) => count)
  }
}

interface CountOptions {
  readonly by: string | Relation
  readonly stored?: StoredCount
  readonly together?: string
}

export const count: FieldKind = {
  declare: ({ model: { name }, builder, record }) => ({
    count: (target: ModelRef<ModelName>, { by, stored, together, ...options }: CountOptions) => {
      const relation = relationBy(by)
      const declared = { kind: 'count', target: target.name, relation, stored, together } as const
      const field = builder.field({
        ...options,
        type: 'Int',
        resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
          countRowsOf(originOf(context, info), `${name}.${info.fieldName}`, declared, row),
      })
      return record(field, declared)
    },
  }),
  plan: ({ declared, isPlain }) => (isPlain && declared?.kind === 'count' ? new Count(declared) : undefined),
}

/** Counts the visible rows of a list, in one statement for all parents of a request. */
export function countRowsOf(
  origin: ReadOrigin,
  field: string,
  declared: RowsToCount,
  row: Row,
): Promise<number> {
  const { context } = origin
  return loader(origin, `count ${field}`, (parents: readonly ParentKeys[]) =>
    countKeysetRows(context.database, countedRows(declared, viewerOf(context)), parents),
  ).load(keysOf(declared.relation, row))
}

/** Returns SQL for the number of the rows for the row that a nested statement writes. */
export const numberInSql = (declared: RowsToCount, current: CurrentRow, scope: NestedScope): string =>
  scope.number(current, declared.relation.keys, countedRows(declared, viewerOf(scope.context)))

/** Returns what a field makes of the number of rows for each object of a batch, which is read unless it was prefetched. */
export function valuesOfCounts(
  field: FieldPlan,
  batch: Batch,
  context: Context,
  declared: RowsToCount,
  ofCount: (count: number) => unknown,
): MaybePromise<readonly unknown[]> {
  const rows = batch.objects.map(({ source }) => source as Row)
  const complete = (counts: readonly number[]) =>
    batch.count(field, (_object, index) => ofCount(counts[index] as number))
  const known = batch.prefetched?.counts(field, rows)
  return known ? complete(known) : readCounts(context, declared, rows).then(complete)
}

/** Returns the list of the visible rows that a field counts. */
function countedRows({ target, relation, together, countedTo }: RowsToCount, viewer: Viewer): CountedList {
  const { table, visible } = declarationOf(target)
  const { from, keys, condition, by } = relation
  const keyTypes = keys.map(() => 'text' as const)
  return { model: table, from, keyTypes, condition, by, where: visible(viewer), together, countedTo }
}

/** Counts the rows of lists, for rows that are their parents. */
async function readCounts(
  context: Context,
  declared: RowsToCount,
  parents: readonly Row[],
): Promise<readonly number[]> {
  const list = countedRows(declared, viewerOf(context))
  return forEachDistinct(
    parents.map((row) => keysOf(declared.relation, row)),
    (keys) => countKeysetRows(context.database, list, keys),
  )
}
