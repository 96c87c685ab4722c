import type {
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context, GraphTypes, Viewer } from '../../application.ts'
import type { Batch } from '../../batched/batch.ts'
import { relatedRows } from '../../batched/loaded-rows.ts'
import { originOf } from '../../batched/loaders.ts'
import { withRelated } from '../../batched/reads.ts'
import { Failure, type MaybePromise } from '../../batched/values.ts'
import { type FieldContext, fieldContextOf } from '../../declare/field-context.ts'
import type { Row } from '../../declare/keyset.ts'
import {
  declarationOf,
  furtherRelated,
  type Policy,
  type Related,
  relatedColumns,
} from '../../declare/model-registry.ts'
import type {
  ColumnOf,
  DeclaredField,
  FieldOptions,
  ModelName,
  RowOf,
  WithRelated,
} from '../../declare/model-types.ts'
import { viewerOf } from '../../host.ts'
import { type SlotEvent, writeSame } from '../../nested/answer.ts'
import { countValue } from '../../nested/leaf-text.ts'
import { type FieldText, textOf } from '../../nested/object.ts'
import { aliasOf, type CurrentRow, countOne } from '../../nested/scope.ts'
import { argumentsIn, type ValueText, type ValueTexts } from '../../nested/value-text.ts'
import type { Writing } from '../../nested/writing.ts'
import { Columns } from '../../plan/columns.ts'
import type { FieldPlan } from '../../plan/field-plan.ts'
import { columnsOfPermission } from '../../plan/needs.ts'
import type { RowSet } from '../../plan/row-set.ts'
import type { LeafSql } from '../../sql/json-sql.ts'
import { referenceOf } from '../../sql/where.ts'
import { Code } from '../code.ts'
import type { FieldKind, RowSetting, RowWriter, Strategy } from '../field-kind.ts'
import { ReferredRows } from '../one.ts'
import { choiceByEnums } from './enum-columns.ts'
import { ComputedSql } from './sql.ts'

/** Returns SQL for a column that a field is computed from. That of a row that it is computed with is `relation.column`. */
export type ColumnInSql = (name: string) => string

/**
 * Returns SQL for the value of a computed field without arguments, which is a text or an enum. That of a field of the type ID
 * is an id that the server made, which is written as it is.
 */
export type ValueInSql = (column: ColumnInSql) => string

/**
 * Returns SQL for a member of the object that a computed field has as its value, which is a text or an enum. Undefined where
 * only the function of the field knows it.
 */
export type MembersInSql<Args> = (member: string, column: ColumnInSql, args: Args) => string | undefined

/** Rows from which a computed field has the same value for a viewer. */
export interface SameRows<Given> {
  readonly where: Policy
  /** Returns one of them, or what is like it. */
  readonly row: (viewer: Viewer) => Given
}

export interface ComputedDeclaration {
  readonly kind: 'computed'
  readonly from: readonly string[]
  readonly with: Related
  /** Absent where the field has a resolver of another kind. */
  readonly resolve?: (row: Row, fieldContext: FieldContext, args: unknown) => unknown
  readonly sameFor?: SameRows<Row>
  readonly inSql?: ValueInSql
  readonly membersInSql?: MembersInSql<never>
}

interface ComputedOptions<
  Name extends ModelName,
  Type extends TypeParam<GraphTypes>,
  Nullable extends FieldNullability<Type>,
  From extends ColumnOf<Name>,
  Read,
  Args extends InputFieldMap,
> extends FieldOptions {
  readonly type: Type
  readonly nullable?: Nullable
  readonly args?: Args
  /** The columns of the row that it is computed from. */
  readonly from: readonly From[]
  /** The members that lists of these rows add to each row. */
  readonly added?: readonly string[]
  /** The rows that it is computed from, by relation. */
  readonly with?: Read
  readonly resolve: (
    row: Pick<RowOf<Name>, From> & WithRelated<Name, Read>,
    fieldContext: FieldContext,
    args: InputShapeFromFields<Args>,
  ) => ShapeFromTypeParam<GraphTypes, Type, Nullable>
  /** The rows from which it is the same. Reads that are compiled compute it once for all of them. */
  readonly sameFor?: SameRows<Pick<RowOf<Name>, From>>
  /** The same value in SQL, for compiled reads. */
  readonly inSql?: ValueInSql
  /** The members of the same object in SQL, for compiled reads. */
  readonly membersInSql?: MembersInSql<InputShapeFromFields<Args>>
}

