import { underlineTags } from '../../formats/page/model/underlines.ts'
import type { Leaf } from '../../formats/page/types.ts'
import { type Child, element } from './elements.ts'

/**
 * Underlines what is between tags. Tags in underlined text have no effect, and an opening tag without a closing one has none.
 */
export function renderUnderlines(parts: readonly (Leaf | { readonly rendered: Child })[]): Child[] {
  const children: Child[] = []
  let inside: Child[] | undefined
  let depth = 0
  for (const part of parts) {
    if ('rendered' in part) (inside ?? children).push(part.rendered)
    else if (part.source === underlineTags.opening) {
      if (depth++ === 0) inside = []
    } else if (depth > 0 && --depth === 0 && inside) {
      children.push(element('u', {}, inside))
      inside = undefined
    }
  }
  return inside ? [...children, ...inside] : children
}
