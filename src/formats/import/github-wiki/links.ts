import { allNodes, parseMarkdown, type Span, spanOf } from '../../page/file/markdown-file.ts'
import { findUrls } from '../../page/file/markdown-urls.ts'
import { escapeMarkdown, pathToUrl } from '../conversion/markdown-syntax.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { findFile, findPage, parseWikiUrl, type Wiki } from './names.ts'

interface Replacement extends Span {
  readonly text: string
}

interface WikiPageContext {
  readonly wiki: Wiki
  readonly path: string
  readonly skipped: Skip[]
}

/** Rewrites the links of a page for a Markdown repository in which all pages are at the root. */
export function rewriteWikiLinks(page: WikiPageContext, text: string): string {
  const root = parseMarkdown(text, page.path)
  const nodes = [...allNodes(root)]
  const verbatim = nodes
    .filter(({ type }) => /^(code|inlineCode|math|inlineMath|html)$/.test(type))
    .map(spanOf)
  const links = [...doubleBrackets(page, text, verbatim)]
  const urls = findUrls(text, root).flatMap(({ start, end, text: original }) => {
    const url = urlInWiki(page, original)
    return url === undefined ? [] : { start, end, text: url }
  })
  return replaceAll(text, [...links, ...urls])
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let result = ''
  let from = 0
  for (const { start, end, text: replacement } of replacements.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    result += text.slice(from, start) + replacement
    from = end
  }
  return result + text.slice(from)
}

function urlInWiki({ wiki, path }: WikiPageContext, url: string): string | undefined {
  const inside = parseWikiUrl(wiki, url)
  if (!inside) return undefined
  const target = findPage(wiki, inside.name)?.path ?? findFile(wiki, path, inside.name)
  return target === undefined ? undefined : withAnchor(pathToUrl(target), inside.anchor)
}

const withAnchor = (url: string, anchor: string) => (anchor === '' ? url : `${url}#${anchor}`)

function* doubleBrackets(
  page: WikiPageContext,
  text: string,
  verbatim: readonly Span[],
): Generator<Replacement> {
  let next = 0
  for (const match of text.matchAll(/(?<![\\[])\[\[([^[\]\n]{1,1000})\]\](?!\()/g)) {
    const { index: start } = match
    while ((verbatim[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    if ((verbatim[next]?.start ?? Number.POSITIVE_INFINITY) <= start) continue
    const [source, inner = ''] = match
    yield { start, end: start + source.length, text: writeLink(page, source, inner) }
  }
}

const isImage = (name: string) => /\.(png|jpe?g|gif|svg|webp|bmp|avif|ico)$/i.test(name)
const isAbsoluteUrl = (name: string) => /^(https?:\/\/|mailto:)/i.test(name)

/**
 * Converts a wiki link: `[[Page]]`, `[[Text|Page#anchor]]`, `[[image.png|alt=Text]]` or `[[Text|image.png]]`.
 */
function writeLink(page: WikiPageContext, source: string, inner: string): string {
  const [first = '', ...others] = inner.split(/\\?\|/).map((part) => part.trim())
  // Published pages show their own table of contents.
  if (first === '_TOC_') return ''
  if (isImage(first)) return writeImage(page, source, first, altOption(others) ?? '')
  const [second] = others
  if (second !== undefined && isImage(second)) return writeImage(page, source, second, first)
  return writePageLink(page, source, { label: first, target: second ?? first })
}

const altOption = (options: readonly string[]) =>
  options.flatMap((option) => /^alt\s*=\s*(.*)$/i.exec(option)?.[1] ?? [])[0]

function writeImage(
  { wiki, path, skipped }: WikiPageContext,
  source: string,
  name: string,
  alt: string,
): string {
  if (isAbsoluteUrl(name)) return `![${escapeMarkdown(alt)}](<${name}>)`
  const file = findFile(wiki, path, name)
  if (file !== undefined) return `![${escapeMarkdown(alt)}](${pathToUrl(file)})`
  const line = importLine('IMPORT_IMAGE_MISSING', 'image not found in the wiki')
  skipped.push(skipOf(`${path}: ${source}`, line))
  return escapeMarkdown(alt || name)
}

function writePageLink(
  { wiki, path, skipped }: WikiPageContext,
  source: string,
  { label, target }: { label: string; target: string },
): string {
  if (isAbsoluteUrl(target))
    return `[${escapeMarkdown(label)}](<${target.replace(/[<>\s]/g, encodeURIComponent)}>)`
  const [, name = '', anchor = ''] = /^([^#]*)#?(.*)$/.exec(target) ?? []
  const slug = anchorOf(anchor)
  if (name.trim() === '') return `[${escapeMarkdown(label.replace(/^#/, ''))}](#${slug})`
  // Some wikis use the reverse order, with the page before the text.
  const found = findPage(wiki, name) ?? findPage(wiki, label)
  const file = found?.path ?? findFile(wiki, path, name)
  if (file !== undefined) return `[${escapeMarkdown(label)}](${withAnchor(pathToUrl(file), slug)})`
  const line = importLine('IMPORT_LINK_WITHOUT_TARGET', 'the wiki has no page or file with this name')
  skipped.push(skipOf(`${path}: ${source}`, line, 'LINK'))
  return escapeMarkdown(label)
}

/** Returns the slug of a heading that is given as its text or as its anchor. */
const anchorOf = (text: string) => encodeURIComponent(text.trim().replace(/\s+/g, '-').toLowerCase())
