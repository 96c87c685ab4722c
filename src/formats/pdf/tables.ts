import type { Content, ContentText, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { referenceInCell } from '../page/model/document-references.ts'
import { cellSpans } from '../page/model/table-merges.ts'
import { hasHeader, orderedRecords } from '../page/model/table-records.ts'
import type { CardsView, GridView, Table, TableColumn, TableRecord } from '../page/types.ts'
import { boxIndent, boxRows } from './boxes.ts'
import { printableLine } from './characters.ts'
import { pdfLimits } from './limits.ts'
import { coverContent } from './media.ts'
import { enterContainer, type RenderBlocks, type RenderContext } from './render-context.ts'
import { colors, gap, sizes } from './styles.ts'
import { type CellSource, cellContent, cellLength, hasCell, headerText } from './table-cells.ts'
import type { Tag } from './tags.ts'

const padding = 6
const lineWidth = 0.5

/** Maximum rows of one layout table, whose time grows faster than its rows. */
const rowsPerTable = 400

export function tableContent(table: Table, context: RenderContext, renderBlocks: RenderBlocks): Content[] {
  const { view, definition } = table.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  const sorted = orderedRecords(table.data)
  const rows = sorted.map(([, record]) => record)
  if (columns.length === 0 || (rows.length === 0 && view.type === 'cards')) return []
  const source = { table, renderBlocks }
  if (view.type === 'cards') return cards(view, columns, rows, source, context)
  const isNarrow = context.width / columns.length < 40 || context.depth >= pdfLimits.depth
  if (columns.length > pdfLimits.columns || isNarrow) return recordLists(columns, rows, source, context)
  return grid(view, columns, sorted, source, context)
}

function grid(
  view: GridView,
  columns: readonly TableColumn[],
  sorted: readonly (readonly [id: string, record: TableRecord])[],
  source: CellSource,
  context: RenderContext,
): Content[] {
  const rows = sorted.map(([, record]) => record)
  const widths = gridWidths(view, columns, rows, source, context.width)
  const header = hasHeader(source.table, view)
    ? [columns.map((column) => headerCell(column, source, context))]
    : []
  // A repeated header that fills a page would leave no room for rows.
  const isRepeated = header.length > 0 && columns.every(({ title }) => title.length < 200)
  const tag: Tag = { type: 'Table' }
  const tables: Content[] = []
  for (let start = 0; start === 0 || start < rows.length; start += rowsPerTable) {
    const part = gridRows(columns, sorted.slice(start, start + rowsPerTable), widths, source, context)
    const isLast = start + rowsPerTable >= rows.length
    const repeated = header.map((cells) => cells.map(asDecoration))
    const body = [...(start === 0 ? header : isRepeated ? repeated : []), ...part]
    if (body.length === 0) continue
    tables.push({
      tag,
      table: { widths: [...widths], body, headerRows: isRepeated ? 1 : 0 },
      layout: gridLayout,
      fontSize: sizes.text - 0.8,
      margin: [0, 2, 0, isLast ? gap + 3 : 0],
    })
  }
  return tables
}

/** Renders the rows of a table, in which cells that are one take the place of others. */
function gridRows(
  columns: readonly TableColumn[],
  rows: readonly (readonly [id: string, record: TableRecord])[],
  widths: readonly number[],
  source: CellSource,
  context: RenderContext,
): TableCell[][] {
  const spanOf = cellSpans(
    source.table.data,
    rows.map(([id]) => id),
    columns.map(({ id }) => id),
  )
  return rows.map(([id, record]) =>
    columns.map((column, index) => {
      const span = spanOf(id, column.id)
      if (span === 'covered') return {}
      const { rowSpan = 1, colSpan = 1 } = span ?? {}
      const width = widthAcross(widths.slice(index, index + colSpan))
      return gridCell(record, column, { width, rowSpan, colSpan }, source, context)
    }),
  )
}

/** Returns the width of columns that are one, with the padding and the line between each two. */
const widthAcross = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + (widths.length - 1) * (2 * padding + lineWidth)

const gridLayout: CustomTableLayout = {
  hLineWidth: () => lineWidth,
  vLineWidth: () => lineWidth,
  hLineColor: () => colors.line,
  vLineColor: () => colors.line,
  paddingLeft: () => padding,
  paddingRight: () => padding,
  paddingTop: () => 4,
  paddingBottom: () => 2,
}

/** Returns a header that was there before. */
const asDecoration = (cell: ContentText): ContentText => ({ ...cell, tag: { type: 'Artifact' } })

const headerCell = (column: TableColumn, source: CellSource, context: RenderContext): ContentText => ({
  tag: { type: 'TH', attributes: { O: 'Table', Scope: 'Column' } },
  text: headerText(column, source, context),
  bold: true,
  fillColor: colors.surface,
  alignment: alignmentOf(column),
  margin: [0, 0, 0, 2],
})

function alignmentOf(column: TableColumn): 'left' | 'center' | 'right' {
  if (column.type === 'text') return column.textAlignment ?? 'left'
  return column.type === 'number' ? 'right' : 'left'
}

function gridCell(
  record: TableRecord,
  column: TableColumn,
  { width, rowSpan, colSpan }: { width: number; rowSpan: number; colSpan: number },
  source: CellSource,
  context: RenderContext,
): TableCell {
  const inner = { ...context, width, depth: context.depth + 1 }
  const stack = cellContent(record, column, source, inner)
  const isMerged = rowSpan > 1 || colSpan > 1
  const attributes = isMerged ? { O: 'Table', RowSpan: rowSpan, ColSpan: colSpan } : undefined
  const tag: Tag = { type: 'TD', ...(attributes && { attributes }) }
  return { tag, stack, alignment: alignmentOf(column), rowSpan, colSpan }
}

/** Returns the widths of columns in points: as set by the author, or else in proportion to their text. */
function gridWidths(
  view: GridView,
  columns: readonly TableColumn[],
  rows: readonly TableRecord[],
  source: CellSource,
  width: number,
): number[] {
  const availableWidth = width - columns.length * 2 * padding - (columns.length + 1) * lineWidth
  const weights = columns.map((column) => {
    const chosen = view.columnWidths?.[column.id]
    if (chosen !== undefined && chosen > 0 && Number.isFinite(chosen)) return { chosen }
    const longest = rows
      .slice(0, 200)
      .reduce((most, record) => Math.max(most, cellLength(record, column, source)), 0)
    return { needed: Math.min(Math.max(longest, column.title.length, 4), 60) + 2 }
  })
  const areAllChosen = weights.every((weight) => weight.chosen !== undefined)
  const numbers = weights.map(({ chosen, needed }) =>
    areAllChosen ? (chosen ?? 1) : (needed ?? (chosen ?? 100) / 7),
  )
  return distribute(numbers, availableWidth)
}

/** Distributes the room by weight. Each part is at least half of an equal share. */
function distribute(weights: readonly number[], availableWidth: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const least = availableWidth / weights.length / 2
  const parts = weights.map((weight) => Math.max(least, (weight / sum) * availableWidth))
  const total = parts.reduce((all, part) => all + part, 0)
  return parts.map((part) => (part / total) * availableWidth)
}

/** Renders a table with too many columns as a list of values for each record. */
function recordLists(
  columns: readonly TableColumn[],
  rows: readonly TableRecord[],
  source: CellSource,
  context: RenderContext,
): Content[] {
  const inner = enterContainer(context, boxIndent)
  const lists = rows.map((record) => recordContent(columns, record, true, source, inner ?? context))
  if (!inner || lists.length === 0) return lists.flat()
  return [
    boxRows(
      lists.map((content) => ({ content, tag: { type: 'Sect' } })),
      { width: inner.width },
    ),
  ]
}

function recordContent(
  columns: readonly TableColumn[],
  record: TableRecord,
  hasTitles: boolean,
  source: CellSource,
  context: RenderContext,
): Content[] {
  const contents = columns
    .filter((column) => hasCell(record, column))
    .flatMap((column) => [
      ...(hasTitles && column.title !== '' ? [columnTitle(column)] : []),
      ...cellContent(record, column, source, context),
    ])
  return contents.length === 0 ? [{ text: ' ' }] : contents
}

const columnTitle = ({ title }: TableColumn): Content => ({
  text: printableLine(title, 200),
  fontSize: sizes.small - 1,
  color: colors.faint,
  marginBottom: 1,
})

/** Renders cards in two columns, if there is enough room. */
function cards(
  view: CardsView,
  columns: readonly TableColumn[],
  rows: readonly TableRecord[],
  source: CellSource,
  context: RenderContext,
): Content[] {
  const perRow = context.width >= 300 ? 2 : 1
  const width = context.width / perRow - 2 * padding - 2
  const inner = { ...context, width, depth: context.depth + 1 }
  const shown = columns.filter(({ id }) => id !== view.coverDefinition && id !== view.coverDefinitionDark)
  const cells = rows.map(
    (record): TableCell => ({
      tag: { type: 'Sect' },
      stack: [
        ...cardCover(view, record, inner),
        ...recordContent(shown, record, view.hideColumnTitle === false, source, inner),
      ],
    }),
  )
  return rowsOf(cells, perRow).map((row, index, all): Content => {
    const isLast = index === all.length - 1
    const filled = row.length < perRow ? [...row, { text: '', border: [true, false, false, false] }] : row
    const table: Content = {
      table: { widths: Array(perRow).fill(width), body: [filled as TableCell[]] },
      layout: gridLayout,
      margin: [0, index === 0 ? 2 : 0, 0, isLast ? gap + 3 : 0],
    }
    return row.every(isShort) ? { stack: [table], unbreakable: true } : table
  })
}

const rowsOf = (cells: readonly TableCell[], perRow: number): TableCell[][] =>
  Array.from({ length: Math.ceil(cells.length / perRow) }, (_, index) =>
    cells.slice(index * perRow, (index + 1) * perRow),
  )

/** The characters of a card that is certain to fit on a page, with its cover. */
const shortCard = 700

/** Returns whether a card fits on a page, so that it can be kept on one: an unbreakable row that does not would be lost. */
const isShort = (cell: TableCell): boolean => {
  const text = JSON.stringify(cell, (key, value) => (key === 'svg' || key === 'image' ? undefined : value))
  const letters = [...text.matchAll(/"text":"((?:[^"\\\\]|\\\\.)*)"/g)].reduce(
    (sum, [, found = '']) => sum + found.length,
    0,
  )
  return letters < shortCard && !text.includes('"table"') && (text.match(/"height":/g)?.length ?? 0) <= 1
}

function cardCover(
  { coverDefinition }: CardsView,
  { values }: TableRecord,
  context: RenderContext,
): Content[] {
  const cover = coverDefinition === undefined ? undefined : values[coverDefinition]
  if (Array.isArray(cover)) return cover.slice(0, 1).flatMap((fileId) => coverContent(fileId, context))
  const reference = referenceInCell(cover)
  return reference?.kind === 'file' ? coverContent(reference.file, context) : []
}
