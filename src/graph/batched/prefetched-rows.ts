import { getOrCreate } from '../../base/get-or-create.ts'
import type { Budget, Context } from '../application.ts'
import { type KeysetConnection, keyOfParent, ListReads, type SharedReads } from '../declare/connection.ts'
import { cursorOf, type KeysetPage, type Row } from '../declare/keyset.ts'
import type { Counted } from '../fields/field-kind.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import {
  cellOf,
  countCellOf,
  isPageOfAll,
  keepsRowCellOf,
  orderCellOf,
  type RowSet,
} from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import type { Cells } from '../sql/cells.ts'
import type { RelatedReads } from './reads.ts'
import { keyOf, type RowsByParent, type RowsOfParent, rowDecoder } from './rows.ts'

/** Returns the name under which a row has a number that was read with it. */
const countMember = (rowSet: RowSet, field: FieldPlan) => `count ${countCellOf(rowSet, field)}`

/** Rows by key of the object that they belong to. */
export interface RowsByKey {
  get(key: string): readonly Row[] | undefined
}

/** The rows that one statement has read for an operation that is executed in batches. */
export class PrefetchedRows {
  readonly #rows: readonly RowsByParent[]
  readonly #lists: ReadonlyMap<FieldPlan, ListReads>
  /** The row sets that fields lead to. */
  readonly #rowSets = new Map<FieldPlan, RowSet>()
  /** The row sets whose rows have the number of a field. */
  readonly #counting = new Map<FieldPlan, RowSet>()
  /** The row sets with computed fields that read rows of others. */
  readonly #relating = new Map<FieldPlan, RowSet>()
  readonly #included = new Set<RowSet>()
  readonly #decoded = new Map<Cells, Row>()
  readonly #decoders = new Map<RowSet, (cells: Cells) => Row>()

  constructor(rowSets: RowSets, rows: readonly RowsByParent[], lists: ReadonlyMap<FieldPlan, ListReads>) {
    this.#rows = rows
    this.#lists = lists
    for (const [field, rowSet] of rowSets.below) if (!this.#mayBeFound(rowSet)) this.#include(field, rowSet)
  }

  /** Returns whether code may still find the object of a field of Query, below which nothing was read then. */
  #mayBeFound(rowSet: RowSet): boolean {
    return rowSet.source.single !== undefined && this.#rowsOf(rowSet).size === 0
  }

