import { runContentJob } from '../../../../workers/content-threads.ts'
import { parsedOnMainThread } from '../../../body/parsing/main-thread.ts'
import { allNodes, type MarkdownNode, parseMarkdown, spanOf } from '../../../page/file/markdown-file.ts'
import { parseContentRef } from '../../../page/model/content-references.ts'
import { invalidSource } from '../../../source-problems.ts'
import { importLine } from '../../report/lines.ts'
import { type Skip, skipOf, skipOfMissing } from '../../report/notes.ts'
import type { MissingFile, Outline, OutlineItem } from '../repository/outline.ts'
import { type PageFields, readFieldsComment, readSlug } from '../repository/page-fields.ts'
import { isFile } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'
import { titleText } from '../repository/title-text.ts'
import { parseRelativeUrl, resolvePath } from '../repository/urls.ts'
import type { MarkdownSource } from './summary-job.ts'

interface ReadContext {
  readonly repository: Repository
  readonly summaryPath: string
  /** Files that an item links to without an anchor. The first such item is their page. */
  readonly listedWithoutAnchor: ReadonlySet<string>
  readonly listed: Set<string>
  readonly skipped: Skip[]
  readonly missing: MissingFile[]
  /** Whether a link in a paragraph is an item as well, as mdBook has it for the chapters before and after the numbered ones. */
  readonly hasLooseChapters: boolean
}

/**
 * Reads a table of contents from a SUMMARY.md. Headings are groups and lists are pages. A thematic break ends a
 * group: the following items are at the top level again.
 */
export async function readSummary(
  repository: Repository,
  summaryPath: string,
  {
    text,
    owner,
    hasLooseChapters = false,
  }: { readonly text: string; readonly owner: string; readonly hasLooseChapters?: boolean },
): Promise<Outline> {
  const root = await parseSummary({ text, path: summaryPath }, owner)
  const context: ReadContext = {
    repository,
    summaryPath,
    listedWithoutAnchor: listedWithoutAnchor(repository, summaryPath, root),
    listed: new Set(),
    skipped: [],
    missing: [],
    hasLooseChapters,
  }
  const items = readParts(context, root.children ?? [])
  return { items, skipped: context.skipped, missing: context.missing }
}

/** Parses a table of contents: here if it is small, and else in a thread. */
async function parseSummary(source: MarkdownSource, owner: string): Promise<MarkdownNode> {
  const here = parsedOnMainThread([source.text], () => parseMarkdown(source.text, source.path))
  if (here) return here
  const json = await runContentJob<MarkdownSource, string>(markdownJob, source, { owner })
  return JSON.parse(json) as MarkdownNode
}

const markdownJob = new URL('./summary-job.ts', import.meta.url)

function listedWithoutAnchor(
  repository: Repository,
  summaryPath: string,
  root: MarkdownNode,
): ReadonlySet<string> {
  const paths = [...allNodes(root)].flatMap(({ type, url = '' }) => {
    const relative = type === 'link' ? parseRelativeUrl(url) : undefined
    if (!relative || relative.path === '' || mentionsOnly(url)) return []
    return resolvePath(repository, summaryPath, relative.path) ?? []
  })
  return new Set(paths)
}

/**
 * Returns whether a URL only mentions a page and does not define its position. Such a URL contains `#`, even if
 * no fragment follows.
 */
const mentionsOnly = (url: string) => url.includes('#')

function readParts(context: ReadContext, nodes: readonly MarkdownNode[]): OutlineItem[] {
  const items: OutlineItem[] = []
  let current = items
  const first = nodes.find(({ type }) => type === 'heading' || type === 'list')
  for (const node of nodes) {
    if (node.type === 'list') current.push(...readList(context, node, 1))
    if (node.type === 'paragraph' && context.hasLooseChapters) current.push(...readChapters(context, node))
    if (node.type === 'thematicBreak') current = items
    if (node.type !== 'heading' || (node.depth === 1 && node === first)) continue
    current = []
    items.push({
      ...{ kind: 'group', title: titleText(node), fields: groupFields(node) },
      ...{ written: node, children: current },
    })
  }
  return items
}

