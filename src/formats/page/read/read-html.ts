import { alignment, isContainerElement } from '../html/container-elements.ts'
import {
  childElements,
  type HtmlAttributes,
  type HtmlElement,
  type HtmlToken,
  hasBlankLine,
  matchTags,
  rawHtml,
  tokenizeHtml,
} from '../html/html.ts'
import { playerNames } from '../html/html-names.ts'
import { wellFormedTokens } from '../html/well-formed-html.ts'
import { malformedConditions } from '../model/malformed-conditions.ts'
import { boldBlock, fragment, heading, orEmptyParagraph, paragraph } from '../model/nodes.ts'
import { flowSource, opaqueBlock, sourceOfTexts } from '../model/opaque.ts'
import { parseBlockTags } from '../syntax/block-tag.ts'
import { mayHaveConditions } from '../syntax/condition-tags.ts'
import type { Block, InlineNode, TextAlignment } from '../types.ts'
import type { FlowItem } from './flow-item.ts'
import { isBlockTag, mayBeMarkdown, readHtmlBlocks, readHtmlContent } from './html-content.ts'
import { htmlToPhrasing } from './phrasing-elements.ts'
import { readPreformatted } from './read-code.ts'
import { buildContainer, withAlignment } from './read-containers.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'
import { list, listItem } from './read-lists.ts'
import { readMedia } from './read-media.ts'
import { readPlayer } from './read-players.ts'
import { readHtmlTable } from './read-table.ts'
import { readTagLine } from './read-tags.ts'
import { withoutStrayParts } from './stray-parts.ts'

/**
 * Matches verbatim elements, comments and declarations. Text that looks like a block tag inside them is not
 * one.
 */
const verbatimHtml = /^\s*<(?:pre|script|style|textarea|!|\?)/i

/** Reads HTML among Markdown blocks. A line of block tags directly below the HTML ends it. */
export function readHtmlFlow(html: string, context: ReadContext): FlowItem[] {
  const lines = html.split('\n')
  const isWhole = verbatimHtml.test(html) || hasBlankLine(html)
  if (isWhole || !lines.some(isTagLine)) return readHtmlItems(tokenizeHtml(html), context)
  const items: FlowItem[] = []
  let part: string[] = []
  let isFirst = true
  const finishPart = () => {
    if (part.length > 0) addAll(items, readPart(part.join('\n'), isFirst, context))
    part = []
    isFirst = false
  }
  for (const line of lines) {
    if (!isTagLine(line)) part.push(line)
    else {
      finishPart()
      addAll(items, readTagLine(line.trim()))
    }
  }
  finishPart()
  return items
}

const isTagLine = (line: string): boolean => /^ {0,3}\{%/.test(line) && parseBlockTags(line) !== undefined

function addAll(items: FlowItem[], more: readonly FlowItem[]): void {
  for (const item of more) items.push(item)
}

function readPart(part: string, isHtml: boolean, context: ReadContext): FlowItem[] {
  if (isHtml) return readHtmlItems(tokenizeHtml(part), context)
  return context.nested(() => context.readBlocks(context.parsePart(part)))
}

export function readHtmlItems(tokens: readonly HtmlToken[], context: ReadContext): FlowItem[] {
  const items: FlowItem[] = []
  const ends = matchTags(tokens)
  const blocksBefore = countBlocks(tokens)
  const hasText = tokens.some(({ type, raw }) => type === 'text' && raw.trim() !== '')
  let run: HtmlToken[] = []
  const finishRun = () => {
    addAll(items, readRun(run, context))
    run = []
  }
  /** The ends of elements that are not read as a whole, by name. Those in them would be tried once per level. */
  const refused = new Map<string, number>()
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken
    const end = ends[index] ?? endLeftOut(token, tokens)
    if (token.type === 'open' && end !== undefined) {
      const isTried = isElement(tokens, index, hasText) && index > (refused.get(token.name) ?? -1)
      const read = isTried ? readElement(elementOf(tokens, token, index, end), context) : undefined
      if (read && read.length > 0) {
        finishRun()
        addAll(items, read)
        index = end
        continue
      }
      const inner = isTried && end > index ? elementOf(tokens, token, index, end).children : []
      if (mayBeMarkdown(inner)) {
        finishRun()
        addAll(items, [flowTag(token), ...readHtmlContent(inner, context), flowTag(tokens[end] as HtmlToken)])
        index = end
        continue
      }
      if (isTried) refused.set(token.name, end)
    }
    const hasBlocks = end === undefined || blocksBefore[end + 1] !== blocksBefore[index]
    if (!hasBlocks) {
      for (let part = index; part <= end; part++) run.push(tokens[part] as HtmlToken)
      index = end
    } else if (isInRun(token, run)) run.push(token)
    else {
      finishRun()
      items.push(flowTag(token))
    }
  }
  finishRun()
  return items
}

