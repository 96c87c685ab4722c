import { posix } from 'node:path'
import { maximumDepth } from '../../body/limits.ts'
import type { ContentsItem } from '../conversion/contents-entry.ts'
import { titleFromName } from '../markdown/repository/outline.ts'
import { naturally } from '../natural-order.ts'

export interface SitePage {
  readonly title: string
  /** The path of the Markdown file. */
  readonly path: string
  /** The folders and the name of the page. The index page of a folder ends with the name of the folder. */
  readonly segments: readonly string[]
  /** The sort rank. Pages with a lower rank come first. */
  readonly rank: number
}

interface Folder {
  readonly name: string
  page?: SitePage
  rank: number
  readonly folders: Map<string, Folder>
}

/** The maximum depth of groups and pages. Deeper pages are moved up. */
const depth = maximumDepth - 1

/**
 * Builds a table of contents from the folders of a site. The page without segments is the first page and has no
 * children.
 */
export function contentsOfFolders(pages: readonly SitePage[]): ContentsItem[] {
  const top: Folder = { name: '', rank: 0, folders: new Map() }
  for (const page of pages) insertPage(top, page)
  const first: ContentsItem[] = top.page ? [{ title: top.page.title, path: top.page.path, children: [] }] : []
  return [...first, ...itemsOf(top)]
}

function insertPage(top: Folder, page: SitePage): void {
  let folder = top
  // The name of a page that is too deep includes its folders, so that it is unique.
  const { segments } = page
  const kept =
    segments.length > depth
      ? [...segments.slice(0, depth - 1), segments.slice(depth - 1).join('/')]
      : segments
  for (const name of kept) {
    const below: Folder = folder.folders.get(name) ?? { name, rank: page.rank, folders: new Map() }
    below.rank = Math.min(below.rank, page.rank)
    folder.folders.set(name, below)
    folder = below
  }
  if (folder.page === undefined) folder.page = page
  else folder.folders.set(`${page.path}/`, { name: page.title, page, rank: page.rank, folders: new Map() })
}

const itemsOf = ({ folders }: Folder): ContentsItem[] =>
  [...folders.values()]
    .sort((a, b) => a.rank - b.rank || naturally(a.name, b.name))
    .map((folder) => ({
      title: folder.page?.title ?? titleFromName(posix.basename(folder.name)),
      ...(folder.page ? { path: folder.page.path } : {}),
      children: itemsOf(folder),
    }))
