import { type HtmlToken, hasBlankLine, rawHtml, tagOf, tokenizeHtml } from '../html/html.ts'
import { paragraph } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import type { Block, InlineNode, Leaf } from '../types.ts'
import { WriteContext } from '../write/write-context.ts'
import { writeHtmlInline } from '../write/write-html-inline.ts'
import type { FlowItem } from './flow-item.ts'
import { assemble } from './flow-items.ts'
import { isPhrasingElement } from './phrasing-elements.ts'
import type { ReadContext } from './read-context.ts'
import { withoutStrayParts } from './stray-parts.ts'

/** Returns whether a token is the tag of a block, and not of what is in a line of text. */
export const isBlockTag = (token: HtmlToken): boolean =>
  (token.type === 'open' || token.type === 'close') && !isPhrasingElement(token.name)

/**
 * Reads text that contains tags of blocks, which end a paragraph of HTML. Returns undefined for any other text. One
 * with annotations, which only Markdown has, stays one paragraph without them.
 */
export function readBlocksInText(nodes: readonly InlineNode[], context: ReadContext): FlowItem[] | undefined {
  if (!nodes.some(hasBlockTag)) return undefined
  if (nodes.some((node) => node.object === 'inline' && node.type === 'annotation'))
    return [paragraph(withoutBlockTags(nodes))]
  return context.readHtmlItems(
    tokenizeHtml(writeHtmlInline(nodes, new WriteContext({ blocks: () => [], html: () => '' }))),
  )
}

/** Removes the tags of blocks, which would end a text. */
export const withoutBlockTags = (nodes: readonly InlineNode[]): InlineNode[] =>
  normalizeInline(
    nodes.map((node) =>
      node.object === 'text' ? { ...node, leaves: node.leaves.filter((one) => !isBlockLeaf(one)) } : node,
    ),
  )

const isBlockLeaf = ({ source = '' }: Leaf): boolean => {
  const token = tagOf(source)
  return token !== undefined && isBlockTag(token)
}

function hasBlockTag(node: InlineNode): boolean {
  if (node.object === 'inline') return node.type === 'link' && node.nodes.some(hasBlockTag)
  return node.leaves.some(isBlockLeaf)
}

/** Reads HTML as blocks, in table cells and list items, which contain no Markdown. */
export const readHtmlBlocks = (tokens: readonly HtmlToken[], context: ReadContext): Block[] =>
  context.nested(() => withoutStrayParts(assemble(context.readHtmlItems(tokens), context)))

/** Reads the content of a cell or an item, which is Markdown if it has blank lines. */
export function readHtmlContent(tokens: readonly HtmlToken[], context: ReadContext): Block[] {
  const source = rawHtml(tokens)
  if (source.trim() === '') return []
  if (!mayBeMarkdown(tokens)) return readHtmlBlocks(tokens, context)
  return context.nested(() => context.readBlocks(context.parseInner(withoutIndent(source))))
}

/** Returns whether the content of an element has a blank line between its tags, so that Markdown reads it. */
export const mayBeMarkdown = (tokens: readonly HtmlToken[]): boolean =>
  tokens.some(({ type, raw }) => type === 'text' && hasBlankLine(raw))

/** Removes the indentation that all lines have, which HTML ignores and Markdown takes for code. */
function withoutIndent(source: string): string {
  const lines = source.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const least = indents.reduce((smallest, indent) => Math.min(smallest, indent), Number.POSITIVE_INFINITY)
  return lines.map((line) => line.slice(Math.min(least, line.search(/\S|$/)))).join('\n')
}