/** Returns the number of tags of blocks before each token, and before the end. */
function countBlocks(tokens: readonly HtmlToken[]): number[] {
  const counts = [0]
  for (const token of tokens) counts.push((counts.at(-1) ?? 0) + (isBlockTag(token) ? 1 : 0))
  return counts
}

/** Elements without an end reach to that of the HTML. */
const endLeftOut = (token: HtmlToken, tokens: readonly HtmlToken[]): number | undefined =>
  token.type === 'open' && parsedElements.has(token.name) ? tokens.length - 1 : undefined

/** Returns whether a token is in a line of text. A comment is, if there is text before it. */
function isInRun(token: HtmlToken, run: readonly HtmlToken[]): boolean {
  if (token.type === 'comment') return run.some(({ type, raw }) => type !== 'text' || raw.trim() !== '')
  return !isBlockTag(token)
}

const mediaElements = new Set(['figure', 'picture', 'img', 'div'])

/** Elements whose tags may be left out. */
const parsedElements = new Set(['table', 'ul', 'ol', 'dl'])

const otherElements = new Set('summary p h1 h2 h3 h4 h5 h6 pre hr blockquote'.split(' '))

/** Returns whether an element is read as a whole: images unless they are in text, and a `<div>` that lays out images. */
function isElement(tokens: readonly HtmlToken[], index: number, isInText: boolean): boolean {
  const token = tokens[index]
  if (token?.type !== 'open') return false
  const { name } = token
  if (name === 'img' || name === 'picture') return !isInText
  if (name === 'div') {
    const next = tokens[index + 1]
    const first = next?.type === 'text' && next.raw.trim() === '' ? tokens[index + 2] : next
    return first?.type === 'open' && mediaElements.has(first.name) && first.name !== 'div'
  }
  return (
    mediaElements.has(name) || parsedElements.has(name) || otherElements.has(name) || playerNames.has(name)
  )
}

function elementOf(
  tokens: readonly HtmlToken[],
  token: HtmlToken & { type: 'open' },
  start: number,
  end: number,
): HtmlElement & { token: HtmlToken & { type: 'open' } } {
  const { name, attributes } = token
  const last = tokens[end]
  const isClosed = start < end && last?.type === 'close' && last.name === name
  const children = tokens.slice(start + 1, isClosed ? end : end + 1)
  return { name, attributes, children, size: end - start + 1, token }
}

/** Reads a tag of a block whose element is not read as a whole: its content may be Markdown. */
function flowTag(token: HtmlToken): FlowItem {
  if (token.type !== 'open' && token.type !== 'close') return opaqueBlock(flowSource(token))
  const { type: kind, name } = token
  const raw = flowSource(token)
  const marker = { object: 'marker', kind, name, raw, endIsOptional: false } as const
  if (name === 'details') return { ...marker, build: buildExpandable }
  if (token.type === 'open' && token.isVoid) return opaqueBlock(raw)
  if (!isContainerElement(name)) return opaqueBlock(raw)
  const attributes = token.type === 'open' ? token.attributes : {}
  return { ...marker, isLenient: true, build: (items) => buildContainer(name, attributes, raw, items) }
}

function buildExpandable(items: FlowItem[]): Block[] {
  // A title below the tag of a condition is text that the condition may hide.
  const condition = items.findIndex((item) => item.object === 'block' && isConditionBlock(item))
  const above = condition < 0 ? items : items.slice(0, condition)
  const summary = above.find((item) => item.object === 'summary')
  const body: Block[] = []
  for (const item of items) {
    if (item.object === 'block') body.push(item)
    else if (item !== summary) body.push(item.object === 'summary' ? item.title : opaqueBlock(item.raw))
  }
  const title = summary?.title ?? paragraph([])
  const fragments = [
    fragment('expandable-title', [title], 'expandable-title'),
    fragment('expandable-body', orEmptyParagraph(withoutStrayParts(body)), 'expandable-body'),
  ]
  return [{ object: 'block', type: 'expandable', data: {}, fragments, isVoid: true }]
}

const isConditionBlock = (block: Block): boolean => malformedConditions({ nodes: [block] }).length > 0

/**
 * Returns whether an element has the tag of a condition where only rows, cells and images are read. Such an element is not read
 * as a whole, so that the tag stays before what it hides.
 */
function hasConditionBetween({ name, children }: HtmlElement): boolean {
  if (!mediaElements.has(name) && name !== 'table' && name !== 'dl') return false
  let depth = 0
  for (const token of children) {
    const isCell = (token.type === 'open' || token.type === 'close') && textElements.has(token.name)
    if (isCell) depth += token.type === 'open' ? 1 : -1
    else if (token.type === 'text' && depth <= 0 && mayHaveConditions(token.raw)) return true
  }
  return false
}

/** The elements in others that contain text. */
const textElements = new Set(['td', 'th', 'caption', 'dt', 'dd', 'figcaption'])

