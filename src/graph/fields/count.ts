import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { countedRows } from '../batched/loaded-rows.ts'
import { readCounts } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import { viewerOf } from '../host.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { Declared, FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { columnText } from './column.ts'
import type { FieldKind, PlanKind, RowWriter } from './field-kind.ts'

/** The number of rows of a list. A column may have it for viewers who see all of them. */
class Count implements FieldKind {
  readonly name = 'count'
  readonly #declared: Declared<'count'>

  constructor(declared: Declared<'count'>) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    const { relation, stored } = this.#declared
    columns.add(...relation.keys, ...(stored ? [stored.column] : []))
  }

  rowSets(field: FieldPlan, rowSet: RowSet): void {
    rowSet.counted.push({ kind: 'count', fields: [field], declared: this.#declared })
  }

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const { relation, stored } = this.#declared
    if (stored && scope.areAll(stored.where, current)) return columnText(field, stored.column, current, scope)
    const counted = countedRows(this.#declared, viewerOf(scope.context))
    return textOf(new TextSql().value(scope.number(current, relation.keys, counted)))
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    const rows = batch.objects.map(({ source }) => source as Row)
    const complete = (counts: readonly number[]) => batch.count(field, (_object, index) => counts[index])
    const known = batch.prefetched?.counts(field, rows)
    return known ? complete(known) : readCounts(context, this.#declared, rows).then(complete)
  }
}

export const count: PlanKind = ({ declared, isPlain }) =>
  isPlain && declared?.kind === 'count' ? new Count(declared) : undefined
