import type { LocatedPage } from '../../content/located-content.ts'
import { isDocument, type SpacePages } from './space-pages.ts'

/** The indexes of pages that are in memory, each of which lives as long as them. */
const indexes = new WeakMap<SpacePages['all'], ReadonlyMap<string, LocatedPage>>()

/**
 * Returns the page that had an address before it was imported: that of its file in the repository, from the root of the
 * repository or of the documentation in it, with or without its extension, in any case. A README or an index is its folder.
 * An address of a page in another case or with the extension of a page leads there, too. Hidden pages are not found: who
 * tries addresses is not told of them.
 */
export function pageAtOldAddress(pages: SpacePages, segments: readonly string[]): LocatedPage | undefined {
  const index = indexes.get(pages.all) ?? indexOf(pages)
  indexes.set(pages.all, index)
  const key = keyOf(segments.join('/'))
  return key === '' ? pages.first : index.get(key)
}

function indexOf({ all, visibility }: SpacePages): Map<string, LocatedPage> {
  const shown = all.filter((page) => isDocument(page) && !visibility(page).isHidden)
  const files = shown.flatMap((page) => (page.gitPath === null ? [] : [{ page, path: page.gitPath }]))
  const folders = sharedFolders(files.map(({ path }) => path))
  const index = new Map<string, LocatedPage>()
  const add = (path: string, page: LocatedPage) => {
    const key = keyOf(path)
    if (!index.has(key)) index.set(key, page)
  }
  for (const page of shown) add(page.path ?? '', page)
  for (const form of [asWritten, withoutNumbers])
    for (const folder of folders)
      for (const { page, path } of files) add(form(path.slice(folder.length)), page)
  return index
}

/** Returns the beginnings of paths that are folders with all of them, longest first: `docs/en/`, `docs/` and none. */
function sharedFolders(paths: readonly string[]): string[] {
  const [first = ''] = paths
  const ends = [...first.matchAll(/\//g)].map(({ index }) => first.slice(0, index + 1))
  const shared = ends.filter((folder) => paths.every((path) => path.startsWith(folder)))
  return [...shared.reverse(), '']
}

const asWritten = (path: string): string => path

/** Returns a path without the numbers that order files, which are in no address of some generators: `01-intro.md`. */
const withoutNumbers = (path: string): string => path.replace(/(^|\/)\d+[-_.]+(?=[^\d/])/g, '$1')

const keyOf = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(?:md|markdown|mdx|html?)$/, '')
    .replace(/(?:^|\/)(?:readme|index)$/, '')
    .replace(/\/+$/, '')
