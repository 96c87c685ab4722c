import type { PhrasingContent } from 'mdast'
import { htmlAttributes } from '../html/html.ts'
import { formatContentRef } from '../model/content-references.ts'
import { writeColor } from '../model/mark-colors.ts'
import { sameMark } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import type { Button, Inline, InlineImage, InlineNode, Leaf, Link, Mark, Text } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import {
  annotationTag,
  buttonElement,
  expressionElement,
  iconElement,
  inlineImageElement,
  linkTitle,
} from './write-elements.ts'

/** A piece of inline Markdown and the marks that have yet to be applied to it. */
interface Piece {
  marks: Mark[]
  node: PhrasingContent
}

export function writeInline(nodes: readonly InlineNode[], context: WriteContext): PhrasingContent[] {
  const pieces: Piece[] = []
  for (const node of normalizeInline(nodes)) {
    if (node.object === 'text') addLeaves(pieces, node, context)
    else for (const written of writeInlineNode(node, context)) addPiece(pieces, written)
  }
  return wrapMarks(pieces)
}

const html = (value: string): PhrasingContent => ({ type: 'html', value })

const plain = (value: string): PhrasingContent => ({ type: 'text', value })

/** Adds a piece. Two adjacent formulas would be parsed as one, so they are separated by a comment. */
function addPiece(pieces: Piece[], node: PhrasingContent): void {
  const isFormula = node.type === 'inlineMath' && pieces.at(-1)?.node.type === 'inlineMath'
  if (isFormula) pieces.push({ marks: [], node: html('<!---->') })
  pieces.push({ marks: [], node })
}

function addLeaves(pieces: Piece[], { leaves }: Text, context: WriteContext): void {
  for (const leaf of leaves) for (const piece of piecesOf(leaf, context)) pieces.push(piece)
}

function piecesOf({ text, marks, source }: Leaf, context: WriteContext): Piece[] {
  if (source !== undefined) return [{ marks: [], node: html(source) }]
  const isCode = marks.some(({ type }) => type === 'code')
  const isPlain = !text.includes('\n') && !context.wouldHaveTag(text)
  if (!isCode || !isPlain) return linesOf(text).map((node) => ({ marks, node }))
  return [{ marks: marks.filter(({ type }) => type !== 'code'), node: { type: 'inlineCode', value: text } }]
}

function linesOf(text: string): PhrasingContent[] {
  return text.split('\n').flatMap((line, index): PhrasingContent[] => {
    const content = line === '' ? [] : [plain(line)]
    return index === 0 ? content : [{ type: 'break' }, ...content]
  })
}

/** Applies marks recursively, those that span the most pieces outermost. */
function wrapMarks(pieces: readonly Piece[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  let index = 0
  while (index < pieces.length) {
    const { marks, node } = pieces[index] as Piece
    let end = index + 1
    let outer: Mark | undefined
    for (const mark of marks) {
      const reach = endOfMark(pieces, index, mark)
      if (outer && reach <= end) continue
      outer = mark
      end = reach
    }
    if (!outer) result.push(node)
    else {
      const children = wrapMarks(withoutMark(pieces.slice(index, end), outer))
      for (const written of withMarkAround(outer, children)) result.push(written)
    }
    index = end
  }
  return result
}

function endOfMark(pieces: readonly Piece[], start: number, mark: Mark): number {
  let end = start + 1
  while (pieces[end]?.marks.some((other) => sameMark(other, mark))) end++
  return end
}

const withoutMark = (pieces: readonly Piece[], mark: Mark): Piece[] =>
  pieces.map(({ marks, node }) => ({ marks: marks.filter((other) => !sameMark(other, mark)), node }))

function withMarkAround(mark: Mark, children: PhrasingContent[]): PhrasingContent[] {
  switch (mark.type) {
    case 'bold':
      return [{ type: 'strong', children }]
    case 'italic':
      return [{ type: 'emphasis', children }]
    case 'strikethrough':
      return [{ type: 'delete', children }]
    case 'superscript':
      return [html('<sup>'), ...children, html('</sup>')]
    case 'subscript':
      return [html('<sub>'), ...children, html('</sub>')]
    case 'keyboard':
      return [html('<kbd>'), ...children, html('</kbd>')]
    case 'code':
      return [html('<code>'), ...children, html('</code>')]
    case 'color':
      return [html(writeColor(mark)), ...children, html('</mark>')]
  }
}

function writeInlineNode(node: Inline, context: WriteContext): PhrasingContent[] {
  switch (node.type) {
    case 'link':
      return writeLink(node, context)
    case 'mention': {
      const url = formatContentRef(node.data.ref)
      return writeAddress(url, 'mention', [plain(url)], context)
    }
    case 'annotation': {
      const identifier = context.addFootnote(node.fragments)
      const text = writeInline(node.nodes, context)
      if (context.isInElement) return [html(annotationTag(identifier)), ...text, html('</a>')]
      const reference = { type: 'footnoteReference', identifier, label: identifier } as const
      return [link(`#user-content-fn-${identifier}`, null, text), reference]
    }
    case 'emoji':
      return [{ type: 'emoji', value: `:${node.data.code}:` }]
    case 'icon':
      return [html(iconElement(node.data))]
    case 'expression':
      return [html(expressionElement(node.data.expression))]
    case 'inline-math':
      return node.data.formula === ''
        ? []
        : [{ type: 'inlineMath', value: node.data.formula.replace(/\n/g, ' ') }]
    case 'inline-image':
      return [writeInlineImage(node, context)]
    case 'button':
      return writeButton(node)
  }
}

function writeButton(button: Button): PhrasingContent[] {
  const [open = '', close = ''] = buttonElement(button, '\n').split('\n')
  return [html(open), ...linesOf(button.data.label), html(close)]
}

/** Matches URLs that need no escaping. */
const plainAddress = /^https?:\/\/[\w./?=&%#+-]+$/

function writeLink({ data, nodes }: Link, context: WriteContext): PhrasingContent[] {
  const url = formatContentRef(data.ref)
  const [first] = nodes
  const isOneLeaf = nodes.length === 1 && first?.object === 'text' && first.leaves.length === 1
  const leaf = isOneLeaf ? first.leaves[0] : undefined
  const isAutolink = leaf?.text === url && leaf.marks.length === 0 && plainAddress.test(url)
  const title = linkTitle(data)
  if (isAutolink && title === undefined && !context.isInElement) return [html(`<${url}>`)]
  return writeAddress(url, title ?? null, writeInline(nodes, context), context)
}

/** Serializes a link, as an element where the address of one of Markdown would be a tag of HTML. */
export function writeAddress(
  url: string,
  title: string | null,
  children: PhrasingContent[],
  context: WriteContext,
): PhrasingContent[] {
  if (!context.wouldHaveTag(title ?? '') && !context.wouldHaveBrackets(url))
    return [link(url, title, children)]
  return [html(`<a${htmlAttributes({ href: url, title: title ?? undefined })}>`), ...children, html('</a>')]
}

const link = (url: string, title: string | null, children: PhrasingContent[]) =>
  ({ type: 'link', url, title, children: children as [] }) as const

function writeInlineImage(node: InlineImage, context: WriteContext): PhrasingContent {
  const { caption = '', ref, refDark, size } = node.data
  const url = formatContentRef(ref)
  const isPlain =
    !refDark &&
    !size &&
    caption === caption.trim() &&
    !caption.includes('\n') &&
    !context.wouldHaveTag(caption) &&
    !context.wouldHaveBrackets(url)
  return isPlain ? { type: 'image', url, alt: caption } : html(inlineImageElement(node))
}
