import { AppError } from '../../../base/errors.ts'
import { type MarkdownNode, parseMarkdown, spanOf } from '../../page/file/markdown-file.ts'
import { tableCell } from '../conversion/markdown-syntax.ts'
import { codeCell } from './descriptions.ts'

/** Begins of lines that can be blocks other than paragraphs. Most descriptions have none and are not parsed. */
const blockSyntax = /^[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|`{3}|~{3}|:?-+:?[ \t]*\||\|)/m

/**
 * Formats a description for a cell of a table. Cells hold one line, so the rows of tables, the items of lists and the
 * lines of code become lines of the cell that are separated by `<br>`.
 */
export function describedCell(description: string): string {
  const source = description.replace(/\r\n?/g, '\n').trim()
  if (!blockSyntax.test(source)) return tableCell(source)
  try {
    return linesOf(source, parseMarkdown(source, 'A description'), '•').join('<br>')
  } catch (error) {
    // A description beyond the limits of a page is text like any other.
    if (error instanceof AppError) return tableCell(source)
    throw error
  }
}

function linesOf(source: string, node: MarkdownNode, bullet: string): string[] {
  const { type, children = [], value = '' } = node
  if (type === 'table') return children.map((row, index) => rowLine(source, row, index === 0))
  if (type === 'code')
    return value
      .split('\n')
      .map(codeCell)
      .filter((line) => line !== '')
  if (type === 'heading') return [bold(contentOf(source, node))]
  if (type === 'thematicBreak') return []
  if (type === 'listItem') return itemLines(source, node, bullet)
  if (/^(?:root|list|blockquote)$/.test(type))
    return children.flatMap((child) => linesOf(source, child, bullet))
  const { start, end } = spanOf(node)
  return [tableCell(source.slice(start, end))]
}

const rowLine = (source: string, { children = [] }: MarkdownNode, isHead: boolean): string =>
  children
    .map((cell) => contentOf(source, cell))
    .map((cell) => (isHead ? bold(cell) : cell))
    .join(' · ')

/** Returns the content of a heading or a cell, without its marks. */
function contentOf(source: string, { children = [] }: MarkdownNode): string {
  const [first] = children
  const last = children.at(-1)
  return first && last ? tableCell(source.slice(spanOf(first).start, spanOf(last).end)) : ''
}

const bold = (markdown: string) => (markdown === '' || markdown.includes('**') ? markdown : `**${markdown}**`)

const boxes: Record<string, string> = { ' ': '☐ ', x: '☑ ' }

function itemLines(source: string, item: MarkdownNode, bullet: string): string[] {
  const { start, end } = spanOf(item)
  const [, digits, box] =
    /^(?:(\d{1,9})[.)]|[-*+])\s*(?:\[([ x])\](?=\s))?/i.exec(source.slice(start, end)) ?? []
  const mark = digits === undefined ? bullet : `${digits}.`
  const [first = '', ...others] = (item.children ?? []).flatMap((child) => linesOf(source, child, '◦'))
  return [`${mark} ${boxes[box?.toLowerCase() ?? ''] ?? ''}${first}`, ...others]
}
