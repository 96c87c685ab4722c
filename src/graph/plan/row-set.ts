import type { Window } from '../declare/keyset.ts'
import { guardsOf, type ModelDeclaration } from '../declare/model-registry.ts'
import type { AddedMembers } from '../declare/relation.ts'
import type { Counted, RowSetSource } from '../fields/field-kind.ts'
import { columnNamesOf } from '../sql/where.ts'
import { Columns } from './columns.ts'
import { type FieldPlan, type ListOptions, listOptionsOf } from './field-plan.ts'

/** The parts of a connection that are selected. */
export interface ListParts {
  readonly rows: boolean
  readonly pageInfo: boolean
  readonly cursors: boolean
  readonly count: boolean
}

/** Returns whether the rows of a page are all of their list unless more follow: then they need not be counted. */
export const isPageOfAll = ({ cursor, limit }: Window): boolean => cursor === null && limit > 0

/** Returns whether a row after the window of a list is read, which tells that more follow. */
export const readsBeyond = ({ pageInfo, count }: ListParts): boolean => pageInfo || count

/** Returns whether the rows of a row set are numbered in the flat statement, because those after its window have no row sets below them. */
export const isNumbered = ({ source, below, related }: RowSet): boolean =>
  source.pages !== undefined && readsBeyond(source.pages.parts) && below.size + related.size > 0

/** The rows of one place of a document: the objects that a field leads to. */
export class RowSet {
  readonly index: number
  readonly table: string
  /** Absent for rows that code reads, whatever the viewer may see. */
  readonly declaration: ModelDeclaration | undefined
  readonly source: RowSetSource
  readonly columns = new Columns()
  /** The columns that code gets of the rows. */
  readonly columnsOfCode = new Columns()
  readonly counted: Counted[] = []
  /** The row sets that fields of the rows lead to. */
  readonly below = new Map<FieldPlan, RowSet>()
  /** The row sets of the rows that computed fields read, by relation. */
  readonly related = new Map<string, RowSet>()
  /** The computed fields that read them. */
  readonly relating: FieldPlan[] = []
  #layout: Layout | undefined

  constructor(index: number, table: string, declaration: ModelDeclaration | undefined, source: RowSetSource) {
    this.index = index
    this.table = table
    this.declaration = declaration
    this.source = source
  }

  /** Returns the positions of the members in the rows. No column may be added after the first call. */
  get layout(): Layout {
    this.#layout ??= layoutOf(this)
    return this.#layout
  }
}

/** The cells of the rows of a row set, in their order. The cell before them has the number of the row set. */
export interface Layout {
  /** The number of keys of the parent. */
  readonly keys: number
  readonly columns: readonly string[]
  /** The columns of which a cell tells whether the viewer may see them. */
  readonly guarded: readonly string[]
  /** The members of the rows besides the columns of their table. */
  readonly added: AddedMembers
  /** Whether a cell has the values by which the rows are ordered, as a JSON array. */
  readonly hasOrder: boolean
  /** Whether a cell tells that the row is an item of the list, which code has not replaced. */
  readonly mayBeReplaced: boolean
  readonly width: number
}

function layoutOf({ columns, counted, declaration, source, table }: RowSet): Layout {
  const { names = columnNamesOf(table) } = columns
  const guarded = (declaration ? guardsOf(declaration) : [])
    .map(({ column }) => column)
    .filter((column) => columns.isGuarded(column))
  const { pages } = source
  const members = {
    keys: source.keys.length,
    // A statement must select something.
    columns: names.length > 0 ? names : columnNamesOf(table).slice(0, 1),
    guarded,
    added: source.added ?? {},
    hasOrder: pages?.parts.cursors ?? false,
    mayBeReplaced: pages !== undefined && keepsRowsOf(pages.field) !== undefined,
  }
  const width =
    1 +
    members.keys +
    members.columns.length +
    guarded.length +
    Object.keys(members.added).length +
    Number(members.hasOrder) +
    Number(members.mayBeReplaced) +
    counted.length
  return { ...members, width }
}

const required = (index: number, name: string): number => {
  if (index < 0) throw new Error(`${name} is not read`)
  return index
}

/** Returns the cell of a column of the rows of a row set. */
export const cellOf = ({ layout }: RowSet, column: string): number =>
  1 + layout.keys + required(layout.columns.indexOf(column), column)

/** Returns the cell that tells whether the viewer may see a column. */
export const guardCellOf = ({ layout }: RowSet, column: string): number =>
  1 + layout.keys + layout.columns.length + required(layout.guarded.indexOf(column), column)

/** Returns the first cell of what rows have besides their columns. */
export const addedCellOf = ({ layout }: RowSet): number =>
  1 + layout.keys + layout.columns.length + layout.guarded.length

/** Returns the cell of the values by which the rows of a row set are ordered. */
export const orderCellOf = (rowSet: RowSet): number =>
  addedCellOf(rowSet) + Object.keys(rowSet.layout.added).length

/** Returns the cell that tells that a row is an item of its list. */
export const keepsRowCellOf = (rowSet: RowSet): number => orderCellOf(rowSet) + Number(rowSet.layout.hasOrder)

/** Returns where the rows of a list field are its items, if code replaces others. */
export const keepsRowsOf = (field: FieldPlan): ListOptions['keepsRows'] => listOptionsOf(field)?.keepsRows

/** Returns the cell of a number that is read with each row. */
export const countCellOf = (rowSet: RowSet, field: FieldPlan): number =>
  orderCellOf(rowSet) +
  Number(rowSet.layout.hasOrder) +
  Number(rowSet.layout.mayBeReplaced) +
  required(
    rowSet.counted.findIndex(({ fields }) => fields.includes(field)),
    field.path,
  )
