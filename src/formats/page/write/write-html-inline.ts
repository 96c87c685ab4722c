import { encodeHtml, htmlAttribute, htmlAttributes } from '../html/html.ts'
import { formatContentRef } from '../model/content-references.ts'
import { writeColor } from '../model/mark-colors.ts'
import { markElements } from '../model/mark-elements.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { emojiElement, emojiInText } from '../syntax/emoji-syntax.ts'
import type { Inline, InlineNode, Leaf, Mark } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import {
  annotationTag,
  buttonElement,
  expressionElement,
  iconElement,
  inlineImageElement,
  linkTitle,
} from './write-elements.ts'

/**
 * Serializes inline nodes as HTML, for captions, cells and aligned paragraphs, where Markdown is not parsed.
 */
export const writeHtmlInline = (nodes: readonly InlineNode[], context: WriteContext): string =>
  normalizeInline(nodes)
    .map((node) =>
      node.object === 'text' ? node.leaves.map(writeLeaf).join('') : writeInlineNode(node, context),
    )
    .join('')

/** Escapes text. Characters that would form a formula, an emoji or a block tag are escaped too. */
export const htmlText = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      encodeHtml(line)
        .replace(/\$(?=\$)|(?<=\$)\$/g, '&#36;')
        .replace(emojiInText, '&#58;$1&#58;')
        .replace(/\{(?=%)/g, '&#123;'),
    )
    .join('<br>')

function writeLeaf({ text, marks, source }: Leaf): string {
  if (source !== undefined) return htmlSource(source)
  return marks.reduceRight((content, mark) => wrapWithMark(mark, content), htmlText(text))
}

/** Writes a tag or comment of HTML as it is. A block tag is text in HTML. */
const htmlSource = (source: string): string => (source.startsWith('<') ? source : encodeHtml(source))

function wrapWithMark(mark: Mark, content: string): string {
  if (mark.type === 'color') return `${writeColor(mark)}${content}</mark>`
  return `<${markElements[mark.type]}>${content}</${markElements[mark.type]}>`
}

function writeInlineNode(node: Inline, context: WriteContext): string {
  switch (node.type) {
    case 'link':
      return `<a${htmlAttributes({ href: formatContentRef(node.data.ref), title: linkTitle(node.data) })}>${writeHtmlInline(node.nodes, context)}</a>`
    case 'mention': {
      const url = formatContentRef(node.data.ref)
      return `<a data-mention${htmlAttribute('href', url)}>${htmlText(url)}</a>`
    }
    case 'annotation': {
      const label = context.addFootnote(node.fragments)
      const text = writeHtmlInline(node.nodes, context)
      return `${annotationTag(label)}${text}</a>`
    }
    case 'emoji':
      return emojiElement(node.data.code)
    case 'icon':
      return iconElement(node.data)
    case 'expression':
      return expressionElement(node.data.expression)
    case 'inline-math':
      return writeFormula(node.data.formula)
    case 'inline-image':
      return inlineImageElement(node)
    case 'button':
      return buttonElement(node, htmlText(node.data.label))
  }
}

const writeFormula = (formula: string): string =>
  formula === '' ? '' : `$$${encodeHtml(formula.replace(/\n/g, ' ')).replaceAll('$', '&#36;')}$$`
