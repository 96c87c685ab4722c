import type { PhrasingContent, RootContent } from 'mdast'
import { htmlAttributes } from './html.ts'
import { isEmptyParagraph } from './nodes.ts'
import { normalizeInline } from './normalize-inline.ts'
import type { Block, Heading, InlineNode, Paragraph } from './types.ts'
import { writeCode } from './write-code.ts'
import type { WriteContext } from './write-context.ts'
import { writeHtmlInline } from './write-html-inline.ts'
import { writeInline } from './write-inline.ts'
import { writeList } from './write-lists.ts'
import { writeExpandable, writeImages } from './write-media.ts'
import { writeTable } from './write-table.ts'
import { writeTaggedBlock } from './write-tags.ts'

export const htmlBlock = (value: string): RootContent => ({ type: 'html', value })

export function writeBlocks(blocks: readonly Block[], context: WriteContext): RootContent[] {
  const written: RootContent[] = []
  for (const block of blocks) for (const node of writeBlock(block, context)) written.push(node)
  return written
}

/**
 * Serializes the content of a pair of tags. A single empty paragraph is omitted, because parsing adds it to an
 * empty container.
 */
export function writeEnclosed(blocks: readonly Block[], context: WriteContext): RootContent[] {
  const isEmpty = blocks.length === 1 && blocks.every(isEmptyParagraph)
  return isEmpty ? [] : writeBlocks(blocks, context)
}

function writeBlock(block: Block, context: WriteContext): RootContent[] {
  switch (block.type) {
    case 'paragraph':
      return [writeParagraph(block, context)]
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [writeHeading(block, context)]
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return block.nodes.length === 0 ? [] : [writeList(block, writeBlocks, context)]
    case 'divider':
      return [{ type: 'thematicBreak' }]
    case 'blockquote': {
      const nodes = block.nodes.length === 0 ? [htmlBlock('<p></p>')] : writeBlocks(block.nodes, context)
      return [{ type: 'blockquote', children: nodes as [] }]
    }
    case 'math':
      return [{ type: 'math', value: block.data.formula }]
    case 'code':
      return writeCode(block, context)
    case 'images':
      return writeImages(block, context)
    case 'expandable':
      return writeExpandable(block, context)
    case 'table':
      return [writeTable(block, context)]
    default:
      return writeTaggedBlock(block, context)
  }
}

function writeParagraph(block: Paragraph, context: WriteContext): RootContent {
  const nodes = normalizeInline(block.nodes)
  const align = block.data?.align
  if (align !== undefined || needsElement(nodes)) {
    return htmlBlock(`<p${htmlAttributes({ align })}>${writeHtmlInline(nodes, context)}</p>`)
  }
  return { type: 'paragraph', children: writeInline(nodes, context) }
}

/**
 * Returns whether Markdown would parse the paragraph as something else: an empty paragraph, a formula or images
 * alone, or a line ending that Markdown does not preserve.
 */
function needsElement(nodes: readonly InlineNode[]): boolean {
  const [first] = nodes
  if (nodes.length === 1 && first?.object === 'inline' && first.type === 'inline-math') return true
  const texts = nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text) : []))
  const text = texts.join('')
  const others = nodes.filter((node) => node.object === 'inline' && node.type !== 'inline-image')
  if (others.length === 0 && text.trim() === '') return true
  return /^\n|\n$|\n[ \t]*\n/.test(text) || texts.some((part) => /^\n|\n$/.test(part))
}

function writeHeading(block: Heading, context: WriteContext): RootContent {
  const depth = Number(block.type.at(-1)) as 1 | 2 | 3
  const nodes = normalizeInline(block.nodes)
  const { id, align } = block.data
  if (align !== undefined || nodes.some(containsLineEnding)) {
    const content = writeHtmlInline(nodes, context)
    return htmlBlock(`<h${depth}${htmlAttributes({ id, align })}>${content}</h${depth}>`)
  }
  const children = writeInline(nodes, context)
  if (id !== undefined) children.push(...anchor(id, children.length > 0))
  return { type: 'heading', depth, children }
}

/** Returns whether a node contains a line ending, which a Markdown heading cannot contain. */
function containsLineEnding(node: InlineNode): boolean {
  if (node.object === 'text') return node.leaves.some(({ text }) => text.includes('\n'))
  if (node.type === 'button') return node.data.label.includes('\n')
  return (node.type === 'link' || node.type === 'annotation') && node.nodes.some(containsLineEnding)
}

function anchor(id: string, hasTitle: boolean): PhrasingContent[] {
  const blank: PhrasingContent[] = hasTitle ? [{ type: 'text', value: ' ' }] : []
  const tag = `<a${htmlAttributes({ href: `#${id}`, id })}>`
  return [...blank, { type: 'html', value: tag }, { type: 'html', value: '</a>' }]
}