function readElement(
  element: HtmlElement & { token: HtmlToken & { type: 'open' } },
  context: ReadContext,
): FlowItem[] | undefined {
  const { name, children, attributes, token } = element
  if (hasConditionBetween(element)) return undefined
  if (playerNames.has(name)) return readPlayer(element)
  if (mediaElements.has(name)) return readMedia(element, context)
  if (parsedElements.has(name) && !token.isWellFormed) {
    const html = `${token.raw}${rawHtml(children)}</${name}>`
    return context.nested(() => readHtmlItems(wellFormedTokens(html), context))
  }
  switch (name) {
    case 'summary':
      return [{ object: 'summary', title: paragraph(readHtmlInline(children, context)) }]
    case 'p':
      return readHtmlParagraph(element, context)
    case 'hr':
      return [{ object: 'block', type: 'divider', data: {}, isVoid: true }]
    case 'pre':
      return [readPreformatted(element, context)]
    case 'table':
      return readHtmlTable(element, context)
    case 'blockquote': {
      const nodes = orEmptyParagraph(readHtmlBlocks(children, context))
      return [{ object: 'block', type: 'blockquote', data: {}, nodes }]
    }
    case 'ul':
    case 'ol':
      return readHtmlList(element, context)
    case 'dl':
      return readDefinitions(element, context)
    default:
      return [heading(Number(name[1]), readHtmlInline(children, context), headingData(attributes))]
  }
}

const readHtmlInline = (tokens: readonly HtmlToken[], context: ReadContext): InlineNode[] =>
  readInline(htmlToPhrasing(tokens), context)

/** Reads a paragraph, or the blocks in it, which end a paragraph of HTML. */
function readHtmlParagraph({ attributes, children }: HtmlElement, context: ReadContext): Block[] {
  const align = alignment(attributes.align)
  if (!children.some(isBlockTag)) return [paragraph(readHtmlInline(children, context), align)]
  const blocks = readHtmlBlocks(children, context)
  return align === undefined ? blocks : blocks.map((block) => withAlignment(block, align))
}

function headingData({ id, align }: HtmlAttributes): { id?: string; align?: TextAlignment } {
  const aligned = alignment(align)
  return { ...(id === undefined ? {} : { id }), ...(aligned === undefined ? {} : { align: aligned }) }
}

function readHtmlList({ name, attributes, children }: HtmlElement, context: ReadContext): Block[] {
  const ends = matchTags(children)
  const before: Block[] = []
  const items: ReturnType<typeof listItem>[] = []
  let between: HtmlToken[] = []
  const finishBetween = () => {
    const blocks = readHtmlContent(between, context)
    addAll(items.at(-1)?.nodes ?? before, blocks)
    between = []
  }
  for (let index = 0; index < children.length; index++) {
    const end = ends[index]
    const token = children[index] as HtmlToken
    const isItem = token.type === 'open' && token.name === 'li'
    if (!isItem || end === undefined) {
      between.push(token)
      continue
    }
    finishBetween()
    const content = children.slice(index + 1, end)
    const checkbox = content.findIndex((child) => child.type === 'open' && child.name === 'input')
    const box = checkbox === 0 ? content.shift() : undefined
    const checked = box?.type === 'open' ? 'checked' in box.attributes : undefined
    items.push(listItem(readHtmlContent(content, context), checked))
    index = end
  }
  finishBetween()
  const start = Number(/^\d{1,9}$/.exec(attributes.start ?? '')?.[0] ?? 1)
  return items.length === 0 ? before : [...before, list(name === 'ol', start, items)]
}

/** Reads terms and what they mean as a list, of which each item begins with its term. */
function readDefinitions({ children }: HtmlElement, context: ReadContext): Block[] {
  const items: ReturnType<typeof listItem>[] = []
  for (const { name, children: content } of childElements(children, 'dt', 'dd')) {
    const blocks = readHtmlContent(content, context)
    const last = items.at(-1)
    if (name === 'dt') items.push(listItem(blocks.map(boldBlock)))
    else if (last) addAll(last.nodes, blocks)
    else items.push(listItem(blocks))
  }
  return items.length === 0 ? readHtmlContent(children, context) : [list(false, 1, items)]
}

/** Reads text and inline elements between blocks as a paragraph. */
function readRun(run: readonly HtmlToken[], context: ReadContext): FlowItem[] {
  if (rawHtml(run).trim() === '') return []
  const nodes = readHtmlInline(run, context)
  // Tags alone, whose elements begin or end in other blocks.
  if (nodes.length === 0)
    return run.filter(({ type }) => type !== 'text').map((token) => opaqueBlock(flowSource(token)))
  const source = sourceOfTexts(nodes)
  return source === undefined ? [paragraph(nodes)] : readSource(source)
}

/** Reads what is no text: tags of blocks alone are what they are anywhere else. */
export const readSource = (source: string): FlowItem[] =>
  parseBlockTags(source) ? readTagLine(source) : [opaqueBlock(source)]
