import { parseMarkdown } from './markdown-syntax.ts'

interface Node {
  type: string
  url?: string
  children?: Node[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Replaces the URLs of links and images in Markdown and leaves all other characters unchanged. `resolve`
 * returns the new URL, or undefined to keep the current one.
 */
export function rewriteLinks(markdown: string, resolve: Resolve): string {
  // Most bodies contain no link, and parsing is expensive.
  if (!/\]\s*[(:]|\{%|<(?:a|img)\b/.test(markdown)) return markdown
  const nodes = [...allNodes(parseMarkdown(markdown) as Node)]
  const code = nodes.filter(({ type }) => type === 'code' || type === 'inlineCode')
  const inCode = ({ start }: Replacement) =>
    code.some(({ position }) => start >= (position?.start.offset ?? 0) && start < (position?.end.offset ?? 0))
  const replacements = [
    ...inLinks(markdown, nodes, resolve),
    ...[...inTags(markdown, resolve)].filter((replacement) => !inCode(replacement)),
  ]
  let rewritten = ''
  let from = 0
  for (const { start, end, text } of replacements.sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    rewritten += markdown.slice(from, start) + text
    from = end
  }
  return rewritten + markdown.slice(from)
}

type Resolve = (address: string) => string | undefined

function* allNodes(root: Node): Generator<Node> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    pending.push(...(node.children ?? []))
  }
}

function* inLinks(markdown: string, nodes: readonly Node[], resolve: Resolve): Generator<Replacement> {
  for (const node of nodes) {
    if (node.url === undefined) continue
    const text = resolve(node.url)
    const start = text === undefined ? -1 : addressStart(markdown, node, node.url)
    if (text !== undefined && start >= 0) yield { start, end: start + node.url.length, text }
  }
}

/**
 * Returns the offset of the URL in the source of a link, image or definition, or -1 if the URL is written with
 * escapes.
 */
function addressStart(markdown: string, node: Node, url: string): number {
  const { start, end } = node.position ?? {}
  const lastChild = node.children?.at(-1)?.position?.end.offset
  const from = lastChild ?? start?.offset ?? 0
  const opening = /\]\(\s*<?|\]:\s*<?/y
  const source = markdown.slice(0, end?.offset)
  for (let at = source.indexOf(']', from); at >= 0; at = source.indexOf(']', at + 1)) {
    opening.lastIndex = at
    if (opening.test(source) && source.startsWith(url, opening.lastIndex)) return opening.lastIndex
  }
  return -1
}

/**
 * Yields replacements in `{% content-ref url="x.md" %}`, `{% file src="…" %}`, `{% include "…" %}` and HTML
 * attributes.
 */
function* inTags(markdown: string, resolve: Resolve): Generator<Replacement> {
  for (const tag of markdown.matchAll(/\{% *(?:content-ref|file|include)\b[^%]*%\}|<(?:a|img)\b[^>]*>/g))
    for (const attribute of tag[0].matchAll(/(?:\b(?:url|src|href) *= *|include +)"([^"]*)"/g)) {
      const address = attribute[1] as string
      const text = resolve(address)
      const start = tag.index + attribute.index + attribute[0].length - 1 - address.length
      if (text !== undefined) yield { start, end: start + address.length, text }
    }
}
