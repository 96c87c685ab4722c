import { generateNKeysBetween } from 'fractional-indexing'
import type { Table as MarkdownTable } from 'mdast'
import { childElements, type HtmlElement, sourceOf } from '../html/html.ts'
import { areTexts, boldBlock, fragment, paragraph, plainText } from '../model/nodes.ts'
import { isComplete, opaqueBlock } from '../model/opaque.ts'
import { isMerge } from '../model/table-merges.ts'
import type {
  Block,
  CellMerge,
  Fragment,
  InlineNode,
  Table,
  TableColumn,
  TableData,
  TableValue,
} from '../types.ts'
import { assemble } from './flow-items.ts'
import { readBlocksInText, readHtmlBlocks, withoutBlockTags } from './html-content.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'
import { type PlacedCell, placeCells } from './read-spans.ts'
import { readCell } from './read-table-cells.ts'
import { readColumn, readTitle, readView } from './read-table-columns.ts'

/** Columns, rows and cells have no names in Markdown, so they are named by their positions. */
const columnId = (index: number): string => `column-${index + 1}`

const rowId = (index: number): string => `row-${index + 1}`

/** Reads the cells of one row and adds their fragments, whose names begin with `name`. */
type ReadRow = (name: string, fragments: Fragment[]) => Record<string, TableValue>

interface TableParts {
  readonly view: TableData['view']
  readonly columns: readonly TableColumn[]
  /** The titles of the columns that are more than text. */
  readonly titles: readonly Fragment[]
  readonly rows: readonly ReadRow[]
  readonly merges?: readonly CellMerge[]
  readonly fullWidth?: boolean
}

function table({ view, columns, titles, rows, merges = [], fullWidth = false }: TableParts): Table {
  const fragments: Fragment[] = [...titles]
  const orderIndexes = generateNKeysBetween(null, null, rows.length)
  const records = rows.map((read, index) => {
    const name = rowId(index)
    return [name, { orderIndex: orderIndexes[index] ?? '', values: read(name, fragments) }]
  })
  const data: TableData = {
    view,
    records: Object.fromEntries(records),
    definition: Object.fromEntries(columns.map((column) => [column.id, column])),
  }
  if (merges.length > 0) data.cellMerges = [...merges]
  if (fullWidth) data.fullWidth = true
  return { object: 'block', type: 'table', data, fragments, isVoid: true }
}

/** Creates a table of text: the titles of its columns, and the blocks of its cells by rows. */
export const textTable = (titles: readonly string[], rows: readonly (readonly Block[][])[]): Table =>
  table({
    view: { type: 'grid', columns: titles.map((_, index) => columnId(index)), hideHeader: false },
    columns: titles.map((title, index) => ({
      id: columnId(index),
      title,
      type: 'text',
      textAlignment: 'left',
    })),
    titles: [],
    rows: rows.map(
      (cells): ReadRow =>
        (name, fragments) => {
          const filled = [...cells.entries()].filter(([, blocks]) => blocks.length > 0)
          return Object.fromEntries(
            filled.map(([index, blocks]) => [columnId(index), addFragment(fragments, name, index, blocks)]),
          )
        },
    ),
  })

/** Returns the fragment of a title. A title that is only text has none. */
function titleFragment(index: number, nodes: InlineNode[]): Fragment[] {
  return areTexts(nodes) ? [] : [fragment(columnId(index), [paragraph(nodes)])]
}

export function readTable(node: MarkdownTable, context: ReadContext): Table {
  const [head, ...body] = node.children
  const titles = (head?.children ?? []).map((cell) => readInline(cell.children, context))
  const columns = titles.map(
    (nodes, index): TableColumn => ({
      id: columnId(index),
      title: plainText(nodes),
      type: 'text',
      textAlignment: node.align?.[index] ?? 'left',
    }),
  )
  const rows = body.map(
    (row): ReadRow =>
      (name, fragments) => {
        const values: Record<string, TableValue> = {}
        row.children.slice(0, columns.length).forEach((cell, index) => {
          const nodes = readInline(cell.children, context)
          if (nodes.length > 0)
            values[columnId(index)] = addFragment(fragments, name, index, blocksInCell(nodes, context))
        })
        return values
      },
  )
  return table({
    view: { type: 'grid', columns: columns.map(({ id }) => id), hideHeader: false },
    columns,
    titles: titles.flatMap((nodes, index) => titleFragment(index, nodes)),
    rows,
  })
}

