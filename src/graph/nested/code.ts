import type { Row } from '../declare/keyset.ts'
import { withPrefetched } from '../declare/prefetch.ts'
import { prefetchOf } from '../plan/code-reads.ts'
import type { FieldPlan, SelectionPlan } from '../plan/field-plan.ts'
import { TextSql } from '../sql/json-sql.ts'
import type { NestedWriting, SlotEvent } from './answer.ts'
import { NotWritable } from './not-writable.ts'
import { type FieldText, textOf } from './object.ts'
import type { CurrentRow, NestedScope } from './scope.ts'

/** Writes a value. One that waits makes this answer only one that cannot be written: others have what was prefetched. */
function inThisAnswer(write: () => string): string {
  try {
    return write()
  } catch (error) {
    throw error instanceof NotWritable ? new NotWritable(error.message) : error
  }
}

/** Returns whether the code of two fields of types is that of one field of their interface. */
const isSameCode = ({ field: one }: FieldPlan, { field: other }: FieldPlan): boolean =>
  one.extensions.pothosOptions === other.extensions.pothosOptions

/** Writes the values that code finds in a nested statement. */
export class NestedCode {
  readonly #scope: NestedScope
  /** The slots of objects that code returns, by the selections on them. */
  readonly #slots = new Map<SelectionPlan, { readonly field: FieldPlan; readonly slot: string }>()

  constructor(scope: NestedScope) {
    this.#scope = scope
  }

  /** Returns the value of a field that code finds. The types of an interface share that of a field of it. */
  value(field: FieldPlan, current: CurrentRow): FieldText {
    const { slots, values } = this.#scope
    const { selection } = field
    const known = selection && this.#slots.get(selection)
    if (known && isSameCode(known.field, field)) return textOf(new TextSql().literal(known.slot))
    const value = values.resolved(field)
    current.row.need()
    const prefetched = this.#prefetch(field, current)
    const event: SlotEvent = prefetched
      ? (writing) => inThisAnswer(() => value(writing, prefetched(writing)))
      : (writing) => value(writing, current.row.of(writing))
    if (!selection || values.form) return { kind: 'code', check: new TextSql(), event }
    const slot = slots.slot(event)
    this.#slots.set(selection, { field, slot })
    return textOf(new TextSql().literal(slot))
  }

  /** Prefetches for code, where it can. Returns the function for the row with what was read. */
  #prefetch(
    field: FieldPlan,
    { rowSet, alias, row }: CurrentRow,
  ): ((writing: NestedWriting) => Row) | undefined {
    const { context, parameters } = this.#scope
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
}
