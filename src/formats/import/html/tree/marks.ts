import type { Element, ElementContent } from 'hast'
import { writeColor } from '../../../page/model/mark-colors.ts'
import type { MarkColor } from '../../../page/types.ts'
import { nearestColor } from './css-colors.ts'
import {
  attributeOf,
  element,
  elementsIn,
  isBlockElement,
  isElement,
  markdownBlock,
  markdownInline,
  type Rule,
} from './tree.ts'

/** The HTML that marks without Markdown syntax are written as. */
const htmlMarks: Readonly<Record<string, string>> = { sup: 'sup', sub: 'sub', u: 'u', ins: 'u' }

/** Keeps superscript, subscript and underlines as HTML, because Markdown has no syntax for them. */
export const writeHtmlMarks: Rule = (node) => {
  const name = Object.hasOwn(htmlMarks, node.tagName) ? htmlMarks[node.tagName] : undefined
  return name === undefined ? undefined : enclosed(node.children, `<${name}>`, `</${name}>`)
}

/** Keeps the colors of text and of its background that the style of an element states, as the nearest ones of pages. */
export const writeColors: Rule = (node) => {
  if (!/^(?:span|font|mark)$/.test(node.tagName)) return undefined
  const style = attributeOf(node, 'style') ?? ''
  const text = nearestColor(declared(style, 'color') ?? attributeOf(node, 'color'))
  const background = nearestColor(declared(style, 'background-color') ?? declared(style, 'background'))
  return text || background ? colored(node.children, { text, background }) : undefined
}

/** Returns the value of a declaration in a `style` attribute. */
function declared(style: string, name: string): string | undefined {
  const own = style.split(';').find((declaration) => {
    const colon = declaration.indexOf(':')
    return declaration.slice(0, Math.max(0, colon)).trim().toLowerCase() === name
  })
  return own?.slice(own.indexOf(':') + 1)
}

interface Colors {
  readonly text?: MarkColor | undefined
  readonly background?: MarkColor | undefined
}

export function colored(
  children: readonly ElementContent[],
  { text = 'default', background = 'default' }: Colors,
): readonly ElementContent[] {
  const mark = { object: 'mark', type: 'color', data: { text, background } } as const
  return enclosed(children, writeColor(mark), '</mark>')
}

/**
 * Encloses content in HTML. Blocks and nothing are left as they are, and the same mark is not nested, because it would
 * have no effect.
 */
function enclosed(children: readonly ElementContent[], open: string, close: string): ElementContent[] {
  const inside = withoutMark(children, open, close)
  const parts = [...elementsIn(element('span', {}, inside))]
  const hasBlock = parts.some((node) => isBlockElement(node) || node.tagName === 'x-block')
  const isEmpty = inside.every((child) => child.type === 'text' && child.value.trim() === '')
  return hasBlock || isEmpty ? inside : [markdownInline(open), ...inside, markdownInline(close)]
}

/** Removes a mark from content. Other marks of its element, such as those of other colors, are kept. */
function withoutMark(children: readonly ElementContent[], open: string, close: string): ElementContent[] {
  const name = `<${close.slice(2, -1)}`
  const marks: boolean[] = []
  return children.filter((child) => {
    const html = isElement(child) && child.tagName === 'x-inline' ? `${child.properties.markdown}` : ''
    if (html === close) return marks.pop() !== true
    if (html.startsWith(name)) marks.push(html === open)
    return html !== open
  })
}

/** A column of a layout, and its width in percent if it is stated. */
export interface ColumnPart {
  readonly width?: number | undefined
  readonly children: readonly ElementContent[]
}

/** Writes columns beside each other. A single column is its content. */
export function columns(parts: readonly ColumnPart[]): ElementContent[] {
  const [first] = parts
  if (!first || parts.length === 1) return [...(first?.children ?? [])]
  const written = parts.flatMap(({ width, children }) => [
    markdownBlock(width === undefined ? '{% column %}' : `{% column width="${width}%" %}`),
    ...children,
    markdownBlock('{% endcolumn %}'),
  ])
  return [element('div', {}, [markdownBlock('{% columns %}'), ...written, markdownBlock('{% endcolumns %}')])]
}

/** Returns the width in percent that the style of an element states. */
export function widthOf(node: Element): number | undefined {
  const [, digits] =
    /(?:^|;)\s*width\s*:\s*(\d{1,3}(?:\.\d{1,20})?)%/i.exec(attributeOf(node, 'style') ?? '') ?? []
  const width = Math.round(Number(digits) * 100) / 100
  return width > 0 && width < 100 ? width : undefined
}