export interface ComputedFunctions<Name extends ModelName> {
  /** A value that is computed from columns of the row, the arguments, the viewer and the configuration only. */
  computed<
    Type extends TypeParam<GraphTypes>,
    Nullable extends FieldNullability<Type> = false,
    From extends ColumnOf<Name> = never,
    const Read = Record<never, never>,
    Args extends InputFieldMap = Record<never, never>,
  >(options: ComputedOptions<Name, Type, Nullable, From, Read, Args>): DeclaredField
  /** An object whose source are the columns as they are. */
  computed<
    Type extends TypeParam<GraphTypes>,
    From extends ColumnOf<Name> = never,
    const Read = Record<never, never>,
  >(
    options: Omit<ComputedOptions<Name, Type, false, From, Read, Record<never, never>>, 'resolve'> &
      (Pick<RowOf<Name>, From> & WithRelated<Name, Read> extends ShapeFromTypeParam<GraphTypes, Type, false>
        ? unknown
        : never),
  ): DeclaredField
}

/** A value that is computed from columns of the row and of rows that it refers to, the arguments and the viewer. */
class Computed implements Strategy {
  readonly kind = 'computed'
  readonly #declared: ComputedDeclaration
  readonly #hasRelated: boolean

  constructor(declared: ComputedDeclaration) {
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
    addRelated(setting, rowSet, this.#declared.with)
    rowSet.relating.push(field)
    setting.leaveWaiting(field)
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

interface UntypedOptions extends Omit<ComputedDeclaration, 'kind' | 'with'> {
  readonly added?: readonly string[]
  readonly with?: Related
}

export const computed: FieldKind = {
  declare: ({ model: { table }, builder, record }) => ({
    computed: (given: UntypedOptions) => {
      const {
        from,
        added = [],
        with: related = {},
        resolve = (row: Row) => row,
        sameFor,
        inSql,
        membersInSql,
        ...options
      } = given
      const field = builder.field({
        ...options,
        resolve: (row: Row, args: unknown, context: Context, info: GraphQLResolveInfo) => {
          const fieldContext = fieldContextOf(context)
          const columns = Object.fromEntries([...from, ...added].map((column) => [column, row[column]]))
          if (Object.keys(related).length === 0) return resolve(columns, fieldContext, args)
          return relatedRows(originOf(context, info), table, row, related).then((rows) =>
            resolve({ ...columns, ...rows }, fieldContext, args),
          )
        },
      })
      return record(field, { kind: 'computed', from, with: related, resolve, sameFor, inSql, membersInSql })
    },
  }),
  plan: (field) => {
    const { declared, isCheckedOnly } = field
    if (declared?.kind !== 'computed' || !declared.resolve) return undefined
    if (isCheckedOnly) return new Computed(declared)
    // Plugins stand before its resolver, which reads no other columns unless it reads other rows.
    return new Code(field, Object.keys(declared.with).length === 0 ? declared.from : undefined)
  },
}

/** Adds the row sets of the rows that a computed field reads besides those of its row set. */
function addRelated(setting: RowSetting, rowSet: RowSet, related: Related): void {
  for (const [relation, inner] of Object.entries(related)) {
    const { column, of, table } = referenceOf(rowSet.table, relation)
    rowSet.columns.add(column)
    const columns = new Columns()
    const named = relatedColumns(inner)
    if (named) columns.add(...named)
    else columns.addAll()
    // Those who execute in batches find them by it.
    if (!setting.isWhole) columns.add(of)
    const source = new ReferredRows({ column, of, parent: rowSet })
    const known = rowSet.related.get(relation)
    const target =
      known ?? setting.add({ table, declaration: undefined, source, columns, selectedBy: undefined })
    if (!target) return
    target.columns.include(columns)
    target.columnsOfCode.include(columns)
    rowSet.related.set(relation, target)
    addRelated(setting, target, furtherRelated(inner))
  }
}
