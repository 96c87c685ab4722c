import type { GraphQLResolveInfo } from 'graphql'
import type { Context, PrismaTypes } from '../application.ts'
import type { AnswerObject } from '../batched/answer-object.ts'
import type { Batch } from '../batched/batch.ts'
import { allRowsOf, orderOfAll, originOfList, relationBy } from '../batched/loaded-rows.ts'
import type { RowsByKey } from '../batched/prefetched-rows.ts'
import { readAll } from '../batched/reads.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Direction, Row } from '../declare/keyset.ts'
import { declarationOf, type Relation } from '../declare/model-registry.ts'
import type { ColumnOf, DeclaredField, FieldOptions, ModelName, ModelRef } from '../declare/model-types.ts'
import { viewerOf } from '../host.ts'
import { countRows } from '../nested/answer.ts'
import { countObjects } from '../nested/leaf-text.ts'
import { NotNested } from '../nested/not-nested.ts'
import { NotWritable } from '../nested/not-writable.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import { aliasOf, type CurrentRow } from '../nested/scope.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { columnsOf } from '../plan/needs.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import { compileWhere, type Where } from '../sql/where.ts'
import type { FieldKind, RowSetting, RowWriter, Strategy } from './field-kind.ts'

/** The declaration of a list without pages. */
export interface AllDeclaration {
  readonly kind: 'all'
  readonly target: string
  /** It has one key. */
  readonly relation: Relation
  readonly order: readonly string[]
  readonly direction: Direction
  readonly filter: Where
}

export interface AllFunctions<Name extends ModelName> {
  /** A short list without pages. */
  all<Target extends ModelName>(
    target: ModelRef<Target>,
    options: FieldOptions & {
      /** The column of the target with the id of this row, or a relation in SQL with one key. */
      readonly by: ColumnOf<Target> | (Relation & { readonly keys: readonly [ColumnOf<Name>] })
      readonly where?: PrismaTypes[Target]['Where']
      readonly order: readonly ColumnOf<Target>[]
      readonly direction?: Direction
    },
  ): DeclaredField
}

/** The number of rows that a nested statement reads of a list. */
const maximumRows = 1000

/** All rows that refer to the row: a list without pages. */
class All implements Strategy {
  readonly kind = 'all'
  readonly #declared: AllDeclaration

  constructor(declared: AllDeclaration) {
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

interface AllOptions {
  readonly by: string | Relation
  readonly where?: Where
  readonly order: readonly string[]
  readonly direction?: Direction
}

export const all: FieldKind = {
  declare: ({ builder, record }) => ({
    all: (
      target: ModelRef<ModelName>,
      { by, where: filter = {}, order, direction = 'asc', ...options }: AllOptions,
    ) => {
      const relation = relationBy(by)
      const declared = { kind: 'all', target: target.name, relation, order, direction, filter } as const
      const key = relation.keys[0] as string
      const field = builder.field({
        ...options,
        type: [target],
        resolve: (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
          allRowsOf(originOfList(context, info), declared, row[key] as string),
      })
      return record(field, declared)
    },
  }),
  plan: ({ declared, isPlain }) => (isPlain && declared?.kind === 'all' ? new All(declared) : undefined),
}
