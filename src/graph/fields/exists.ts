import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { originOf } from '../batched/loaders.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import type {
  ColumnOf,
  DeclaredField,
  FieldOptions,
  ModelInterfaceRef,
  ModelName,
  ModelRef,
} from '../declare/model-types.ts'
import { type Relation, relationBy } from '../declare/relation.ts'
import { viewerOf } from '../host.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { CountOfRows, countedRows, countRowsOf, readCounts } from './count.ts'
import type { FieldKind, RowWriter, Strategy } from './field-kind.ts'

/** The declaration of whether a list has rows: they are counted up to the first one. */
export interface ExistsDeclaration {
  readonly kind: 'exists'
  readonly target: string
  readonly relation: Relation
  readonly countedTo: 1
}

export interface ExistsFunctions<Name extends ModelName> {
  /** Whether a list has a row that the viewer may see. */
  exists<Target extends ModelName>(
    target: ModelRef<Target> | ModelInterfaceRef<Target>,
    options: FieldOptions & {
      readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly ColumnOf<Name>[] })
    },
  ): DeclaredField
}

class Exists implements Strategy {
  readonly kind = 'exists'
  readonly #declared: ExistsDeclaration

  constructor(declared: ExistsDeclaration) {
    this.#declared = declared
  }

  needs(_field: FieldPlan, columns: Columns): void {
    columns.add(...this.#declared.relation.keys)
  }

  rowSets(field: FieldPlan, rowSet: RowSet): void {
    rowSet.counted.push(new CountOfRows(field, this.#declared))
  }

  sql(_field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const counted = countedRows(this.#declared, viewerOf(scope.context))
    return textOf(
      new TextSql().value(`(${scope.number(current, this.#declared.relation.keys, counted)} > 0)::text`),
    )
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    const rows = batch.objects.map(({ source }) => source as Row)
    const complete = (counts: readonly number[]) =>
      batch.count(field, (_object, index) => (counts[index] as number) > 0)
    const known = batch.prefetched?.counts(field, rows)
    return known ? complete(known) : readCounts(context, this.#declared, rows).then(complete)
  }
}

export const exists: FieldKind = {
  declare: ({ model: { name }, builder, record }) => ({
    exists: (target: ModelRef<ModelName>, { by, ...options }: { readonly by: string | Relation }) => {
      const declared = {
        kind: 'exists',
        target: target.name,
        relation: relationBy(by),
        countedTo: 1,
      } as const
      const field = builder.field({
        ...options,
        type: 'Boolean',
        resolve: async (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
          (await countRowsOf(originOf(context, info), `${name}.${info.fieldName}`, declared, row)) > 0,
      })
      return record(field, declared)
    },
  }),
  plan: ({ declared, isPlain }) =>
    isPlain && declared?.kind === 'exists' ? new Exists(declared) : undefined,
}
