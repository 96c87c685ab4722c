import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { loader, originOf, type ReadOrigin } from '../batched/loaders.ts'
import type { MaybePromise } from '../batched/values.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import type { Policy } from '../declare/model-registry.ts'
import type { ColumnOf, DeclaredField, FieldOptions, ModelName } from '../declare/model-types.ts'
import type { FieldText } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { compileWhere, Parameters } from '../sql/where.ts'
import { columnText } from './column.ts'
import type { FieldKind, RowWriter, Strategy } from './field-kind.ts'

/** The declaration of a column that is null for rows that do not match a policy of its own. */
export interface GuardedDeclaration {
  readonly kind: 'guarded'
  readonly column: string
  readonly visible: Policy
}

export interface GuardedFunctions<Name extends ModelName> {
  /** A text column that is null for rows that do not match a further policy. */
  guarded(
    column: ColumnOf<Name>,
    options: FieldOptions & { readonly type?: 'String' | 'ID'; readonly visible: Policy },
  ): DeclaredField
}

/** A column that is null on rows that do not match a policy of its own. */
class Guarded implements Strategy {
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

  values(field: FieldPlan, batch: Batch): MaybePromise<readonly unknown[]> {
    const visible = visibleColumn(this.#column)
    if (batch.objects.some(({ source }) => !(visible in (source as Row)))) return batch.resolve(field)
    return batch.count(field, ({ source }) =>
      (source as Row)[visible] ? (source as Row)[this.#column] : null,
    )
  }
}

export const guarded: FieldKind = {
  declare: ({ model: { name, table }, builder, record }) => ({
    guarded: (column: string, { visible, ...options }: { readonly visible: Policy }) => {
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
      return record(field, { kind: 'guarded', column, visible })
    },
  }),
  plan: ({ declared, isPlain }) =>
    isPlain && declared?.kind === 'guarded' ? new Guarded(declared.column) : undefined,
}

/** Returns whether the row with the id matches a policy, in one statement for all rows of a request. */
const matches = (
  origin: ReadOrigin,
  field: string,
  table: string,
  policy: Policy,
  id: string,
): Promise<boolean> =>
  loader(origin, `matches ${field}`, async (ids: readonly string[]) => {
    const { context } = origin
    if (!context.viewer) return ids.map(() => false)
    const parameters = new Parameters()
    const among = parameters.add(ids)
    const where = compileWhere(table, policy(context.viewer), 't', parameters)
    const rows = await context.database.query<{ id: string }>(
      `SELECT t.id FROM "${table}" t WHERE t.id = ANY(${among}::text[]) AND ${where}`,
      parameters.values,
    )
    const found = new Set(rows.map((row) => row.id))
    return ids.map((id) => found.has(id))
  }).load(id)
