import type { Batch } from '../batched/batch.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { Row } from '../declare/keyset.ts'
import type { Builder, ModelName } from '../declare/model-types.ts'
import { type CodeReads, withPrefetched } from '../declare/prefetch.ts'
import type { NestedWriting, SlotEvent } from '../nested/answer.ts'
import { leafOfValue } from '../nested/leaf-sql.ts'
import { textLeaves } from '../nested/leaf-text.ts'
import { NotWritable } from '../nested/not-writable.ts'
import { type FieldText, textOf } from '../nested/object.ts'
import type { CurrentRow, NestedScope } from '../nested/scope.ts'
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

  sql(field: FieldPlan, current: CurrentRow, { scope }: RowWriter): FieldText {
    const inSql = this.#reads?.inSql
    if (!field.leaf || !inSql || !isPlainText(field)) return this.#written(field, current, scope)
    const value = inSql((name) => `${current.alias}."${name}"`)
    return { kind: 'nullable', check: new TextSql(), leaf: leafOfValue(field.leaf, value) }
  }

  /** Returns the value that the resolver finds. The types of an interface share that of a field of it. */
  #written(field: FieldPlan, current: CurrentRow, scope: NestedScope): FieldText {
    const { codeSlots, slots, values } = scope
    const { selection } = field
    const known = selection && codeSlots.get(selection)
    if (known && isSameCode(known.field, field)) return textOf(new TextSql().literal(known.slot))
    const value = values.resolved(field)
    current.row.need()
    const prefetched = prefetchedRow(field, current, scope)
    const event: SlotEvent = prefetched
      ? (writing) => inThisAnswer(() => value(writing, prefetched(writing)))
      : (writing) => value(writing, current.row.of(writing))
    if (!selection || values.form) return { kind: 'code', check: new TextSql(), event }
    const slot = slots.slot(event)
    codeSlots.set(selection, { field, slot })
    return textOf(new TextSql().literal(slot))
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

/** Returns whether the code of two fields of types is that of one field of their interface. */
const isSameCode = ({ field: one }: FieldPlan, { field: other }: FieldPlan): boolean =>
  one.extensions.pothosOptions === other.extensions.pothosOptions

/** Prefetches for code, where it can. Returns the function for the row with what was read. */
function prefetchedRow(
  field: FieldPlan,
  { rowSet, alias, row }: CurrentRow,
  { context, parameters }: NestedScope,
): ((writing: NestedWriting) => Row) | undefined {
  const planned = prefetchOf(rowSet, field)
  const sql = planned?.prefetch.inSql((name) => `${alias}."${name}"`, planned.args, { context, parameters })
  if (sql === undefined) return undefined
  const number = row.needPrefetched(sql)
  return (writing) => {
    const found = row.prefetched(writing, number)
    if (found === null) throw new NotWritable(`${field.path} is not prefetched`)
    return withPrefetched(row.of(writing), found)
  }
}

/** Writes a value. One that waits makes this answer only one that cannot be written: others have what was prefetched. */
function inThisAnswer(write: () => string): string {
  try {
    return write()
  } catch (error) {
    throw error instanceof NotWritable ? new NotWritable(error.message) : error
  }
}

export const code: Pick<FieldKind, 'declare'> = {
  declare: ({ builder, record }) => ({
    code: ({ reads, ...options }: { readonly reads?: CodeReads }) =>
      record(builder.field(options), { kind: 'code', ...reads }),
  }),
}
