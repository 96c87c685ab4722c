import type { MarkColor } from '../../formats/page/types.ts'

/** Returns the class of a color of text or of its background. None for the default, which is that of the text around it. */
export const colorClass = (part: 'color' | 'background', color: MarkColor = 'default'): string[] =>
  color === 'default' ? [] : [`${part}-${color.replace('$', '')}`]
