import type { ListReads } from '../declare/connection.ts'
import { type Row, visibleColumn } from '../declare/keyset.ts'
import type { Columns } from '../plan/columns.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import { addedCellOf, cellOf, guardCellOf, type RowSet } from '../plan/row-set.ts'
import type { RowSets } from '../plan/row-sets.ts'
import { type Cells, decoderOf } from '../sql/cells.ts'
import { columnTypeOf } from '../sql/where.ts'

export interface RowsOfParent {
  readonly rows: Cells[]
  /** Whether more rows follow in the reading direction. */
  more: boolean
}

/** The rows of a row set, by the key of their parent. */
export type RowsByParent = ReadonlyMap<string, RowsOfParent>

/** Returns the key of a parent, from the cells that have its parts. */
export const keyOf = (row: Cells, cells: readonly number[]): string =>
  cells.length === 1 ? String(row[cells[0] as number]) : cells.map((cell) => row[cell]).join('\0')

/** Distributes the rows of a statement to the row sets and their parents, without those that only tell that there are more. */
export function distribute(
  { all }: RowSets,
  rows: readonly Cells[],
  lists: ReadonlyMap<FieldPlan, ListReads>,
): readonly RowsByParent[] {
  const rowSets = all.map(() => new Map<string, RowsOfParent>())
  const keyCells = all.map(({ layout }) => Array.from({ length: layout.keys }, (_, index) => index + 1))
  for (const row of rows) {
    const index = Number(row[0])
    const key = keyOf(row, keyCells[index] as readonly number[])
    const ofParent = rowSets[index]?.get(key)
    if (ofParent) ofParent.rows.push(row)
    else rowSets[index]?.set(key, { rows: [row], more: false })
  }
  for (const rowSet of all) cutToWindow(rowSet, rowSets[rowSet.index] as RowsByParent, lists)
  return rowSets
}

/** Removes the rows after the window of a list. */
function cutToWindow(
  { source }: RowSet,
  byParent: RowsByParent,
  lists: ReadonlyMap<FieldPlan, ListReads>,
): void {
  if (!source.pages) return
  const window = lists.get(source.pages.field)?.window
  for (const ofParent of byParent.values()) {
    if (window && ofParent.rows.length > window.limit) {
      ofParent.rows.length = window.limit
      ofParent.more = true
    }
    if (window?.backward) ofParent.rows.reverse()
  }
}

/** Returns the members of a row of a row set with some of its columns, as code gets it. */
function membersOf(rowSet: RowSet, selected: Columns) {
  const { columns, guarded } = rowSet.layout
  const { names } = selected
  const members = columns
    .filter((name) => names === undefined || names.includes(name))
    .map((name) => {
      const type = columnTypeOf(rowSet.table, name)
      return { name, decode: decoderOf(type), empty: type.isList ? [] : null }
    })
  const added = Object.entries(rowSet.layout.added).map(([name, type]) => ({
    name,
    decode: decoderOf({ type, kind: 'scalar', isList: false, isRequired: false }),
    empty: null,
  }))
  return { members, guarded: guarded.filter((name) => selected.isGuarded(name)), added }
}

/** Returns a function from the cells of a row of a row set to the row with some of its columns, as code gets it. */
export function rowDecoder(rowSet: RowSet, selected: Columns): (cells: Cells) => Row {
  const { members, guarded, added } = membersOf(rowSet, selected)
  return decoderAt(
    [
      ...members.map((member) => ({ ...member, cell: cellOf(rowSet, member.name) })),
      ...added.map((member, index) => ({ ...member, cell: addedCellOf(rowSet) + index })),
    ],
    guarded.map((name) => ({ name: visibleColumn(name), cell: guardCellOf(rowSet, name) })),
  )
}

/** Returns the same function for cells that are those of these columns only. */
export function decoderOfMembers(rowSet: RowSet, selected: Columns): (cells: Cells) => Row {
  const { members, guarded, added } = membersOf(rowSet, selected)
  const firstAdded = members.length + guarded.length
  return decoderAt(
    [
      ...members.map((member, cell) => ({ ...member, cell })),
      ...added.map((member, index) => ({ ...member, cell: firstAdded + index })),
    ],
    guarded.map((name, index) => ({ name: visibleColumn(name), cell: members.length + index })),
  )
}

interface MemberCell {
  readonly name: string
  readonly cell: number
  readonly decode: (text: string) => unknown
  readonly empty: unknown
}

const decoderAt =
  (members: readonly MemberCell[], visible: readonly Pick<MemberCell, 'name' | 'cell'>[]) =>
  (cells: Cells): Row => {
    const row: Record<string, unknown> = {}
    for (const { name, cell, decode, empty } of members) {
      const text = cells[cell] as string | null
      row[name] = text === null ? empty : decode(text)
    }
    for (const { name, cell } of visible) row[name] = cells[cell] === 'true'
    return row
  }