/** Reads the text of a cell, which contains blocks if it has all tags of their elements. */
function blocksInCell(nodes: InlineNode[], context: ReadContext): Block[] {
  const sources = nodes.flatMap((node) =>
    node.object === 'text' ? node.leaves.map(({ source = '' }) => source) : [],
  )
  if (!isComplete(sources.join(''))) return [paragraph(withoutBlockTags(nodes))]
  const items = readBlocksInText(nodes, context)
  return items ? context.nested(() => assemble(items, context)) : [paragraph(nodes)]
}

function addFragment(fragments: Fragment[], row: string, index: number, nodes: Fragment['nodes']): string {
  const name = `${row}-${columnId(index)}`
  fragments.push(fragment(name, nodes))
  return name
}

/** Reads a table of HTML. What is kept between its rows, such as comments, is moved above it. */
export function readHtmlTable(element: HtmlElement, context: ReadContext): Block[] {
  const placed = placeCells(rowElements(element).map(cellElements))
  const head = hasHead(element) && placed[0]?.every(({ rowSpan, colSpan }) => !isMerge({ rowSpan, colSpan }))
  const captions = childElements(element.children, 'caption')
  const kept = [
    ...captions.flatMap(({ children }) => readHtmlBlocks(children, context)),
    ...keptBetween(element),
  ]
  const width = placed.flat().reduce((most, { column }) => Math.max(most, column + 1), 0)
  if (width === 0) return kept
  const headCells: (HtmlElement | undefined)[] = []
  if (head) for (const { element: cell, column } of placed[0] ?? []) headCells[column] = cell
  const titles = Array.from({ length: width }, (_, index) => readTitle(headCells[index], context))
  const columns = titles.map((nodes, index) =>
    readColumn(columnId(index), plainText(nodes), headCells[index]),
  )
  const body = placed.slice(head ? 1 : 0)
  const { 'data-full-width': fullWidth } = element.attributes
  return [
    ...kept,
    table({
      view: readView(element.attributes, columns, headCells, !head),
      columns,
      titles: titles.flatMap((nodes, index) => titleFragment(index, nodes)),
      rows: body.map((cells) => readRow(cells, columns, context)),
      merges: body.flatMap((cells, index) => mergesOf(cells, index, width)),
      fullWidth: fullWidth === 'true',
    }),
  ]
}

const readRow =
  (cells: readonly PlacedCell[], columns: readonly TableColumn[], context: ReadContext): ReadRow =>
  (name, fragments) => {
    const values: Record<string, TableValue> = {}
    for (const { element, column } of cells) {
      const value = readCell(element, columns[column] as TableColumn, context)
      if (Array.isArray(value) && typeof value[0] === 'object') {
        const blocks = value as Block[]
        const nodes = element.name === 'th' ? blocks.map(boldBlock) : blocks
        values[columnId(column)] = addFragment(fragments, name, column, nodes)
      } else if (value !== undefined) values[columnId(column)] = value as TableValue
    }
    return values
  }

const mergesOf = (cells: readonly PlacedCell[], row: number, width: number): CellMerge[] =>
  cells
    .map(({ column, rowSpan, colSpan }) => ({
      anchor: { record: rowId(row), column: columnId(column) },
      rowSpan,
      colSpan: Math.min(colSpan, width - column),
    }))
    .filter(isMerge)

/** Returns whether the first row has the titles of the columns. Titles of rows are in a row of other cells. */
function hasHead(element: HtmlElement): boolean {
  const [head] = childElements(element.children, 'thead')
  if (head && childElements(head.children, 'tr').length > 0) return true
  const [first] = rowElements(element)
  return first !== undefined && cellElements(first).every(({ name }) => name === 'th')
}

function rowElements({ children }: HtmlElement): HtmlElement[] {
  const parts = childElements(children, 'thead', 'tbody', 'tfoot', 'tr')
  return parts.flatMap((part) => (part.name === 'tr' ? [part] : childElements(part.children, 'tr')))
}

const cellElements = ({ children }: HtmlElement): HtmlElement[] => childElements(children, 'th', 'td')

/** Returns the comments between the rows and cells of a table. */
function keptBetween(element: HtmlElement): Block[] {
  const kept: Block[] = []
  let depth = 0
  for (const token of element.children) {
    const isCell = token.type === 'open' || token.type === 'close' ? cellNames.has(token.name) : false
    if (isCell) depth += token.type === 'open' ? 1 : -1
    else if (token.type === 'comment' && depth === 0) kept.push(opaqueBlock(sourceOf(token)))
  }
  return kept
}

const cellNames = new Set(['th', 'td', 'caption'])
