import type { Mark } from '../types.ts'

/** The HTML elements of marks. Colors are excluded, because their HTML depends on where they are rendered. */
export const markElements = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
} as const satisfies Record<Exclude<Mark['type'], 'color'>, string>
