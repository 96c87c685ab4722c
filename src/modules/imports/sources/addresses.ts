import { allNodes, type MarkdownNode, type Span, spanOf } from './markdown-text.ts'

/** An address that a page leads to or shows, and where it stands in the text. */
export interface Address extends Span {
  /** Decoded: without Markdown escapes and HTML entities. */
  readonly text: string
}

/** The addresses in a Markdown text: in links, images, definitions, HTML and block tags, but not in code. */
export function findAddresses(source: string, root: MarkdownNode): Address[] {
  const nodes = [...allNodes(root)]
  const addresses = [...inLinks(nodes), ...inHtml(source, nodes), ...inBlockTags(source, nodes)]
  return withoutOverlap(addresses.sort((a, b) => a.start - b.start))
}

function* inLinks(nodes: readonly MarkdownNode[]): Generator<Address> {
  for (const { url, data } of nodes)
    if (url !== undefined && data?.destination) yield { ...data.destination, text: url }
}

const comments = /<!--[\s\S]*?(?:-->|$)/g
const tags = /<(?:a|img|source|video|audio)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi
const attributes = /\s(href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

function* inHtml(source: string, nodes: readonly MarkdownNode[]): Generator<Address> {
  for (const node of nodes) {
    if (node.type !== 'html') continue
    const { start, end } = spanOf(node)
    const html = source.slice(start, end).replace(comments, (comment) => ' '.repeat(comment.length))
    for (const tag of html.matchAll(tags)) yield* inAttributes(tag[0], start + tag.index)
  }
}

function* inAttributes(tag: string, tagStart: number): Generator<Address> {
  for (const match of tag.matchAll(attributes)) {
    const [whole, name = '', ...values] = match
    const value = values.find((text) => text !== undefined) ?? ''
    const quote = whole.endsWith('"') || whole.endsWith("'") ? 1 : 0
    const start = tagStart + match.index + whole.length - quote - value.length
    if (name.toLowerCase() === 'srcset') yield* inSourceSet(value, start)
    else yield { start, end: start + value.length, text: withoutEntities(value) }
  }
}

/** `small.png 1x, large.png 2x` */
function* inSourceSet(value: string, valueStart: number): Generator<Address> {
  for (const match of value.matchAll(/(?:^|,)\s*([^\s,]+)/g)) {
    const [whole, address = ''] = match
    const start = valueStart + match.index + whole.length - address.length
    yield { start, end: start + address.length, text: withoutEntities(address) }
  }
}

const withoutEntities = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const blockTags = /\{%\s*(?:file|content-ref|embed)\b[^%\n]*%\}/g
const blockTagAttributes = /\b(?:src|url)\s*=\s*"([^"]*)"/g

/** Block tags are plain text to the parser, which may have cut them into pieces. */
function* inBlockTags(source: string, nodes: readonly MarkdownNode[]): Generator<Address> {
  const blind = new Set(['code', 'inlineCode', 'html', 'yaml'])
  const hidden = nodes.filter(({ type }) => blind.has(type)).map(spanOf)
  let next = 0
  for (const tag of source.matchAll(blockTags)) {
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= tag.index) next++
    if ((hidden[next]?.start ?? Number.POSITIVE_INFINITY) <= tag.index) continue
    for (const attribute of tag[0].matchAll(blockTagAttributes)) {
      const [whole, text = ''] = attribute
      const start = tag.index + attribute.index + whole.length - 1 - text.length
      yield { start, end: start + text.length, text }
    }
  }
}

function withoutOverlap(addresses: readonly Address[]): Address[] {
  let reached = 0
  return addresses.filter(({ start, end }) => {
    if (start < reached) return false
    reached = end
    return true
  })
}
