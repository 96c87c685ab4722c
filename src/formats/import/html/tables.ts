import type { Element, ElementContent } from 'hast'
import { isMarkdownBlock, paragraph, strong } from './markdown-nodes.ts'
import type { PageContext, Rule } from './page-context.ts'
import { element, elementsIn, flattenCells, isElement, lineOf, text } from './tree/tree.ts'

/** Maximum cells of one table, after all rows are padded to the longest one. */
const maximumCells = 50_000

export const readTable: Rule = (node, context) => {
  if (node.tagName !== 'table') return undefined
  const rows = rowsOf(node)
  const isLayout = node.properties.role === 'presentation' || node.properties.role === 'none'
  if (isLayout || context.isInCell) return rows.flatMap((row) => rowToParagraphs(row, context))
  const width = rows.reduce((most, row) => Math.max(most, cellsOf(row).length), 0)
  if (width === 0) return []
  if (width * rows.length > maximumCells) return rows.flatMap((row) => rowToParagraphs(row, context))
  const caption = node.children.find((child) => isElement(child) && child.tagName === 'caption')
  const title = isElement(caption) ? lineOf(caption).replace(/\s*[¶#]$/, '') : ''
  const written = rows.map((row) => readRow(row, context))
  const head = hasHead(node, rows) ? [] : [element('tr', {}, emptyCells(width))]
  const [first, ...others] = [...head, ...written]
  return [
    ...(title === '' ? [] : [paragraph([strong(title)])]),
    element('table', {}, [element('thead', {}, first ? [first] : []), element('tbody', {}, others)]),
  ]
}

const emptyCells = (width: number) => Array.from({ length: width }, () => element('th', {}, []))

function rowsOf(table: Element): Element[] {
  const parts = table.children.filter(isElement)
  return parts.flatMap((part) =>
    part.tagName === 'tr'
      ? [part]
      : /^(thead|tbody|tfoot)$/.test(part.tagName)
        ? part.children.filter(isRow)
        : [],
  )
}

const isRow = (node: ElementContent): node is Element => isElement(node) && node.tagName === 'tr'

const cellsOf = (row: Element): Element[] =>
  row.children.filter((child): child is Element => isElement(child) && /^t[dh]$/.test(child.tagName))

/** Returns whether the first row is a header: it is in a `<thead>`, or all of its cells are header cells. */
function hasHead(table: Element, [first]: readonly Element[]): boolean {
  const hasPart = table.children.some(
    (part) => isElement(part) && part.tagName === 'thead' && part.children.some(isRow),
  )
  return hasPart || (first !== undefined && cellsOf(first).every(({ tagName }) => tagName === 'th'))
}

function readRow(row: Element, context: PageContext): Element {
  const cells = cellsOf(row).flatMap((cell) => {
    const children = context.read(cell.children, { ...context, isInCell: true, isInItem: false })
    const align = alignOf(cell)
    const properties = { ...spansOf(cell, context), ...(align === undefined ? {} : { align }) }
    return flattenCells(element(cell.tagName, properties, children)) ?? []
  })
  return element('tr', {}, cells)
}

function alignOf({ properties }: Element): string | undefined {
  const style = /text-align:\s*(left|center|right)/i.exec(`${properties.style ?? ''}`)?.[1]
  return typeof properties.align === 'string' ? properties.align.toLowerCase() : style?.toLowerCase()
}

/**
 * Returns the spans of a cell. They are ignored once the limit of added cells is reached, because each one
 * takes memory.
 */
function spansOf({ properties }: Element, { spans }: PageContext): { colSpan?: number; rowSpan?: number } {
  const colSpan = Math.max(1, Number(properties.colSpan) || 1)
  const rowSpan = Math.max(1, Number(properties.rowSpan) || 1)
  const more = colSpan * rowSpan - 1
  if (more === 0 || colSpan > 50 || more > spans.left) return {}
  spans.left -= more
  return { colSpan, rowSpan }
}

/** Converts a row to paragraphs, where a table is not possible. */
function rowToParagraphs(row: Element, context: PageContext): ElementContent[] {
  return cellsOf(row).flatMap((cell) => {
    const children = context.read(cell.children, context)
    const isLine = !children.some((child) => isElement(child) && isBlock(child))
    return isLine ? [paragraph(children), text('\n')] : children
  })
}

const blockNames = /^(p|div|ul|ol|pre|blockquote|table|h[1-6]|hr)$/

const isBlock = (node: Element): boolean =>
  [node, ...elementsIn(node)].some((inner) => isMarkdownBlock(inner) || blockNames.test(inner.tagName))
