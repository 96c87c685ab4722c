import { decodeEntities } from '../html/html.ts'
import { parseMarkdown } from '../syntax/markdown-syntax.ts'

interface Node {
  type: string
  url?: string
  children?: Node[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** The URL of a link or image in the source, which can be replaced. `end` is exclusive. */
export interface Address {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns the new URL of an address, or undefined to keep it. */
export type ResolveAddress = (address: string) => string | undefined

/** Returns whether Markdown may have addresses. Parsing it would take much longer. */
export const mayHaveAddresses = (markdown: string): boolean =>
  /\]\s*[(:]|\{%|<(?:a|img|source)\b/.test(markdown)

/** Replaces the URLs of links and images in Markdown and leaves all other characters unchanged. */
export const rewriteLinks = (markdown: string, resolve: ResolveAddress): string =>
  mayHaveAddresses(markdown)
    ? replaceAddresses(markdown, findAddresses(markdown, parseMarkdown(markdown)), resolve)
    : markdown

/**
 * Returns the addresses in the parsed `markdown`, in its order: those of links, images and definitions, and of tags except
 * in code. An address that is written with escapes is left out.
 */
export function findAddresses(markdown: string, root: object): Address[] {
  const nodes = [...allNodes(root as Node)]
  const code = nodes.filter(({ type }) => type === 'code' || type === 'inlineCode').map(spanOf)
  code.sort((a, b) => a.start - b.start)
  const addresses = [...inLinks(markdown, nodes), ...outside(code, inTags(markdown))]
  return addresses.sort((a, b) => a.start - b.start)
}

export function replaceAddresses(
  markdown: string,
  addresses: readonly Address[],
  resolve: ResolveAddress,
): string {
  let rewritten = ''
  let from = 0
  for (const { start, end, text } of addresses) {
    const resolved = start < from ? undefined : resolve(text)
    if (resolved === undefined) continue
    rewritten += markdown.slice(from, start) + resolved
    from = end
  }
  return rewritten + markdown.slice(from)
}

function* allNodes(root: Node): Generator<Node> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    for (const child of node.children ?? []) pending.push(child)
  }
}

const spanOf = ({ position }: Node) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

function* inLinks(markdown: string, nodes: readonly Node[]): Generator<Address> {
  for (const node of nodes) {
    if (node.url === undefined) continue
    const start = addressStart(markdown, node, node.url)
    if (start >= 0) yield { start, end: start + node.url.length, text: node.url }
  }
}

/**
 * Returns the offset of the URL in the source of a link, image or definition, or -1 if the URL is written with
 * escapes.
 */
function addressStart(markdown: string, node: Node, url: string): number {
  const { start, end } = spanOf(node)
  const lastChild = node.children?.at(-1)?.position?.end.offset
  const opening = /\]\(\s*<?|\]:\s*<?/y
  const from = lastChild ?? start
  for (let at = markdown.indexOf(']', from); at >= 0 && at < end; at = markdown.indexOf(']', at + 1)) {
    opening.lastIndex = at
    const isOpening = opening.test(markdown)
    if (isOpening && opening.lastIndex + url.length <= end && markdown.startsWith(url, opening.lastIndex))
      return opening.lastIndex
  }
  return -1
}

/**
 * Yields the addresses in `{% content-ref url="x.md" %}`, `{% file src="…" %}`, `{% include "…" %}` and HTML
 * attributes.
 */
function* inTags(markdown: string): Generator<Address> {
  for (const tag of tagsIn(markdown))
    for (const attribute of tag.text.matchAll(/(?:\b(?:url|src|srcset|href) *= *|include +)"([^"]*)"/g)) {
      const source = attribute[1] as string
      const start = tag.start + attribute.index + attribute[0].length - 1 - source.length
      const text = tag.isElement ? decodeEntities(source) : source
      yield { start, end: start + source.length, text }
    }
}

/** Yields tags with their offsets. One pattern for whole tags would search the rest of the text for each unclosed one. */
function* tagsIn(markdown: string): Generator<{ start: number; text: string; isElement: boolean }> {
  const opening = /\{% *(?:content-ref|file|include)\b|<(?:a|img|source)\b/g
  const lastBracket = markdown.lastIndexOf('>')
  for (let tag = opening.exec(markdown); tag; tag = opening.exec(markdown)) {
    const isElement = tag[0].startsWith('<')
    if (isElement && opening.lastIndex > lastBracket) continue
    const close = markdown.indexOf(isElement ? '>' : '%', opening.lastIndex)
    if (close < 0 || (!isElement && markdown[close + 1] !== '}')) continue
    opening.lastIndex = close + 1
    yield { start: tag.index, text: markdown.slice(tag.index, close + 1), isElement }
  }
}

/** Yields the addresses that do not begin in one of the spans. Both are in order, and no two spans overlap. */
function* outside(spans: readonly Omit<Address, 'text'>[], addresses: Iterable<Address>): Generator<Address> {
  let next = 0
  for (const address of addresses) {
    while (next < spans.length && (spans[next]?.end ?? 0) <= address.start) next++
    if (address.start < (spans[next]?.start ?? Number.POSITIVE_INFINITY)) yield address
  }
}
