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
import { writeTagged } from './write-tags.ts'

export const htmlBlock = (value: string): RootContent => ({ type: 'html', value })

export function writeBlocks(blocks: readonly Block[], context: WriteContext): RootContent[] {
  const written: RootContent[] = []
  for (const block of blocks) for (const node of writeBlock(block, context)) written.push(node)
  return written
}

/** What a pair of tags encloses: nothing, where there is but the empty paragraph that no container is without. */
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
      return writeTagged(block, context)
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
 * Paragraphs that Markdown would read as something else: empty ones, a formula or images alone, and line ends
 * where Markdown sees none.
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
  if (align !== undefined || nodes.some(containsLineEnd)) {
    const content = writeHtmlInline(nodes, context)
    return htmlBlock(`<h${depth}${htmlAttributes({ id, align })}>${content}</h${depth}>`)
  }
  const children = writeInline(nodes, context)
  if (id !== undefined) children.push(...anchor(id, children.length > 0))
  return { type: 'heading', depth, children }
}

/** A heading of Markdown is one line. */
function containsLineEnd(node: InlineNode): boolean {
  if (node.object === 'text') return node.leaves.some(({ text }) => text.includes('\n'))
  if (node.type === 'button') return node.data.label.includes('\n')
  return (node.type === 'link' || node.type === 'annotation') && node.nodes.some(containsLineEnd)
}

function anchor(id: string, hasTitle: boolean): PhrasingContent[] {
  const blank: PhrasingContent[] = hasTitle ? [{ type: 'text', value: ' ' }] : []
  const tag = `<a${htmlAttributes({ href: `#${id}`, id })}>`
  return [...blank, { type: 'html', value: tag }, { type: 'html', value: '</a>' }]
}
