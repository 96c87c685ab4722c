import type { Html, PhrasingContent } from 'mdast'
import { emojiInText, namedEmoji } from './emoji-syntax.ts'
import { decodeEntities, type HtmlAttributes, type HtmlToken, tokenizeHtml } from './html.ts'
import { documentLimits } from './limits.ts'

/** An HTML element in inline Markdown, with its content. */
export interface PhrasingElement {
  type: 'element'
  name: string
  attributes: HtmlAttributes
  children: Phrasing[]
  open: Html
  close: Html | undefined
}

export type Phrasing = PhrasingContent | PhrasingElement

const phrasingElements = new Set(
  'strong b em i s del strike code sup sub kbd mark a button picture br img source'.split(' '),
)

export const isPhrasingElement = (name: string): boolean => phrasingElements.has(name)

interface OpenElement extends PhrasingElement {
  /** The children of the enclosing element. */
  siblings: Phrasing[]
}

/** Pairs opening and closing tags among siblings. Unmatched and unknown tags are kept as raw HTML. */
export function pairElements(children: readonly PhrasingContent[]): Phrasing[] {
  if (!children.some(({ type }) => type === 'html')) return [...children]
  const stack: OpenElement[] = []
  const openNames = new Map<string, number>()
  let siblings: Phrasing[] = []
  const count = (name: string, by: number) => openNames.set(name, (openNames.get(name) ?? 0) + by)
  for (const child of children) {
    const token = child.type === 'html' ? tokenizeHtml(child.value)[0] : undefined
    if (child.type === 'html' && token?.type === 'open' && phrasingElements.has(token.name)) {
      const { name, attributes } = token
      const element: PhrasingElement = {
        type: 'element',
        name,
        attributes,
        children: [],
        open: child,
        close: undefined,
      }
      if (token.isVoid) siblings.push(element)
      else if (stack.length >= documentLimits.depth) siblings.push(child)
      else {
        stack.push({ ...element, siblings })
        count(name, 1)
        siblings = []
      }
    } else if (child.type === 'html' && token?.type === 'close' && openNames.get(token.name)) {
      siblings = closeElement(stack, siblings, token.name, child, count)
    } else siblings.push(child)
  }
  while (stack.length > 0) siblings = unwrapUnclosed(stack, siblings, count)
  return siblings
}

type Count = (name: string, by: number) => void

function closeElement(
  stack: OpenElement[],
  siblings: Phrasing[],
  name: string,
  close: Html,
  count: Count,
): Phrasing[] {
  let children = siblings
  while (stack.at(-1)?.name !== name) children = unwrapUnclosed(stack, children, count)
  const { siblings: outer, ...element } = stack.pop() as OpenElement
  count(name, -1)
  outer.push({ ...element, children, close })
  return outer
}

/** Closes an element that has no end tag: its start tag becomes text and its children become siblings. */
function unwrapUnclosed(stack: OpenElement[], children: Phrasing[], count: Count): Phrasing[] {
  const { name, open, siblings } = stack.pop() as OpenElement
  count(name, -1)
  siblings.push(open)
  for (const child of children) siblings.push(child)
  return siblings
}

/**
 * Matches the whitespace around a line ending. The lookbehind prevents quadratic backtracking on long runs of
 * spaces.
 */
export const whitespaceAroundLineBreak = /(?<!\s)\s*\n\s*/g

const formula = /\$\$([^$\n]+)\$\$/

/** Converts HTML tokens to mdast nodes, so that HTML and Markdown share one reader. */
export function htmlToPhrasing(tokens: readonly HtmlToken[]): PhrasingContent[] {
  const phrasing: PhrasingContent[] = []
  tokens.forEach((token, index) => {
    if (token.type === 'text') {
      let raw = token.raw
      const start = raw.slice(0, raw.length - raw.trimStart().length)
      const end = raw.slice(raw.trimEnd().length)
      if (index === 0 && start.includes('\n')) raw = raw.trimStart()
      if (index === tokens.length - 1 && end.includes('\n')) raw = raw.trimEnd()
      addText(phrasing, raw.replace(whitespaceAroundLineBreak, ' '))
    } else if (token.type !== 'comment') phrasing.push({ type: 'html', value: token.raw })
  })
  return phrasing
}

function addText(phrasing: PhrasingContent[], raw: string): void {
  // Splitting by a pattern with one group puts the formulas at odd indexes.
  raw.split(formula).forEach((piece, index) => {
    if (index % 2 === 1) phrasing.push({ type: 'inlineMath', value: decodeEntities(piece) })
    else addTextAndEmojis(phrasing, piece)
  })
}

function addTextAndEmojis(phrasing: PhrasingContent[], raw: string): void {
  let start = 0
  for (const match of raw.matchAll(emojiInText)) {
    if (namedEmoji(match[1] ?? '') === undefined) continue
    if (match.index > start) {
      phrasing.push({ type: 'text', value: decodeEntities(raw.slice(start, match.index)) })
    }
    phrasing.push({ type: 'emoji', value: match[0] })
    start = match.index + match[0].length
  }
  if (start < raw.length) phrasing.push({ type: 'text', value: decodeEntities(raw.slice(start)) })
}
