import { allNodes, type MarkdownNode, parseMarkdown, plainText } from '../../page/file/markdown-file.ts'
import type { ContentsItem } from '../conversion/contents-entry.ts'
import { parseRelativeUrl } from '../markdown/repository/urls.ts'

type OpenItem = ContentsItem & { readonly children: ContentsItem[] }

interface ReadContext {
  /** Titles of the pages, by path. */
  readonly titles: ReadonlyMap<string, string>
  readonly listed: Set<string>
}

/**
 * Reads the order and nesting of pages from a sidebar whose links are already rewritten to paths. Nested lists
 * become nested pages. Headings, lines of bold text and summaries of `<details>` become groups of the items
 * that follow.
 */
export function readSidebar(text: string, path: string, titles: ReadonlyMap<string, string>): ContentsItem[] {
  const context: ReadContext = { titles, listed: new Set() }
  const items: ContentsItem[] = []
  let group: ContentsItem[] = items
  for (const node of parseMarkdown(text, path).children ?? []) {
    if (node.type === 'list') group.push(...readList(context, node))
    else if (node.type === 'thematicBreak') group = items
    else {
      const heading = headingOf(context, node)
      if (heading) items.push(heading)
      if (heading) group = heading.children
      else group.push(...linksIn(context, node))
    }
  }
  return items.filter(
    ({ path: own, url, children }) => own !== undefined || url !== undefined || children.length > 0,
  )
}

/** Returns the group or page that a block starts for the items below it. */
function headingOf(context: ReadContext, node: MarkdownNode): OpenItem | undefined {
  if (node.type === 'heading') return itemOf(context, node)
  if (node.type === 'html') {
    const [, summary] = /<summary>([\s\S]*?)<\/summary>/i.exec(node.value ?? '') ?? []
    const title = summary?.replace(/<[^>]*>/g, '').trim()
    return title ? { title, children: [] } : undefined
  }
  const [only, ...more] = node.children ?? []
  if (node.type !== 'paragraph' || only?.type !== 'strong' || more.length > 0) return undefined
  return itemOf(context, only)
}

function readList(context: ReadContext, list: MarkdownNode): ContentsItem[] {
  return (list.children ?? []).flatMap((entry) => {
    const parts = entry.children ?? []
    const label = parts.find(({ type }) => type === 'paragraph' || type === 'heading')
    const [link, ...beside] = label ? linksIn(context, label) : []
    const children = parts.filter(({ type }) => type === 'list').flatMap((below) => readList(context, below))
    const title = label && plainText(label)
    if (link) return [{ ...link, children }, ...beside]
    return title && children.length > 0 ? [{ title, children }] : children
  })
}

function itemOf(context: ReadContext, label: MarkdownNode): OpenItem {
  const [link] = linksIn(context, label)
  return link ? { ...link, children: [] } : { title: plainText(label), children: [] }
}

/**
 * Yields the links of a node. Only the first link to each page counts: further links would become link pages.
 */
function* linksIn({ titles, listed }: ReadContext, node: MarkdownNode): Generator<ContentsItem> {
  for (const link of allNodes(node)) {
    if (link.type !== 'link' || link.url === undefined) continue
    const title = plainText(link)
    const target = parseRelativeUrl(link.url)
    if (!target && /^https?:/i.test(link.url) && title) yield { title, url: link.url, children: [] }
    if (!target || !titles.has(target.path) || listed.has(target.path)) continue
    listed.add(target.path)
    yield { title: title || (titles.get(target.path) ?? ''), path: target.path, children: [] }
  }
}
