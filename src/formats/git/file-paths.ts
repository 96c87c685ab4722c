import { posix } from 'node:path'
import { slug as slugOfText } from 'github-slugger'
import { safeFileName, safePageName } from '../export/safe-names.ts'
import { isReadme } from '../import/markdown/repository/paths.ts'
import { naturally } from '../import/natural-order.ts'
import type { ContentSnapshot, FileState, PageState } from '../merge/content-snapshot.ts'
import { childrenByParent, inReadingOrder } from '../merge/page-forest.ts'

/** The paths of the files of a branch, by the ids of what they stand for. */
export type ObjectPaths = ReadonlyMap<string, string>

export interface PathsRequest extends ContentSnapshot {
  /** The paths that they have so far. */
  readonly known: ObjectPaths
  /** The parents that the pages have in the table of contents so far, by id. Undefined if no page was moved. */
  readonly parents: ReadonlyMap<string, string | null> | undefined
  /** The folder of the documentation, `.` for the project directory. */
  readonly root: string
  /** The file of the first page of a branch without pages. */
  readonly readme: string
  /** The paths of other files, which are not written. */
  readonly others: Iterable<string>
  /** Returns whether a page that has no file yet needs one. */
  readonly needsFile: (page: PageState) => boolean
}

/**
 * Returns the paths of pages, files and reusable contents. Each keeps the one it has, except for a page that becomes a parent, a
 * page that moves below another in whose folder it was, and a file or a page below them that moves with them.
 */
export function pathsOfContent(request: PathsRequest): Map<string, string> {
  const names = new TakenPaths()
  for (const path of request.others) names.take(path)
  return new Map([
    ...new PagePaths(request, names).paths(),
    ...pathsOfFiles(request, names),
    ...pathsOfReusable(request, names),
  ])
}

/** Paths in use. Those that differ only in case or composition count as equal, because they are on some file systems. */
class TakenPaths {
  readonly #taken = new Set<string>()

  isFree(path: string): boolean {
    return !this.#taken.has(keyOf(path))
  }

  take(path: string): void {
    this.#taken.add(keyOf(path))
  }

  release(path: string): void {
    this.#taken.delete(keyOf(path))
  }
}

const keyOf = (path: string) => path.normalize('NFC').toLowerCase()

/** Returns the folder that the pages below a page are in. */
const folderBelow = (path: string): string =>
  isReadme(path) ? posix.dirname(path) : posix.join(posix.dirname(path), posix.parse(path).name)

class PagePaths {
  readonly #request: PathsRequest
  readonly #names: TakenPaths
  readonly #children: ReadonlyMap<string | null, readonly PageState[]>
  readonly #paths = new Map<string, string>()
  /** The pages that had others below them. */
  readonly #oldParents: ReadonlySet<string | null>
  /** The folders of pages, into which those below them go. */
  readonly #folders = new Map<string | null, string>()

  constructor(request: PathsRequest, names: TakenPaths) {
    this.#request = request
    this.#names = names
    this.#children = childrenByParent(request.pages)
    this.#oldParents = new Set(request.parents?.values())
    this.#folders.set(null, request.root)
  }

  paths(): Map<string, string> {
    const { pages, known } = this.#request
    const ordered = inReadingOrder(pages)
    for (const { pageId } of ordered) {
      const path = known.get(pageId)
      if (path !== undefined) this.#names.take(path)
    }
    for (const page of ordered) this.#assign(page)
    return this.#paths
  }

