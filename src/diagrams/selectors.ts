import { LRUCache } from 'lru-cache'
import type { DrawnElement } from 'svgdom'

export type Matcher = (element: DrawnElement) => boolean

const elementType = 1

const matchers = new LRUCache<string, { readonly matcher: Matcher | undefined }>({ max: 5000 })

/**
 * Returns what matches a selector: names, ids, classes and attributes, below and directly below others. Undefined for any other
 * selector. The DOM reads a selector again for each element, which takes most of the time of drawing.
 */
export function matcherOf(selectors: string): Matcher | undefined {
  const known = matchers.get(selectors)
  if (known) return known.matcher
  const each = selectors.split(',').map((selector) => compile(selector.trim()))
  const matcher = each.every((one) => one !== undefined)
    ? (element: DrawnElement) => each.some((one) => one(element))
    : undefined
  matchers.set(selectors, { matcher })
  return matcher
}

/** Returns the elements below another that match, in the order of the document. */
export function matchesBelow(root: DrawnElement, matcher: Matcher, limit = Infinity): DrawnElement[] {
  const found: DrawnElement[] = []
  const walk = (parent: DrawnElement): void => {
    for (const child of parent.childNodes) {
      if (found.length >= limit) return
      if (child.nodeType !== elementType) continue
      if (matcher(child)) found.push(child)
      walk(child)
    }
  }
  walk(root)
  return found
}

const step = /^(?:[\w-]+|\*)?(?:#[\w-]+|\.[\w-]+|\[[\w:-]+(?:[~^$*|]?=(?:"[^"\]]*"|'[^'\]]*'|[\w-]+))?\])*$/

function compile(selector: string): Matcher | undefined {
  const steps = selector.replace(/\s*>\s*/g, ' > ').split(/\s+/)
  let matcher: Matcher | undefined
  let isChild = false
  for (const one of steps) {
    if (one === '>') {
      if (!matcher || isChild) return undefined
      isChild = true
      continue
    }
    if (one === '' || !step.test(one)) return undefined
    const own = compound(one)
    matcher = matcher ? below(matcher, own, isChild) : own
    isChild = false
  }
  return isChild ? undefined : matcher
}

function below(outer: Matcher, inner: Matcher, isChild: boolean): Matcher {
  return (element) => {
    if (!inner(element)) return false
    let at = element.parentNode
    if (isChild) return at?.nodeType === elementType && outer(at)
    for (; at?.nodeType === elementType; at = at.parentNode) if (outer(at)) return true
    return false
  }
}

function compound(selector: string): Matcher {
  const parts = selector.match(/^[\w-]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]/g) ?? []
  const tests = parts.map(simple)
  return (element) => tests.every((test) => test(element))
}

function simple(part: string): Matcher {
  const name = part.slice(1)
  if (part.startsWith('#')) return (element) => element.getAttribute('id') === name
  if (part.startsWith('.')) return (element) => classesOf(element).includes(name)
  if (!part.startsWith('[')) return (element) => element.localName === part
  const [, attribute = '', operator, quoted = ''] = /^\[([\w:-]+)(?:([~^$*|]?=)(.*))?\]$/.exec(part) ?? []
  const wanted = quoted.replace(/^["']|["']$/g, '')
  return (element) => compare(element.getAttribute(attribute), operator, wanted)
}

const classesOf = (element: DrawnElement): readonly string[] =>
  (element.getAttribute('class') ?? '').split(/\s+/)

function compare(value: string | null, operator: string | undefined, wanted: string): boolean {
  if (value === null) return false
  switch (operator) {
    case undefined:
      return true
    case '=':
      return value === wanted
    case '^=':
      return value.startsWith(wanted)
    case '$=':
      return value.endsWith(wanted)
    case '*=':
      return value.includes(wanted)
    case '~=':
      return value.split(/\s+/).includes(wanted)
    default:
      return value === wanted || value.startsWith(`${wanted}-`)
  }
}
