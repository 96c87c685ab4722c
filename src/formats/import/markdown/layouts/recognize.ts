import { posix } from 'node:path'
import { folderAt, type SourceEntry } from '../../files/entries.ts'
import { type SourceLimits, sourceLimits } from '../../limits.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import type { Layout } from '../repository/layout.ts'
import { titleFromName } from '../repository/outline.ts'
import { isMarkdown } from '../repository/paths.ts'
import { azureLayout } from './azure-devops.ts'
import { booksLayout, readLanguages } from './books.ts'
import { docusaurusConfigIn, docusaurusLayout } from './docusaurus.ts'
import { withEditionsNoted } from './editions.ts'
import { bookConfigIn, bookLayout, gitbookConfigIn, gitbookLayout } from './gitbook.ts'
import { mdbookLayout } from './mdbook.ts'
import { mkdocsLayout } from './mkdocs.ts'
import { outlineExportLayout } from './outline-wiki.ts'
import { vitepressConfigIn, vitepressLayout } from './vitepress.ts'
import { wikiJsLayout } from './wiki-js.ts'

export interface RecognitionOptions {
  /** The folder that is read as if it were the repository. Links may lead out of it. Defaults to the repository. */
  readonly root?: string
  readonly limits?: SourceLimits
}

/**
 * Recognizes how a repository is laid out, by its configuration, its table of contents or its languages; those of a single
 * folder in it if it has none itself. Throws if `root` is not a folder of it, or if the configuration is malformed.
 */
export async function recognizeLayout(
  entries: readonly SourceEntry[],
  { root = '.', limits = sourceLimits }: RecognitionOptions = {},
): Promise<Layout> {
  const layout = await layoutOf(entries, folderAt(entries, root), limits)
  return withEditionsNoted(entries, layout, limits)
}

async function layoutOf(
  entries: readonly SourceEntry[],
  folder: string,
  limits: SourceLimits,
): Promise<Layout> {
  const own = (await layoutIn(entries, folder, limits)) ?? (await layoutAround(entries, folder, limits))
  if (own && hasContents(entries, own)) return own
  const nested: [string, Layout][] = []
  for (const below of nestedFolders(entries, folder)) {
    if (below === folder) continue
    const layout = await layoutIn(entries, below, limits)
    if (layout) nested.push([below, layout])
  }
  if (own && (nested.length !== 1 || nested[0]?.[1].kind === 'GITBOOK')) return own
  if (nested.length > 1)
    return booksLayout(
      folder,
      nested.map(([below]) => bookAt(below)),
    )
  const [[only, layout] = []] = nested
  if (only === undefined || layout === undefined) {
    const plain = plainLayout(folder)
    return outlineExportLayout(entries, plain) ?? plain
  }
  const text = `Nothing at the top says how the pages are laid out, but a file in ${only} does: it is the root.`
  const note = noteOf('RECOGNIZED', '.', importLine('IMPORT_LAYOUT_IN_FOLDER', text, { folder: only }))
  return { ...layout, notes: [note, ...layout.notes, ...outside(entries, layout)] }
}

/**
 * Returns whether the pages of a layout have an order. A `.gitbook.yaml` without one may be left from before the pages moved to
 * another generator, whose configuration says more.
 */
const hasContents = (entries: readonly SourceEntry[], { kind, summary }: Layout): boolean =>
  kind !== 'GITBOOK' || entries.some(({ path }) => path.toLowerCase() === summary.toLowerCase())

function outside(entries: readonly SourceEntry[], { root }: Layout): ImportNote[] {
  const count = entries.filter(({ path }) => isMarkdown(path) && !path.startsWith(`${root}/`)).length
  if (count === 0) return []
  const text = `${count} Markdown ${count === 1 ? 'file' : 'files'} outside of ${root} ${count === 1 ? 'is' : 'are'} no page.`
  return [noteOf('RECOGNIZED', '.', importLine('IMPORT_FILES_OUTSIDE', text, { count, folder: root }))]
}

