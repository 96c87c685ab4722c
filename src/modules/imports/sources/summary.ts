import { AppError } from '../../../errors.ts'
import { parseContentRef } from '../../../page-format/content-references.ts'
import { isFile } from './links.ts'
import { allNodes, type MarkdownNode, parseMarkdown, plainText } from './markdown-text.ts'
import type { Outline, OutlineItem, Skip } from './outline.ts'
import { type PageFields, readFieldsComment, readSlug } from './page-text.ts'
import { type Repository, readAddress, resolvePath } from './repository.ts'

interface Reading {
  readonly repository: Repository
  readonly summaryPath: string
  /** Files that an item links to without an anchor. The first such item is their page. */
  readonly plainlyListed: ReadonlySet<string>
  readonly placed: Set<string>
  readonly skipped: Skip[]
}

/**
 * Reads a table of contents from a SUMMARY.md. Headings are groups and lists are pages. A thematic break ends a
 * group: the following items are at the top level again.
 */
export function readSummary(repository: Repository, summaryPath: string, text: string): Outline {
  const root = parseMarkdown(text, summaryPath)
  const reading: Reading = {
    repository,
    summaryPath,
    plainlyListed: plainlyListed(repository, summaryPath, root),
    placed: new Set(),
    skipped: [],
  }
  return { items: readParts(reading, root.children ?? []), skipped: reading.skipped }
}

function plainlyListed(repository: Repository, summaryPath: string, root: MarkdownNode): ReadonlySet<string> {
  const paths = [...allNodes(root)].flatMap(({ type, url = '' }) => {
    const address = type === 'link' ? readAddress(url) : undefined
    if (!address || address.path === '' || isMention(url)) return []
    return resolvePath(repository, summaryPath, address.path) ?? []
  })
  return new Set(paths)
}

/**
 * Returns whether a URL only mentions a page and does not define its position. Such a URL contains `#`, even if
 * no fragment follows.
 */
const isMention = (url: string) => url.includes('#')

function readParts(reading: Reading, nodes: readonly MarkdownNode[]): OutlineItem[] {
  const items: OutlineItem[] = []
  let current = items
  const first = nodes.find(({ type }) => type === 'heading' || type === 'list')
  for (const node of nodes) {
    if (node.type === 'list') current.push(...readList(reading, node, 1))
    if (node.type === 'thematicBreak') current = items
    if (node.type !== 'heading' || (node.depth === 1 && node === first)) continue
    current = []
    items.push({ kind: 'group', title: plainText(node), fields: groupFields(node), children: current })
  }
  return items
}

/** Reads the fields of a group. The id of an anchor in the heading is its slug. */
function groupFields(heading: MarkdownNode): PageFields {
  const [slug] = htmlIn(heading).flatMap((html) => /^<a\s[^>]*\bid="([^"]+)"/.exec(html)?.[1] ?? [])
  return { ...statedFields(heading), slug: readSlug(slug) }
}

const htmlIn = (node: MarkdownNode): string[] =>
  (node.children ?? []).flatMap(({ type, value }) => (type === 'html' ? (value ?? []) : []))

const statedFields = (node: MarkdownNode): PageFields =>
  Object.assign({}, ...htmlIn(node).map(readFieldsComment))

function readList(reading: Reading, list: MarkdownNode, depth: number): OutlineItem[] {
  const { limits } = reading.repository
  if (depth > limits.depth)
    throw new AppError('BAD_USER_INPUT', `${reading.summaryPath} nests pages more than ${limits.depth} deep.`)
  return (list.children ?? []).flatMap((item) => readItem(reading, item, depth))
}

function readItem(reading: Reading, item: MarkdownNode, depth: number): OutlineItem[] {
  const parts = item.children ?? []
  const label = parts.find(({ type }) => type === 'paragraph')
  const link = label && [...allNodes(label)].find(({ type }) => type === 'link')
  const title = link ? plainText(link) : label ? plainText(label) : ''
  // The item is added before its children, because the first link to a file is its page.
  const entry: Unfinished | undefined = link?.url
    ? readLink(reading, title, link.url)
    : { kind: 'document', title }
  const children = parts
    .filter(({ type }) => type === 'list')
    .flatMap((list) => readList(reading, list, depth + 1))
  const fields = label && entry?.kind === 'link' ? { fields: statedFields(label) } : {}
  return finish(entry && { ...entry, ...fields }, title, children)
}

type Unfinished = Omit<OutlineItem, 'children'>

/**
 * Completes an item. Links and missing pages cannot have children, so an empty page is added to contain them.
 */
function finish(
  entry: Unfinished | undefined,
  title: string,
  children: readonly OutlineItem[],
): OutlineItem[] {
  if (entry?.kind === 'document') {
    const empty = entry.path === undefined && title === '' && children.length === 0
    return empty ? [] : [{ ...entry, children }]
  }
  const own: OutlineItem[] = entry ? [{ ...entry, children: [] }] : []
  return children.length === 0 ? own : [{ kind: 'document', title, children: [...own, ...children] }]
}

function readLink(reading: Reading, title: string, url: string): Unfinished | undefined {
  const address = readAddress(url)
  if (!address) return readOutsideLink(reading, title, url)
  const path =
    address.path === '' ? undefined : resolvePath(reading.repository, reading.summaryPath, address.path)
  const ref = path === undefined ? parseContentRef(url) : undefined
  if (ref && ref.kind !== 'url') return { kind: 'link', title, target: { kind: 'elsewhere', ref } }
  if (path === undefined || path === reading.summaryPath) {
    reading.skipped.push({ path: address.path || url, reason: 'file not found' })
    return undefined
  }
  if (isFile(path)) return { kind: 'link', title, target: { kind: 'file', path } }
  const isPage = !reading.placed.has(path) && !(isMention(url) && reading.plainlyListed.has(path))
  if (!isPage) return { kind: 'link', title, target: { kind: 'page', path, anchor: decoded(address.anchor) } }
  reading.placed.add(path)
  return { kind: 'document', title, path }
}

function decoded(anchor: string): string | undefined {
  const ref = parseContentRef(`#${anchor}`)
  return ref.kind === 'anchor' ? ref.anchor : anchor || undefined
}

function readOutsideLink(reading: Reading, title: string, url: string): Unfinished | undefined {
  if (/^(https?|mailto):/i.test(url) && URL.canParse(url))
    return { kind: 'link', title, target: { kind: 'url', url } }
  reading.skipped.push({ path: `${reading.summaryPath}: ${url}`, reason: 'not a web address' })
  return undefined
}
