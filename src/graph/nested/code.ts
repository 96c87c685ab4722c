import type { Row } from '../declare/keyset.ts'
import { withAhead } from '../declare/prefetch.ts'
import type { FieldPlan, SelectionPlan } from '../plan/plan.ts'
import { readAheadOf } from '../plan/query-extensions.ts'
import { TextSql } from '../sql/json-sql.ts'
import type { MarkEvent, NestedWriting } from './answer.ts'
import { NotWritable } from './not-writable.ts'
import { type FieldText, textOf } from './object.ts'
import type { CurrentRow, NestedScope } from './scope.ts'

/** Writes a value. One that waits makes this answer only one that cannot be written: others have what was read ahead. */
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
  /** The marks of objects that code returns, by the selections on them. */
  readonly #marks = new Map<SelectionPlan, { readonly field: FieldPlan; readonly mark: string }>()

  constructor(scope: NestedScope) {
    this.#scope = scope
  }

  /** Returns the value of a field that code finds. The types of an interface share that of a field of it. */
  value(field: FieldPlan, current: CurrentRow): FieldText {
    const { marks, values } = this.#scope
    const { selection } = field
    const known = selection && this.#marks.get(selection)
    if (known && isSameCode(known.field, field)) return textOf(new TextSql().literal(known.mark))
    const value = values.resolved(field)
    current.row.need()
    const readAhead = this.#readAhead(field, current)
    const event: MarkEvent = readAhead
      ? (writing) => inThisAnswer(() => value(writing, readAhead(writing)))
      : (writing) => value(writing, current.row.of(writing))
    if (!selection || values.form) return { kind: 'code', check: new TextSql(), event }
    const mark = marks.mark(event)
    this.#marks.set(selection, { field, mark })
    return textOf(new TextSql().literal(mark))
  }

  /** Reads ahead for code, where it can. Returns the function for the row with what was read. */
  #readAhead(
    field: FieldPlan,
    { level, alias, row }: CurrentRow,
  ): ((writing: NestedWriting) => Row) | undefined {
    const { context, parameters } = this.#scope
    const planned = readAheadOf(level, field)
    const sql = planned?.ahead.inSql((name) => `${alias}."${name}"`, planned.args, { context, parameters })
    if (sql === undefined) return undefined
    const number = row.needAhead(sql)
    return (writing) => {
      const found = row.ahead(writing, number)
      if (found === null) throw new NotWritable(`${field.path} is not read ahead`)
      return withAhead(row.of(writing), found)
    }
  }
}
