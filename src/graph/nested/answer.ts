import { type ListReads, pageInfo } from '../declare/connection.ts'
import { cursorOf, type Row } from '../declare/keyset.ts'
import { type FieldPlan, typePlanOf } from '../plan/plan.ts'
import { isNodeOfEdge, type Level } from '../plan/row-sets.ts'
import type { AnswerForm } from './answer-form.ts'
import type { ByteText } from './byte-text.ts'
import { bytesOfText, indexOfCharacter, partOf, textOfPart } from './byte-text.ts'
import { countObjects, type PageInformation, pageInfoText, type WrittenSize } from './leaf-text.ts'
import { NotWritable } from './not-writable.ts'
import { Writing } from './writing.ts'

// The text of a nested statement is the answer, with marks in it. A mark is a control character, the number of an event
// and `:`. Some have a text after it, up to another control character. JSON has control characters only as escapes.

const start = '\u0001'
const end = '\u0002'

/** The state of writing an answer from the text of a nested statement. */
export class NestedWriting extends Writing {
  /** By level: the row that is being written. */
  readonly rows = new Map<Level, WrittenRow>()
  /** The number of objects of each level. */
  readonly found: number[] = []
  /** The number of rows that were read as items of lists. */
  listed = 0
  /** The number of items of the list that is the answer. */
  counted?: number
  /** By field: what is written of rows that are alike. */
  readonly alike = new Map<FieldPlan, WrittenValue>()
  /** The levels of lists that have a full page. */
  readonly fullPages = new Set<Level>()
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

/** Returns the event that writes the value of a field which is the same for all rows of a level. */
export const writeAlike =
  (field: FieldPlan, write: (writing: Writing) => string): MarkEvent =>
  (writing) => {
    const known = writing.alike.get(field)
    if (known) {
      countObjects(writing, known.objects, known.requestedObjects)
      return known.text
    }
    const { objects, requestedObjects } = writing
    const text = write(writing)
    writing.alike.set(field, {
      text,
      objects: writing.objects - objects,
      requestedObjects: writing.requestedObjects - requestedObjects,
    })
    return text
  }

/** Returns the text that replaces a mark. */
export type MarkEvent = (writing: NestedWriting, text: string) => string

interface Marked {
  readonly hasText: boolean
  readonly event: MarkEvent
}

/** The events of the marks of one statement. */
export class Marks {
  readonly #events: Marked[] = []
  /** The mark of a value that the answer cannot have, as null is where the schema forbids it. */
  readonly fault: string

  constructor() {
    this.fault = this.mark(() => {
      throw new NotWritable('a field has an error')
    })
  }

  /** Adds an event. Returns its mark. */
  mark(event: MarkEvent): string {
    this.#events.push({ hasText: false, event })
    return `${start}${this.#events.length - 1}:`
  }

  /** Adds an event with a text. Returns what is before the text and after it. */
  markText(event: MarkEvent): { readonly before: string; readonly after: string } {
    this.#events.push({ hasText: true, event })
    return { before: `${start}${this.#events.length - 1}:`, after: end }
  }

  /**
   * Returns the parts of a text with the texts of its marks. Throws NotWritable where the answer has errors or must be waited
   * for.
   */
  write(bytes: ByteText, writing: NestedWriting): readonly ByteText[] {
    const parts: ByteText[] = []
    const find = (character: string, from: number) => indexOfCharacter(bytes, character, from)
    let position = 0
    for (let mark = find(start, 0); mark >= 0; mark = find(start, position)) {
      const colon = find(':', mark)
      const { hasText, event } = this.#events[Number(textOfPart(bytes, mark + 1, colon))] as Marked
      const after = hasText ? find(end, colon) : colon
      const written = event(writing, hasText ? textOfPart(bytes, colon + 1, after) : '')
      if (mark > position) parts.push(partOf(bytes, position, mark))
      if (written !== '') parts.push(bytesOfText(written))
      position = after + 1
    }
    parts.push(partOf(bytes, position))
    return parts
  }
}

/** Returns an event that counts one object of a level. */
export const countObject =
  (level: Level): MarkEvent =>
  (writing) => {
    countObjects(writing, 1)
    writing.found[level.index] = (writing.found[level.index] ?? 0) + 1
    return ''
  }

/** Counts rows that were read as items of a list. */
export function countRows(writing: NestedWriting, { index }: Level, count: number): void {
  writing.listed += count
  writing.found[index] = (writing.found[index] ?? 0) + count
}

/**
 * Returns the event that counts the objects of a connection, from the number of its items. `full` tells what a full page
 * means; undefined where it makes no difference.
 */
export function countConnection(
  field: FieldPlan,
  level: Level,
  { window }: ListReads,
  full: { readonly isMissed: boolean } | undefined,
): MarkEvent {
  let pages = 0
  let others = 1
  let nodesOfEdges = 0
  for (const member of typePlanOf(field).fields) {
    const part = member.way.kind === 'part' ? member.way.part : undefined
    if (part === 'pageInfo') others++
    if (part === 'nodes' || part === 'edges') pages++
    if (part === 'edges') nodesOfEdges += typePlanOf(member).fields.filter(isNodeOfEdge).length
  }
  return (writing, text) => {
    const count = Number(text)
    if (full && count === window.limit) {
      writing.fullPages.add(level)
      writing.missesRows ||= full.isMissed
    }
    countRows(writing, level, count)
    countObjects(writing, others)
    countObjects(writing, pages * count, pages * window.limit)
    countObjects(writing, nodesOfEdges * count)
    return ''
  }
}

/** Returns the event that keeps the number of items of the list that is the answer, which is its text. */
export const keepCount = (): MarkEvent => (writing, text) => {
  writing.counted = Number(text)
  if (Number.isNaN(writing.counted)) throw new NotWritable('a list has no count')
  return text
}

/**
 * Returns the event that writes the information about a page: from whether more follow, and the orders of its ends.
 * `isAnswer` tells whether the list is the answer in the form.
 */
export function writePageInfo(
  field: FieldPlan,
  { list, window }: ListReads,
  { form, isAnswer }: { readonly form: AnswerForm | undefined; readonly isAnswer: boolean },
): MarkEvent {
  const write = form
    ? ({ context, counted }: NestedWriting, found: PageInformation) =>
        isAnswer ? form.pageInfoText(found, context.walk, counted) : form.pageInfoText(found)
    : pageInfoText<NestedWriting>(field)
  return (writing, text) => {
    const [more, first, last] = JSON.parse(text)
    const items = [first, last].flatMap((order) => (order ? [{ cursor: cursorOf(list, order) }] : []))
    return write(writing, pageInfo(window, items, more))
  }
}
