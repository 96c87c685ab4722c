import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { colors, gap } from './styles.ts'
import type { Tag } from './tags.ts'

export interface BoxOptions {
  /** The width of the content in points. It is set explicitly, because a long word would widen the box. */
  width: number
  /** The color of the bar on the left. Without it, the box has a thin frame. */
  bar?: string
  surface?: string
  tag?: Tag
  margin?: [number, number, number, number]
}

const padding = 10

/** The width of the padding and borders of a box in points. */
export const boxIndent = 2 * padding + 3

/** Creates a box. Its content may break across pages. */
export function box(content: Content[], options: BoxOptions): Content {
  return boxRows([{ content, surface: options.surface }], options)
}

export interface BoxRow {
  content: Content[]
  surface?: string | undefined
  tag?: Tag
}

/** Creates a box with rows that are separated by lines. */
export function boxRows(rows: readonly BoxRow[], options: BoxOptions): Content {
  const { bar, width, tag, margin = [0, 2, 0, gap + 2] } = options
  const body = rows.map(({ content, surface, tag: rowTag }): TableCell[] => [
    {
      stack: content,
      ...(surface === undefined ? {} : { fillColor: surface }),
      ...(rowTag && { tag: rowTag }),
    },
  ])
  return {
    ...(tag && { tag }),
    table: { widths: [width], body },
    layout: bar === undefined ? frameLayout : barLayout(bar),
    margin,
  }
}

const paddings = {
  paddingLeft: () => padding,
  paddingRight: () => padding,
  paddingTop: () => 7,
  // The last block of the content has a bottom margin.
  paddingBottom: () => 0,
}

const frameLayout: CustomTableLayout = {
  ...paddings,
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => colors.line,
  vLineColor: () => colors.line,
}

const barLayout = (bar: string): CustomTableLayout => ({
  ...paddings,
  hLineWidth: () => 0,
  vLineWidth: (column) => (column === 0 ? 3 : 0),
  vLineColor: () => bar,
})
