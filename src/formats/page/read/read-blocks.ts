import type {
  Blockquote,
  Heading as MarkdownHeading,
  Paragraph as MarkdownParagraph,
  RootContent,
} from 'mdast'
import { isEscaped, type StatedId, statedId, withoutClosing } from '../file/heading-attributes.ts'
import { tokenizeHtml } from '../html/html.ts'
import { alertOf } from '../model/alerts.ts'
import { heading, orEmptyParagraph, paragraph, plainText } from '../model/nodes.ts'
import { sourceOfTexts } from '../model/opaque.ts'
import type { Block, Heading } from '../types.ts'
import type { FlowItem } from './flow-item.ts'
import { assemble } from './flow-items.ts'
import { readBlocksInText } from './html-content.ts'
import { partsAtTags } from './parts-at-tags.ts'
import { readCode } from './read-code.ts'
import type { ReadContext } from './read-context.ts'
import { readHtmlFlow, readSource } from './read-html.ts'
import { readInline } from './read-inline.ts'
import { readList } from './read-lists.ts'
import { readImagesParagraph } from './read-media.ts'
import { readPlayersParagraph } from './read-players.ts'
import { readTable } from './read-table.ts'
import { finishedBlocks, readTagLine } from './read-tags.ts'

export function readBlocks(children: readonly RootContent[], context: ReadContext): Block[] {
  const items: FlowItem[] = []
  for (const child of children) {
    for (const item of readFlow(child, context)) items.push(item)
  }
  return finishedBlocks(assemble(items, context))
}

function readFlow(node: RootContent, context: ReadContext): readonly FlowItem[] {
  switch (node.type) {
    case 'paragraph':
      return readParagraph(node, context)
    case 'heading':
      return [readHeading(node, context)]
    case 'list':
      return [readList(node, context)]
    case 'thematicBreak':
      return [{ object: 'block', type: 'divider', data: {}, isVoid: true }]
    case 'blockquote':
      return [readQuote(node, context)]
    case 'code':
      return [readCode(node)]
    case 'math':
      return [{ object: 'block', type: 'math', data: { formula: node.value }, isVoid: true }]
    case 'table':
      return [readTable(node, context)]
    case 'blockTag':
      return readTagLine(node.value)
    case 'html':
      return readHtmlFlow(node.value, context)
    default:
      return []
  }
}

function readQuote(node: Blockquote, context: ReadContext): Block {
  const alert = alertOf(node)
  const children = alert?.children ?? node.children
  const nodes = orEmptyParagraph(context.nested(() => readBlocks(children, context)))
  return alert
    ? { object: 'block', type: 'hint', data: { style: alert.style }, nodes }
    : { object: 'block', type: 'blockquote', data: {}, nodes }
}

/** Reads a paragraph, which tags at the beginning or end of its lines divide. */
function readParagraph(node: MarkdownParagraph, context: ReadContext): FlowItem[] {
  return partsAtTags(node).flatMap((part): FlowItem[] =>
    part.type === 'inlineTag' ? readTagLine(part.value) : readText(part, context),
  )
}

function readText(node: MarkdownParagraph, context: ReadContext): FlowItem[] {
  const block = readImagesParagraph(node, context) ?? readPlayersParagraph(node)
  if (block) return [block]
  const [first] = node.children
  if (first?.type === 'inlineMath' && node.children.length === 1) {
    return [{ object: 'block', type: 'math', data: { formula: first.value }, isVoid: true }]
  }
  const nodes = readInline(node.children, context)
  const tags = node.children.flatMap((child) => (child.type === 'html' ? [child.value] : []))
  if (nodes.length === 0 && tags.length > 0) return readHtmlFlow(tags.join(''), context)
  const blocks = readBlocksInText(nodes, context)
  if (blocks) return blocks
  const source = sourceOfTexts(nodes)
  if (source !== undefined) return readSource(source)
  // Markdown has no empty paragraph. The serializer writes a blank one after a checkbox instead.
  const isBlank = nodes.every(({ object }) => object === 'text') && plainText(nodes).trim() === ''
  return [paragraph(isBlank ? [] : nodes)]
}

function readHeading(node: MarkdownHeading, context: ReadContext): Heading {
  const children = [...node.children]
  const anchor = anchorAtEnd(node)
  if (anchor !== undefined) children.splice(-2)
  const stated = anchor === undefined ? idAtEnd(node, context) : undefined
  if (stated) children.splice(-1, 1, ...textOf(stated.text))
  const id = anchor ?? stated?.id
  const nodes = readInline(children, context)
  if (id !== undefined) trimEnd(nodes)
  return heading(node.depth, nodes, id === undefined ? {} : { id })
}

/** Returns the anchor of a heading that is written as `## Title <a href="#id" id="id"></a>`. */
function anchorAtEnd({ children }: MarkdownHeading): string | undefined {
  const [open, close] = children.slice(-2)
  if (open?.type !== 'html' || close?.type !== 'html' || close.value !== '</a>') return undefined
  const [token] = tokenizeHtml(open.value)
  return token?.type === 'open' && token.name === 'a' ? token.attributes.id : undefined
}

/** Returns the id that is written as text at the end of a heading, which closing number signs may precede. */
function idAtEnd(node: MarkdownHeading, context: ReadContext): StatedId | undefined {
  const last = node.children.at(-1)
  if (last?.type !== 'text' || !last.value.trimEnd().endsWith('}')) return undefined
  const hasMore = node.children.length > 1
  const stated = statedId(hasMore ? `-${last.value}` : last.value)
  if (!stated || isEscaped(context.sourceOfHeading(node) ?? '', stated.source)) return undefined
  const text = withoutClosing(stated.text)
  return { ...stated, text: hasMore ? text.slice(1) : text }
}

const textOf = (value: string): MarkdownHeading['children'] => (value === '' ? [] : [{ type: 'text', value }])

/** Removes the space between a title and its anchor. */
function trimEnd(nodes: Heading['nodes']): void {
  const last = nodes.at(-1)
  if (last?.object !== 'text') return
  const lastLeaf = last.leaves.at(-1)
  if (!lastLeaf) return
  lastLeaf.text = lastLeaf.text.replace(/ $/, '')
  if (lastLeaf.text === '') last.leaves.pop()
  if (last.leaves.length === 0) nodes.pop()
}
