import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Element, Root, RootContent } from 'hast'
import type { SourceEntry } from '../files/entries.ts'
import {
  attributeOf,
  elementsIn,
  findElement,
  isElement,
  lineOf,
  parseHtml,
  textIn,
  withClass,
} from '../html/tree/tree.ts'
import { parseRelativeUrl } from '../markdown/repository/urls.ts'

/** A page of a space, as read from its HTML file. */
export interface SpacePage {
  readonly entry: SourceEntry
  readonly title: string
  /** The page id in Confluence, if the file name contains it. */
  readonly id: string | undefined
  readonly content: Root | Element | undefined
  /** The new anchors of headings, which are derived from their text, by their ids in the export. */
  readonly anchors: ReadonlyMap<string, string>
  /** The original file names of attachments, by their paths in the export. */
  readonly names: ReadonlyMap<string, string>
}

export function readSpacePage(entry: SourceEntry, html: string): SpacePage {
  const { path } = entry
  const root = parseHtml(html, path)
  const content = findById(root, 'main-content') ?? withClass(root, 'wiki-content')
  const heading = findById(root, 'title-text') ?? findElement(root, ({ tagName }) => tagName === 'title')
  const whole = heading ? lineOf(heading) : ''
  return {
    entry,
    title: withoutSpace(whole, spaceOf(root)) || posix.parse(path).name.replace(/_\d+$/, ''),
    id: /(?:^|_)(\d+)\.html$/i.exec(path.split('/').at(-1) ?? '')?.[1],
    content,
    anchors: content ? anchorsIn(content) : new Map(),
    names: namesIn(root, path),
  }
}

const findById = (node: Root | Element, id: string): Element | undefined =>
  findElement(node, (element) => attributeOf(element, 'id') === id)

/** Returns the name of the space, which is the first breadcrumb. */
function spaceOf(root: Root): string | undefined {
  const breadcrumbs = findById(root, 'breadcrumbs')
  const first = breadcrumbs && findElement(breadcrumbs, ({ tagName }) => tagName === 'a')
  return first && lineOf(first)
}

function withoutSpace(title: string, space: string | undefined): string {
  if (space && title.startsWith(`${space} : `)) return title.slice(space.length + 3).trim()
  return title.replace(/^.*? : /, '').trim()
}

function anchorsIn(content: Root | Element): Map<string, string> {
  const slugger = new GithubSlugger()
  const anchors = new Map<string, string>()
  for (const element of elementsIn(content)) {
    if (!/^h[1-6]$/.test(element.tagName)) continue
    const slug = slugger.slug(lineOf(element))
    const id = attributeOf(element, 'id')
    if (id) anchors.set(id, slug)
  }
  return anchors
}

function namesIn(root: Root, path: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const element of elementsIn(root)) {
    const url = attributeOf(element, element.tagName === 'img' ? 'src' : 'href')
    if (!url || !/(^|\/)attachments\//.test(url)) continue
    const alias = attributeOf(element, 'dataLinkedResourceDefaultAlias')
    const label =
      element.tagName === 'a' && element.children.every((child) => !isElement(child)) ? lineOf(element) : ''
    const name = alias ?? (/\.\w{1,10}$/.test(label) ? label : undefined)
    const file = parseRelativeUrl(url)?.path
    if (name && file) names.set(posix.join(posix.dirname(path), file), name)
  }
  return names
}

export interface TreeItem {
  readonly title: string
  /** The path of the file, as the list links to it. */
  readonly href: string
  readonly children: readonly TreeItem[]
}

/** Reads the page list in the index page of a space. */
export function readPageTree(html: string, path: string): TreeItem[] {
  return outerLists(parseHtml(html, path)).flatMap(itemsIn)
}

function outerLists(node: Root | Element): Element[] {
  const children: readonly RootContent[] = node.children
  return children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.tagName === 'ul' ? [child] : outerLists(child)
  })
}

const itemsIn = (list: Element): TreeItem[] =>
  list.children.filter(isElement).flatMap((item) => {
    if (item.tagName !== 'li') return []
    const children = item.children
      .filter(isElement)
      .flatMap((child) => (child.tagName === 'ul' ? itemsIn(child) : []))
    const link = item.children.filter(isElement).find(({ tagName }) => tagName === 'a')
    const href = link && attributeOf(link, 'href')
    return link && href ? [{ title: textIn(link).replace(/\s+/g, ' ').trim(), href, children }] : children
  })
