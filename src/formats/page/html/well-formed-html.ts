import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5'
import { brokenRule } from '../../../base/rules.ts'
import {
  decodeEntities,
  type HtmlToken,
  htmlAttributes,
  isVoidElement,
  markdownAttributes,
  tagOf,
  tokenizeHtml,
} from './html.ts'
import { textlessElementNames } from './html-names.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/**
 * Returns the tokens of HTML as its parser understands it: with the tags that may be left out, and nothing between the rows
 * of a table.
 */
export function wellFormedTokens(html: string): HtmlToken[] {
  const { childNodes } = parseFragment(html, {
    sourceCodeLocationInfo: true,
    treeAdapter: limitedAdapter(html.length),
  })
  const tokens: HtmlToken[] = []
  const pending: (Node | HtmlToken)[] = childNodes.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('type' in node) tokens.push(node)
    else if (!('tagName' in node)) addLeaf(tokens, node, html)
    else if (textlessElementNames.has(node.tagName) && node.sourceCodeLocation) {
      const { startOffset, endOffset } = node.sourceCodeLocation
      tokens.push(...tokenizeHtml(html.slice(startOffset, endOffset)))
    } else {
      const open = openTag(node, html)
      if (tagName.test(open.name)) {
        tokens.push({ ...open, isWellFormed: true })
        if (open.isVoid) continue
        pending.push({ type: 'close', raw: `</${open.name}>`, name: open.name })
      }
      const { childNodes: children } = 'content' in node ? node.content : node
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] as Node)
    }
  }
  return tokens
}

/** The elements of a table that have no text of their own. */
const partsOfTables = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup'])

/** Matches a name that Markdown knows as one of an element, too. */
const tagName = /^[a-z][a-z0-9-]*$/

function addLeaf(tokens: HtmlToken[], node: Exclude<Node, Element>, html: string): void {
  const { sourceCodeLocation: place } = node
  const source = place ? html.slice(place.startOffset, place.endOffset) : ''
  if (node.nodeName === '#comment' && 'data' in node) tokens.push(commentToken(source, node.data))
  if (node.nodeName !== '#text' || !('value' in node)) return
  // A text that was moved is not what the source has in its place. Between rows and cells is only space, which the source may
  // have as character references.
  const isMoved = source === '' || (source.includes('<') && decodeEntities(source) !== node.value)
  const isBetweenCells = node.parentNode !== null && partsOfTables.has(node.parentNode.nodeName)
  const raw = isMoved || isBetweenCells ? node.value.replace(/&/g, '&amp;').replace(/</g, '&lt;') : source
  tokens.push({ type: 'text', raw })
}

/** Returns the token of a comment. One that Markdown does not end where HTML does is written as one that both end alike. */
function commentToken(source: string, data: string): HtmlToken {
  const [token] = tokenizeHtml(source)
  return token?.type === 'comment' && token.raw === source
    ? token
    : { type: 'comment', raw: `<!--${data}-->` }
}

function openTag(
  { tagName, attrs, sourceCodeLocation: place }: Element,
  html: string,
): HtmlToken & { type: 'open' } {
  const start = place?.startTag ?? place
  const source = start ? tagOf(html.slice(start.startOffset, start.endOffset)) : undefined
  if (source?.type === 'open' && source.name === tagName.toLowerCase())
    return { ...source, isVoid: isVoidElement(source.name) }
  const attributes = markdownAttributes(Object.fromEntries(attrs.map(({ name, value }) => [name, value])))
  const name = tagName.toLowerCase()
  return {
    type: 'open',
    raw: `<${name}${htmlAttributes(attributes)}>`,
    name,
    attributes,
    isVoid: isVoidElement(name),
  }
}

/**
 * Returns an adapter that refuses to create many more elements than a text has tags: unclosed marks are repeated in every
 * block after them.
 */
function limitedAdapter(length: number): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let left = length + 1000
  return {
    ...defaultTreeAdapter,
    createElement: (...args) => {
      if (--left < 0) throw brokenRule('markdown', 'BODY_WITH_TOO_MANY_OPEN_ELEMENTS')
      return defaultTreeAdapter.createElement(...args)
    },
  }
}
