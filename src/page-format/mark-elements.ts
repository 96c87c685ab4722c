import type { Mark } from './types.ts'

/** The HTML elements of marks. A color has none of its own: what it becomes depends on where it is shown. */
export const markElements = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
} as const satisfies Record<Exclude<Mark['type'], 'color'>, string>
