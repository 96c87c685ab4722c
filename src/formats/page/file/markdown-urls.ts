import { decodeEntities } from '../html/html.ts'
import { allNodes, type MarkdownNode, type Span, spanOf } from './markdown-file.ts'

/** The URL of a link or an embedded resource, and its position in the text. */
export interface UrlSpan extends Span {
  /** The decoded URL, without Markdown escapes and HTML entities. */
  readonly text: string
}

/** Returns the URLs in links, images, definitions, HTML and block tags of a Markdown text, except in code. */
export function findUrls(source: string, root: MarkdownNode): UrlSpan[] {
  const nodes = [...allNodes(root)]
  const urls = [...inLinks(nodes), ...inHtml(source, nodes), ...inBlockTags(source, nodes)]
  return withoutOverlap(urls.sort((a, b) => a.start - b.start))
}

function* inLinks(nodes: readonly MarkdownNode[]): Generator<UrlSpan> {
  for (const { url, data } of nodes)
    if (url !== undefined && data?.destination) yield { ...data.destination, text: url }
}

/** An attribute of a tag, and the position of its value. */
interface Attribute extends Span {
  readonly name: string
  readonly value: string
}

// Tags are parsed attribute by attribute and not by one pattern: a pattern for a whole tag restarts at every
// unclosed `<` and `{%`, which takes quadratic time.
const htmlAttribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y
const blockTagAttribute =
  /\s+([A-Za-z][\w.:-]*)(?:=(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|([^\s"']+)))?/y

/** Returns the attributes that start at `from`, and the offset after the last one. */
function readAttributes(text: string, from: number, pattern: RegExp): { found: Attribute[]; end: number } {
  const found: Attribute[] = []
  pattern.lastIndex = from
  let end = from
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, name = '', double, single, bare] = match
    end = match.index + whole.length
    const quoted = double ?? single
    const value = quoted ?? bare
    if (value === undefined) continue
    const valueEnd = quoted === undefined ? end : end - 1
    found.push({ name: name.toLowerCase(), value, start: valueEnd - value.length, end: valueEnd })
  }
  return { found, end }
}

const comments = /<!--[\s\S]*?(?:-->|$)/g
const htmlTags = /<(?:a|img|source|video|audio)(?=[\s/])/gi

function* inHtml(source: string, nodes: readonly MarkdownNode[]): Generator<UrlSpan> {
  for (const node of nodes) {
    if (node.type !== 'html') continue
    const { start, end } = spanOf(node)
    const html = source.slice(start, end).replace(comments, (comment) => ' '.repeat(comment.length))
    for (const tag of html.matchAll(htmlTags)) {
      const attributes = readAttributes(html, tag.index + tag[0].length, htmlAttribute).found
      for (const attribute of attributes) yield* inHtmlAttribute(attribute, start)
    }
  }
}

function* inHtmlAttribute({ name, value, start, end }: Attribute, offset: number): Generator<UrlSpan> {
  if (name === 'srcset') yield* inSourceSet(value, offset + start)
  if (name === 'href' || name === 'src' || name === 'poster')
    yield { start: offset + start, end: offset + end, text: decodeEntities(value) }
}

/**
 * Yields the URLs of a `srcset`, such as `small.png 1x, large.png 2x`. A value without widths and densities is one URL, in
 * which the name of a file may contain spaces and commas.
 */
function* inSourceSet(value: string, valueStart: number): Generator<UrlSpan> {
  const isList = /\s[\d.]+[wx]\s*(?:,|$)/.test(value)
  const pattern = isList ? /([^\s,](?:\S*[^\s,])?)(?:,|\s[^,]*|$)/g : /(\S(?:.*\S)?)/gs
  for (const match of value.matchAll(pattern)) {
    const [, url = ''] = match
    const start = valueStart + match.index
    yield { start, end: start + url.length, text: decodeEntities(url) }
  }
}

const blockTags = /\{%[ \t]*(file|content-ref|embed|drawing|swagger|openapi|include)(?=\s)/g
const argument = /\s+(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)')/y

/**
 * Yields the URLs of block tags. They are searched in the source, because the parser treats them as text and
 * may split them across nodes.
 */
function* inBlockTags(source: string, nodes: readonly MarkdownNode[]): Generator<UrlSpan> {
  const blind = new Set(['code', 'inlineCode', 'math', 'inlineMath', 'html', 'yaml'])
  const hidden = nodes.filter(({ type }) => blind.has(type)).map(spanOf)
  let next = 0
  for (const tag of source.matchAll(blockTags)) {
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= tag.index) next++
    if ((hidden[next]?.start ?? Number.POSITIVE_INFINITY) <= tag.index) continue
    const from = tag.index + tag[0].length
    if (tag[1] === 'include') {
      yield* inArgument(source, from)
      continue
    }
    const { found, end } = readAttributes(source, from, blockTagAttribute)
    if (!isTagEnd(source, end)) continue
    for (const { name, value, ...span } of found)
      if (name === 'src' || name === 'url') yield { ...span, text: withoutEscapes(value) }
  }
}

const withoutEscapes = (value: string) => value.replace(/\\(["'\\])/g, '$1')

/** Yields the URL of a tag whose only argument it is. */
function* inArgument(source: string, from: number): Generator<UrlSpan> {
  argument.lastIndex = from
  const match = argument.exec(source)
  const value = match?.[1] ?? match?.[2]
  if (!match || value === undefined || !isTagEnd(source, argument.lastIndex)) return
  const end = argument.lastIndex - 1
  yield { start: end - value.length, end, text: withoutEscapes(value) }
}

function isTagEnd(source: string, offset: number): boolean {
  const tagEnd = /\s*%\}/y
  tagEnd.lastIndex = offset
  return tagEnd.test(source)
}

function withoutOverlap(urls: readonly UrlSpan[]): UrlSpan[] {
  let reached = 0
  return urls.filter(({ start, end }) => {
    if (start < reached) return false
    reached = end
    return true
  })
}
