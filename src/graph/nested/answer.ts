import type { Row } from '../declare/keyset.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { ByteText } from './byte-text.ts'
import { bytesOfText, indexOfCharacter, partOf, textOfPart } from './byte-text.ts'
import { countObjects, type WrittenSize } from './leaf-text.ts'
import { NotWritable } from './not-writable.ts'
import { Writing } from './writing.ts'

// The text of a nested statement is the answer, with slots in it. A slot is a control character, the number of an event
// and `:`. Some have a text after it, up to another control character. JSON has control characters only as escapes.

const start = '\u0001'
const end = '\u0002'

/** The state of writing an answer from the text of a nested statement. */
export class NestedWriting extends Writing {
  /** By row set: the row that is being written. */
  readonly rows = new Map<RowSet, WrittenRow>()
  readonly found: number[] = []
  /** The number of rows that were read as items of lists. */
  listed = 0
  /** The number of items of the list that is the answer. */
  counted?: number
  /** By field: what is written of rows that are equal. */
  readonly sameFor = new Map<FieldPlan, WrittenValue>()
  /** The row sets of lists that have a full page. */
  readonly fullPages = new Set<RowSet>()
  /** Whether more rows can follow on a full page, beyond which the statement has not read. */
  missesRows = false
}

/** The JSON of the cells of a row, what that has, and the row as code gets it, once they were asked for. */
interface WrittenRow {
  readonly json: string
  cells?: readonly unknown[]
  row?: Row
}

/** A text in the answer, and the size of what it has. */
interface WrittenValue extends WrittenSize {
  readonly text: string
}

/** Returns the event that writes the value of a field which is the same for all rows of a row set. */
export const writeSame =
  (field: FieldPlan, write: (writing: Writing) => string): SlotEvent =>
  (writing) => {
    const known = writing.sameFor.get(field)
    if (known) {
      countObjects(writing, known.objects, known.requestedObjects)
      return known.text
    }
    const { objects, requestedObjects } = writing
    const text = write(writing)
    writing.sameFor.set(field, {
      text,
      objects: writing.objects - objects,
      requestedObjects: writing.requestedObjects - requestedObjects,
    })
    return text
  }

/** Returns the text that replaces a slot. */
export type SlotEvent = (writing: NestedWriting, text: string) => string

interface SlotContent {
  readonly hasText: boolean
  readonly event: SlotEvent
}

/** The events of the slots of one statement. */
export class Slots {
  readonly #events: SlotContent[] = []
  /** The slot of a value that the answer cannot have, as null is where the schema forbids it. */
  readonly fault: string

  constructor() {
    this.fault = this.slot(() => {
      throw new NotWritable('a field has an error')
    })
  }

  /** Adds an event. Returns its slot. */
  slot(event: SlotEvent): string {
    this.#events.push({ hasText: false, event })
    return `${start}${this.#events.length - 1}:`
  }

  /** Adds an event with a text. Returns what is before the text and after it. */
  slotText(event: SlotEvent): { readonly before: string; readonly after: string } {
    this.#events.push({ hasText: true, event })
    return { before: `${start}${this.#events.length - 1}:`, after: end }
  }

  /**
   * Returns the parts of a text with the texts of its slots. Throws NotWritable where the answer has errors or must be waited
   * for.
   */
  write(bytes: ByteText, writing: NestedWriting): readonly ByteText[] {
    const parts: ByteText[] = []
    const find = (character: string, from: number) => indexOfCharacter(bytes, character, from)
    let position = 0
    for (let slot = find(start, 0); slot >= 0; slot = find(start, position)) {
      const colon = find(':', slot)
      const { hasText, event } = this.#events[Number(textOfPart(bytes, slot + 1, colon))] as SlotContent
      const after = hasText ? find(end, colon) : colon
      const written = event(writing, hasText ? textOfPart(bytes, colon + 1, after) : '')
      if (slot > position) parts.push(partOf(bytes, position, slot))
      if (written !== '') parts.push(bytesOfText(written))
      position = after + 1
    }
    parts.push(partOf(bytes, position))
    return parts
  }
}

/** Returns an event that counts one object of a row set. */
export const countObject =
  (rowSet: RowSet): SlotEvent =>
  (writing) => {
    countObjects(writing, 1)
    writing.found[rowSet.index] = (writing.found[rowSet.index] ?? 0) + 1
    return ''
  }

/** Counts rows that were read as items of a list. */
export function countRows(writing: NestedWriting, { index }: RowSet, count: number): void {
  writing.listed += count
  writing.found[index] = (writing.found[index] ?? 0) + count
}
