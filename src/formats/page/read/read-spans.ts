import type { HtmlElement } from '../html/html.ts'

export interface PlacedCell {
  readonly element: HtmlElement
  readonly column: number
  readonly rowSpan: number
  readonly colSpan: number
}

/** The largest number of columns or rows of one cell. */
const largestSpan = 1000

/** Places the cells of rows in columns, next to those that rows above reach down with. */
export function placeCells(rows: readonly (readonly HtmlElement[])[]): PlacedCell[][] {
  /** The number of rows for which each column is still taken by a cell above. */
  const taken: number[] = []
  return rows.map((cells, rowIndex) => {
    const placed: PlacedCell[] = []
    const below: [column: number, rows: number][] = []
    let column = 0
    for (const element of cells) {
      while ((taken[column] ?? 0) > 0) column++
      const colSpan = freeColumns(taken, column, span(element.attributes.colspan))
      const rowSpan = Math.min(span(element.attributes.rowspan), rows.length - rowIndex)
      placed.push({ element, column, rowSpan, colSpan })
      if (rowSpan > 1) for (let at = column; at < column + colSpan; at++) below.push([at, rowSpan - 1])
      column += colSpan
    }
    for (const [at, rowsLeft] of taken.entries()) if (rowsLeft > 0) taken[at] = rowsLeft - 1
    for (const [at, rowsLeft] of below) taken[at] = rowsLeft
    return placed
  })
}

function freeColumns(taken: readonly number[], start: number, wanted: number): number {
  let count = 1
  while (count < wanted && !((taken[start + count] ?? 0) > 0)) count++
  return count
}

function span(value: string | undefined): number {
  const number = /^\s*\d+/.exec(value ?? '')?.[0]
  return number === undefined ? 1 : Math.min(Math.max(Number(number), 1), largestSpan)
}
