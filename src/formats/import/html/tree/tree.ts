import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { invalidSource } from '../../../source-problems.ts'

/** Maximum nesting of elements. */
const maximumDepth = 400

const parser = unified().use(rehypeParse).freeze()

/** Parses an HTML page. `path` is the path of the page, for error messages. */
export function parseHtml(html: string, path: string): Root {
  const root = withStackGuard(path, () => parser.parse(html))
  let level: readonly (Root | RootContent)[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maximumDepth)
      throw invalidSource('SOURCE_NESTED_TOO_DEEPLY', `${path} is nested too deeply.`, { path })
    level = level.flatMap((node) => ('children' in node ? node.children : []))
  }
  return root
}

/** Runs a function and converts a stack overflow into an input error: recursion depth depends on the page. */
export function withStackGuard<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError)
      throw invalidSource('SOURCE_NESTED_TOO_DEEPLY', `${path} is nested too deeply.`, { path })
    throw error
  }
}

export const isElement = (node: Root | RootContent | undefined): node is Element => node?.type === 'element'

export const classesOf = ({ properties }: Element): readonly string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

export const hasClass = (element: Element, name: string): boolean => classesOf(element).includes(name)

/** Returns the value of an attribute. `name` is a hast property name, such as `dataJiraKey`. */
export function attributeOf({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
}

/** Yields all elements below a node, in document order. */
export function* elementsIn(node: Root | Element): Generator<Element> {
  const pending = [...node.children].reverse()
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!isElement(next)) continue
    yield next
    for (let index = next.children.length - 1; index >= 0; index--)
      pending.push(next.children[index] as RootContent)
  }
}

export function findElement(
  node: Root | Element,
  matches: (element: Element) => boolean,
): Element | undefined {
  for (const element of elementsIn(node)) if (matches(element)) return element
  return undefined
}

export const withClass = (node: Root | Element, name: string): Element | undefined =>
  findElement(node, (element) => hasClass(element, name))

export function textIn(node: Root | RootContent): string {
  let text = ''
  const pending: (Root | RootContent)[] = [node]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.type === 'text') text += next.value
    else if (isElement(next) && next.tagName === 'br') text += '\n'
    else if ('children' in next)
      for (let index = next.children.length - 1; index >= 0; index--)
        pending.push(next.children[index] as RootContent)
  }
  return text
}

export const lineOf = (node: Root | RootContent): string => textIn(node).replace(/\s+/g, ' ').trim()

export const element = (
  tagName: string,
  properties: Element['properties'],
  children: readonly ElementContent[],
): Element => ({ type: 'element', tagName, properties, children: [...children] })

export const text = (value: string): ElementContent => ({ type: 'text', value })

/** Elements that contain raw Markdown: a block, or inline content. */
export const markdownBlock = (markdown: string): Element => element('x-block', { markdown }, [])
export const markdownInline = (markdown: string): Element => element('x-inline', { markdown }, [])

export const hint = (style: string, children: readonly ElementContent[]): Element =>
  element('div', {}, [
    markdownBlock(`{% hint style="${style}" %}`),
    ...children,
    markdownBlock('{% endhint %}'),
  ])

export const details = (title: string, children: readonly ElementContent[]): Element =>
  element('div', {}, [
    markdownBlock(`<details>\n<summary>${escapeHtml(title)}</summary>`),
    ...children,
    markdownBlock('</details>'),
  ])

export const codeBlock = (code: string, syntax: string, title = ''): Element => {
  const block = element('pre', {}, [
    element('code', { className: syntax ? [`language-${syntax}`] : [] }, [text(code.replace(/\n?$/, '\n'))]),
  ])
  if (!title) return block
  const tag = `{% code title="${title.replace(/[\\"]/g, '\\$&').replaceAll('%}', '% }')}" %}`
  return element('div', {}, [markdownBlock(tag), block, markdownBlock('{% endcode %}')])
}

