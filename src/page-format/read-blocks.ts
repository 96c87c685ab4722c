import type { Heading as MarkdownHeading, Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { assemble, type FlowItem } from './flow-items.ts'
import { tokenizeHtml } from './html.ts'
import { orEmptyParagraph, paragraph, plainText } from './nodes.ts'
import { readCode } from './read-code.ts'
import type { ReadContext } from './read-context.ts'
import { readHtmlFlow } from './read-html.ts'
import { readInline } from './read-inline.ts'
import { readList } from './read-lists.ts'
import { readImagesParagraph } from './read-media.ts'
import { readTable } from './read-table.ts'
import { readTagLine, withoutStrayParts } from './read-tags.ts'
import type { Block, Heading, HeadingType } from './types.ts'

/** Reads the children of a container of blocks. */
export function readBlocks(children: readonly RootContent[], context: ReadContext): Block[] {
  const items: FlowItem[] = []
  for (const child of children) {
    for (const item of readFlow(child, context)) items.push(item)
  }
  return withoutStrayParts(assemble(items, context))
}

function readFlow(node: RootContent, context: ReadContext): readonly FlowItem[] {
  switch (node.type) {
    case 'paragraph':
      return [readParagraph(node, context)]
    case 'heading':
      return [readHeading(node, context)]
    case 'list':
      return [readList(node, context)]
    case 'thematicBreak':
      return [{ object: 'block', type: 'divider', data: {}, isVoid: true }]
    case 'blockquote': {
      const nodes = context.nested(() => readBlocks(node.children, context))
      return [{ object: 'block', type: 'blockquote', data: {}, nodes: orEmptyParagraph(nodes) }]
    }
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

function readParagraph(node: MarkdownParagraph, context: ReadContext): Block {
  const images = readImagesParagraph(node, context)
  if (images) return images
  const [first] = node.children
  if (first?.type === 'inlineMath' && node.children.length === 1) {
    return { object: 'block', type: 'math', data: { formula: first.value }, isVoid: true }
  }
  const nodes = readInline(node.children, context)
  // Markdown has no empty paragraph. The serializer writes a blank one after a checkbox instead.
  const isBlank = nodes.every(({ object }) => object === 'text') && plainText(nodes).trim() === ''
  return paragraph(isBlank ? [] : nodes)
}

function readHeading(node: MarkdownHeading, context: ReadContext): Heading {
  const children = [...node.children]
  const id = anchorAtEnd(node)
  if (id !== undefined) children.splice(-2)
  const nodes = readInline(children, context)
  if (id !== undefined) trimEnd(nodes)
  return heading(Math.min(node.depth, 3), nodes, id === undefined ? {} : { id })
}

export const heading = (depth: number, nodes: Heading['nodes'], data: Heading['data']): Heading => ({
  object: 'block',
  type: `heading-${depth}` as HeadingType,
  data,
  nodes: paragraph(nodes).nodes,
})

/** Returns the anchor of a heading that is written as `## Title <a href="#id" id="id"></a>`. */
function anchorAtEnd({ children }: MarkdownHeading): string | undefined {
  const [open, close] = children.slice(-2)
  if (open?.type !== 'html' || close?.type !== 'html' || close.value !== '</a>') return undefined
  const [token] = tokenizeHtml(open.value)
  return token?.type === 'open' && token.name === 'a' ? token.attributes.id : undefined
}

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
