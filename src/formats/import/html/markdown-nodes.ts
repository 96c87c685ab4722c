import type { Element, ElementContent, ElementData } from 'hast'
import type { RootContent } from 'mdast'
import type { Options } from 'rehype-remark'
import { formatBlockTag } from '../../page/syntax/block-tag.ts'
import { element, text } from './tree/tree.ts'

declare module 'hast' {
  interface ElementData {
    markdown?: import('mdast').RootContent | undefined
  }
}

/**
 * Names of elements that contain Markdown nodes. No parser creates an element with the name for blocks, and
 * canvas elements of a page are dropped. A canvas is used for inline content because the whitespace before it
 * is preserved.
 */
const blockName = '#markdown'
const inlineName = 'canvas'

const pieceOf = (tagName: string, markdown: RootContent): Element => ({
  ...element(tagName, {}, []),
  data: { markdown } as ElementData,
})

const block = (node: RootContent) => pieceOf(blockName, node)
const inline = (node: RootContent) => pieceOf(inlineName, node)

export const isMarkdownBlock = ({ tagName }: Element): boolean => tagName === blockName

const writePiece = (_state: unknown, { data }: Element) => data?.markdown

/** Converts these elements to their Markdown nodes. */
export const markdownHandlers: NonNullable<Options['handlers']> = {
  [blockName]: writePiece,
  [inlineName]: writePiece,
  'x-inline': (_state, node: Element) => ({ type: 'html', value: `${node.properties.markdown}` }),
}

const tag = (value: string, role: 'open' | 'close' | 'standalone') => block({ type: 'blockTag', value, role })

/** Wraps content in a pair of block tags. */
export const tagged = (
  name: string,
  attributes: Record<string, string>,
  children: readonly ElementContent[],
): ElementContent[] => [
  tag(formatBlockTag(name, attributes), 'open'),
  ...children,
  tag(`{% end${name} %}`, 'close'),
]

export const embed = (url: string): ElementContent => tag(formatBlockTag('embed', { url }), 'standalone')

const htmlBlock = (value: string) => block({ type: 'paragraph', children: [{ type: 'html', value }] })

export const expandable = (title: string, children: readonly ElementContent[]): ElementContent[] => [
  htmlBlock(`<details>\n<summary>${escapeHtml(title)}</summary>`),
  ...children,
  htmlBlock('</details>'),
]

export const code = (value: string, lang: string | undefined): ElementContent =>
  block({ type: 'code', lang: lang ?? null, value })

export const formula = (value: string, isBlock: boolean): ElementContent =>
  isBlock ? block({ type: 'math', value }) : inline({ type: 'inlineMath', value })

/** Keeps inline HTML, for marks without Markdown syntax. */
const inlineHtml = (value: string): ElementContent => inline({ type: 'html', value })

export const marked = (name: string, children: readonly ElementContent[]): ElementContent[] => [
  inlineHtml(`<${name}>`),
  ...children,
  inlineHtml(`</${name}>`),
]

export const headingAnchor = (id: string): ElementContent[] => {
  const value = escapeHtml(id)
  return [text(' '), inlineHtml(`<a href="#${value}" id="${value}">`), inlineHtml('</a>')]
}

export const paragraph = (children: readonly ElementContent[]): Element => element('p', {}, children)
export const strong = (value: string): Element => element('strong', {}, [text(value)])

const escapeHtml = (value: string) =>
  value.replace(/[&<>"{}*_`[\]\\~$|]/g, (sign) => `&#${sign.charCodeAt(0)};`)