async function layoutIn(
  entries: readonly SourceEntry[],
  folder: string,
  limits: SourceLimits,
): Promise<Layout | undefined> {
  const at = (name: string) => {
    const wanted = posix.join(folder, name).toLowerCase()
    return entries.find(({ path }) => path.toLowerCase() === wanted)
  }
  const gitbook = gitbookConfigIn(entries, folder)
  const stated = gitbook && (await gitbookLayout(gitbook, folder, limits))
  const isOfAnother =
    at('book.toml') ??
    docusaurusConfigIn(entries, folder) ??
    at('mkdocs.yml') ??
    at('mkdocs.yaml') ??
    vitepressConfigIn(entries, folder)
  if (stated && (!isOfAnother || hasContents(entries, stated))) return stated
  const languages = at('LANGS.md')
  const books = languages && (await readLanguages(languages, limits))
  if (languages && books && books.length > 0) return booksLayout(folder, books, languages.path)
  const book = bookConfigIn(entries, folder)
  if (book) return bookLayout(entries, { entry: book, folder, limits })
  const toml = at('book.toml')
  if (toml) return mdbookLayout(toml, limits)
  const docusaurus = docusaurusConfigIn(entries, folder)
  if (docusaurus) return docusaurusLayout(entries, docusaurus, { limits })
  const mkdocs = at('mkdocs.yml') ?? at('mkdocs.yaml')
  if (mkdocs) return mkdocsLayout(mkdocs, { limits })
  if (at('SUMMARY.md')) return gitbookLayout(undefined, folder, limits)
  const vitepress = vitepressConfigIn(entries, folder)
  if (vitepress) return vitepressLayout(entries, vitepress, { limits })
  const order = at('.order')
  if (order) return azureLayout(order)
  return wikiJsLayout(at('home.md'), limits)
}

/** Returns the layout of a folder that is a language or a version of documentation whose configuration is in a folder around it. */
async function layoutAround(
  entries: readonly SourceEntry[],
  folder: string,
  limits: SourceLimits,
): Promise<Layout | undefined> {
  const reading = { limits, within: folder }
  for (let at = folder; at !== '.'; ) {
    at = posix.dirname(at)
    const docusaurus = docusaurusConfigIn(entries, at)
    if (docusaurus) return docusaurusLayout(entries, docusaurus, reading)
    const mkdocs = entries.find(({ path }) => /^mkdocs\.ya?ml$/.test(posix.relative(at, path)))
    if (mkdocs) return mkdocsLayout(mkdocs, reading)
    const vitepress = vitepressConfigIn(entries, at)
    if (vitepress) return vitepressLayout(entries, vitepress, reading)
  }
  return undefined
}

/** The files that tell how the folder that has them is laid out. */
const markers =
  /^(SUMMARY\.md|LANGS\.md|\.gitbook\.ya?ml|book\.(json|js|toml)|docusaurus\.config\.[cm]?[jt]s|mkdocs\.ya?ml)$/

/** Returns the folders below `folder` that tell how they are laid out, without those within another of them. */
function nestedFolders(entries: readonly SourceEntry[], folder: string): string[] {
  const inside = entries.filter(({ path }) => folder === '.' || path.startsWith(`${folder}/`))
  const marked = inside.flatMap(({ path }) => folderMarkedBy(path) ?? [])
  const own = marked.filter((at) => !posix.relative(folder, at).split('/').some(isForTests))
  const folders = [...new Set(own)]
  const isWithin = (one: string, other: string) => one.startsWith(`${other}/`)
  return folders.filter((one) => !folders.some((other) => isWithin(one, other))).sort()
}

/** Returns the folder that a file tells about, if it does. */
function folderMarkedBy(path: string): string | undefined {
  if (markers.test(posix.basename(path))) return posix.dirname(path)
  const [, folder] = /^(.*?)\/?\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/.exec(path) ?? []
  return folder === undefined ? undefined : folder || '.'
}

/** Returns whether a folder has documentation that is there to be tried, and not to be read. */
const isForTests = (name: string) => /^(__)?(tests?|fixtures?|examples?|templates?)(__)?$/i.test(name)

const bookAt = (folder: string) => ({ folder, title: titleFromName(posix.basename(folder)) })

/** The layout of a folder that nothing tells anything about. */
const plainLayout = (folder: string): Layout => ({
  kind: 'FOLDERS',
  root: folder,
  summary: posix.join(folder, 'SUMMARY.md'),
  readme: posix.join(folder, 'README.md'),
  staticFolders: [],
  books: [],
  skipped: [],
  notes: [],
})