const escapeHtml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Creates an image with an optional caption. */
export function figure(source: string, alt: string, caption: string): Element {
  if (!caption) return element('p', {}, [element('img', { src: source, alt }, [])])
  const attribute = (value: string) => escapeHtml(value).replaceAll('"', '&quot;')
  return markdownBlock(
    `<figure><img src="${attribute(source)}" alt="${attribute(alt)}"><figcaption><p>${escapeHtml(caption)}</p></figcaption></figure>`,
  )
}

/**
 * Returns the replacement of an element, or undefined to keep it. The children of the element are already
 * processed.
 */
export type Rule = (element: Element) => readonly ElementContent[] | undefined

/**
 * Applies rules to all elements below a node, children first. The first rule that returns a replacement wins.
 */
export function applyRules(node: Root | Element, rules: readonly Rule[]): void {
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return child.type === 'text' ? [child] : []
    applyRules(child, rules)
    for (const rule of rules) {
      const result = rule(child)
      if (result) return [...result]
    }
    return [child]
  })
}

const blockElements = new Set(
  'p div ul ol li blockquote pre table tr h1 h2 h3 h4 h5 h6 section figure'.split(' '),
)

export const isBlockElement = ({ tagName }: Element): boolean => blockElements.has(tagName)

/**
 * Converts the content of a table cell to lines that are separated by `<br>`, because cells of Markdown tables
 * are single lines.
 */
export const flattenCells: Rule = (cell) => {
  if (cell.tagName !== 'td' && cell.tagName !== 'th') return undefined
  const children: ElementContent[] = []
  flatten(cell, children)
  while (isBreak(children.at(-1))) children.pop()
  return [{ ...cell, children }]
}

const isBreak = (node: ElementContent | undefined) =>
  (isElement(node) && node.tagName === 'x-inline' && node.properties.markdown === '<br>') ||
  (node?.type === 'text' && node.value.trim() === '')

function flatten(parent: Element, into: ElementContent[]): void {
  for (const child of parent.children) {
    if (!isElement(child)) into.push(child)
    else if (child.tagName === 'br') into.push(markdownInline('<br>'))
    // Cells have no blocks of tags. The content of the block follows.
    else if (child.tagName === 'x-block' && `${child.properties.markdown}`.startsWith('{%')) continue
    else if (child.tagName === 'x-block')
      pushLine(into, [markdownInline(`${child.properties.markdown}`.replace(/\n/g, ' '))])
    else if (child.tagName === 'pre') {
      const lines = textIn(child).trimEnd().split('\n')
      for (const line of lines) pushLine(into, [element('code', {}, [text(line)])])
    } else if (isBlockElement(child)) {
      const line: ElementContent[] = child.tagName === 'li' ? [text('• ')] : []
      flatten(child, line)
      pushLine(into, line)
    } else into.push(child)
  }
}

function pushLine(into: ElementContent[], line: readonly ElementContent[]): void {
  if (into.length > 0 && !isBreak(into.at(-1))) into.push(markdownInline('<br>'))
  for (const node of line) into.push(node)
  if (line.length > 0 && !isBreak(line.at(-1))) into.push(markdownInline('<br>'))
}

/** Merges adjacent lists, because exports put each item into a separate list. */
export function mergeLists(node: Root | Element): void {
  const children: RootContent[] = []
  let last: RootContent | undefined
  for (const child of node.children) {
    if (isElement(child)) mergeLists(child)
    if (isElement(child) && isElement(last) && isSameList(last, child)) {
      for (const item of child.children) last.children.push(item)
      continue
    }
    children.push(child)
    if (child.type !== 'text' || child.value.trim() !== '') last = child
  }
  node.children = children as ElementContent[]
}

const isSameList = (one: Element, other: Element) =>
  (one.tagName === 'ul' || one.tagName === 'ol') &&
  one.tagName === other.tagName &&
  classesOf(one).join() === classesOf(other).join()
