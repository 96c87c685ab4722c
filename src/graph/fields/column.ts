import type { Batch } from '../batched/batch.ts'
import { columnExtension } from '../declare/connection.ts'
import type { Row } from '../declare/keyset.ts'
import type {
  Builder,
  ColumnOf,
  DeclaredField,
  FieldOptions,
  ModelName,
  RowOf,
} from '../declare/model-types.ts'
import type { SlotEvent } from '../nested/answer.ts'
import { leafInSql } from '../nested/leaf-sql.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow, NestedScope } from '../nested/scope.ts'
import type { ValueText, ValueTexts } from '../nested/value-text.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { TextSql } from '../sql/json-sql.ts'
import { columnTypeOf } from '../sql/where.ts'
import type { FieldKind, RowWriter, Strategy } from './field-kind.ts'

/** The functions that declare a column. */
const exposing = [
  'expose',
  'exposeBoolean',
  'exposeID',
  'exposeIDList',
  'exposeInt',
  'exposeString',
  'exposeStringList',
] as const

export interface ColumnDeclaration {
  readonly kind: 'column'
  readonly column: string
}

/** The columns whose values are of the type. */
type ColumnOfType<Name extends ModelName, Value> = {
  [Column in ColumnOf<Name>]: RowOf<Name>[Column] extends Value ? Column : never
}[ColumnOf<Name>]

export interface ColumnFunctions<Name extends ModelName>
  extends Pick<Builder<Name>, (typeof exposing)[number]> {
  /** A column with a date and time. */
  exposeDateTime<Nullable extends boolean = false>(
    name: ColumnOfType<Name, Nullable extends true ? Date | null : Date>,
    options: FieldOptions & { readonly nullable?: Nullable },
  ): DeclaredField
}

/** A column of the row, or a property of an object that code returned. */
class Column implements Strategy {
  readonly kind = 'column'
  readonly #column: string

  constructor(column: string) {
    this.#column = column
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(this.#column)
  }

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    return columnText(field, this.#column, current, scope)
  }

  text(field: FieldPlan, writer: ValueTexts): ValueText {
    return writer.counted(field, (_writing, value: Record<string, unknown>) => value[this.#column])
  }

  values(field: FieldPlan, batch: Batch): readonly unknown[] {
    return batch.count(field, ({ source }) => (source as Row)[this.#column])
  }
}

/** Returns the value of a field that is a column of a row. */
export function columnText(
  field: FieldPlan,
  column: string,
  { alias, row, rowSet: { table } }: CurrentRow,
  scope: NestedScope,
): FieldText {
  const type = columnTypeOf(table, column)
  const value = leafInSql(field, { table, name: column, alias }, scope.values.form)
  if (value === undefined) {
    row.need(column)
    const complete = scope.values.completed(field)
    const event: SlotEvent = (writing) => complete(writing, row.of(writing)[column])
    return { kind: 'code', check: new TextSql(), event }
  }
  if (type.isRequired || type.isList) return textOf(new TextSql().leaf(value))
  return { kind: 'nullable', check: new TextSql(), leaf: value }
}

export const column: FieldKind = {
  declare: ({ builder, record }) => {
    const declare = (expose: (typeof exposing)[number]) => (name: never, options: never) =>
      record(builder[expose]?.(name, options) as DeclaredField, { kind: 'column', column: name })
    return {
      ...Object.fromEntries(exposing.map((expose) => [expose, declare(expose)])),
      exposeDateTime: (name: never, options: object) =>
        declare('expose')(name, { ...options, type: 'DateTime' } as never),
    }
  },
  plan: ({ declared, field: { extensions }, isPlain }) => {
    if (!isPlain) return undefined
    if (declared) return declared.kind === 'column' ? new Column(declared.column) : undefined
    const exposed = extensions.pothosExposedField ?? extensions[columnExtension]
    return exposed === undefined ? undefined : new Column(exposed as string)
  },
}
