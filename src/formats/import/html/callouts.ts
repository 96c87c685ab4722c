import type { Element, ElementContent } from 'hast'
import { paragraph, strong, tagged } from './markdown-nodes.ts'
import { classesOf, findElement, isElement, lineOf } from './tree/tree.ts'

const styles: ReadonlyMap<string, string> = new Map([
  ...[
    'note',
    'info',
    'information',
    'seealso',
    'abstract',
    'summary',
    'question',
    'secondary',
    'primary',
  ].map((kind) => [kind, 'info'] as const),
  ...['tip', 'hint', 'success', 'check', 'done'].map((kind) => [kind, 'success'] as const),
  ...['warning', 'warn', 'caution', 'attention', 'important'].map((kind) => [kind, 'warning'] as const),
  ...['danger', 'error', 'critical', 'bug', 'failure'].map((kind) => [kind, 'danger'] as const),
])

const calloutClass =
  /^(admonition|alert|callout|custom-block|markdown-alert|theme-admonition|hint|notice|blockquote-tag|admonish)(?=$|[-_])/i
/** Matches classes that mark a callout without any prefix. */
const unprefixedClass = /^(note|warning|tip|danger|important|caution|info)$/i

/** Converts a callout to a hint. Returns undefined for any other element. */
export function readCallout(
  node: Element,
  read: (children: readonly ElementContent[]) => ElementContent[],
): ElementContent[] | undefined {
  const style = styleOf(node)
  if (style !== undefined) return withTitle(node, style, read)
  return node.tagName === 'blockquote' ? readMarkedQuote(node, read) : undefined
}

export function styleOf(node: Element): string | undefined {
  if (!/^(div|aside|section|blockquote|p)$/.test(node.tagName)) return undefined
  const classes = classesOf(node)
  const isAside = node.tagName === 'aside'
  const isNamed = classes.some((name) => calloutClass.test(name) || (isAside && /aside/i.test(name)))
  // Class names of parts of a callout, such as its title, begin with the class name of the callout.
  if (classes.some((name) => /(title|heading|content|body|icon)(?:_|$)/i.test(name))) return undefined
  if (!isNamed && !classes.some((name) => unprefixedClass.test(name) && node.tagName !== 'p'))
    return undefined
  const kinds = classes.flatMap((name) => name.toLowerCase().split(/[-_]+/))
  return (
    kinds.map((kind) => styles.get(kind)).find((style) => style !== undefined) ??
    (isNamed ? 'info' : undefined)
  )
}

const isTitle = (node: Element) => classesOf(node).some((name) => /(title|heading)(?:_|$)/i.test(name))

function withTitle(
  node: Element,
  style: string,
  read: (children: readonly ElementContent[]) => ElementContent[],
): ElementContent[] {
  const first = node.children.find((child) => isElement(child) && child.tagName !== 'svg')
  const title = isElement(first) ? (isTitle(first) ? first : findElement(first, isTitle)) : undefined
  const name = title ? lineOf(title) : ''
  // A title that only names the kind of the callout is redundant.
  const shown =
    name === '' || styles.has(name.toLowerCase().replace(/[^a-z]/g, '')) ? [] : [paragraph([strong(name)])]
  const rest = first === title ? node.children.filter((child) => child !== title) : without(node, title)
  const content = read(rest)
  return tagged('hint', { style }, [...shown, ...(node.tagName === 'p' ? [paragraph(content)] : content)])
}

const without = (node: Element, title: Element | undefined): ElementContent[] =>
  node.children.map((child) =>
    isElement(child) ? { ...child, children: child.children.filter((inner) => inner !== title) } : child,
  )

/** Converts quotes that begin with `[!NOTE]`, or with **Note** in bold. */
function readMarkedQuote(
  node: Element,
  read: (children: readonly ElementContent[]) => ElementContent[],
): ElementContent[] | undefined {
  const index = node.children.findIndex(isElement)
  const first = node.children[index]
  if (!isElement(first) || first.tagName !== 'p') return undefined
  const [start, ...others] = first.children
  const [mark = '', kind = ''] =
    start?.type === 'text'
      ? (/^\s*\[!(\w+)\]\s*/.exec(start.value) ?? [])
      : isElement(start) && /^(strong|b)$/.test(start.tagName)
        ? (/^(\w+):?$/.exec(lineOf(start)) ?? [])
        : []
  const style = styles.get(kind.toLowerCase())
  if (style === undefined) return undefined
  const left: ElementContent[] =
    start?.type === 'text' ? [{ ...start, value: start.value.slice(mark.length) }] : []
  const text = trimLabelEnd([...left, ...others])
  const rest = node.children.slice(index + 1)
  return tagged('hint', { style }, read(text.length > 0 ? [{ ...first, children: text }, ...rest] : rest))
}

/** Removes the colon and the line breaks between the label and the text. */
function trimLabelEnd(children: readonly ElementContent[]): ElementContent[] {
  const [first, ...rest] = children
  if (isElement(first) && first.tagName === 'br') return trimLabelEnd(rest)
  if (first?.type !== 'text') return [...children]
  const value = first.value.replace(/^[\s:]+/, '')
  return value === '' ? trimLabelEnd(rest) : [{ ...first, value }, ...rest]
}
