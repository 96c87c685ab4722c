import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { pdfLimits } from './limits.ts'

const parser = unified().use(rehypeParse, { fragment: true, space: 'svg' })

const reference = /url\(\s*['"]?#([^'")\s]+)|^#(.+)$/g

/**
 * Returns whether an SVG can be drawn in bounded time. Each reference draws its target again, so a few nested
 * references can multiply without limit.
 */
export function isAffordableSvg(svg: string): boolean {
  if (svg.length > pdfLimits.svgCharacters) return false
  if (/<!ENTITY|javascript:/i.test(svg)) return false
  const elements = elementsOf(parser.parse(svg))
  const targets = new Map(elements.map((element) => [String(element.properties.id ?? ''), element]))
  const hasStyledReferences = elements.some(
    (element) => element.tagName === 'style' && /url\(|@import/i.test(textOf(element)),
  )
  if (hasStyledReferences || elements.length > pdfLimits.svgElements) return false
  const total = elements
    .filter((element) => element.tagName === 'svg')
    .map((element) => costOf(element, targets, new Map()))
  return Math.max(0, ...total) <= pdfLimits.svgElements
}

const textOf = (element: Element): string =>
  element.children.map((child) => (child.type === 'text' ? child.value : '')).join('')

function elementsOf(root: Root): Element[] {
  const elements: Element[] = []
  const stack = [...root.children]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type !== 'element') continue
    elements.push(node)
    stack.push(...node.children)
  }
  return elements
}

/**
 * Returns the number of elements that are drawn for an element. Infinite if it references one of its ancestors.
 */
function costOf(element: Element, targets: Map<string, Element>, known: Map<Element, number>): number {
  const cost = known.get(element)
  if (cost !== undefined) return cost
  known.set(element, Number.POSITIVE_INFINITY)
  let sum = 1
  for (const child of element.children) {
    if (child.type === 'element') sum += costOf(child, targets, known)
  }
  for (const target of targetsOf(element, targets)) sum += costOf(target, targets, known)
  known.set(element, sum)
  return sum
}

function targetsOf({ properties }: Element, targets: Map<string, Element>): Element[] {
  return Object.values(properties).flatMap((value) =>
    [...String(value).matchAll(reference)].flatMap((match) => targets.get(match[1] ?? match[2] ?? '') ?? []),
  )
}
