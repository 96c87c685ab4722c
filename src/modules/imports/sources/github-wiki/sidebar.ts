import type { ContentsItem } from '../conversion.ts'
import { allNodes, type MarkdownNode, parseMarkdown, plainText } from '../markdown-text.ts'
import { readAddress } from '../repository.ts'

type OpenItem = ContentsItem & { readonly children: ContentsItem[] }

interface Reading {
  /** Titles of the pages, by path. */
  readonly titles: ReadonlyMap<string, string>
  readonly placed: Set<string>
}

/**
 * Reads the order and nesting of pages from a sidebar whose links are already rewritten to paths. Nested lists
 * become nested pages. Headings, lines of bold text and summaries of `<details>` become groups of the items
 * that follow.
 */
export function readSidebar(text: string, path: string, titles: ReadonlyMap<string, string>): ContentsItem[] {
  const reading: Reading = { titles, placed: new Set() }
  const items: ContentsItem[] = []
  let group: ContentsItem[] = items
  for (const node of parseMarkdown(text, path).children ?? []) {
    if (node.type === 'list') group.push(...readList(reading, node))
    else if (node.type === 'thematicBreak') group = items
    else {
      const heading = headingOf(reading, node)
      if (heading) items.push(heading)
      if (heading) group = heading.children
      else group.push(...linksIn(reading, node))
    }
  }
  return items.filter(
    ({ path: own, url, children }) => own !== undefined || url !== undefined || children.length > 0,
  )
}

/** Returns the group or page that a block starts for the items below it. */
function headingOf(reading: Reading, node: MarkdownNode): OpenItem | undefined {
  if (node.type === 'heading') return itemOf(reading, node)
  if (node.type === 'html') {
    const [, summary] = /<summary>([\s\S]*?)<\/summary>/i.exec(node.value ?? '') ?? []
    const title = summary?.replace(/<[^>]*>/g, '').trim()
    return title ? { title, children: [] } : undefined
  }
  const [only, ...more] = node.children ?? []
  if (node.type !== 'paragraph' || only?.type !== 'strong' || more.length > 0) return undefined
  return itemOf(reading, only)
}

function readList(reading: Reading, list: MarkdownNode): ContentsItem[] {
  return (list.children ?? []).flatMap((entry) => {
    const parts = entry.children ?? []
    const label = parts.find(({ type }) => type === 'paragraph' || type === 'heading')
    const [link, ...beside] = label ? linksIn(reading, label) : []
    const children = parts.filter(({ type }) => type === 'list').flatMap((below) => readList(reading, below))
    const title = label && plainText(label)
    if (link) return [{ ...link, children }, ...beside]
    return title && children.length > 0 ? [{ title, children }] : children
  })
}

function itemOf(reading: Reading, label: MarkdownNode): OpenItem {
  const [link] = linksIn(reading, label)
  return link ? { ...link, children: [] } : { title: plainText(label), children: [] }
}

/**
 * Yields the links of a node. Only the first link to each page counts: further links would become link pages.
 */
function* linksIn({ titles, placed }: Reading, node: MarkdownNode): Generator<ContentsItem> {
  for (const link of allNodes(node)) {
    if (link.type !== 'link' || link.url === undefined) continue
    const title = plainText(link)
    const address = readAddress(link.url)
    if (!address && /^https?:/i.test(link.url) && title) yield { title, url: link.url, children: [] }
    if (!address || !titles.has(address.path) || placed.has(address.path)) continue
    placed.add(address.path)
    yield { title: title || (titles.get(address.path) ?? ''), path: address.path, children: [] }
  }
}
