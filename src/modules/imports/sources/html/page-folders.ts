import { posix } from 'node:path'
import { maximumDepth } from '../../../content/limits.ts'
import type { ContentsItem } from '../conversion.ts'
import { titleFromName } from '../outline.ts'

/** A page of a site, and where it stands. */
export interface PlacedPage {
  readonly title: string
  /** Of its Markdown file. */
  readonly path: string
  /** Its folders and its name; a page that stands for its folder has the name of the folder. */
  readonly segments: readonly string[]
  /** Pages of lower rank come first. */
  readonly rank: number
}

interface Folder {
  readonly name: string
  page?: PlacedPage
  rank: number
  readonly folders: Map<string, Folder>
}

/** Groups and pages may be this deep; what is deeper stands beside what is around it. */
const depth = maximumDepth - 1

/** The pages of a site as a tree of its folders. The one without segments is the first page, and no folder. */
export function contentsOfFolders(pages: readonly PlacedPage[]): ContentsItem[] {
  const top: Folder = { name: '', rank: 0, folders: new Map() }
  for (const page of pages) place(top, page)
  const first: ContentsItem[] = top.page ? [{ title: top.page.title, path: top.page.path, children: [] }] : []
  return [...first, ...itemsOf(top)]
}

function place(top: Folder, page: PlacedPage): void {
  let folder = top
  // A page that is too deep keeps its own name, so that it meets no other.
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

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const itemsOf = ({ folders }: Folder): ContentsItem[] =>
  [...folders.values()]
    .sort((a, b) => a.rank - b.rank || byName.compare(a.name, b.name))
    .map((folder) => ({
      title: folder.page?.title ?? titleFromName(posix.basename(folder.name)),
      ...(folder.page ? { path: folder.page.path } : {}),
      children: itemsOf(folder),
    }))
