import type { Html, PhrasingContent } from 'mdast'
import { decodeEntities, type HtmlAttributes, type HtmlToken, tagOf } from '../html/html.ts'
import { blockElementNames, playerNames } from '../html/html-names.ts'
import { documentLimits } from '../limits.ts'
import { conditionOpenings, conditionTagOf } from '../syntax/condition-tags.ts'
import { namedEmoji } from '../syntax/emoji-names.ts'
import { emojiInText } from '../syntax/emoji-syntax.ts'
import { endOfTagInHtml, isReadAsOneTag } from '../syntax/inline-tag-syntax.ts'

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

/** Returns whether an element is inline. Unknown elements are. */
export const isPhrasingElement = (name: string): boolean =>
  !blockElementNames.has(name) && !playerNames.has(name) && name !== 'pre'

interface OpenElement extends PhrasingElement {
  /** The children of the enclosing element. */
  siblings: Phrasing[]
}

/** Pairs opening and closing tags among siblings. Unmatched tags are kept as raw HTML. */
export function pairElements(children: readonly PhrasingContent[]): Phrasing[] {
  if (!children.some(({ type }) => type === 'html')) return [...children]
  const stack: OpenElement[] = []
  const openNames = new Map<string, number>()
  let siblings: Phrasing[] = []
  const count = (name: string, by: number) => openNames.set(name, (openNames.get(name) ?? 0) + by)
  for (const child of children) {
    const token = child.type === 'html' ? tagOf(child.value) : undefined
    if (child.type === 'html' && token?.type === 'open') {
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

/** Returns the Markdown source of nodes that are not allowed in this context. */
export function toSource(nodes: readonly Phrasing[]): string {
  let source = ''
  for (const node of nodes) {
    if (node.type === 'inlineMath') source += `$$${node.value}$$`
    else if (node.type === 'element')
      source += node.open.value + toSource(node.children) + (node.close?.value ?? '')
    else if ('value' in node) source += node.value
  }
  return source
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

/** Converts HTML tokens to mdast nodes, so that HTML and Markdown share one reader. */
export function htmlToPhrasing(tokens: readonly HtmlToken[]): PhrasingContent[] {
  const phrasing: PhrasingContent[] = []
  tokens.forEach((token, index) => {
    if (token.type !== 'text') {
      phrasing.push({ type: 'html', value: token.raw })
      return
    }
    let raw = token.raw
    const start = raw.slice(0, raw.length - raw.trimStart().length)
    const end = raw.slice(raw.trimEnd().length)
    if (index === 0 && start.includes('\n')) raw = raw.trimStart()
    if (index === tokens.length - 1 && end.includes('\n')) raw = raw.trimEnd()
    addText(phrasing, raw.replace(whitespaceAroundLineBreak, ' '))
  })
  return phrasing
}

/** Matches what the Markdown parser recognizes in text: formulas, emoji and the beginnings of block tags. */
const syntaxInText = new RegExp(
  `\\$\\$([^$\\n]+)\\$\\$|${emojiInText.source}|${conditionOpenings().source}|\\{%`,
  'gi',
)

function addText(phrasing: PhrasingContent[], raw: string): void {
  let start = 0
  const addNode = (node: PhrasingContent, from: number, end: number) => {
    if (from > start) phrasing.push({ type: 'text', value: decodeEntities(raw.slice(start, from)) })
    phrasing.push(node)
    start = end
  }
  for (const match of raw.matchAll(syntaxInText)) {
    const [found, formula, emoji] = match
    const { index } = match
    if (index < start) continue
    if (formula !== undefined) {
      addNode({ type: 'inlineMath', value: decodeEntities(formula) }, index, index + found.length)
    } else if (emoji !== undefined) {
      if (namedEmoji(emoji) !== undefined)
        addNode({ type: 'emoji', value: found }, index, index + found.length)
    } else {
      const end = endOfTagInHtml(raw, index)
      const value = end === undefined ? '' : decodeEntities(raw.slice(index, end))
      if (end !== undefined && isReadAsOneTag(value)) addNode({ type: 'inlineTag', value }, index, end)
      else if (conditionTagOf(found))
        addNode({ type: 'inlineTag', value: found.replace(/\s+/g, ' ') }, index, index + found.length)
    }
  }
  if (start < raw.length) phrasing.push({ type: 'text', value: decodeEntities(raw.slice(start)) })
}
