import { isDeepStrictEqual } from 'node:util'
import type { PhrasingContent } from 'mdast'
import { titleLine } from '../export/page-fields.ts'
import { relativeUrl } from '../export/relative-urls.ts'
import { fieldsComment, html, plain, targetUrl } from '../export/table-of-contents.ts'
import { namedSlug } from '../import/markdown/pages/pages.ts'
import { slugOfTitle } from '../import/markdown/pages/slugs.ts'
import type { Repository } from '../import/markdown/repository/repository.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { inReadingOrder } from '../merge/page-forest.ts'
import { allNodes, type MarkdownNode, spanOf } from '../page/file/markdown-file.ts'
import { stringifyMarkdown, withoutNeedlessEscapes } from '../page/syntax/markdown-syntax.ts'
import type { ContentRef } from '../page/types.ts'
import { type ContentsLine, labelOf } from './contents-text.ts'
import type { PlacedItem } from './placed-items.ts'

export interface LinesRequest {
  readonly pages: ReadonlyMap<string, PageState>
  readonly placed: ReadonlyMap<string, PlacedItem>
  /** The paths that the files have, and had, by the ids of their objects. */
  readonly pathOf: (id: string) => string | undefined
  readonly oldPathOf: (id: string) => string | undefined
  /** The state of an item as the branch says it. */
  readonly saidOf: (id: string) => PageState | undefined
  /** Where the table of contents is. */
  readonly path: string
  readonly repository: Repository
}

/** Returns the lines of a table of contents that says the order of pages. */
export function contentsLines(request: LinesRequest): ContentsLine[] {
  const { pages, placed } = request
  const groups = new Map<string, string | null>()
  const isVirtual = (id: string) => {
    const item = placed.get(id)?.item
    return item?.kind === 'document' && item.written === undefined && request.pathOf(id) === undefined
  }
  const lineAbove = (id: string | null): string | null => {
    const page = id === null ? undefined : pages.get(id)
    if (!page || page.type === 'GROUP') return null
    return isVirtual(page.pageId) ? lineAbove(page.parentId) : page.pageId
  }
  return inReadingOrder(pages).flatMap((page): ContentsLine[] => {
    const { pageId: id, parentId, type } = page
    const group = parentId === null ? null : (groups.get(parentId) ?? null)
    groups.set(id, type === 'GROUP' ? id : group)
    if (isVirtual(id)) return []
    const isGroup = type === 'GROUP' && parentId === null
    const label = isGroup ? groupLabel(request, page) : labelText(request, page)
    const relabel = (written: string, node: MarkdownNode) =>
      relabelled(request, page, { written, node, label })
    return [{ id, kind: isGroup ? 'group' : 'page', above: lineAbove(parentId), group, label, relabel }]
  })
}

const markdownOf = (children: readonly PhrasingContent[]): string =>
  withoutNeedlessEscapes(
    stringifyMarkdown({ type: 'root', children: [{ type: 'paragraph', children: [...children] }] }).trimEnd(),
  )

function groupLabel(request: LinesRequest, page: PageState): string {
  const { slug } = page
  const anchor =
    slug && slug !== derivedSlug(request, page)
      ? [plain(' '), html(`<a href="#${slug}" id="${slug}"></a>`)]
      : []
  return `## ${markdownOf([plain(titleLine(page.title)), ...anchor, ...fieldsComment(page)])}`
}

function derivedSlug({ pages, pathOf, repository }: LinesRequest, { pageId, title }: PageState): string {
  const below = [...pages.values()].filter(({ parentId }) => parentId === pageId)
  const children = below.flatMap(({ pageId: id }) => {
    const path = pathOf(id)
    return path === undefined ? [] : [{ kind: 'document' as const, path, children: [] }]
  })
  return namedSlug(repository, { kind: 'group', children }) ?? slugOfTitle(title)
}

function labelText(request: LinesRequest, page: PageState): string {
  const url = urlOf(request, page)
  const title = plain(titleLine(page.title))
  if (url === undefined) return markdownOf([title])
  const link: PhrasingContent = {
    type: 'link',
    url,
    title: labelOf(page) ?? null,
    children: [title as never],
  }
  return markdownOf([link, ...(page.type === 'LINK' ? fieldsComment(page) : [])])
}

