import type { Batch } from '../batched/batch.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Builder, ModelName } from '../declare/model-types.ts'
import type { CodeReads } from '../declare/prefetch.ts'
import { leafOfValue } from '../nested/leaf-sql.ts'
import { textLeaves } from '../nested/leaf-text.ts'
import type { FieldText } from '../nested/object.ts'
import type { CurrentRow } from '../nested/scope.ts'
import type { ValueText, ValueTexts } from '../nested/value-text.ts'
import { prefetchOf } from '../plan/code-reads.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { columnsOfPermission, neededColumns } from '../plan/needs.ts'
import type { RowSet } from '../plan/row-set.ts'
import { TextSql } from '../sql/json-sql.ts'
import type { FieldKind, FieldToPlan, RowSetting, RowWriter, Strategy } from './field-kind.ts'

/** The declaration of everything else. */
export interface CodeDeclaration extends CodeReads {
  readonly kind: 'code'
}

export interface CodeFunctions<Name extends ModelName> {
  /** A field with a resolver of its own, such as one that calls a service or a loader. */
  readonly code: Builder<Name>['field']
}

/** A field whose resolver is called for each object. */
export class Code implements Strategy {
  readonly kind: string = 'code'
  /** The columns that the resolver reads; undefined if it may read any. */
  readonly #columns: readonly string[] | undefined
  /** The needs that a model declares; undefined for a field of another type. */
  readonly #reads: CodeReads | undefined

  constructor({ field, declared }: FieldToPlan, columns?: readonly string[]) {
    this.#reads = declared?.kind === 'code' ? declared : undefined
    this.#columns = this.#reads?.columns ?? neededColumns(field) ?? columns
  }

  needs(_field: FieldPlan, columns: Columns): void {
    if (this.#columns) columns.add(...this.#columns)
    else columns.addAll()
  }

  rowSets(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void {
    if (this.#waits && !prefetchOf(rowSet, field)) setting.leave(field, 'Its code waits.')
    else setting.leaveWaiting(field)
    this.needs(field, rowSet.columnsOfCode)
    rowSet.columnsOfCode.add(...columnsOfPermission(field))
  }

  /** Whether it mostly waits for what it reads. Code that names its columns does not, unless it can only prefetch parts. */
  get #waits(): boolean {
    if (!this.#reads || this.#reads.inSql) return false
    return !this.#reads.columns || this.#reads.prefetch?.members !== undefined
  }

  sql(field: FieldPlan, current: CurrentRow, { code }: RowWriter): FieldText {
    const inSql = this.#reads?.inSql
    if (!field.leaf || !inSql || !isPlainText(field)) return code.value(field, current)
    const value = inSql((name) => `${current.alias}."${name}"`)
    return { kind: 'nullable', check: new TextSql(), leaf: leafOfValue(field.leaf, value) }
  }

  text(field: FieldPlan, writer: ValueTexts): ValueText {
    return writer.resolved(field)
  }

  values(field: FieldPlan, batch: Batch): MaybePromise<readonly unknown[]> {
    return batch.resolve(field)
  }
}

/** Returns whether a field is a text that is read without plugins and arguments. */
const isPlainText = ({ leaf, isList, isWrapped, field }: FieldPlan): boolean =>
  leaf !== undefined && textLeaves.has(leaf.name) && !isList && !isWrapped && field.args.length === 0

export const code: Pick<FieldKind, 'declare'> = {
  declare: ({ builder, record }) => ({
    code: ({ reads, ...options }: { readonly reads?: CodeReads }) =>
      record(builder.field(options), { kind: 'code', ...reads }),
  }),
}