  #assign(page: PageState): void {
    const { known, needsFile } = this.#request
    const { pageId } = page
    const before = known.get(pageId)
    if (before === undefined && (page.type !== 'DOCUMENT' || !needsFile(page))) {
      this.#folders.set(pageId, this.#folderOfBare(page))
      return
    }
    const path = before === undefined ? this.#newPath(page) : this.#nextPath(page, before)
    if (before !== path) this.#names.take(path)
    this.#paths.set(pageId, path)
    this.#folders.set(pageId, this.#folderOf(page, path))
  }

  #hasPagesBelow({ pageId }: PageState): boolean {
    return (this.#children.get(pageId) ?? []).some(({ type }) => type !== 'LINK')
  }

  #newPath(page: PageState): string {
    const { known, readme, root } = this.#request
    const isFirst = known.size === 0 && this.#paths.size === 0
    if (isFirst && this.#names.isFree(readme)) return readme
    const folder = this.#folders.get(page.parentId) ?? root
    return this.#freePath(folder, safePageName(page.slug || page.title), this.#hasPagesBelow(page))
  }

  #nextPath(page: PageState, before: string): string {
    const { parents } = this.#request
    if (!parents?.has(page.pageId)) return before
    const moved = this.#movedPath(page, before, parents)
    const isNewParent = !isReadme(before) && this.#hasPagesBelow(page) && !this.#oldParents.has(page.pageId)
    if (!isNewParent && moved === before) return before
    const folder = isReadme(moved) ? posix.dirname(posix.dirname(moved)) : posix.dirname(moved)
    const name = isReadme(moved) ? posix.basename(posix.dirname(moved)) : posix.parse(moved).name
    this.#names.release(before)
    const isFolder = isNewParent || isReadme(moved)
    const target = isFolder
      ? posix.join(folder, name, isReadme(moved) ? posix.basename(moved) : 'README.md')
      : moved
    if (this.#names.isFree(target)) return target
    if (isNewParent && moved === before) {
      this.#names.take(before)
      return before
    }
    return this.#freePath(folder, name, isFolder)
  }

  /** Returns the path of a page whose folder goes with its parent. */
  #movedPath(page: PageState, before: string, parents: ReadonlyMap<string, string | null>): string {
    const { known, root } = this.#request
    const oldParent = parents.get(page.pageId) ?? null
    const oldPath = oldParent === null ? undefined : known.get(oldParent)
    const own = isReadme(before) ? posix.dirname(before) : before
    if (own === root || own === '.') return before
    const wasInFolder = oldPath !== undefined && posix.dirname(own) === folderBelow(oldPath)
    const wasAtRoot = oldParent === null && posix.dirname(own) === root
    const to = this.#folders.get(page.parentId) ?? root
    const isMoved = page.parentId !== oldParent
    if (isMoved && !wasInFolder && !wasAtRoot) return before
    if (!isMoved && !wasInFolder) return before
    const nowAt = !isMoved && oldPath !== undefined ? this.#followed(oldParent as string, oldPath) : to
    return nowAt === undefined ? before : posix.join(nowAt, posix.relative(posix.dirname(own), before))
  }

  /** Returns the folder below a page, if it moved. */
  #followed(pageId: string, before: string): string | undefined {
    const now = this.#paths.get(pageId)
    return now === undefined || folderBelow(now) === folderBelow(before) ? undefined : folderBelow(now)
  }

  /** Returns the folder for new pages below a page with a file: the one that most of its pages are in. */
  #folderOf(page: PageState, path: string): string {
    const folders = this.#foldersBelow(page)
    const isMoved = this.#request.known.get(page.pageId) !== path
    return isMoved || folders.length === 0 ? folderBelow(path) : mostFrequent(folders)
  }

  /** Returns the folder for new pages below a group or a page without a file. */
  #folderOfBare(page: PageState): string {
    const around = this.#folders.get(page.parentId) ?? this.#request.root
    if (page.type === 'LINK') return around
    const folders = this.#foldersBelow(page)
    if (folders.length > 0) return mostFrequent(folders)
    return posix.join(around, safePageName(page.slug || page.title))
  }

  /** Returns the folders that the pages below a page are in, without those that were moved there. */
  #foldersBelow({ pageId: parentId }: PageState): string[] {
    const { known, parents } = this.#request
    return (this.#children.get(parentId) ?? []).flatMap(({ pageId }) => {
      const path = known.get(pageId)
      const parent = parents?.get(pageId)
      if (path === undefined || (parent !== undefined && parent !== parentId)) return []
      return [posix.dirname(isReadme(path) ? posix.dirname(path) : path)]
    })
  }

  #freePath(folder: string, name: string, isFolder: boolean): string {
    for (let number = 0; ; number++) {
      const unique = number === 0 ? name : `${name}-${number}`
      const file = posix.join(folder, `${unique}.md`)
      const readme = posix.join(folder, unique, 'README.md')
      if (this.#names.isFree(file) && this.#names.isFree(readme)) return isFolder ? readme : file
    }
  }
}

function mostFrequent(folders: readonly string[]): string {
  const counts = Map.groupBy(folders, (folder) => folder)
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] as string
}

/** Returns the paths of files. One that got another name keeps its folder. */
function* pathsOfFiles({ files, known, root }: PathsRequest, names: TakenPaths): Generator<[string, string]> {
  for (const { fileId } of files.values()) {
    const path = known.get(fileId)
    if (path !== undefined) names.take(path)
  }
  // New ones of one name are numbered in the order of the folders that they are from: those numbers stay if they are pushed once more.
  const folderOf = ({ gitPath }: FileState) => posix.dirname(gitPath ?? '')
  const present = [...files.values()].filter(({ fileId }) => known.has(fileId))
  const added = [...files.values()]
    .filter(({ fileId }) => !known.has(fileId))
    .sort((one, other) => naturally(folderOf(one), folderOf(other)))
  for (const { fileId, name } of [...present, ...added]) {
    const before = known.get(fileId)
    const base = before === undefined ? undefined : posix.basename(before)
    if (before !== undefined && (base === name || base === safeFileName(name))) {
      yield [fileId, before]
      continue
    }
    if (before !== undefined) names.release(before)
    const folder = before === undefined ? posix.join(root, '.gitbook/assets') : posix.dirname(before)
    const path = freeFile(folder, safeFileName(name), names)
    names.take(path)
    yield [fileId, path]
  }
}

/** Returns a free path for a file, which keeps its name: a second one of a name is in a folder of its own. */
function freeFile(folder: string, name: string, names: TakenPaths): string {
  for (let number = 1; ; number++) {
    const path = posix.join(folder, number === 1 ? '' : String(number), name)
    if (names.isFree(path)) return path
  }
}

function* pathsOfReusable(
  { reusable, known, root }: PathsRequest,
  names: TakenPaths,
): Generator<[string, string]> {
  for (const { reusableId } of reusable.values()) {
    const path = known.get(reusableId)
    if (path !== undefined) names.take(path)
  }
  for (const { reusableId, title } of reusable.values()) {
    const before = known.get(reusableId)
    if (before !== undefined) {
      yield [reusableId, before]
      continue
    }
    const name = safePageName(slugOfText(title))
    for (let number = 0; ; number++) {
      const path = posix.join(root, '.gitbook/includes', `${number === 0 ? name : `${name}-${number}`}.md`)
      if (!names.isFree(path)) continue
      names.take(path)
      yield [reusableId, path]
      break
    }
  }
}
