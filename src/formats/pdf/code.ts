import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Code, CodeLine } from '../page/types.ts'
import { printableLine } from './characters.ts'
import { courierAdvance } from './fonts.ts'
import { inlineRuns } from './inlines.ts'
import type { RenderContext } from './render-context.ts'
import { codeRuns, type Run } from './runs.ts'
import { colors, gap, sizes } from './styles.ts'
import type { Tag } from './tags.ts'

const characterWidth = sizes.code * courierAdvance
const padding = 8
const tabWidth = 4

/** Maximum rows of code that are kept on one page. */
const shortCode = 12

/** Renders a code block with a background. Long lines are wrapped. */
export function codeContent(
  { data, nodes }: Code,
  context: RenderContext,
  tag: Tag = { type: 'Code' },
): Content[] {
  const numberWidth = data.lineNumbers ? String(nodes.length).length * characterWidth + padding : 0
  const textWidth = context.width - 2 * padding
  const rowLength = Math.max(8, Math.floor((textWidth - numberWidth) / characterWidth))
  const lines = nodes.map((line) => ({
    rows: rowsOf(line, rowLength, context),
    isHighlighted: line.data?.highlighted,
  }))
  const body: TableCell[][] = numberWidth > 0 ? numberedRows(lines, tag) : plainRows(lines, tag)
  const label = data.title ?? (data.syntax === 'mermaid' ? context.resources.texts.diagram : undefined)
  const title = label === undefined ? [] : [titleRow(label, numberWidth > 0)]
  const widths = numberWidth > 0 ? [numberWidth - padding, textWidth - numberWidth] : [textWidth]
  const rowCount = lines.reduce((count, { rows }) => count + rows.length, 0)
  return [
    {
      unbreakable: rowCount <= shortCode,
      table: { widths, body: [...title, ...body] },
      layout: codeLayout(title.length, title.length + body.length),
      fontSize: sizes.code,
      lineHeight: 1.55,
      margin: [0, 2, 0, gap + 3],
    },
  ]
}

interface PrintedLine {
  rows: Run[][]
  isHighlighted: boolean | undefined
}

/**
 * Groups lines with the same background into table rows. Each row is expensive, but a background requires a
 * row.
 */
function plainRows(lines: readonly PrintedLine[], tag: Tag): TableCell[][] {
  const contentsOf = (rows: Run[][]) => rows.map((row) => rowContent(row, tag))
  const groups: { isHighlighted: boolean; content: Content[] }[] = []
  for (const { rows, isHighlighted = false } of lines) {
    const last = groups.at(-1)
    if (last && last.isHighlighted === isHighlighted) last.content.push(...contentsOf(rows))
    else groups.push({ isHighlighted, content: contentsOf(rows) })
  }
  if (groups.length === 0) groups.push({ isHighlighted: false, content: contentsOf([[]]) })
  return groups.map(({ isHighlighted, content }) => [{ stack: content, fillColor: surfaceOf(isHighlighted) }])
}

const surfaceOf = (isHighlighted: boolean | undefined) => (isHighlighted ? colors.highlight : colors.surface)

const numberedRows = (lines: readonly PrintedLine[], tag: Tag): TableCell[][] =>
  lines.map(({ rows, isHighlighted }, index) => [
    {
      tag: { type: 'Artifact' },
      text: String(index + 1),
      font: 'Courier',
      color: colors.faint,
      alignment: 'right',
      fillColor: surfaceOf(isHighlighted),
    },
    { stack: rows.map((row) => rowContent(row, tag)), fillColor: surfaceOf(isHighlighted) },
  ])

/** Disables wrapping: lines are already split, and searching for line breaks takes most of the time. */
const rowContent = (runs: Run[], tag: Tag): Content => ({
  tag,
  text: runs.length === 0 ? [{ text: ' ', font: 'Courier' }] : runs,
  noWrap: true,
  preserveLeadingSpaces: true,
})

function titleRow(title: string, isNumbered: boolean): TableCell[] {
  const cell: TableCell = {
    text: printableLine(title, 200),
    bold: true,
    color: colors.faint,
    fillColor: '#e8eaed',
    ...(isNumbered ? { colSpan: 2 } : {}),
  }
  return isNumbered ? [cell, {}] : [cell]
}

const codeLayout = (titles: number, rows: number) => ({
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => padding,
  paddingRight: (column: number, { table }: { table: { widths?: unknown } }) =>
    column === 0 && Array.isArray(table.widths) && table.widths.length > 1 ? 0 : padding,
  paddingTop: (row: number) => (row < titles ? 3 : row === titles ? 6 : 0),
  paddingBottom: (row: number) => (row < titles ? 3 : row === rows - 1 ? 6 : 0),
})

/** Splits a line of code into rows of `rowLength` characters. */
function rowsOf(line: CodeLine, rowLength: number, context: RenderContext): Run[][] {
  const rows: Run[][] = [[]]
  let column = 0
  for (const run of inlineRuns(line.nodes, context)) {
    const text = withoutTabs(run.text.replaceAll('\n', ' '), column)
    for (const part of codeRuns(text, run)) column = fill(rows, part, column, rowLength)
  }
  return rows
}

/** Appends a run to the last row, and to new rows if that is full. Returns the next column. */
function fill(rows: Run[][], run: Run, column: number, rowLength: number): number {
  // Characters that Courier lacks are rendered in a proportional font. They are rarely wider than two columns.
  const advance = run.font === 'Courier' ? 1 : 2
  const characters = [...run.text]
  let at = column
  while (characters.length > 0) {
    let count = Math.floor((rowLength - at) / advance)
    if (count < 1) {
      rows.push([])
      at = 0
      count = Math.max(1, Math.floor(rowLength / advance))
    }
    const taken = characters.splice(0, count)
    rows.at(-1)?.push({ ...run, text: taken.join('') })
    at += taken.length * advance
  }
  return at
}

function withoutTabs(text: string, start: number): string {
  if (!text.includes('\t')) return text
  let result = ''
  for (const character of text) {
    result += character === '\t' ? ' '.repeat(tabWidth - ((start + result.length) % tabWidth)) : character
  }
  return result
}

/** Renders text as a code block, for formulas. */
export const preformatted = (text: string, context: RenderContext, tag: Tag): Content[] =>
  codeContent(
    {
      object: 'block',
      type: 'code',
      data: {},
      nodes: text.split('\n').map((line) => ({
        object: 'block',
        type: 'code-line',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
      })),
    },
    context,
    tag,
  )