function readChapters(context: ReadContext, paragraph: MarkdownNode): OutlineItem[] {
  const links = (paragraph.children ?? []).filter(({ type }) => type === 'link')
  return links.flatMap((link) => {
    const title = titleText(link)
    const entry = link.url ? readLink(context, title, link) : ({ kind: 'document', title } as const)
    return completeItem(entry, title, [])
  })
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

function readList(context: ReadContext, list: MarkdownNode, depth: number): OutlineItem[] {
  const { limits } = context.repository
  if (depth > limits.depth)
    throw invalidSource(
      'SOURCE_NESTED_TOO_DEEPLY',
      `${context.summaryPath} nests pages more than ${limits.depth} deep.`,
      { path: context.summaryPath },
    )
  return (list.children ?? []).flatMap((item) => readItem(context, item, depth))
}

function readItem(context: ReadContext, item: MarkdownNode, depth: number): OutlineItem[] {
  const { label: text, number, parts } = readLabel(item)
  const link = text && [...allNodes(text)].find(({ type }) => type === 'link')
  const title = number + (link ? titleText(link) : text ? titleText(text) : '')
  // The item is added before its children, because the first link to a file is its page.
  const entry: ItemWithoutChildren | undefined = link?.url
    ? readLink(context, title, link)
    : { kind: 'document', title }
  const children = parts
    .filter(({ type }) => type === 'list')
    .flatMap((list) => readList(context, list, depth + 1))
  const fields = text && entry?.kind === 'link' ? { fields: statedFields(text) } : {}
  const label = link?.title?.trim() && entry?.path !== undefined ? { label: link.title.trim() } : {}
  const written = text ? { written: text } : {}
  const isMissing = entry === undefined && children.length > 0
  const own = isMissing ? ({ kind: 'document', title } as const) : entry
  return completeItem(own && { ...own, ...fields, ...label, ...written }, title, children)
}

interface Label {
  readonly label?: MarkdownNode | undefined
  /** The number before the label, with a period and a space. Mostly empty. */
  readonly number: string
  /** The nodes of the item beside the label. */
  readonly parts: readonly MarkdownNode[]
}

/** Returns the label of an item. In `* 1. Title` Markdown reads a list of one item, which is the label. */
function readLabel({ children: parts = [] }: MarkdownNode): Label {
  const label = parts.find(({ type }) => type === 'paragraph')
  const [first, ...others] = parts
  if (label || first?.type !== 'list' || typeof first.start !== 'number') return { label, number: '', parts }
  const [numbered, ...further] = first.children ?? []
  const inner = numbered && readLabel(numbered)
  if (!inner?.label || further.length > 0) return { number: '', parts }
  return { ...inner, number: `${first.start}. ${inner.number}`, parts: [...inner.parts, ...others] }
}

type ItemWithoutChildren = Omit<OutlineItem, 'children'>

/** Completes an item. A link cannot have children, so an empty page is added to contain them. */
function completeItem(
  entry: ItemWithoutChildren | undefined,
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

function readLink(context: ReadContext, title: string, link: MarkdownNode): ItemWithoutChildren | undefined {
  const url = link.url ?? ''
  const relative = parseRelativeUrl(url)
  if (!relative) return readOutsideLink(context, title, url)
  const path =
    relative.path === '' ? undefined : resolvePath(context.repository, context.summaryPath, relative.path)
  const ref = path === undefined ? parseContentRef(url) : undefined
  if (ref && ref.kind !== 'url') return { kind: 'link', title, target: { kind: 'external', ref } }
  if (path === undefined || path === context.summaryPath) {
    context.skipped.push(skipOfMissing(relative.path || url))
    context.missing.push({ path: relative.path || url, offset: spanOf(link).start })
    return undefined
  }
  if (isFile(path)) return { kind: 'link', title, target: { kind: 'file', path } }
  const isPage = !context.listed.has(path) && !(mentionsOnly(url) && context.listedWithoutAnchor.has(path))
  if (!isPage)
    return { kind: 'link', title, target: { kind: 'page', path, anchor: safeDecode(relative.anchor) } }
  context.listed.add(path)
  return { kind: 'document', title, path }
}

function safeDecode(anchor: string): string | undefined {
  const ref = parseContentRef(`#${anchor}`)
  return ref.kind === 'anchor' ? ref.anchor : anchor || undefined
}

function readOutsideLink(context: ReadContext, title: string, url: string): ItemWithoutChildren | undefined {
  if (/^(https?|mailto):/i.test(url) && URL.canParse(url))
    return { kind: 'link', title, target: { kind: 'url', url } }
  const line = importLine('IMPORT_LINK_NOT_WEB', 'not an http, https or mailto URL')
  context.skipped.push(skipOf(`${context.summaryPath}: ${url}`, line, 'LINK'))
  return undefined
}
