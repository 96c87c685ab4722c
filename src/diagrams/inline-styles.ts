import type { DrawnElement } from 'svgdom'
import { matcherOf, matchesBelow } from './selectors.ts'
import { type Declaration, declarationsOf, rulesOf } from './stylesheet.ts'

/** The values of properties by element. */
export type InlineStyles = ReadonlyMap<DrawnElement, ReadonlyMap<string, string>>

/**
 * Returns the properties that the stylesheets within an SVG and its attributes `style` give to elements. The policy of pages
 * applies neither, and no stylesheet of a diagram must reach the rest of a page.
 */
export function inlineStyles(svg: DrawnElement): InlineStyles {
  const styles = new Map<DrawnElement, Map<string, string>>()
  const important = new Set<string>()
  const elements = [svg, ...matchesBelow(svg, () => true)]
  for (const { selector, declarations } of rulesOf(svg)) {
    const matcher = matcherOf(selector)
    if (matcher) for (const element of elements) if (matcher(element)) apply(element, declarations)
  }
  for (const element of elements) apply(element, declarationsOf(element.getAttribute('style') ?? ''))
  return styles

  function apply(element: DrawnElement, declarations: readonly Declaration[]): void {
    const style = styles.get(element) ?? new Map<string, string>()
    for (const { name, value, isImportant } of declarations) {
      const key = `${keyOf(element)} ${name}`
      if (important.has(key) && !isImportant) continue
      if (isImportant) important.add(key)
      style.set(name, value)
    }
    if (style.size > 0) styles.set(element, style)
  }
}

const keys = new WeakMap<DrawnElement, number>()
let lastKey = 0

function keyOf(element: DrawnElement): number {
  const key = keys.get(element) ?? ++lastKey
  keys.set(element, key)
  return key
}
