import { findAddresses } from '../addresses.ts'
import { addressOf, escapeMarkdown } from '../conversion.ts'
import { allNodes, parseMarkdown, type Span, spanOf } from '../markdown-text.ts'
import type { Skip } from '../outline.ts'
import { findFile, findPage, readWikiAddress, type Wiki } from './wiki-names.ts'

interface Replacement extends Span {
  readonly text: string
}

interface PageOfWiki {
  readonly wiki: Wiki
  /** The path of the page in the wiki. */
  readonly path: string
  readonly skipped: Skip[]
}

/** Rewrites the links of a page for a Markdown repository in which all pages are at the root. */
export function rewriteWikiLinks(page: PageOfWiki, text: string): string {
  const root = parseMarkdown(text, page.path)
  const nodes = [...allNodes(root)]
  const verbatim = nodes
    .filter(({ type }) => /^(code|inlineCode|math|inlineMath|html)$/.test(type))
    .map(spanOf)
  const links = [...doubleBrackets(page, text, verbatim)]
  const addresses = findAddresses(text, root).flatMap(({ start, end, text: address }) => {
    const lasting = addressInWiki(page, address)
    return lasting === undefined ? [] : { start, end, text: lasting }
  })
  return replaceAll(text, [...links, ...addresses])
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

function addressInWiki({ wiki, path }: PageOfWiki, address: string): string | undefined {
  const inside = readWikiAddress(wiki, address)
  if (!inside) return undefined
  const target = findPage(wiki, inside.name)?.path ?? findFile(wiki, path, inside.name)
  return target === undefined ? undefined : withAnchor(addressOf(target), inside.anchor)
}

const withAnchor = (address: string, anchor: string) => (anchor === '' ? address : `${address}#${anchor}`)

function* doubleBrackets(page: PageOfWiki, text: string, verbatim: readonly Span[]): Generator<Replacement> {
  let next = 0
  for (const match of text.matchAll(/(?<![\\[])\[\[([^[\]\n]{1,1000})\]\](?!\()/g)) {
    const { index: start } = match
    while ((verbatim[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    if ((verbatim[next]?.start ?? Number.POSITIVE_INFINITY) <= start) continue
    const [whole, inner = ''] = match
    yield { start, end: start + whole.length, text: writeLink(page, whole, inner) }
  }
}

const isImage = (name: string) => /\.(png|jpe?g|gif|svg|webp|bmp|avif|ico)$/i.test(name)
const isWebAddress = (name: string) => /^(https?:\/\/|mailto:)/i.test(name)

/**
 * Converts a wiki link: `[[Page]]`, `[[Text|Page#anchor]]`, `[[image.png|alt=Text]]` or `[[Text|image.png]]`.
 */
function writeLink(page: PageOfWiki, whole: string, inner: string): string {
  const [first = '', ...others] = inner.split(/\\?\|/).map((part) => part.trim())
  // Published pages show their own table of contents.
  if (first === '_TOC_') return ''
  if (isImage(first)) return writeImage(page, whole, first, statedAlt(others) ?? '')
  const [second] = others
  if (second !== undefined && isImage(second)) return writeImage(page, whole, second, first)
  return writePageLink(page, whole, { label: first, target: second ?? first })
}

const statedAlt = (options: readonly string[]) =>
  options.flatMap((option) => /^alt\s*=\s*(.*)$/i.exec(option)?.[1] ?? [])[0]

function writeImage({ wiki, path, skipped }: PageOfWiki, whole: string, name: string, alt: string): string {
  if (isWebAddress(name)) return `![${escapeMarkdown(alt)}](<${name}>)`
  const file = findFile(wiki, path, name)
  if (file !== undefined) return `![${escapeMarkdown(alt)}](${addressOf(file)})`
  skipped.push({ path: `${path}: ${whole}`, reason: 'image not found in the wiki' })
  return escapeMarkdown(alt || name)
}

function writePageLink(
  { wiki, path, skipped }: PageOfWiki,
  whole: string,
  { label, target }: { label: string; target: string },
): string {
  if (isWebAddress(target))
    return `[${escapeMarkdown(label)}](<${target.replace(/[<>\s]/g, encodeURIComponent)}>)`
  const [, name = '', anchor = ''] = /^([^#]*)#?(.*)$/.exec(target) ?? []
  const slug = anchorOf(anchor)
  if (name.trim() === '') return `[${escapeMarkdown(label.replace(/^#/, ''))}](#${slug})`
  // Some wikis use the reverse order, with the page before the text.
  const found = findPage(wiki, name) ?? findPage(wiki, label)
  const file = found?.path ?? findFile(wiki, path, name)
  if (file !== undefined) return `[${escapeMarkdown(label)}](${withAnchor(addressOf(file), slug)})`
  skipped.push({ path: `${path}: ${whole}`, reason: 'the wiki has no page or file of this name' })
  return escapeMarkdown(label)
}

/** Returns the slug of a heading that is given as its text or as its anchor. */
const anchorOf = (text: string) => encodeURIComponent(text.trim().replace(/\s+/g, '-').toLowerCase())
