import { posix } from 'node:path'
import { invalidSource } from '../../../source-problems.ts'
import type { SourceLimits } from '../../limits.ts'
import { naturally } from '../../natural-order.ts'
import type { Layout } from '../repository/layout.ts'
import { type Outline, type OutlineItem, titleFromName } from '../repository/outline.ts'
import { isReadme } from '../repository/paths.ts'

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: string[]
}

interface FoldersOptions extends Pick<SourceLimits, 'depth'> {
  /** The positions that pages state, by path. Those without one come after them. */
  readonly positions?: ReadonlyMap<string, number>
}

/** Builds a table of contents from the folder structure of the Markdown files. */
export function outlineOfFolders(
  paths: readonly string[],
  { root, readme: named }: Pick<Layout, 'root' | 'readme'>,
  { depth, positions = new Map() }: FoldersOptions,
): Outline {
  const top: Folder = { folders: new Map(), files: [] }
  for (const path of paths) {
    const segments = posix.relative(root, path).split('/')
    if (segments.length > depth)
      throw invalidSource('SOURCE_NESTED_TOO_DEEPLY', `${path} is more than ${depth} folders deep.`, { path })
    insertFile(top, segments, path)
  }
  const readme = top.files.includes(named) ? named : readmeOf(top)
  const first: OutlineItem[] = readme ? [{ kind: 'document', path: readme, children: [] }] : []
  const items = itemsIn(top, readme, 'group')
  const ordered = positions.size === 0 ? items : byPosition(items, positions)
  return { items: [...first, ...ordered], skipped: [] }
}

function byPosition(items: readonly OutlineItem[], positions: ReadonlyMap<string, number>): OutlineItem[] {
  const positionOf = ({ path }: OutlineItem) => positions.get(path ?? '') ?? Number.POSITIVE_INFINITY
  const sorted = items.toSorted((one, other) => {
    const [left, right] = [positionOf(one), positionOf(other)]
    return left === right ? 0 : left - right
  })
  return sorted.map((item) => ({ ...item, children: byPosition(item.children, positions) }))
}

function insertFile(top: Folder, segments: readonly string[], path: string): void {
  let folder = top
  for (const name of segments.slice(0, -1)) {
    const below: Folder = folder.folders.get(name) ?? { folders: new Map(), files: [] }
    folder.folders.set(name, below)
    folder = below
  }
  folder.files.push(path)
}

function readmeOf({ files }: Folder): string | undefined {
  const candidates = files.filter(isReadme)
  return candidates.find((path) => /readme/i.test(posix.basename(path))) ?? candidates[0]
}

/**
 * Returns the items of a folder. `kind` applies to folders without a README: groups are allowed at the top
 * level only.
 */
function itemsIn(folder: Folder, readme: string | undefined, kind: 'group' | 'document'): OutlineItem[] {
  const files = folder.files.filter((path) => path !== readme).map((path) => [nameOf(path), path] as const)
  const beside = new Map(files)
  const folders = [...folder.folders].map(([name, below]): [string, OutlineItem] => [
    name,
    itemOf(name, below, { kind, page: beside.get(name) }),
  ])
  const alone = files
    .filter(([name, path]) => !(folder.folders.has(name) && beside.get(name) === path))
    .map(([name, path]): [string, OutlineItem] => [name, documentOf(path, name, [])])
  return [...alone, ...folders].sort(([a], [b]) => naturally(a, b)).map(([, item]) => item)
}

/**
 * Returns the item of a folder: the page beside it that has its name, its README, or the page in it that has its name, as
 * notes of folders do. Of several of these the first is the page, and the others are below it.
 */
function itemOf(
  name: string,
  folder: Folder,
  { kind, page }: { readonly kind: 'group' | 'document'; readonly page: string | undefined },
): OutlineItem {
  const own = page ?? readmeOf(folder) ?? folder.files.find((path) => nameOf(path) === name)
  const children = itemsIn(folder, own, 'document')
  if (own === undefined) return { kind, title: titleFromName(name), children }
  return documentOf(own, name, children)
}

const nameOf = (path: string) => posix.parse(path).name

const documentOf = (path: string, name: string, children: readonly OutlineItem[]): OutlineItem => ({
  kind: 'document',
  path,
  fallbackTitle: titleFromName(name),
  children,
})
