import type { Element, Root } from 'hast'
import { attributeOf, elementsIn, textIn } from '../html/tree/tree.ts'

/**
 * Writes colors that a page states for ids in a style sheet to the elements with these ids. The first color of an id is that
 * of the light theme.
 */
export function writeColorIds(content: Root | Element): void {
  const colors = new Map<string, string>()
  for (const node of elementsIn(content)) {
    if (node.tagName !== 'style') continue
    for (const [, id = '', color = ''] of textIn(node).matchAll(
      /\[data-colorid=["']?([\w-]{1,40})["']?\]\s{0,9}\{\s{0,9}color:([^;{}]{1,60})/g,
    ))
      if (!colors.has(id)) colors.set(id, color)
  }
  if (colors.size === 0) return
  for (const node of elementsIn(content)) {
    const color = colors.get(attributeOf(node, 'dataColorid') ?? '')
    if (color !== undefined) node.properties.style = `color:${color};${attributeOf(node, 'style') ?? ''}`
  }
}
