import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { pdfLimits } from './limits.ts'

const parser = unified().use(rehypeParse, { fragment: true, space: 'svg' })

const reference = /url\(\s*['"]?#([^'")\s]+)|^#(.+)$/g

/**
 * Whether an SVG can be drawn in bounded time. References draw what they refer to once more, so a few nested
 * ones would draw without end.
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

/** How many elements are drawn for this one; infinitely many where it refers to what it stands in. */
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
