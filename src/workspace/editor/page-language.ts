import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import type { BlockContext, Element, InlineContext, Line, MarkdownConfig } from '@lezer/markdown'

/** A part of a block tag such as `{% hint style="info" %}`. */
const part = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[@\w.:/-]+(?==)|[@\w.:/-]+|[{%=}]+/g

type Creates = (type: string, from: number, to: number, children?: readonly Element[]) => Element

/** Returns the element of a tag, with its name, its attributes and their values. */
function tagElement(create: Creates, text: string, from: number): Element {
  const children: Element[] = []
  let isNamed = false
  for (const { 0: found, index } of text.matchAll(part)) {
    const to = from + index + found.length
    if (/^[{%=}]/.test(found)) children.push(create('TagMark', from + index, to))
    else if (/^["']/.test(found)) children.push(create('TagValue', from + index, to))
    else {
      children.push(create(isNamed ? 'TagAttribute' : 'TagName', from + index, to))
      isNamed = true
    }
  }
  return create('BlockTag', from, from + text.length, children)
}

const wholeLine = /^(?:\{%(?:(?!%\}).)*%\}\s*)+$/

const isTagLine = (line: Line): boolean =>
  line.text.startsWith('{%', line.pos) && wholeLine.test(line.text.slice(line.pos))

/** The syntax of pages beyond GitHub-flavored Markdown: block tags, formulas and names of emoji. */
const pageSyntax: MarkdownConfig = {
  defineNodes: [
    { name: 'BlockTagLine', block: true },
    { name: 'BlockTag', style: { 'BlockTag/...': tags.meta } },
    { name: 'TagMark', style: tags.bracket },
    { name: 'TagName', style: tags.tagName },
    { name: 'TagAttribute', style: tags.attributeName },
    { name: 'TagValue', style: tags.attributeValue },
    { name: 'Formula', style: tags.special(tags.string) },
  ],
  parseBlock: [
    {
      name: 'BlockTagLine',
      before: 'HTMLBlock',
      parse(context: BlockContext, line: Line) {
        if (!isTagLine(line)) return false
        const from = context.lineStart + line.pos
        const text = line.text.slice(line.pos)
        const create: Creates = (type, start, end, children) => context.elt(type, start, end, children)
        const found = [...text.matchAll(/\{%(?:(?!%\}).)*%\}/g)].map(({ 0: tag, index }) =>
          tagElement(create, tag, from + index),
        )
        context.nextLine()
        context.addElement(context.elt('BlockTagLine', from, from + text.length, found))
        return true
      },
      endLeaf: (_context: BlockContext, line: Line) => isTagLine(line),
    },
    {
      name: 'FormulaBlock',
      before: 'BlockTagLine',
      parse(context: BlockContext, line: Line) {
        if (line.text.slice(line.pos).trimEnd() !== '$$') return false
        const from = context.lineStart + line.pos
        let isOpen = true
        while (isOpen && context.nextLine()) isOpen = line.text.trim() !== '$$'
        const to = isOpen ? context.prevLineEnd() : context.lineStart + line.text.length
        if (!isOpen) context.nextLine()
        context.addElement(context.elt('Formula', from, to))
        return true
      },
    },
  ],
  parseInline: [
    {
      name: 'BlockTag',
      before: 'Link',
      parse(context: InlineContext, next: number, at: number) {
        if (next !== 123 || context.char(at + 1) !== 37) return -1
        const end = context.slice(at, context.end).indexOf('%}')
        if (end < 0) return -1
        const text = context.slice(at, at + end + 2)
        return context.addElement(
          tagElement((type, from, to, children) => context.elt(type, from, to, children), text, at),
        )
      },
    },
    {
      name: 'Formula',
      before: 'Escape',
      parse(context: InlineContext, next: number, at: number) {
        if (next !== 36 || context.char(at + 1) !== 36) return -1
        const end = context.slice(at + 2, context.end).indexOf('$$')
        return end < 1 ? -1 : context.addElement(context.elt('Formula', at, at + end + 4))
      },
    },
  ],
}

const look = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5em', fontWeight: '700', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.35em', fontWeight: '700', lineHeight: '1.4' },
  { tag: tags.heading3, fontSize: '1.15em', fontWeight: '650' },
  { tag: [tags.heading4, tags.heading5, tags.heading6], fontWeight: '650' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.labelName], color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--soft)', fontSize: '0.9em' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: tags.quote, color: 'var(--soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--soft)' },
  {
    tag: [tags.meta, tags.bracket, tags.angleBracket],
    color: 'var(--soft)',
    fontFamily: 'var(--mono)',
    fontSize: '0.9em',
  },
  { tag: tags.tagName, color: 'var(--tag)', fontFamily: 'var(--mono)', fontSize: '0.9em', fontWeight: '600' },
  { tag: tags.attributeName, color: 'var(--attribute)', fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: tags.attributeValue, color: 'var(--good)', fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: tags.special(tags.string), color: 'var(--tag)', fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.character, color: 'var(--soft)' },
])

/** The format of pages: its syntax, which is read as far as it is shown, and its look. */
export const pageLanguage = [
  markdown({ base: markdownLanguage, extensions: pageSyntax, completeHTMLTags: false }),
  syntaxHighlighting(look),
]