  /** Adds a row set with those below it, unless code replaces its rows: then it reads all that is below as well. */
  #include(field: FieldPlan, rowSet: RowSet): void {
    if (rowSet.layout.mayBeReplaced) {
      const cell = keepsRowCellOf(rowSet)
      for (const { rows } of this.#rowsOf(rowSet).values())
        if (rows.some((row) => row[cell] !== 'true')) return
    }
    this.#rowSets.set(field, rowSet)
    // The fields of all types of an interface lead to one row set: those below it would be visited by each, at each depth.
    if (this.#included.has(rowSet)) return
    this.#included.add(rowSet)
    for (const { fields } of rowSet.counted) for (const each of fields) this.#counting.set(each, rowSet)
    for (const each of rowSet.relating) this.#relating.set(each, rowSet)
    for (const [below, target] of rowSet.below) this.#include(below, target)
  }

  /** Returns the row that a field of Query finds; undefined if it was not read, or if there is none. */
  single(field: FieldPlan): Row | undefined {
    const rowSet = this.#rowSets.get(field)
    return rowSet?.source.single ? this.#pageOf(rowSet, '')?.rows[0] : undefined
  }

  /** Returns the rows that objects refer to by a field, by value; undefined if they were not read. */
  referred(field: FieldPlan): { get(value: string): Row | undefined } | undefined {
    const rowSet = this.#rowSets.get(field)
    return rowSet && { get: (value) => this.#pageOf(rowSet, value)?.rows[0] }
  }

  /** Returns all rows of objects by a field, by key of the object, and counts them; undefined if they were not read. */
  all(field: FieldPlan, keys: readonly string[], cost: Budget | undefined): RowsByKey | undefined {
    const rowSet = this.#rowSets.get(field)
    if (!rowSet) return undefined
    const byKey = new Map(keys.map((key) => [key, this.#pageOf(rowSet, key)?.rows ?? []]))
    const failure = failureOf(() => cost?.readRows(sizeOf(byKey.values())))
    return {
      get: (key) => {
        if (failure) throw failure.error
        return byKey.get(key)
      },
    }
  }

  /** Returns the numbers that a field is for rows; undefined if they were not read. */
  counts(field: FieldPlan, rows: readonly Row[]): readonly number[] | undefined {
    const rowSet = this.#counting.get(field)
    if (!rowSet) return undefined
    const member = countMember(rowSet, field)
    const counts = rows.map((row) => row[member])
    return counts.every((count) => typeof count === 'number') ? (counts as number[]) : undefined
  }

  /** Adds the rows of others that a computed field reads to those that the fields of its row set share. */
  addRelated(field: FieldPlan, shared: RelatedReads): void {
    const rowSet = this.#relating.get(field)
    if (rowSet) this.#addRelated(rowSet, shared, '')
  }

  #addRelated({ related }: RowSet, shared: RelatedReads, path: string): void {
    for (const [relation, target] of related) {
      const innerPath = `${path}.${relation}`
      if (!shared.has(innerPath)) shared.set(innerPath, Promise.resolve(this.#rowsByValue(target)))
      this.#addRelated(target, shared, innerPath)
    }
  }

  #rowsByValue(rowSet: RowSet): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    for (const [value, ofValue] of this.#rowsOf(rowSet))
      rows.set(value, this.#decode(rowSet, ofValue.rows[0] as Cells))
    return rows
  }

  /** Gives the lists of objects what the statement reads of them, which then need not be found again. */
  share(field: FieldPlan, shared: SharedReads, context: Context): void {
    const reads = this.#lists.get(field)
    if (reads) shared.set('reads', new ListReads(reads.list, reads.window, context))
  }

  hasPages(field: FieldPlan): boolean {
    return this.#rowSets.has(field)
  }

  /** Gives connections of a list their pages, and counts the items. */
  fill(field: FieldPlan, connections: readonly KeysetConnection<unknown>[], cost: Budget | undefined): void {
    const rowSet = this.#rowSets.get(field)
    const reads = this.#lists.get(field)
    if (!rowSet || !reads) return
    const pages = new Map<string, KeysetPage>()
    for (const { keys } of connections) {
      const key = keyOfParent(keys)
      if (!pages.has(key)) pages.set(key, this.#keysetPage(rowSet, reads, key))
    }
    const failure = failureOf(() => cost?.readRows(sizeOf([...pages.values()].map(({ items }) => items))))
    for (const connection of connections) {
      const page = pages.get(keyOfParent(connection.keys)) as KeysetPage
      connection.readPage = () => {
        if (failure) throw failure.error
        return page
      }
    }
  }

  #keysetPage(rowSet: RowSet, { list }: ListReads, key: string): KeysetPage {
    const { rows = [], more = false } = this.#rowsOf(rowSet).get(key) ?? {}
    const items = rows.map(
      (cells) => new PrefetchedItem(this.#decode(rowSet, cells), list, cells[orderCellOf(rowSet)] as string),
    )
    return { items, more }
  }

  #pageOf(rowSet: RowSet, key: string): { rows: readonly Row[] } | undefined {
    const found: RowsOfParent | undefined = this.#rowsOf(rowSet).get(key)
    return found && { rows: found.rows.map((cells) => this.#decode(rowSet, cells)) }
  }

  #rowsOf({ index }: RowSet): RowsByParent {
    return this.#rows[index] as RowsByParent
  }

  #decode(rowSet: RowSet, cells: Cells): Row {
    return getOrCreate(this.#decoded, cells, () => {
      const decode = getOrCreate(this.#decoders, rowSet, () => rowDecoder(rowSet, rowSet.columns))
      const row: Record<string, unknown> = { ...decode(cells) }
      for (const counted of rowSet.counted)
        for (const field of counted.fields) {
          const count = cells[countCellOf(rowSet, field)] ?? this.#countOfRows(rowSet, counted, cells)
          if (count != null) row[countMember(rowSet, field)] = Number(count)
        }
      return row
    })
  }

  /** Returns the number of rows of the list of a row; undefined where those that were read are not all. */
  #countOfRows(rowSet: RowSet, counted: Counted, cells: Cells): number | undefined {
    const { fields, list } = counted
    if (!list?.rows) return undefined
    const [field] = fields as [FieldPlan]
    const window = this.#lists.get(field)?.window
    if (!window || !isPageOfAll(window) || !this.#rowSets.has(field)) return undefined
    const key = keyOf(
      cells,
      list.keys.map((each) => cellOf(rowSet, each)),
    )
    const { rows, more } = this.#rowsOf(list.rows).get(key) ?? { rows: [], more: false }
    return more ? undefined : rows.length
  }
}

const sizeOf = (groups: Iterable<readonly unknown[]>): number => {
  let size = 0
  for (const group of groups) size += group.length
  return size
}

function failureOf(work: () => void): { readonly error: unknown } | null {
  try {
    work()
    return null
  } catch (error) {
    return { error }
  }
}

/** An item whose cursor is written when it is read. A class for the reason of `WrittenResult`. */
class PrefetchedItem {
  readonly row: Row
  readonly #list: ListReads['list']
  readonly #order: string

  constructor(row: Row, list: ListReads['list'], order: string) {
    this.row = row
    this.#list = list
    this.#order = order
  }

  get cursor(): string {
    return cursorOf(this.#list, JSON.parse(this.#order))
  }
}
