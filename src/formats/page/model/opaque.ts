import {
  type HtmlToken,
  hasBlankLine,
  isMarkupToken,
  matchTags,
  sourceOf,
  tagOf,
  tokenizeHtml,
} from '../html/html.ts'
import { blockElementNames } from '../html/html-names.ts'
import { parseBlockTags } from '../syntax/block-tag.ts'
import { isConditionOpening } from '../syntax/condition-tags.ts'
import { isReadAsOneTag } from '../syntax/inline-tag-syntax.ts'
import type { Block, InlineNode, Integration, JSONDocument, Leaf } from '../types.ts'
import { walkDocument } from './walk-document.ts'

/**
 * Markdown that has no node type is kept as it is: as a block, which is an integration block without an integration, or in
 * text, as a leaf without text. Whoever shows the page shows neither.
 */
const integration = 'lectern'
const block = 'markdown'

export const opaqueBlock = (source: string): Integration => ({
  object: 'block',
  type: 'integration',
  data: { integration, block, props: { source } },
  isVoid: true,
})

/** Returns the Markdown that a block keeps. Returns undefined for any other block. */
export function opaqueSource(node: Block): string | undefined {
  if (node.type !== 'integration' || node.data.integration !== integration || node.data.block !== block)
    return undefined
  const { source } = node.data.props
  return typeof source === 'string' ? source : undefined
}

export const isOpaque = (node: Block): boolean => opaqueSource(node) !== undefined

/** Returns the Markdown that texts keep, if they keep some and have no text besides. */
export function sourceOfTexts(nodes: readonly InlineNode[]): string | undefined {
  const leaves: Leaf[] = []
  for (const node of nodes) {
    if (node.object !== 'text') return undefined
    leaves.push(...node.leaves)
  }
  const isBlank = leaves.every(({ text, source }) => source !== undefined || text.trim() === '')
  if (!isBlank || leaves.every(({ source }) => source === undefined)) return undefined
  return leaves
    .map(({ text, source }) => source ?? text.replace(/\s+/g, ' '))
    .join('')
    .trim()
}

/** Returns whether a leaf may keep a source: a single tag or comment, as Markdown reads it in a line of text. */
export function isInlineSource(source: string): boolean {
  if (isConditionOpening(source)) return true
  if (source.startsWith('{%')) return isReadAsOneTag(source)
  if (source !== inlineSource(source)) return false
  const [token, ...others] = tokenizeHtml(source)
  return token !== undefined && others.length === 0 && isMarkupToken(token)
}

/** Returns the source in the form in which texts keep it: lines of text have no blank lines and no indentation. */
export const inlineSource = (source: string): string => source.trim().replace(/\s*\n\s*/g, '\n')

/** Matches what Markdown reads in HTML as it is, whatever its lines are. */
const verbatim = /^<(?:!|\?|(?:script|style)[\s>])/i

/** Returns the source of a tag or comment in the form in which blocks keep it. */
export function flowSource(token: HtmlToken): string {
  const source = sourceOf(token).trim()
  return verbatim.test(source) || hasBlankLine(source) ? source : inlineSource(source)
}

/** Returns whether Markdown reads the source of a block as that block, wherever it is written. */
export function isWholeSource(source: string): boolean {
  if (isConditionOpening(source)) return true
  if (source.startsWith('{%')) return parseBlockTags(source)?.length === 1
  const tokens = tokenizeHtml(source)
  const [first] = tokens
  if (first === undefined || source !== source.trim()) return false
  if (tokens.length === 1 && isMarkupToken(first) && flowSource(first) !== source) return false
  if (!tokens.every((token) => isMarkupToken(token) || token.raw.trim() === '')) return false
  if (/<(?:pre|textarea)[\s>]|^<(?:table|[uod]l)[\s>]|\{%/i.test(source)) return false
  if (verbatim.test(source)) return tokens.length === 1
  const [line = '', ...below] = source.split('\n')
  return tagOf(line) !== undefined || !below.some(beginsBlock)
}

/** Returns whether a source has the beginning and end of each of its elements. */
export function isComplete(source: string): boolean {
  const tokens = tokenizeHtml(source)
  const ends = matchTags(tokens)
  const closes = new Set(ends)
  return tokens.every((token, index) =>
    token.type === 'open' ? ends[index] !== undefined : token.type !== 'close' || closes.has(index),
  )
}

/** Returns whether a line may begin a block of Markdown. */
function beginsBlock(line: string): boolean {
  const name = /^\s*<\/?([a-z][a-z0-9-]*)/i.exec(line)?.[1]?.toLowerCase() ?? ''
  return blockElementNames.has(name) || /^\s*[^\s<"'a-z/]/i.test(line)
}

/** Returns whether a document keeps something without showing it. */
export function keepsSources(document: JSONDocument): boolean {
  for (const node of walkDocument(document)) {
    if (node.object === 'block' && isOpaque(node)) return true
    if (node.object === 'text' && node.leaves.some(({ source }) => source !== undefined)) return true
  }
  return false
}

/** Returns whether a text may have tags or comments that a document keeps without showing them. Parsing it takes longer. */
export const mayKeepSources = (markdown: string): boolean => /<[a-z!?/]|\{\s*%/i.test(markdown)
