import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import { originOf } from '../batched/loaders.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import type {
  DeclaredField,
  FieldOptions,
  ModelInterfaceRef,
  ModelName,
  ModelRef,
  RelationTo,
} from '../declare/model-types.ts'
import { type Relation, relationBy } from '../declare/relation.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { CountOfRows, countRowsOf, numberInSql, valuesOfCounts } from './count.ts'
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
      readonly by: RelationTo<Name, Target>
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
    return textOf(new TextSql().value(`(${numberInSql(this.#declared, current, scope)} > 0)::text`))
  }

  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]> {
    return valuesOfCounts(field, batch, context, this.#declared, (count) => count > 0)
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
