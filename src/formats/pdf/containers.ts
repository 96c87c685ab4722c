import type { Column, Content } from 'pdfmake/interfaces.js'
import { expandableParts, isEmptyTitle } from '../page/model/expandables.ts'
import type { Columns, Expandable, Stepper, Tabs } from '../page/types.ts'
import { type BoxRow, boxIndent, boxRows } from './boxes.ts'
import { printableLine } from './characters.ts'
import { iconGlyph, inlineRuns } from './inlines.ts'
import { pdfLimits } from './limits.ts'
import { pointsOf } from './media.ts'
import { enterContainer, type RenderBlocks, type RenderContext } from './render-context.ts'
import { leaves, type Run } from './runs.ts'
import { colors, sizes } from './styles.ts'
import type { Tag } from './tags.ts'
import { numbered } from './texts.ts'

const titleContent = (runs: Run[]): Content[] =>
  leaves(
    runs.map((run) => ({ ...run, bold: true })),
    { marginBottom: 6 },
  )

/** Renders all tabs below each other, each with its title. */
export function tabsContent({ nodes }: Tabs, context: RenderContext, renderBlocks: RenderBlocks): Content[] {
  const { texts } = context.resources
  const inner = enterContainer(context, boxIndent)
  const items = nodes.map(({ data, nodes: blocks }, index) => ({
    title: titleContent([
      ...(data?.icon ? [{ text: `${iconGlyph} `, color: colors.faint }] : []),
      { text: printableLine(data?.title || numbered(texts.tab, index + 1), pdfLimits.titleCharacters) },
    ]),
    content: renderBlocks(blocks, inner ?? context),
  }))
  if (!inner) return items.flatMap(({ title, content }) => [...title, ...content])
  const rows = items.flatMap(({ title, content }) => titledRows(title, content))
  return rows.length === 0 ? [] : [boxRows(rows, { width: inner.width })]
}

/** Renders an expandable as a box with its title and its expanded content. */
export function expandableContent(
  { fragments }: Expandable,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Content[] {
  const inner = enterContainer(context, boxIndent)
  const parts = expandableParts(fragments)
  const title = titleContent(
    isEmptyTitle(parts.title)
      ? [{ text: context.resources.texts.details }]
      : inlineRuns(parts.title, context),
  )
  const body = renderBlocks(parts.body, inner ?? context)
  return inner ? [boxRows(titledRows(title, body), { width: inner.width })] : [...title, ...body]
}

function titledRows(title: Content[], content: Content[]): BoxRow[] {
  const tag: Tag = { type: 'Sect' }
  return [
    { content: title, surface: colors.surface, tag },
    { content, tag },
  ]
}

/** Renders steps with their numbers, next to a vertical line. */
export function stepperContent(
  { nodes }: Stepper,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Content[] {
  const inner = enterContainer(context, boxIndent)
  const steps = nodes.map((step, index) =>
    withLabel(numbered(context.resources.texts.step, index + 1), renderBlocks(step.nodes, inner ?? context)),
  )
  if (!inner || steps.length === 0) return steps.flat()
  return [
    boxRows(
      steps.map((content) => ({ content, tag: { type: 'Sect' } })),
      { bar: colors.link, width: inner.width },
    ),
  ]
}

/** Adds the label of a step and keeps it with the title. */
function withLabel(text: string, content: Content[]): Content[] {
  const label: Content = { text, bold: true, fontSize: sizes.small, color: colors.link }
  const [first, ...rest] = content
  const isKept = typeof first === 'object' && 'unbreakable' in first && first.unbreakable === true
  return isKept ? [{ stack: [label, first], unbreakable: true }, ...rest] : [label, ...content]
}

const columnGap = 16

export function columnsContent(
  { nodes }: Columns,
  context: RenderContext,
  renderBlocks: RenderBlocks,
): Content[] {
  const availableWidth = context.width - columnGap * (nodes.length - 1)
  const widths = columnWidths(nodes, availableWidth, context)
  const hasRoom = nodes.length > 1 && context.depth < pdfLimits.depth && Math.min(...widths) >= 90
  if (!hasRoom) return nodes.flatMap((column) => renderBlocks(column.nodes, context))
  const columns = nodes.map((column, index): Column => {
    const width = widths[index] ?? availableWidth
    const inner = { ...context, width, depth: context.depth + 1 }
    return { width, tag: { type: 'Div' }, stack: renderBlocks(column.nodes, inner) }
  })
  return [{ columns, columnGap }]
}

/**
 * Returns the widths of columns, scaled to fill the room. Columns without a width get equal parts of what the others leave,
 * or an equal share of all if they leave nothing.
 */
function columnWidths(columns: Columns['nodes'], availableWidth: number, context: RenderContext): number[] {
  const chosen = columns.map(({ data }) => {
    const points = data?.width === undefined ? undefined : pointsOf(data.width, context)
    return points !== undefined && points > 0 ? Math.min(points, availableWidth) : undefined
  })
  const given = chosen.filter((width) => width !== undefined)
  const left = availableWidth - sumOf(given)
  const part = left > 0 ? left / (columns.length - given.length) : availableWidth / columns.length
  const widths = chosen.map((width) => width ?? part)
  const sum = sumOf(widths)
  return widths.map((width) => (width / sum) * availableWidth)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
