import type { Viewer } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import type { MaybePromise } from '../batched/values.ts'
import { declarationOf } from '../declare/model-registry.ts'
import type { SingleRead } from '../declare/planned-read.ts'
import { NotNested } from '../nested/not-nested.ts'
import { rowOfQuery } from '../nested/row-addresses.ts'
import { type FieldPlan, singleReadOf } from '../plan/field-plan.ts'
import { columnsOf } from '../plan/needs.ts'
import type { PlannedReads } from '../plan/policies.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql, textOr } from '../sql/json-sql.ts'
import type { Where } from '../sql/where.ts'
import { Code } from './code.ts'
import type { FieldKind, FieldToPlan, FlatWriter, RowSetSource, RowSetting, RowWriter } from './field-kind.ts'

/** The row that a field of Query finds. */
class FoundRow implements RowSetSource {
  readonly kind = 'single'
  readonly single: FieldPlan
  readonly parent = undefined
  readonly keys = []

  constructor(field: FieldPlan) {
    this.single = field
  }

  get field(): FieldPlan {
    return this.single
  }

  condition({ rows }: PlannedReads, viewer: Viewer): Where {
    return rows.get(this.single)?.policy(viewer) ?? {}
  }

  flatSql(rowSet: RowSet, writer: FlatWriter): string {
    const from = rowOfQuery(this.single, rowSet.table, writer.found(this.single), writer)
    return `SELECT ${writer.members(rowSet)} FROM ${from} LIMIT 1`
  }
}

/** A field of Query that finds one row. Its resolver is called where no statement reads the row before. */
class Single extends Code {
  override readonly kind = 'single'
  readonly #model: string

  constructor(field: FieldToPlan, { model }: SingleRead) {
    super(field)
    this.#model = model
  }

  rowSetOfQuery(field: FieldPlan, setting: RowSetting): RowSet | undefined {
    const declaration = declarationOf(this.#model)
    const { table } = declaration
    const source = new FoundRow(field)
    return setting.add({ table, declaration, source, columns: columnsOf(field), selectedBy: field })
  }

  sqlOfQuery(field: FieldPlan, writer: RowWriter): TextSql {
    const { scope } = writer
    const rowSet = scope.rowSets.below.get(field)
    const row = scope.reads.rows.get(field)
    if (!rowSet || !row) throw new NotNested()
    const from = rowOfQuery(field, rowSet.table, row, scope)
    const query = () => `SELECT ${scope.members(rowSet)} FROM ${from} LIMIT 1`
    return new TextSql().value(textOr(writer.foundRow(field, rowSet, 1, query), scope.slots.fault))
  }

  override values(field: FieldPlan, batch: Batch): MaybePromise<readonly unknown[]> {
    const row = batch.prefetched?.single(field)
    return row ? batch.count(field, () => row) : super.values(field, batch)
  }
}

export const single: FieldKind = {
  plan: (field) => {
    const read = singleReadOf(field)
    return read && new Single(field, read)
  },
}
