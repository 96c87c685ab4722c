import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { withRelated } from '../batched/reads.ts'
import { Failure, type MaybePromise } from '../batched/values.ts'
import { fieldContextOf } from '../declare/field-context.ts'
import type { Row } from '../declare/keyset.ts'
import { declarationOf } from '../declare/model-registry.ts'
import { viewerOf } from '../host.ts'
import { type SlotEvent, writeSame } from '../nested/answer.ts'
import { ComputedSql } from '../nested/computed-sql.ts'
import { choiceByEnums } from '../nested/enum-columns.ts'
import { countValue } from '../nested/leaf-text.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import { aliasOf, type CurrentRow, countOne } from '../nested/scope.ts'
import { argumentsIn, type ValueText, type ValueTexts } from '../nested/value-text.ts'
import type { Writing } from '../nested/writing.ts'
import type { Columns } from '../plan/columns.ts'
import type { Declared, FieldPlan } from '../plan/field-plan.ts'
import { columnsOfPermission } from '../plan/needs.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { LeafSql } from '../sql/json-sql.ts'
import { referenceOf } from '../sql/where.ts'
import { Code } from './code.ts'
import type { FieldKind, PlanKind, RowSetting, RowWriter } from './field-kind.ts'

/** A value that is computed from columns of the row and of rows that it refers to, the arguments and the viewer. */
class Computed implements FieldKind {
  readonly name = 'computed'
  readonly #declared: Declared<'computed'>
  readonly #hasRelated: boolean

  constructor(declared: Declared<'computed'>) {
    this.#declared = declared
    this.#hasRelated = Object.keys(declared.with).length > 0
  }

  needs({ parentType }: FieldPlan, columns: Columns): void {
    const { from, with: related } = this.#declared
    columns.add(...from)
    for (const relation of Object.keys(related))
      columns.add(referenceOf(declarationOf(parentType.name).table, relation).column)
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    rowSet.columnsOfCode.add(...this.#declared.from, ...columnsOfPermission(field))
    setting.addRelated(rowSet, this.#declared.with)
    rowSet.relating.push(field)
  }

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const { sameFor } = this.#declared
    const check = scope.permissionCheck(field, current)
    const joinedAlias = (rowSet: RowSet) => (scope.joined.has(rowSet) ? aliasOf(rowSet) : undefined)
    const sql = new ComputedSql(current.rowSet, current.alias, scope.objects, joinedAlias)
    const leaf = sql.leaf(field, this.#declared) ?? this.#choice(field, current, scope)
    if (leaf !== undefined) return { kind: 'nullable', check, leaf }
    const object = sql.object(field, this.#declared)
    if (object) return textOf(check.literal(scope.slots.slot(countOne)).add(object))
    const write = this.#writer(field, scope)
    if (sameFor && scope.areAll(sameFor.where, current)) {
      const row = sameFor.row(viewerOf(scope.context))
      return { kind: 'code', check, event: writeSame(field, (writing) => write(writing, row)) }
    }
    current.row.need()
    if (this.#hasRelated) current.row.needRelated()
    const event: SlotEvent = (writing) =>
      write(writing, this.#hasRelated ? current.row.withRelated(writing) : current.row.of(writing))
    return { kind: 'code', check, event }
  }

  /** Returns SQL for a field that is computed from enums only. */
  #choice(
    field: FieldPlan,
    { rowSet, alias }: CurrentRow,
    { values: { form }, context }: RowWriter['scope'],
  ): LeafSql | undefined {
    const place = { table: rowSet.table, alias, form, fieldContext: fieldContextOf(context) }
    return choiceByEnums(field, this.#declared, place)
  }

  /** Returns how the value is computed from a row and written. */
  #writer(field: FieldPlan, scope: RowWriter['scope']): (writing: Writing, row: Row) => string {
    const { resolve } = this.#declared
    const complete = scope.values.completed(field)
    return (writing, row) => {
      const value = resolve?.(row, fieldContextOf(writing.context), argumentsIn(writing, field))
      countValue(field, writing, value)
      return complete(writing, value)
    }
  }

  text(field: FieldPlan, writer: ValueTexts): ValueText | undefined {
    if (field.isWrapped) return writer.resolved(field)
    if (this.#hasRelated) return undefined
    const { resolve } = this.#declared
    return writer.counted(field, (writing, value: Row) =>
      resolve?.(value, fieldContextOf(writing.context), argumentsIn(writing, field)),
    )
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    if (field.isWrapped) return batch.resolve(field)
    batch.prefetched?.addRelated(field, batch.related)
    const { with: related, resolve } = this.#declared
    const fieldContext = fieldContextOf(batch.context)
    const args = batch.argumentsOf(field)
    if (args instanceof Failure) return batch.objects.map(() => args)
    const compute = (row: Row) => resolve?.(row, fieldContext, { ...args })
    if (!this.#hasRelated) return batch.count(field, ({ source }) => compute(source as Row))
    const { table } = declarationOf(field.parentType.name)
    const rows = batch.objects.map(({ source }) => source as Row)
    return withRelated(context, table, rows, related, batch.related).then((complete) =>
      batch.count(field, (_object, index) => compute(complete[index] as Row)),
    )
  }
}

export const computed: PlanKind = (field) => {
  const { declared, isCheckedOnly } = field
  if (declared?.kind !== 'computed' || !declared.resolve) return undefined
  if (isCheckedOnly) return new Computed(declared)
  // Plugins stand before its resolver, which reads no other columns unless it reads other rows.
  return new Code(field, Object.keys(declared.with).length === 0 ? declared.from : undefined)
}
