import type { CellMerge, TableData } from '../types.ts'

/** The size of a cell, or that another cell takes its place. */
export type CellSpan = { readonly rowSpan: number; readonly colSpan: number } | 'covered'

type SpanOf = (row: string, column: string) => CellSpan | undefined

/** The largest number of cells that are one. */
const largestMerge = 10_000

/**
 * Returns the sizes of cells in a table with these rows and columns in order. Merges that overlap, or that would hide the
 * content of a cell, are left out.
 */
export function cellSpans(
  { cellMerges = [], records }: TableData,
  rows: readonly string[],
  columns: readonly string[],
): SpanOf {
  const spans = new Map<string, CellSpan>()
  const rowIndexes = new Map(rows.map((row, index) => [row, index]))
  const columnIndexes = new Map(columns.map((column, index) => [column, index]))
  const isFree = (row: string, column: string, isAnchor: boolean) =>
    !spans.has(keyOf(row, column)) && (isAnchor || records[row]?.values[column] === undefined)
  for (const { anchor, rowSpan, colSpan } of cellMerges) {
    const top = rowIndexes.get(anchor.record)
    const left = columnIndexes.get(anchor.column)
    if (top === undefined || left === undefined) continue
    const down = rows.slice(top, top + rowSpan)
    const across = columns.slice(left, left + colSpan)
    const size = down.length * across.length
    const isAnchor = (row: string, column: string) => row === anchor.record && column === anchor.column
    if (size < 2 || size > largestMerge) continue
    if (!down.every((row) => across.every((column) => isFree(row, column, isAnchor(row, column))))) continue
    for (const row of down) for (const column of across) spans.set(keyOf(row, column), 'covered')
    spans.set(keyOf(anchor.record, anchor.column), { rowSpan: down.length, colSpan: across.length })
  }
  return (row, column) => spans.get(keyOf(row, column))
}

const keyOf = (row: string, column: string): string => `${row}\n${column}`

/** Returns whether a merge makes more than one cell of a table one. */
export const isMerge = ({ rowSpan, colSpan }: Omit<CellMerge, 'anchor'>): boolean =>
  rowSpan > 1 || colSpan > 1
