import { posix } from 'node:path'
import { maximumDepth } from '../../../body/limits.ts'
import type { Layout } from '../repository/layout.ts'
import { type OutlineItem, titleFromName } from '../repository/outline.ts'
import { isReadme } from '../repository/paths.ts'

/** A page of the outline that unlisted pages are put below. */
interface FolderPage {
  readonly path: string
  readonly depth: number
}

/**
 * Adds the Markdown files that the table of contents does not list to it, as hidden pages: below the page of their folder
 * or of the nearest folder around it, and at the end of the top level if there is none.
 */
export function withUnlisted(
  items: readonly OutlineItem[],
  unlisted: readonly string[],
  { root }: Pick<Layout, 'root'>,
): OutlineItem[] {
  const pages = new Map(folderPages(items, 1))
  pages.delete(root)
  const below = new Map<string | undefined, string[]>()
  for (const path of [...unlisted].sort(foldersFirst)) {
    const own = isReadme(path) ? posix.dirname(path) : undefined
    const around = nearest(pages, own === undefined ? posix.dirname(path) : posix.dirname(own))
    below.set(around?.path, [...(below.get(around?.path) ?? []), path])
    if (own !== undefined && own !== root && !pages.has(own))
      pages.set(own, { path, depth: (around?.depth ?? 0) + 1 })
  }
  const hidden = (paths: readonly string[] = []): OutlineItem[] =>
    paths.map((path) => ({
      kind: 'document',
      path,
      isHidden: true,
      fallbackTitle: titleFromName(nameOf(path)),
      children: hidden(below.get(path)),
    }))
  const complete = (item: OutlineItem): OutlineItem => ({
    ...item,
    children: [
      ...item.children.map(complete),
      ...(item.path === undefined ? [] : hidden(below.get(item.path))),
    ],
  })
  return [...items.map(complete), ...hidden(below.get(undefined))]
}

/** Yields the pages of folders: a README, or the page beside the folder with its name. */
function* folderPages(items: readonly OutlineItem[], depth: number): Generator<[string, FolderPage]> {
  for (const { kind, path, children } of items) {
    if (kind === 'document' && path !== undefined) {
      const { dir, name } = posix.parse(path)
      yield [isReadme(path) ? posix.normalize(dir || '.') : posix.join(dir, name), { path, depth }]
    }
    yield* folderPages(children, depth + 1)
  }
}

/** Returns the page of the folder, or of the nearest folder around it, that can have a page below it. */
function nearest(pages: ReadonlyMap<string, FolderPage>, folder: string): FolderPage | undefined {
  for (let at = folder; at !== '.' && at !== '/'; at = posix.dirname(at)) {
    const page = pages.get(at)
    if (page && page.depth < maximumDepth) return page
  }
  return undefined
}

const nameOf = (path: string) =>
  isReadme(path) ? posix.basename(posix.dirname(path)) : posix.parse(path).name

/** Sorts paths so that the README of a folder comes before everything else in it. */
function foldersFirst(one: string, other: string): number {
  const [left, right] = [one, other].map((path) => (isReadme(path) ? `${posix.dirname(path)}/` : path))
  return (left as string) < (right as string) ? -1 : 1
}
