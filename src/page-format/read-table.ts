import { generateNKeysBetween } from 'fractional-indexing'
import type { Table as MarkdownTable } from 'mdast'
import { childElements, type HtmlElement } from './html.ts'
import { fragment, paragraph, plainText } from './nodes.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'
import { readCell } from './read-table-cells.ts'
import { readColumn, readView } from './read-table-columns.ts'
import type { Fragment, Table, TableColumn, TableData, TableValue } from './types.ts'

/** Columns, rows and cells have no names in Markdown, so they are named by their positions. */
const columnId = (index: number): string => `column-${index + 1}`

const rowId = (index: number): string => `row-${index + 1}`

/** Reads the cells of one row and adds their fragments, whose names begin with `name`. */
type ReadRow = (name: string, fragments: Fragment[]) => Record<string, TableValue>

function table(view: TableData['view'], columns: TableColumn[], rows: ReadRow[], fullWidth: boolean): Table {
  const fragments: Fragment[] = []
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
  if (fullWidth) data.fullWidth = true
  return { object: 'block', type: 'table', data, fragments, isVoid: true }
}

export function readTable(node: MarkdownTable, context: ReadContext): Table {
  const [head, ...body] = node.children
  const columns = (head?.children ?? []).map(
    (cell, index): TableColumn => ({
      id: columnId(index),
      title: plainText(readInline(cell.children, context)),
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
            values[columnId(index)] = addFragment(fragments, name, index, [paragraph(nodes)])
        })
        return values
      },
  )
  return table(
    { type: 'grid', columns: columns.map(({ id }) => id), hideHeader: false },
    columns,
    rows,
    false,
  )
}

function addFragment(fragments: Fragment[], row: string, index: number, nodes: Fragment['nodes']): string {
  const name = `${row}-${columnId(index)}`
  fragments.push(fragment(name, nodes))
  return name
}

export function readHtmlTable(element: HtmlElement, context: ReadContext): Table[] {
  const rows = rowElements(element)
  const [first] = rows
  const head = first && cellElements(first).some(({ name }) => name === 'th') ? first : undefined
  const headCells = head ? cellElements(head) : []
  const width = Math.max(headCells.length, first ? cellElements(first).length : 0)
  if (width === 0) return []
  const columns = Array.from({ length: width }, (_, index) =>
    readColumn(columnId(index), headCells[index], context),
  )
  const readRows = rows.slice(head ? 1 : 0).map(
    (row): ReadRow =>
      (name, fragments) => {
        const values: Record<string, TableValue> = {}
        cellElements(row)
          .slice(0, width)
          .forEach((cell, index) => {
            const value = readCell(cell, columns[index] as TableColumn, context)
            if (Array.isArray(value) && typeof value[0] === 'object') {
              values[columnId(index)] = addFragment(fragments, name, index, value as Fragment['nodes'])
            } else if (value !== undefined) values[columnId(index)] = value as TableValue
          })
        return values
      },
  )
  const { 'data-full-width': fullWidth } = element.attributes
  const view = readView(element.attributes, columns, headCells, head === undefined)
  return [table(view, columns, readRows, fullWidth === 'true')]
}

function rowElements({ children }: HtmlElement): HtmlElement[] {
  const parts = childElements(children, 'thead', 'tbody', 'tfoot', 'tr')
  return parts.flatMap((part) => (part.name === 'tr' ? [part] : childElements(part.children, 'tr')))
}

const cellElements = ({ children }: HtmlElement): HtmlElement[] => childElements(children, 'th', 'td')
