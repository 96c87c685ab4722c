import type { HtmlAttributes } from './html.ts'

const containerNames = /^(?:div|p|center|blockquote|h[1-6])$/

/** Returns whether an element only styles or aligns the blocks in it, which may be Markdown. */
export const isContainerElement = (name: string): boolean => containerNames.test(name)

/** Returns whether the tags of such an element are kept as they are around its content, because it says something else. */
export const keepsTags = (name: string, attributes: HtmlAttributes): boolean =>
  name === 'div' &&
  (alignment(attributes.align) === undefined || Object.keys(attributes).some((key) => key !== 'align'))

/** Returns the alignment that the attribute `align` of an element states. */
export function alignment(value: string | undefined): 'start' | 'center' | 'end' | undefined {
  if (value === 'start' || value === 'left') return 'start'
  if (value === 'end' || value === 'right') return 'end'
  return value === 'center' ? value : undefined
}
