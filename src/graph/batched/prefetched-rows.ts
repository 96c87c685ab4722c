import { getOrCreate } from '../../base/get-or-create.ts'
import type { Budget, Context } from '../application.ts'
import { type KeysetConnection, keyOfParent, ListReads, type SharedReads } from '../declare/connection.ts'
import { cursorOf, type KeysetPage, type Row } from '../declare/keyset.ts'
import type { FieldPlan } from '../plan/plan.ts'
import {
  type Counted,
  countCellOf,
  isPageOfAll,
  keyCellOf,
  type Level,
  type Levels,
  orderCellOf,
  unreplacedCellOf,
} from '../plan/row-sets.ts'
import type { Cells } from '../sql/cells.ts'
import type { RelatedReads } from './reads.ts'
import { keyOf, type LevelRows, type RowsOfParent, rowDecoder } from './rows.ts'

/** Returns the name under which a row has a number that was read with it. */
const countMember = (level: Level, field: FieldPlan) => `count ${countCellOf(level, field)}`

/** Rows by key of the object that they belong to. */
export interface RowsByKey {
  get(key: string): readonly Row[] | undefined
}

/** The rows that one statement has read for an operation that is executed level by level. */
export class PrefetchedRows {
  readonly #rows: readonly LevelRows[]
  readonly #lists: ReadonlyMap<FieldPlan, ListReads>
  /** The levels that fields lead to. */
  readonly #levels = new Map<FieldPlan, Level>()
  /** The levels whose rows have the number of a field. */
  readonly #counting = new Map<FieldPlan, Level>()
  /** The levels with computed fields that read rows of others. */
  readonly #relating = new Map<FieldPlan, Level>()
  readonly #included = new Set<Level>()
  readonly #decoded = new Map<Cells, Row>()
  readonly #decoders = new Map<Level, (cells: Cells) => Row>()

  constructor(levels: Levels, rows: readonly LevelRows[], lists: ReadonlyMap<FieldPlan, ListReads>) {
    this.#rows = rows
    this.#lists = lists
    for (const [field, level] of levels.below) this.#include(field, level)
  }

  /** Adds a level with those below it, unless code replaces its rows: then it reads all that is below as well. */
  #include(field: FieldPlan, level: Level): void {
    if (level.layout.hasUnreplaced) {
      const cell = unreplacedCellOf(level)
      for (const { rows } of this.#rowsOf(level).values())
        if (rows.some((row) => row[cell] !== 'true')) return
    }
    this.#levels.set(field, level)
    // The fields of all types of an interface lead to one level: those below it would be visited by each, at each depth.
    if (this.#included.has(level)) return
    this.#included.add(level)
    for (const { fields } of level.counted) for (const each of fields) this.#counting.set(each, level)
    for (const each of level.relating) this.#relating.set(each, level)
    for (const [below, target] of level.below) this.#include(below, target)
  }

  /** Returns the row that a field of Query finds; undefined if it was not read, or if there is none. */
  single(field: FieldPlan): Row | undefined {
    const level = this.#levels.get(field)
    return level?.source.kind === 'single' ? this.#pageOf(level, '')?.rows[0] : undefined
  }

  /** Returns the rows that objects refer to by a field, by value; undefined if they were not read. */
  referred(field: FieldPlan): { get(value: string): Row | undefined } | undefined {
    const level = this.#levels.get(field)
    return level && { get: (value) => this.#pageOf(level, value)?.rows[0] }
  }

  /** Returns all rows of objects by a field, by key of the object, and counts them; undefined if they were not read. */
  all(field: FieldPlan, keys: readonly string[], cost: Budget | undefined): RowsByKey | undefined {
    const level = this.#levels.get(field)
    if (!level) return undefined
    const byKey = new Map(keys.map((key) => [key, this.#pageOf(level, key)?.rows ?? []]))
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
    const level = this.#counting.get(field)
    if (!level) return undefined
    const member = countMember(level, field)
    const counts = rows.map((row) => row[member])
    return counts.every((count) => typeof count === 'number') ? (counts as number[]) : undefined
  }

  /** Adds the rows of others that a computed field reads to those that the fields of its level share. */
  addRelated(field: FieldPlan, shared: RelatedReads): void {
    const level = this.#relating.get(field)
    if (level) this.#addRelated(level, shared, '')
  }

  #addRelated({ related }: Level, shared: RelatedReads, path: string): void {
    for (const [relation, target] of related) {
      const innerPath = `${path}.${relation}`
      if (!shared.has(innerPath)) shared.set(innerPath, Promise.resolve(this.#rowsByValue(target)))
      this.#addRelated(target, shared, innerPath)
    }
  }

  #rowsByValue(level: Level): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    for (const [value, ofValue] of this.#rowsOf(level))
      rows.set(value, this.#decode(level, ofValue.rows[0] as Cells))
    return rows
  }

  /** Gives the lists of objects what the statement reads of them, which then need not be found again. */
  share(field: FieldPlan, shared: SharedReads, context: Context): void {
    const reads = this.#lists.get(field)
    if (reads) shared.set('reads', new ListReads(reads.list, reads.window, context))
  }

  /** Returns whether the pages of a list were read. */
  hasPages(field: FieldPlan): boolean {
    return this.#levels.has(field)
  }

  /** Gives connections of a list their pages, and counts the items. */
  fill(field: FieldPlan, connections: readonly KeysetConnection<unknown>[], cost: Budget | undefined): void {
    const level = this.#levels.get(field)
    const reads = this.#lists.get(field)
    if (!level || !reads) return
    const pages = new Map<string, KeysetPage>()
    for (const { keys } of connections) {
      const key = keyOfParent(keys)
      if (!pages.has(key)) pages.set(key, this.#keysetPage(level, reads, key))
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

  #keysetPage(level: Level, { list }: ListReads, key: string): KeysetPage {
    const { rows = [], more = false } = this.#rowsOf(level).get(key) ?? {}
    const items = rows.map(
      (cells) => new PrefetchedItem(this.#decode(level, cells), list, cells[orderCellOf(level)] as string),
    )
    return { items, more }
  }

  #pageOf(level: Level, key: string): { rows: readonly Row[] } | undefined {
    const found: RowsOfParent | undefined = this.#rowsOf(level).get(key)
    return found && { rows: found.rows.map((cells) => this.#decode(level, cells)) }
  }

  #rowsOf({ index }: Level): LevelRows {
    return this.#rows[index] as LevelRows
  }

  #decode(level: Level, cells: Cells): Row {
    return getOrCreate(this.#decoded, cells, () => {
      const decode = getOrCreate(this.#decoders, level, () => rowDecoder(level, level.columns))
      const row: Record<string, unknown> = { ...decode(cells) }
      for (const counted of level.counted)
        for (const field of counted.fields) {
          const count = cells[countCellOf(level, field)] ?? this.#countOfRows(level, counted, cells)
          if (count != null) row[countMember(level, field)] = Number(count)
        }
      return row
    })
  }

  /** Returns the number of rows of the list of a row; undefined where those that were read are not all. */
  #countOfRows(level: Level, counted: Counted, cells: Cells): number | undefined {
    if (counted.kind !== 'list' || !counted.rows) return undefined
    const [field] = counted.fields as [FieldPlan]
    const window = this.#lists.get(field)?.window
    if (!window || !isPageOfAll(window) || !this.#levels.has(field)) return undefined
    const key = keyOf(
      cells,
      counted.keys.map((each) => keyCellOf(level, each)),
    )
    const { rows, more } = this.#rowsOf(counted.rows).get(key) ?? { rows: [], more: false }
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
