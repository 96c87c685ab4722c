import type { Context } from '../application.ts'
import type { AnswerObject } from '../batched/answer-object.ts'
import type { Batch } from '../batched/batch.ts'
import { orderOfAll } from '../batched/loaded-rows.ts'
import type { RowsByKey } from '../batched/prefetched-rows.ts'
import { readAll } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import { viewerOf } from '../host.ts'
import { countRows } from '../nested/answer.ts'
import { countObjects } from '../nested/leaf-text.ts'
import { NotNested } from '../nested/not-nested.ts'
import { NotWritable } from '../nested/not-writable.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import { aliasOf, type CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { Declared, FieldPlan } from '../plan/field-plan.ts'
import { columnsOf } from '../plan/needs.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { compileWhere } from '../sql/where.ts'
import type { FieldKind, PlanKind, RowSetting, RowWriter } from './field-kind.ts'

/** The number of rows that a nested statement reads of a list. */
const maximumRows = 1000

/** All rows that refer to the row: a list without pages. */
class All implements FieldKind {
  readonly name = 'all'
  readonly #declared: Declared<'all'>

  constructor(declared: Declared<'all'>) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(...this.#declared.relation.keys)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    const declaration = declarationOf(this.#declared.target)
    const { table } = declaration
    const source = { kind: 'all', field, declared: this.#declared, parent: rowSet } as const
    const columns = columnsOf(field)
    setting.addBelow(rowSet, field, { table, declaration, source, columns, selectedBy: field })
  }

  sql(field: FieldPlan, { rowSet: parent, alias, maximum }: CurrentRow, writer: RowWriter): FieldText {
    const { scope } = writer
    const rowSet = parent.below.get(field)
    if (rowSet?.source.kind !== 'all') throw new NotNested()
    const { target, relation, filter } = rowSet.source.declared
    const policy = { AND: [declarationOf(target).visible(viewerOf(scope.context)), filter] }
    const where = compileWhere(rowSet.table, policy, 't', scope.parameters)
    const sorted = orderOfAll(rowSet.source.declared)
    scope.count(maximum)
    const { before, after } = scope.slots.slotText((writing, text) => {
      const count = Number(text)
      if (count > maximumRows) throw new NotWritable(`${field.path} has too many items`)
      countObjects(writing, count)
      countRows(writing, rowSet, count)
      return ''
    })
    const items = writer.row(field, rowSet, maximum)
    const text = new TextSql().literal(before).value('count(*)').literal(`${after}[`)
    text.optional(`string_agg(${items.sql}, ',')`).literal(']')
    const key = `(SELECT ${alias}."${relation.keys[0]}" AS k0)`
    const from = relation.from ? `LATERAL ${relation.from}` : `"${rowSet.table}"`
    return textOf(
      new TextSql().value(`(SELECT ${text.sql} FROM (
SELECT ${scope.members(rowSet)} FROM ${key} p CROSS JOIN ${from} t WHERE ${relation.condition} AND ${where} ORDER BY ${sorted} LIMIT ${maximumRows + 1}) ${aliasOf(rowSet)})`),
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

export const all: PlanKind = ({ declared, isPlain }) =>
  isPlain && declared?.kind === 'all' ? new All(declared) : undefined
