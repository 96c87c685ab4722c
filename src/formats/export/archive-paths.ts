import { posix } from 'node:path'
import { slug } from 'github-slugger'
import { isTagsFile } from '../import/markdown/repository/paths.ts'
import type { ExportFile, ExportPage, ExportReusableContent, ListedPage } from './export-source.ts'
import type { ReferencedKind } from './rewritten-references.ts'
import { safeFileName, safePageName, UniqueNames } from './safe-names.ts'

/** The paths in the archive, by ids. */
export type ArchivePaths = Readonly<Record<ReferencedKind, ReadonlyMap<string, string>>>

/**
 * Assigns paths to pages and files. Pages are in folders that correspond to the page tree; a page with children
 * is the README of its folder. The first document is the README of the repository, which code hosts display.
 */
export function archivePaths(
  pages: readonly ExportPage[],
  files: readonly Pick<ExportFile, 'id' | 'name' | 'gitPath'>[],
  reusable: readonly ExportReusableContent[] = [],
): ArchivePaths {
  return { pages: pagePaths(pages), files: filePaths(files), 'reusable-contents': reusablePaths(reusable) }
}

/** Groups pages by their parent. Pages whose parent is not in the list are at the top level. */
export function childrenByParent<Page extends ListedPage>(
  pages: readonly Page[],
): Map<string | null, Page[]> {
  const ids = new Set(pages.map(({ id }) => id))
  const children = new Map<string | null, Page[]>()
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
  const assignBelow = (parentId: string | null, folder: string): void => {
    const names = new UniqueNames()
    for (const page of children.get(parentId) ?? []) {
      if (page.type === 'LINK') continue
      const name = names.take(safePageName(page.slug || page.title))
      const below = posix.join(folder, name)
      const own = children.has(page.id) ? posix.join(below, 'README.md') : `${below}.md`
      if (isDocument(page)) paths.set(page.id, page === home ? 'README.md' : own)
      assignBelow(page.id, below)
    }
  }
  assignBelow(null, '')
  return paths
}

const assets = '.gitbook/assets'

/**
 * Assigns paths to files. Files with the same name are put into separate folders, so that they keep their
 * names. A file that describes the tags has a place of its own.
 */
function filePaths(files: readonly Pick<ExportFile, 'id' | 'name' | 'gitPath'>[]): Map<string, string> {
  const tags = files.find(({ gitPath }) => gitPath && isTagsFile(gitPath))
  const used = new Map<string, number>()
  return new Map(
    files.map(({ id, name: given }) => {
      const name = safeFileName(given)
      if (id === tags?.id) return [id, posix.join('.gitbook', name)]
      const key = name.normalize('NFC').toLowerCase()
      const number = (used.get(key) ?? 0) + 1
      used.set(key, number)
      return [id, posix.join(assets, number === 1 ? '' : String(number), name)]
    }),
  )
}

/** Assigns paths to reusable contents: the names that they were imported with, or else names from their titles. */
function reusablePaths(reusable: readonly ExportReusableContent[]): Map<string, string> {
  const names = new UniqueNames()
  return new Map(
    reusable.map(({ id, title, name = slug(title) }) => {
      const unique = names.take(safePageName(name))
      return [id, posix.join('.gitbook/includes', `${unique}.md`)]
    }),
  )
}
