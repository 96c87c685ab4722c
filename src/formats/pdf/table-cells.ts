import type { Content, ContentText } from 'pdfmake/interfaces.js'
import { referenceInCell } from '../page/model/document-references.ts'
import type { Block, Table, TableColumn, TableRecord, TableValue } from '../page/types.ts'
import { printable, printableLine } from './characters.ts'
import { inlineRuns, referenceRun } from './inlines.ts'
import { checkBox, checkBoxTag } from './lists.ts'
import type { RenderContext } from './render-context.ts'
import { leaves, type Run } from './runs.ts'

export interface CellSource {
  readonly table: Table
  readonly renderBlocks: (blocks: readonly Block[], context: RenderContext) => Content[]
}

const cellGap = 3

export const hasCell = ({ values }: TableRecord, { id }: TableColumn): boolean =>
  values[id] !== undefined && values[id] !== ''

const fragmentMaps = new WeakMap<Table, Map<string, readonly Block[]>>()

function fragmentBlocks(table: Table, name: TableValue | undefined): readonly Block[] {
  let blocks = fragmentMaps.get(table)
  if (!blocks) {
    blocks = new Map(table.fragments.map(({ fragment, nodes }) => [fragment ?? '', nodes]))
    fragmentMaps.set(table, blocks)
  }
  return typeof name === 'string' ? (blocks.get(name) ?? []) : []
}

/** The characters of a title that a header may have, because a longer one would fill the page on which it is repeated. */
const longestTitle = 1000

/** Renders the title of a column, with its links and marks if it has some. */
export function headerText(
  { id, title }: TableColumn,
  { table }: CellSource,
  context: RenderContext,
): string | Run[] {
  const [written] = fragmentBlocks(table, id)
  const isShort = title.length <= longestTitle
  const runs = written?.type === 'paragraph' && isShort ? inlineRuns(written.nodes, context) : []
  return runs.length === 0 ? printableLine(title, longestTitle) : runs
}

export function cellContent(
  record: TableRecord,
  column: TableColumn,
  { table, renderBlocks }: CellSource,
  context: RenderContext,
): Content[] {
  const value = record.values[column.id]
  if (value === undefined) return [{ text: ' ' }]
  if (column.type === 'text') {
    const contents = renderBlocks(fragmentBlocks(table, value), context).map(withCellSpacing)
    return contents.length === 0 ? [{ text: ' ' }] : contents
  }
  if (column.type === 'checkbox') {
    const tag = checkBoxTag('Figure', value === true, context)
    return [{ tag, canvas: checkBox(value === true), margin: [0, 0, 0, cellGap] }]
  }
  return leaves(valueRuns(value, column, context), { marginBottom: cellGap })
}

/** Reduces the space below a text in a cell. */
function withCellSpacing(content: Content): Content {
  if (typeof content !== 'object' || !('text' in content)) return content
  const text: ContentText = { ...(content as ContentText), marginBottom: cellGap }
  return text
}

function valueRuns(value: TableValue, column: TableColumn, context: RenderContext): Run[] {
  switch (column.type) {
    case 'files':
      return joinWithCommas(listOf(value).map((file) => referenceRun({ kind: 'file', file }, context)))
    case 'users':
      return joinWithCommas(listOf(value).map((user) => referenceRun({ kind: 'user', user }, context, '@')))
    case 'rating':
      return [{ text: `${String(value)} / ${column.max}` }]
    case 'select':
      return joinWithCommas(listOf(value).map((option) => ({ text: printable(optionLabel(option, column)) })))
    default: {
      const reference = referenceInCell(value)
      return reference ? [referenceRun(reference, context)] : [{ text: printable(String(value)) }]
    }
  }
}

const listOf = (value: TableValue): string[] => {
  if (Array.isArray(value)) return value
  const reference = referenceInCell(value)
  if (reference)
    return reference.kind === 'file' ? [reference.file] : reference.kind === 'user' ? [reference.user] : []
  return [String(value)]
}

const optionLabel = (option: string, { options }: Extract<TableColumn, { type: 'select' }>): string =>
  options.find(({ value }) => value === option)?.label ?? option

const joinWithCommas = (runs: Run[]): Run[] =>
  runs.flatMap((run, index) => (index === 0 ? [run] : [{ text: ', ' }, run]))

/** Estimates the characters per line of a cell, to distribute the width of a table. */
export function cellLength(record: TableRecord, column: TableColumn, { table }: CellSource): number {
  const value = record.values[column.id]
  if (value === undefined) return 0
  if (column.type !== 'text') return referenceInCell(value) ? 20 : String(value).length
  return fragmentBlocks(table, value).reduce((most, block) => Math.max(most, blockLength(block)), 0)
}

function blockLength(block: Block): number {
  if (block.type !== 'paragraph') return 30
  return block.nodes.reduce(
    (sum, node) =>
      sum + (node.object === 'text' ? node.leaves.reduce((length, { text }) => length + text.length, 0) : 12),
    0,
  )
}
