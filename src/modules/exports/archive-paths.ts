import { posix } from 'node:path'
import type { ExportFile, ExportPage } from './export-source.ts'
import { safeFileName, safePageName, UniqueNames } from './safe-names.ts'

/** Where the pages and files of an export stand in its archive, by their ids. */
export interface ArchivePaths {
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
}

/**
 * Pages stand in folders as they do in the tree, those with pages below them as the README of their folder. The
 * first document is the README of the repository, which code hosts show.
 */
export function archivePaths(
  pages: readonly ExportPage[],
  files: readonly Pick<ExportFile, 'id' | 'name'>[],
): ArchivePaths {
  return { pages: pagePaths(pages), files: filePaths(files) }
}

/** Pages with the ones below them. A page whose parent is not among them stands at the root. */
export function childrenByParent(pages: readonly ExportPage[]): Map<string | null, ExportPage[]> {
  const ids = new Set(pages.map(({ id }) => id))
  const children = new Map<string | null, ExportPage[]>()
  for (const page of pages) {
    const parent = page.parentId !== null && ids.has(page.parentId) ? page.parentId : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(page)
    else children.set(parent, [page])
  }
  return children
}

export const isDocument = ({ type }: ExportPage): boolean => type === 'DOCUMENT'

function pagePaths(pages: readonly ExportPage[]): Map<string, string> {
  const children = childrenByParent(pages)
  const home = pages.find(isDocument)
  const paths = new Map<string, string>()
  const placeLevel = (parentId: string | null, folder: string): void => {
    const names = new UniqueNames()
    for (const page of children.get(parentId) ?? []) {
      if (page.type === 'LINK') continue
      const name = names.take(safePageName(page.slug || page.title))
      const below = posix.join(folder, name)
      const own = children.has(page.id) ? posix.join(below, 'README.md') : `${below}.md`
      if (isDocument(page)) paths.set(page.id, page === home ? 'README.md' : own)
      placeLevel(page.id, below)
    }
  }
  placeLevel(null, '')
  return paths
}

const assets = '.gitbook/assets'

/** Files of one name stand in folders of their own, so that each keeps its name. */
function filePaths(files: readonly Pick<ExportFile, 'id' | 'name'>[]): Map<string, string> {
  const used = new Map<string, number>()
  return new Map(
    files.map(({ id, name: given }) => {
      const name = safeFileName(given)
      const key = name.normalize('NFC').toLowerCase()
      const number = (used.get(key) ?? 0) + 1
      used.set(key, number)
      return [id, posix.join(assets, number === 1 ? '' : String(number), name)]
    }),
  )
}

/** The address of a path, free of signs that mean anything in Markdown, HTML or block tags. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    )
    .join('/')

/** The address of one path of the archive in the file at another. */
export const relativeAddress = (from: string, to: string): string =>
  encodePath(posix.relative(posix.dirname(from), to))
