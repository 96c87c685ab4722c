import type { RootContent, TableRow } from 'mdast'
import { htmlAttributes } from '../html/html.ts'
import { isEmptyParagraph, plainText, text } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { cellSpans, isMerge } from '../model/table-merges.ts'
import { orderedRecords } from '../model/table-records.ts'
import type { Block, InlineNode, Leaf, Paragraph, Table, TableColumn, TableValue } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { htmlBlock } from './write-elements.ts'
import { htmlText, writeHtmlInline } from './write-html-inline.ts'
import { writeInline } from './write-inline.ts'
import { cellBlocks, writeCell } from './write-table-cells.ts'

/** A table with ordered columns and rows, and its fragments by name. */
interface OrderedTable {
  columns: TableColumn[]
  rows: { id: string; values: Table['data']['records'][string]['values'] }[]
  fragments: Map<string, Block[]>
}

export function writeTable(block: Table, context: WriteContext): RootContent {
  const ordered = orderTable(block)
  return isPlainGrid(block, ordered) ? plainTable(ordered, context) : htmlBlock(tableElement(block, context))
}

function orderTable({ data, fragments }: Table): OrderedTable {
  const shown = data.view.columns.filter((id) => Object.hasOwn(data.definition, id))
  const ids = new Set([...shown, ...Object.keys(data.definition)])
  return {
    columns: [...ids].map((id) => ({ ...(data.definition[id] as TableColumn), id })),
    rows: orderedRecords(data).map(([id, record]) => ({ id, ...record })),
    fragments: new Map(fragments.map(({ fragment = '', nodes }) => [fragment, nodes])),
  }
}

/** Returns whether a Markdown table, with one line of text per cell, can represent the table. */
function isPlainGrid({ data }: Table, { columns, rows, fragments }: OrderedTable): boolean {
  const { view } = data
  if (view.type !== 'grid' || view.hideHeader || view.useNewSizing || data.fullWidth) return false
  if (Object.keys(view.columnWidths ?? {}).length > 0 || columns.length === 0) return false
  if (view.columns.length !== columns.length || data.cellMerges?.some(isMerge)) return false
  const isPlainColumn = (column: TableColumn) =>
    column.type === 'text' &&
    column.verticalAlignment === undefined &&
    isPlainText(column.title) &&
    (titleNodes(column, fragments) ?? []).every(isPlainNode)
  return (
    columns.every(isPlainColumn) &&
    rows.every(({ values }) => columns.every(({ id }) => isPlainCell(cellBlocks(values[id], fragments))))
  )
}

/** Returns the title of a column as more than text, if it is. The fragment of a title that was changed is not. */
function titleNodes(
  { id, title }: TableColumn,
  fragments: ReadonlyMap<string, readonly Block[]>,
): InlineNode[] | undefined {
  const [block, ...others] = fragments.get(id) ?? []
  if (block?.type !== 'paragraph' || others.length > 0) return undefined
  return plainText(block.nodes) === title ? block.nodes : undefined
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
  if (node.object === 'text') return node.leaves.every(isPlainLeaf)
  if (node.type === 'inline-math') return !node.data.formula.includes('|')
  if (node.type === 'link' || node.type === 'annotation') return node.nodes.every(isPlainNode)
  return node.type !== 'button' || isPlainText(node.data.label)
}

const isPlainLeaf = ({ text, marks, source = '' }: Leaf): boolean =>
  !text.includes('\n') &&
  !/[\n|]/.test(source) &&
  !(marks.some(({ type }) => type === 'code') && escapedBar.test(text))

/** Matches a bar after an odd number of backslashes, which code in a Markdown cell cannot have: it is a bar alone there. */
const escapedBar = /(?<!\\)(?:\\\\)*\\\|/

function plainTable({ columns, rows, fragments }: OrderedTable, context: WriteContext): RootContent {
  const head: TableRow = {
    type: 'tableRow',
    children: columns.map((column) => ({
      type: 'tableCell',
      children: writeInline(titleNodes(column, fragments) ?? [text(column.title)], context),
    })),
  }
  const body = rows.map(
    ({ values }): TableRow => ({
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
      `<th${htmlAttributes(columnAttributes(column, block.data))}>${writeTitle(column, fragments, context)}${optionsOf(column)}</th>`,
  )
  const spanOf = cellSpans(
    block.data,
    rows.map(({ id }) => id),
    columns.map(({ id }) => id),
  )
  const body = rows.map(({ id, values }) => {
    const cells = columns.map((column) => {
      const span = spanOf(id, column.id)
      if (span === 'covered') return ''
      const { rowSpan = 1, colSpan = 1 } = span ?? {}
      const attributes = htmlAttributes({
        colspan: colSpan > 1 ? colSpan : undefined,
        rowspan: rowSpan > 1 ? rowSpan : undefined,
      })
      return `<td${attributes}${cellAttributes(values[column.id])}>${writeCell(column, values[column.id], fragments, context)}</td>`
    })
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

function writeTitle(
  column: TableColumn,
  fragments: ReadonlyMap<string, readonly Block[]>,
  context: WriteContext,
): string {
  const nodes = titleNodes(column, fragments)
  return nodes ? writeHtmlInline(nodes, context) : htmlText(column.title)
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
