import { posix } from 'node:path'
import { readText } from '../../files/read-text.ts'
import { type ImportLine, importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf, skipOf } from '../../report/notes.ts'
import { dialectOf } from '../dialects/dialect.ts'
import { readNavigation } from '../layouts/read-navigation.ts'
import { recognizeLayout } from '../layouts/recognize.ts'
import { statedPositions } from '../repository/front-matter.ts'
import type { Book, Layout } from '../repository/layout.ts'
import { type Outline, type OutlineItem, withoutRepeats } from '../repository/outline.ts'
import { isAsset, isIn, isMarkdown } from '../repository/paths.ts'
import { findPath, type Repository } from '../repository/repository.ts'
import { outlineOfFolders } from './folder-outline.ts'
import { readSummary } from './summary.ts'

interface OutlineRequest {
  /** The Markdown files that could be pages. */
  readonly texts: readonly string[]
  /** For whom the source is read. */
  readonly owner: string
}

/** Reads the table of contents of a repository: that of its layout, or else folders and file names. */
export async function readOutline(
  repository: Repository,
  layout: Layout,
  request: OutlineRequest,
): Promise<Outline> {
  if (layout.books.length > 0) return outlineOfBooks(repository, layout, request)
  const navigation = await readNavigation(repository, layout, request.texts.filter(isOwnPage))
  if (navigation) return navigation
  const entry = repository.entries.get(findPath(repository, layout.summary) ?? '')
  if (entry) {
    const text = await readText(entry, repository.limits)
    const { owner } = request
    const hasLooseChapters = layout.kind === 'MDBOOK'
    const outline = await readSummary(repository, entry.path, { text, owner, hasLooseChapters })
    const line = importLine('IMPORT_CONTENTS', 'is the table of contents')
    const source = noteOf('RECOGNIZED', entry.path, line)
    return { ...outline, notes: [source, ...(outline.notes ?? [])] }
  }
  const pages = request.texts.filter((path) => isOwnPage(path) && isIn(layout.root, path))
  const positions =
    dialectOf(layout.kind, '') === undefined ? undefined : await statedPositions(repository, pages)
  const outline = outlineOfFolders(pages, layout, { ...repository.limits, positions })
  return { ...outline, notes: notesOfOrder(layout, pages, positions?.size ? positionsFirst : byNames) }
}

const byNames = importLine('IMPORT_ORDER_BY_NAMES', 'folders and file names give')
const positionsFirst = importLine(
  'IMPORT_ORDER_BY_POSITIONS',
  'positions in front matter, folders and file names give',
)

/** Says what gives the order, which nobody is to find out from the pages. */
function notesOfOrder(
  { root, contents }: Layout,
  pages: readonly string[],
  problem: ImportLine,
): ImportNote[] {
  if (pages.length < 2) return []
  if (contents !== undefined) {
    const text = `has no list of pages that can be read without running it: ${problem.message} their order`
    return [noteOf('RECOGNIZED', contents, importLine('IMPORT_LIST_COMPUTED', text, { problem }))]
  }
  const order = `${problem.message} the order of the pages.`
  const line =
    root === '.'
      ? importLine('IMPORT_WITHOUT_CONTENTS', `There is no table of contents: ${order}`, { problem })
      : importLine('IMPORT_FOLDER_WITHOUT_CONTENTS', `There is no table of contents in ${root}: ${order}`, {
          ...{ folder: root, problem },
        })
  return [noteOf('RECOGNIZED', '.', line)]
}

/** Reads each book as a group of pages. */
async function outlineOfBooks(
  repository: Repository,
  layout: Layout,
  request: OutlineRequest,
): Promise<Outline> {
  const read: Outline[] = []
  for (const book of layout.books) read.push(await outlineOfBook(repository, book, request))
  const listed = new Set<string>()
  return {
    items: read.map(({ items }, index) =>
      groupOf(layout.books[index] as Book, withoutRepeats(items, listed)),
    ),
    skipped: read.flatMap(({ skipped }) => skipped),
    notes: read.flatMap(({ notes = [] }) => notes),
  }
}

async function outlineOfBook(
  repository: Repository,
  { folder }: Book,
  request: OutlineRequest,
): Promise<Outline> {
  const inside = [...repository.entries.values()].filter(({ path }) => isIn(folder, path))
  if (inside.length === 0) {
    const line = importLine('IMPORT_FOLDER_MISSING', 'named in LANGS.md, but there is no such folder')
    return { items: [], skipped: [skipOf(folder, line, 'PAGE')] }
  }
  const layout = await recognizeLayout(inside, { root: folder, limits: repository.limits })
  const outline = await readOutline(repository, layout, request)
  return {
    ...outline,
    skipped: [...layout.skipped, ...outline.skipped],
    notes: [...layout.notes, ...(outline.notes ?? [])],
  }
}

const groupOf = ({ folder, title }: Book, items: readonly OutlineItem[]): OutlineItem => ({
  kind: 'group',
  title,
  fields: { slug: posix.basename(folder) },
  children: items.map(withoutGroups),
})

/** Groups are at the top level only. */
const withoutGroups = (item: OutlineItem): OutlineItem => ({
  ...item,
  kind: item.kind === 'group' ? 'document' : item.kind,
  children: item.children.map(withoutGroups),
})

/** Returns whether a Markdown file could be a page: it is in the folder of the layout, and no upload. */
export const isPageText = ({ root }: Pick<Layout, 'root'>, path: string): boolean =>
  isIn(root, path) && isMarkdown(path) && !isAsset(path)

/** Returns whether a file could be a page: those in `.gitbook` are parts of pages. */
export const isOwnPage = (path: string): boolean =>
  !/\/\.(?:gitbook|vitepress)\//.test(`/${posix.dirname(path)}/`)
