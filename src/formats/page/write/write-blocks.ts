import type { Html, PhrasingContent, RootContent } from 'mdast'
import { htmlAttributes } from '../html/html.ts'
import { blockElementNames, wholeElementNames } from '../html/html-names.ts'
import { isAlertText } from '../model/alerts.ts'
import { headingLevel, plainText } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { opaqueSource } from '../model/opaque.ts'
import type {
  Block,
  Blockquote as BlockquoteBlock,
  Heading,
  InlineNode,
  Integration,
  Leaf,
  Paragraph,
} from '../types.ts'
import { writeCode } from './write-code.ts'
import type { WriteContext } from './write-context.ts'
import { htmlBlock } from './write-elements.ts'
import { writeHtmlInline } from './write-html-inline.ts'
import { writeInline } from './write-inline.ts'
import { writeList } from './write-lists.ts'
import { writeExpandable, writeImages } from './write-media.ts'
import { OpaqueWriter } from './write-opaque.ts'
import { writeTable } from './write-table.ts'
import { writeTaggedBlock } from './write-tags.ts'

export function writeBlocks(blocks: readonly Block[], context: WriteContext): RootContent[] {
  const written: RootContent[] = []
  const opaque = new OpaqueWriter(blocks, context)
  for (const block of blocks) {
    const source = opaqueSource(block)
    const nodes =
      source === undefined ? writeBlock(block, context) : opaque.write(block as Integration, source)
    for (const node of nodes) written.push(node)
  }
  return written
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
      return block.nodes.length === 0 ? [] : [writeList(block, context)]
    case 'divider':
      return [{ type: 'thematicBreak' }]
    case 'blockquote':
      return [writeQuote(block, context)]
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

function writeQuote({ nodes }: BlockquoteBlock, context: WriteContext): RootContent {
  const [first, ...others] = nodes
  if (!first) return { type: 'blockquote', children: [htmlBlock('<p></p>') as Html] }
  // Such a first line would make the quote a hint.
  const isAlert = first.type === 'paragraph' && isAlertText(plainText(first.nodes))
  const written = isAlert
    ? [paragraphElement(first, context), ...writeBlocks(others, context)]
    : writeBlocks(nodes, context)
  return { type: 'blockquote', children: written as [] }
}

function writeParagraph(block: Paragraph, context: WriteContext): RootContent {
  const nodes = normalizeInline(block.nodes)
  if (block.data?.align !== undefined || needsElement(nodes)) return paragraphElement(block, context)
  return { type: 'paragraph', children: writeInline(nodes, context) }
}

const paragraphElement = ({ data, nodes }: Paragraph, context: WriteContext): RootContent =>
  htmlBlock(`<p${htmlAttributes({ align: data?.align })}>${writeHtmlInline(nodes, context)}</p>`)

/**
 * Returns whether Markdown would parse the paragraph as something else: an empty paragraph, a formula, images or tags
 * alone, or a line ending that Markdown does not preserve.
 */
function needsElement(nodes: readonly InlineNode[]): boolean {
  const [first] = nodes
  if (nodes.length === 1 && first?.object === 'inline' && first.type === 'inline-math') return true
  const texts = nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text) : []))
  const text = texts.join('')
  const others = nodes.filter((node) => node.object === 'inline' && node.type !== 'inline-image')
  if (others.length === 0 && text.trim() === '') return true
  if (nodes.some(hasSeveralLines) || hasTagAtLineEnd(nodes)) return true
  return /^\n|\n$|\n[ \t]*\n/.test(text) || texts.some((part) => /^\n|\n$/.test(part))
}

/** Returns whether a node keeps a source of several lines, of which one may begin a block of Markdown. */
function hasSeveralLines(node: InlineNode): boolean {
  if (node.object === 'text') return node.leaves.some(({ source }) => source?.includes('\n'))
  return (node.type === 'link' || node.type === 'annotation') && node.nodes.some(hasSeveralLines)
}

/** Matches what begins a block at the beginning of a line. */
const blockStart = /^(?:\{%|<[!?]|<\/?([a-z][a-z0-9-]*)(?=[\s/>]))/i

const beginsBlock = (source: string): boolean => {
  const match = blockStart.exec(source)
  const name = match?.[1]?.toLowerCase()
  return (
    match !== null &&
    (name === undefined || blockElementNames.has(name) || wholeElementNames.has(name) || rawNames.test(name))
  )
}

const rawNames = /^(?:script|style|pre|textarea)$/

/** Returns whether a source that may be read as a block is at the beginning or end of a line. */
function hasTagAtLineEnd(nodes: readonly InlineNode[]): boolean {
  const flat = nodes.flatMap(leavesOf)
  return flat.some((leaf, index) => {
    const { source } = leaf ?? {}
    if (source === undefined || !beginsBlock(source)) return false
    const before = flat[index - 1]
    const after = flat[index + 1]
    const isFirst = index === 0 || (before !== undefined && /\n[ \t]*$/.test(before.text))
    const isLast = index === flat.length - 1 || (after !== undefined && /^[ \t]*\n/.test(after.text))
    return isFirst || (isLast && source.startsWith('{%'))
  })
}

/** Returns the leaves of a node, with undefined for what is not text. */
function leavesOf(node: InlineNode): (Leaf | undefined)[] {
  if (node.object === 'text') return node.leaves
  const isNested = node.type === 'link' || node.type === 'annotation'
  return isNested ? [undefined, ...node.nodes.flatMap(leavesOf), undefined] : [undefined]
}

function writeHeading(block: Heading, context: WriteContext): RootContent {
  const depth = headingLevel(block)
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
  if (node.object === 'text')
    return node.leaves.some(({ text, source }) => text.includes('\n') || source?.includes('\n'))
  if (node.type === 'button') return node.data.label.includes('\n')
  return (node.type === 'link' || node.type === 'annotation') && node.nodes.some(containsLineEnding)
}

function anchor(id: string, hasTitle: boolean): PhrasingContent[] {
  const blank: PhrasingContent[] = hasTitle ? [{ type: 'text', value: ' ' }] : []
  const tag = `<a${htmlAttributes({ href: `#${id}`, id })}>`
  return [...blank, { type: 'html', value: tag }, { type: 'html', value: '</a>' }]
}
