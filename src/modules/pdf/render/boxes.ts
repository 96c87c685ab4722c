import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { colors, gap } from './styles.ts'

export interface BoxForm {
  /** Points, of what stands in the box; left to the layout, a long word would widen it. */
  width: number
  /** Color of the bar on the left; without one the box has a thin frame. */
  bar?: string
  surface?: string
  margin?: [number, number, number, number]
}

const padding = 10

/** What a box takes from the width of what stands in it. */
export const boxIndent = 2 * padding + 3

/** A box around content that may go on over several pages. */
export function box(content: Content[], form: BoxForm): Content {
  return boxRows([[content, form.surface]], form)
}

/** A box with a row for each content, with lines between them. */
export function boxRows(rows: [content: Content[], surface: string | undefined][], form: BoxForm): Content {
  const { bar, width, margin = [0, 2, 0, gap + 2] } = form
  const body = rows.map(([content, surface]): TableCell[] => [
    { stack: content, ...(surface === undefined ? {} : { fillColor: surface }) },
  ])
  return {
    table: { widths: [width], body },
    layout: bar === undefined ? frameLayout : barLayout(bar),
    margin,
  }
}

const paddings = {
  paddingLeft: () => padding,
  paddingRight: () => padding,
  paddingTop: () => 7,
  // The last block of the content brings the space below itself.
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