/** Returns the address in the line of a page; undefined for one without a file. */
function urlOf(
  { path: contents, pathOf }: LinesRequest,
  { pageId, type, target }: PageState,
): string | undefined {
  const path = pathOf(pageId)
  const url = (to: string | undefined) => (to === undefined ? undefined : relativeUrl(contents, to))
  if (type !== 'LINK') return url(path)
  return target ? targetUrl(target as ContentRef, (_kind, id) => url(pathOf(id))) : undefined
}

interface WrittenLabel {
  readonly written: string
  readonly node: MarkdownNode
  /** The label that a new line would have. */
  readonly label: string
}

/** Changes a label to say what is to be said of a page. It stays as it is as far as it says it. */
function relabelled(request: LinesRequest, page: PageState, { written, node, label }: WrittenLabel): string {
  const said = request.saidOf(page.pageId)
  const item = request.placed.get(page.pageId)?.item
  if (!said || !item) return label
  const isTitleChanged =
    said.title !== page.title && (item.title === undefined || titleLine(said.title) === item.title)
  const isBare = page.type === 'GROUP' || page.type === 'LINK'
  const fields = (state: PageState) => (isBare ? fieldsComment(state) : [])
  const isRest =
    (labelOf(said) === labelOf(page) || /^linkTitle\s*:(?!.*# of SUMMARY)/m.test(page.frontMatter ?? '')) &&
    isDeepStrictEqual(fields(said), fields(page)) &&
    (page.type !== 'GROUP' || said.slug === page.slug)
  const isUrlChanged = !isSameUrl(request, said, page)
  if (isRest && !isTitleChanged && !isUrlChanged) return written
  const link = [...allNodes(node)].find(({ type }) => type === 'link')
  if (!isRest || !link || (isUrlChanged && !link.data?.destination))
    return rebuilt({ written, node, label }, link, isRest)
  const start = spanOf(node).start
  let changed = written
  if (isUrlChanged && link.data?.destination) {
    const { start: from, end } = link.data.destination
    changed = changed.slice(0, from - start) + (urlOf(request, page) ?? '') + changed.slice(end - start)
  }
  const [first, last] = [link.children?.[0], link.children?.at(-1)]
  if (!isTitleChanged) return changed
  if (!first || !last) return rebuilt({ written, node, label }, link, isRest)
  const inner = markdownOf([{ type: 'link', url: '', children: [plain(titleLine(page.title)) as never] }])
  return (
    changed.slice(0, spanOf(first).start - start) +
    inner.slice(1, -3) +
    changed.slice(spanOf(last).end - start)
  )
}

/** Returns a new label with the text behind the link of the old one, or a new heading of the same depth. */
function rebuilt(
  { written, node, label }: WrittenLabel,
  link: MarkdownNode | undefined,
  keepsRest: boolean,
): string {
  if (node.type === 'heading') {
    const anchors = (node.children ?? []).filter(({ type }) => type === 'html')
    const [first] = anchors
    const rest = first && keepsRest ? ` ${written.slice(spanOf(first).start - spanOf(node).start)}` : ''
    const heading = rest === '' ? label : label.replace(/ <(?:a|!--)[\s\S]*$/, '')
    return '#'.repeat(node.depth ?? 2) + heading.slice(2) + rest
  }
  if (!link || !keepsRest) return label
  return label + written.slice(spanOf(link).end - spanOf(node).start)
}

/** Returns whether the address of a line leads to the same as before, so that it stays as it is written. */
function isSameUrl(request: LinesRequest, said: PageState, page: PageState): boolean {
  const { pathOf, oldPathOf } = request
  if (page.type !== 'LINK') return pathOf(page.pageId) === oldPathOf(page.pageId)
  if (!isDeepStrictEqual(said.target, page.target)) return false
  const { page: linked, file } = (page.target ?? {}) as { page?: string; file?: string }
  const id = linked ?? file
  return id === undefined || pathOf(id) === oldPathOf(id)
}
