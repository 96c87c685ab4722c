import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { matches, originOf } from '../batched/loaded-rows.ts'
import { columnExtension } from '../declare/connection.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import type { Policy } from '../declare/model-registry.ts'
import type { Builder, ColumnOf, DeclaredField, FieldOptions, ModelName } from '../declare/model-types.ts'
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

/** The declaration of a column. With `visible`, only for rows that also match this policy; null for others. */
export interface ColumnDeclaration {
  readonly kind: 'column'
  readonly column: string
  readonly visible?: Policy
}

export interface ColumnFunctions<Name extends ModelName>
  extends Pick<Builder<Name>, (typeof exposing)[number]> {
  /** A text column that is null for rows that do not match a further policy. */
  guarded(
    column: ColumnOf<Name>,
    options: FieldOptions & { readonly type?: 'String' | 'ID'; readonly visible: Policy },
  ): DeclaredField
}

/** A column of the row, or a property of an object that code returned. */
class Column implements Strategy {
  readonly kind = 'property'
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

/** A column that is null on rows that do not match a policy of its own. */
class GuardedColumn implements Strategy {
  readonly kind = 'guarded'
  readonly #column: string

  constructor(column: string) {
    this.#column = column
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.guard(this.#column)
  }

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const condition = `${current.alias}."${visibleColumn(this.#column)}"`
    return { kind: 'guarded', condition, value: columnText(field, this.#column, current, scope) }
  }

  values(field: FieldPlan, batch: Batch) {
    const visible = visibleColumn(this.#column)
    if (batch.objects.some(({ source }) => !(visible in (source as Row)))) return batch.resolve(field)
    return batch.count(field, ({ source }) =>
      (source as Row)[visible] ? (source as Row)[this.#column] : null,
    )
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
  declare: ({ model: { name, table }, builder, record }) => ({
    ...Object.fromEntries(
      exposing.map((expose) => [
        expose,
        (column: never, options: never) =>
          record(builder[expose]?.(column, options) as DeclaredField, { kind: 'column', column }),
      ]),
    ),
    guarded: (column: string, { visible, ...options }: { visible: Policy }) => {
      const field = builder.field({
        type: 'String',
        ...options,
        nullable: true,
        resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
          const isVisible =
            row[visibleColumn(column)] ??
            (await matches(originOf(context, info), `${name}.${column}`, table, visible, row.id as string))
          return isVisible ? row[column] : null
        },
      })
      return record(field, { kind: 'column', column, visible })
    },
  }),
  plan: ({ declared, field: { extensions }, isPlain }) => {
    if (!isPlain) return undefined
    if (declared?.kind === 'column')
      return declared.visible ? new GuardedColumn(declared.column) : new Column(declared.column)
    const exposed = extensions.pothosExposedField ?? extensions[columnExtension]
    return declared || exposed === undefined ? undefined : new Column(exposed as string)
  },
}
