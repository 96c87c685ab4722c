import { AppError } from '../../../errors.ts'
import { allNodes, type MarkdownNode, parseMarkdown, plainText } from './markdown-text.ts'
import type { Outline, OutlineItem, Skip } from './outline.ts'
import { isMarkdown, type Repository, readAddress, resolvePath } from './repository.ts'

interface Reading {
  readonly repository: Repository
  readonly summaryPath: string
  /** Files that an item names without anchor. The first such item is their page. */
  readonly plainlyListed: ReadonlySet<string>
  readonly placed: Set<string>
  readonly skipped: Skip[]
}

/** The table of contents that a SUMMARY.md gives: headings are groups, lists are pages. */
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
    if (!address || address.path === '' || address.anchor !== '') return []
    return resolvePath(repository, summaryPath, address.path) ?? []
  })
  return new Set(paths)
}

function readParts(reading: Reading, nodes: readonly MarkdownNode[]): OutlineItem[] {
  const items: OutlineItem[] = []
  let current = items
  const first = nodes.find(({ type }) => type === 'heading' || type === 'list')
  for (const node of nodes) {
    if (node.type === 'list') current.push(...readList(reading, node, 1))
    if (node.type !== 'heading' || (node.depth === 1 && node === first)) continue
    current = []
    items.push({ kind: 'group', title: plainText(node), children: current })
  }
  return items
}

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
  // The item is placed before the items below it: the first mention of a file is its page.
  const entry: Unfinished | undefined = link?.url
    ? readLink(reading, title, link.url)
    : { kind: 'document', title }
  const children = parts
    .filter(({ type }) => type === 'list')
    .flatMap((list) => readList(reading, list, depth + 1))
  return finish(entry, title, children)
}

type Unfinished = Omit<OutlineItem, 'children'>

/** Links have no pages below them, and missing pages none of their own: an empty page holds what is below. */
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
  if (path === undefined || path === reading.summaryPath) {
    reading.skipped.push({ path: address.path || url, reason: 'file not found' })
    return undefined
  }
  if (!isMarkdown(path)) return { kind: 'link', title, target: { kind: 'file', path } }
  const isPage = !reading.placed.has(path) && (address.anchor === '' || !reading.plainlyListed.has(path))
  if (!isPage)
    return { kind: 'link', title, target: { kind: 'page', path, anchor: address.anchor || undefined } }
  reading.placed.add(path)
  return { kind: 'document', title, path }
}

function readOutsideLink(reading: Reading, title: string, url: string): Unfinished | undefined {
  if (/^(https?|mailto):/i.test(url) && URL.canParse(url))
    return { kind: 'link', title, target: { kind: 'url', url } }
  reading.skipped.push({ path: `${reading.summaryPath}: ${url}`, reason: 'not a web address' })
  return undefined
}
