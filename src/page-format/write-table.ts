import type { RootContent, TableRow } from 'mdast'
import { htmlAttributes } from './html.ts'
import { isEmptyParagraph, plainText } from './nodes.ts'
import { normalizeInline } from './normalize-inline.ts'
import type { Block, InlineNode, Paragraph, Table, TableColumn, TableValue } from './types.ts'
import { htmlBlock } from './write-blocks.ts'
import type { WriteContext } from './write-context.ts'
import { htmlText } from './write-html-inline.ts'
import { writeInline } from './write-inline.ts'
import { writeCell } from './write-table-cells.ts'

/** A table with ordered columns and rows, and its fragments by name. */
interface OrderedTable {
  columns: TableColumn[]
  rows: Table['data']['records'][string]['values'][]
  fragments: Map<string, Block[]>
}

export function writeTable(block: Table, context: WriteContext): RootContent {
  const ordered = orderTable(block)
  return isPlainGrid(block, ordered) ? plainTable(ordered, context) : htmlBlock(tableElement(block, context))
}

function orderTable({ data, fragments }: Table): OrderedTable {
  const shown = data.view.columns.filter((id) => Object.hasOwn(data.definition, id))
  const ids = new Set([...shown, ...Object.keys(data.definition)])
  const records = Object.values(data.records)
  records.sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : Number(a.orderIndex > b.orderIndex)))
  return {
    columns: [...ids].map((id) => ({ ...(data.definition[id] as TableColumn), id })),
    rows: records.map(({ values }) => values),
    fragments: new Map(fragments.map(({ fragment = '', nodes }) => [fragment, nodes])),
  }
}

/** Returns whether a Markdown table, with one line of text per cell, can represent the table. */
function isPlainGrid({ data }: Table, { columns, rows, fragments }: OrderedTable): boolean {
  const { view } = data
  if (view.type !== 'grid' || view.hideHeader || view.useNewSizing || data.fullWidth) return false
  if (Object.keys(view.columnWidths ?? {}).length > 0 || columns.length === 0) return false
  if (view.columns.length !== columns.length) return false
  const isPlainColumn = (column: TableColumn) =>
    column.type === 'text' && column.verticalAlignment === undefined && isPlainText(column.title)
  return (
    columns.every(isPlainColumn) &&
    rows.every((values) => columns.every(({ id }) => isPlainCell(cellBlocks(values[id], fragments))))
  )
}

export function cellBlocks(value: unknown, fragments: ReadonlyMap<string, Block[]>): Block[] {
  if (typeof value !== 'string') return []
  const text: InlineNode = { object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }
  return fragments.get(value) ?? [{ object: 'block', type: 'paragraph', data: {}, nodes: [text] }]
}

const isPlainText = (text: string): boolean => text === text.trim() && !text.includes('\n')

function isPlainCell(blocks: readonly Block[]): boolean {
  const [first] = blocks
  if (!first) return true
  if (blocks.length > 1 || first.type !== 'paragraph' || first.data?.align !== undefined) return false
  if (isEmptyParagraph(first)) return true
  const nodes = normalizeInline(first.nodes)
  return isPlainText(plainText(nodes)) && nodes.every(isPlainNode)
}

/**
 * Returns whether a node fits in a Markdown cell. A vertical bar in a formula or a line ending would end the
 * cell.
 */
function isPlainNode(node: InlineNode): boolean {
  if (node.object === 'text') return !plainText([node]).includes('\n')
  if (node.type === 'inline-math') return !node.data.formula.includes('|')
  if (node.type === 'link' || node.type === 'annotation') return node.nodes.every(isPlainNode)
  return node.type !== 'button' || isPlainText(node.data.label)
}

function plainTable({ columns, rows, fragments }: OrderedTable, context: WriteContext): RootContent {
  const head: TableRow = {
    type: 'tableRow',
    children: columns.map(({ title }) => ({
      type: 'tableCell',
      children: title === '' ? [] : [{ type: 'text', value: title }],
    })),
  }
  const body = rows.map(
    (values): TableRow => ({
      type: 'tableRow',
      children: columns.map(({ id }) => {
        const [paragraph] = cellBlocks(values[id], fragments) as Paragraph[]
        return { type: 'tableCell', children: paragraph ? writeInline(paragraph.nodes, context) : [] }
      }),
    }),
  )
  const align = columns.map((column) => {
    const alignment = column.type === 'text' ? column.textAlignment : 'left'
    return alignment === 'left' ? null : alignment
  })
  return { type: 'table', align, children: [head, ...body] }
}

/** Serializes a table as HTML, which can represent cards, all column types and cells with several blocks. */
export function tableElement(block: Table, context: WriteContext): string {
  const { columns, rows, fragments } = orderTable(block)
  const { view, fullWidth } = block.data
  const head = columns.map(
    (column) =>
      `<th${htmlAttributes(columnAttributes(column, block.data))}>${htmlText(column.title)}${optionsOf(column)}</th>`,
  )
  const body = rows.map((values) => {
    const cells = columns.map(
      (column) =>
        `<td${cellAttributes(values[column.id])}>${writeCell(column, values[column.id], fragments, context)}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  const isCards = view.type === 'cards'
  const attributes = htmlAttributes({
    'data-view': isCards ? 'cards' : undefined,
    'data-card-size': isCards && view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': isCards && view.hideColumnTitle,
    'data-header-hidden': !isCards && view.hideHeader,
    'data-new-sizing': !isCards && view.useNewSizing,
    'data-full-width': fullWidth ? 'true' : undefined,
  })
  return `<table${attributes}><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function columnAttributes(column: TableColumn, { view }: Table['data']) {
  const isGrid = view.type === 'grid'
  const isText = column.type === 'text'
  return {
    width: isGrid ? view.columnWidths?.[column.id] : undefined,
    align: isText && column.textAlignment !== 'left' ? column.textAlignment : undefined,
    valign: isText ? column.verticalAlignment : undefined,
    'data-type': isText || column.type === 'select' ? undefined : column.type,
    'data-multiple': column.type === 'users' && column.multiple,
    'data-max': column.type === 'rating' ? column.max : undefined,
    'data-hidden': !view.columns.includes(column.id),
    'data-card-target': !isGrid && view.targetDefinition === column.id,
    'data-card-cover': !isGrid && view.coverDefinition === column.id,
    'data-card-cover-dark': !isGrid && view.coverDefinitionDark === column.id,
  }
}

function optionsOf(column: TableColumn): string {
  if (column.type !== 'select') return ''
  const options = column.options.map(
    ({ value, label, color }) => `<option${htmlAttributes({ value, label, color })}></option>`,
  )
  return `<select${htmlAttributes({ multiple: column.multiple })}>${options.join('')}</select>`
}

const cellAttributes = (value: TableValue | undefined): string =>
  typeof value === 'object' && 'objectFit' in value
    ? htmlAttributes({ 'data-object-fit': value.objectFit })
    : ''
