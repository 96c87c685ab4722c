import { missingRow } from '../batched/loaded-rows.ts'
import { decoderOfMembers } from '../batched/rows.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import { Columns } from '../plan/columns.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { Cells } from '../sql/cells.ts'
import { asText, textOr } from '../sql/json-sql.ts'
import { columnTypeOf, referenceOf } from '../sql/where.ts'
import type { NestedWriting } from './answer.ts'

/** The cells of a row, and those of the rows that it refers to, in the order of the relations. */
type CellsWithRelated = readonly [Cells, ...(CellsWithRelated | null)[]]

/** The row of a row set as code gets it, for which its cells are part of the text of the statement. */
export class NestedRow {
  readonly #rowSet: RowSet
  readonly #alias: string
  readonly #columns = new Columns()
  readonly #related: NestedRelated
  /** SQL for what is prefetched. */
  readonly #prefetched: string[] = []
  #isNeeded = false
  #decode: ((cells: Cells) => Row) | undefined

  constructor(rowSet: RowSet, alias: string) {
    this.#rowSet = rowSet
    this.#alias = alias
    this.#related = new NestedRelated(rowSet)
  }

  /** Returns whether code gets the row. */
  get isNeeded(): boolean {
    return this.#isNeeded
  }

  /** Adds a column to those that code gets, or all that code of the row set declares. */
  need(column?: string): void {
    this.#isNeeded = true
    if (column === undefined) this.#columns.include(this.#rowSet.columnsOfCode)
    else this.#columns.add(column)
  }

  /** Adds the rows that the row refers to. */
  needRelated(): void {
    this.#related.isNeeded = true
  }

  /** Adds what is prefetched for a field. Returns its number. */
  needPrefetched(sql: string): number {
    const known = this.#prefetched.indexOf(sql)
    return known < 0 ? this.#prefetched.push(sql) - 1 : known
  }

  /** SQL for the cells as JSON. What is prefetched is behind them. */
  get sql(): string {
    const prefetched = this.#prefetched.map((sql) => textOr(sql, 'null'))
    return cellsInSql(this.#rowSet, this.#columns, this.#alias, { related: this.#related, prefetched })
  }

  /** Returns the row that is being written. */
  of(writing: NestedWriting): Row {
    const current = this.#current(writing)
    current.row ??= this.#decoded(this.#cells(writing))
    return current.row
  }

  /** Returns what was prefetched of the row that is being written, by its number; null if SQL does not know it. */
  prefetched(writing: NestedWriting, number: number): unknown {
    return this.#cells(writing).at(number - this.#prefetched.length)
  }

  /** Returns the row that is being written, with those that it refers to, under the names of the relations. */
  withRelated(writing: NestedWriting): Row {
    const [, ...related] = this.#cells(writing)
    return this.#related.addTo(this.of(writing), related)
  }

  #current(writing: NestedWriting) {
    const current = writing.rows.get(this.#rowSet)
    if (!current) throw new Error(`no row of ${this.#rowSet.table} is being written`)
    return current
  }

  #cells(writing: NestedWriting): CellsWithRelated {
    const current = this.#current(writing)
    current.cells ??= JSON.parse(current.json)
    return current.cells as CellsWithRelated
  }

  #decoded([cells]: CellsWithRelated): Row {
    this.#decode ??= decoderOfMembers(this.#rowSet, this.#columns)
    return this.#decode(cells)
  }
}

class NestedRelated {
  isNeeded = false
  readonly #rowSet: RowSet
  #relations: readonly Relation[] | undefined

  constructor(rowSet: RowSet) {
    this.#rowSet = rowSet
  }

  get #needed(): readonly Relation[] {
    if (!this.isNeeded) return []
    this.#relations ??= [...this.#rowSet.related].map(([name, target]) => ({
      name,
      target,
      reference: referenceOf(this.#rowSet.table, name),
      decode: decoderOfMembers(target, everyColumn()),
      related: relatedOf(target),
    }))
    return this.#relations
  }

  /** Returns SQL for the cells of the rows that the row of an alias refers to. */
  sql(alias: string): string[] {
    return this.#needed.map(({ name, target, related, reference: { column, of } }) => {
      const inner = `${alias}_${name}`
      const cells = cellsInSql(target, everyColumn(), inner, { related })
      const found = `SELECT ${cells} FROM "${target.table}" ${inner} WHERE ${inner}."${of}" = ${alias}."${column}"`
      return textOr(found, 'null')
    })
  }

  addTo(row: Row, given: readonly (CellsWithRelated | null)[]): Row {
    const complete: Record<string, unknown> = { ...row }
    for (const [index, { name, reference, decode, related }] of this.#needed.entries()) {
      const found = given[index]
      complete[name] = found
        ? related.addTo(decode(found[0]), found.slice(1) as never)
        : missingRow(reference, row[reference.column] ?? null)
    }
    return complete
  }
}

interface Relation {
  readonly name: string
  readonly target: RowSet
  readonly reference: ReturnType<typeof referenceOf>
  readonly decode: (cells: Cells) => Row
  readonly related: NestedRelated
}

function relatedOf(rowSet: RowSet): NestedRelated {
  const related = new NestedRelated(rowSet)
  related.isNeeded = true
  return related
}

function everyColumn(): Columns {
  const columns = new Columns()
  columns.addAll()
  return columns
}

/** Returns SQL for cells of a row, and what is behind them, as a JSON array: those of the rows that it refers to first. */
function cellsInSql(
  rowSet: RowSet,
  selected: Columns,
  alias: string,
  { related, prefetched = [] }: { readonly related: NestedRelated; readonly prefetched?: readonly string[] },
): string {
  const { columns, guarded, added } = rowSet.layout
  const { names } = selected
  const cells = [
    ...columns
      .filter((name) => names === undefined || names.includes(name))
      .map((name) => asText(`${alias}."${name}"`, columnTypeOf(rowSet.table, name))),
    ...guarded
      .filter((name) => selected.isGuarded(name))
      .map((name) => `${alias}."${visibleColumn(name)}"::text`),
    ...Object.keys(added).map((name) => `${alias}."${name}"::text`),
  ]
  const array = `array_to_json(ARRAY[${cells.join(', ')}]::text[])::text`
  const parts = [array, ...related.sql(alias), ...prefetched].join(` || ',' || `)
  return `'[' || ${parts} || ']'`
}
