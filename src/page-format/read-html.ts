import { parseBlockTags } from './block-tag.ts'
import { assemble, type FlowItem, type Marker } from './flow-items.ts'
import { type HtmlElement, type HtmlToken, matchTags, rawHtml, tokenizeHtml } from './html.ts'
import { fragment, orEmptyParagraph, paragraph, textParagraph } from './nodes.ts'
import { htmlToPhrasing, isPhrasingElement } from './phrasing-elements.ts'
import { heading } from './read-blocks.ts'
import { readPreformatted } from './read-code.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'
import { list, listItem } from './read-lists.ts'
import { readMedia } from './read-media.ts'
import { readHtmlTable } from './read-table.ts'
import { readTagLine, withoutStrayParts } from './read-tags.ts'
import type { Block, InlineNode, TextAlignment } from './types.ts'

/**
 * Matches verbatim elements, comments and declarations. Text that looks like a block tag inside them is not
 * one.
 */
const verbatimHtml = /^\s*<(?:pre|script|style|textarea|!|\?)/i

/** Reads HTML among Markdown blocks. A line of block tags directly below the HTML ends it. */
export function readHtmlFlow(html: string, context: ReadContext): FlowItem[] {
  const lines = html.split('\n')
  if (verbatimHtml.test(html) || !lines.some(isTagLine)) return readHtmlItems(tokenizeHtml(html), context)
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
  return context.nested(() => context.readBlocks(context.parsePart(part), context))
}

/** Reads HTML as blocks, in table cells and list items, which contain no Markdown. */
export const readHtmlBlocks = (tokens: readonly HtmlToken[], context: ReadContext): Block[] =>
  context.nested(() => withoutStrayParts(assemble(readHtmlItems(tokens, context), context)))

function readHtmlItems(tokens: readonly HtmlToken[], context: ReadContext): FlowItem[] {
  const items: FlowItem[] = []
  const ends = matchTags(tokens)
  const hasText = tokens.some(({ type, raw }) => type === 'text' && raw.trim() !== '')
  let run: HtmlToken[] = []
  const finishRun = () => {
    addAll(items, readRun(run, context))
    run = []
  }
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken
    const end = ends[index]
    const element =
      token.type === 'open' && end !== undefined && isBlock(tokens, index, hasText)
        ? elementOf(tokens, token, index, end)
        : undefined
    const item = detailsMarker(token) ?? (element && readElement(element, context))
    const last = element && end !== undefined ? end : index
    if (item) {
      finishRun()
      addAll(items, item)
    } else {
      // The whole content is added at once; otherwise nested figures would be read once per level.
      for (let part = index; part <= last; part++) run.push(tokens[part] as HtmlToken)
    }
    index = last
  }
  finishRun()
  return items
}

const blockElements = new Set(
  'summary p h1 h2 h3 h4 h5 h6 figure picture img div table pre ul ol hr blockquote'.split(' '),
)

/**
 * Returns whether the token opens a block. Images among text are inline, and a `<div>` is a block only if it
 * lays out images.
 */
function isBlock(tokens: readonly HtmlToken[], index: number, isInText: boolean): boolean {
  const token = tokens[index]
  if (token?.type !== 'open' || !blockElements.has(token.name)) return false
  if (token.name === 'img' || token.name === 'picture') return !isInText
  if (token.name !== 'div') return true
  const next = tokens[index + 1]
  const first = next?.type === 'text' && next.raw.trim() === '' ? tokens[index + 2] : next
  return first?.type === 'open' && ['figure', 'picture', 'img'].includes(first.name)
}

function elementOf(
  tokens: readonly HtmlToken[],
  { name, attributes }: HtmlToken & { type: 'open' },
  start: number,
  end: number,
): HtmlElement {
  return { name, attributes, children: tokens.slice(start + 1, end), size: end - start + 1 }
}

function detailsMarker(token: HtmlToken): [Marker] | undefined {
  if ((token.type !== 'open' && token.type !== 'close') || token.name !== 'details') return undefined
  const kind = token.type
  return [
    {
      object: 'marker',
      kind,
      name: 'details',
      raw: token.raw,
      endIsOptional: false,
      build: buildExpandable,
    },
  ]
}

function buildExpandable(items: FlowItem[]): Block[] {
  const summary = items.find((item) => item.object === 'summary')
  const body: Block[] = []
  for (const item of items) {
    if (item.object === 'block') body.push(item)
    else if (item !== summary) body.push(item.object === 'summary' ? item.title : textParagraph(item.raw))
  }
  const title = summary?.title ?? paragraph([])
  const fragments = [
    fragment('expandable-title', [title], 'expandable-title'),
    fragment('expandable-body', orEmptyParagraph(withoutStrayParts(body)), 'expandable-body'),
  ]
  return [{ object: 'block', type: 'expandable', data: {}, fragments, isVoid: true }]
}

function readElement(element: HtmlElement, context: ReadContext): FlowItem[] | undefined {
  const { name, children, attributes } = element
  switch (name) {
    case 'summary':
      return [{ object: 'summary', title: paragraph(readHtmlInline(children, context)) }]
    case 'p':
      return [paragraph(readHtmlInline(children, context), alignment(attributes.align))]
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
    default:
      return name.startsWith('h') ? [readHtmlHeading(element, context)] : readMedia(element, context)
  }
}

const readHtmlInline = (tokens: readonly HtmlToken[], context: ReadContext): InlineNode[] =>
  readInline(htmlToPhrasing(tokens), context)

function alignment(value: string | undefined): TextAlignment | undefined {
  if (value === 'start' || value === 'left') return 'start'
  if (value === 'end' || value === 'right') return 'end'
  return value === 'center' ? value : undefined
}

function readHtmlHeading({ name, attributes, children }: HtmlElement, context: ReadContext): Block {
  const align = alignment(attributes.align)
  const { id } = attributes
  const data = { ...(id === undefined ? {} : { id }), ...(align === undefined ? {} : { align }) }
  return heading(Math.min(Number(name[1]), 3), readHtmlInline(children, context), data)
}

function readHtmlList({ name, attributes, children }: HtmlElement, context: ReadContext): Block[] {
  const ends = matchTags(children)
  const items: ReturnType<typeof listItem>[] = []
  for (let index = 0; index < children.length; index++) {
    const end = ends[index]
    const token = children[index]
    if (token?.type !== 'open' || token.name !== 'li' || end === undefined) continue
    const content = children.slice(index + 1, end)
    const checkbox = content.findIndex((child) => child.type === 'open' && child.name === 'input')
    const box = checkbox === 0 ? content.shift() : undefined
    const checked = box?.type === 'open' ? 'checked' in box.attributes : undefined
    items.push(listItem(readHtmlBlocks(content, context), checked))
    index = end
  }
  const start = Number(/^\d{1,9}$/.exec(attributes.start ?? '')?.[0] ?? 1)
  return items.length === 0 ? [] : [list(name === 'ol', start, items)]
}

/** Reads text and inline elements between blocks as a paragraph. Unknown HTML is kept as text. */
function readRun(run: readonly HtmlToken[], context: ReadContext): Block[] {
  const raw = rawHtml(run.filter(({ type }) => type !== 'comment'))
  if (raw.trim() === '') return []
  const isKnown = run.every(
    (token) => (token.type !== 'open' && token.type !== 'close') || isPhrasingElement(token.name),
  )
  if (!isKnown) return [textParagraph(raw.trim())]
  return [paragraph(readInline(htmlToPhrasing(run), context))]
}
