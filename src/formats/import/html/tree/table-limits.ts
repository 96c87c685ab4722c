import type { Element, Root } from 'hast'
import { invalidSource } from '../../../source-problems.ts'
import { attributeOf, elementsIn } from './tree.ts'

/** Maximum cells of one table, after all rows are padded to the longest one and spans are expanded. */
const maximumCells = 200_000

/**
 * Limits the size of tables. Spans of a table that would become too large are removed; a table that is too
 * large without them throws an input error.
 */
export function limitTables(node: Root | Element, path: string): void {
  for (const table of elementsIn(node)) if (table.tagName === 'table') limitTable(table, path)
}

function limitTable(table: Element, path: string): void {
  const parts = [...elementsIn(table)]
  const rows = parts.filter(({ tagName }) => tagName === 'tr')
  const cells = parts.filter(({ tagName }) => tagName === 'td' || tagName === 'th')
  const longest = rows.reduce(
    (length, row) => Math.max(length, row.children.length),
    cells.length / (rows.length + 1),
  )
  const spanned = cells.reduce(
    (sum, cell) => sum + span(cell, 'colSpan') * Math.min(span(cell, 'rowSpan'), rows.length + 1) - 1,
    0,
  )
  const height = rows.length + 1
  if (height * (longest + spanned) <= maximumCells) return
  if (height * longest > maximumCells)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} has a table of more than ${maximumCells} cells. Split it.`,
      { path },
    )
  for (const cell of cells) cell.properties = {}
}

const span = (cell: Element, name: string) =>
  Math.max(1, Number.parseInt(attributeOf(cell, name) ?? '1', 10) || 1)
