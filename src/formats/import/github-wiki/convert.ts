import { posix } from 'node:path'
import { parseMarkdown } from '../../page/file/markdown-file.ts'
import { findUrls } from '../../page/file/markdown-urls.ts'
import { invalidSource } from '../../source-problems.ts'
import { type ContentsItem, summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { pageEntry } from '../conversion/page-entry.ts'
import { createTextReader, validateEntries } from '../conversion/source-entries.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { isMarkdown } from '../markdown/repository/paths.ts'
import { naturally } from '../natural-order.ts'
import { type ImportLine, importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { rewriteWikiLinks } from './links.ts'
import { nameKey, parseAbsoluteUrl, titleOfFile, type Wiki, type WikiPage } from './names.ts'
import { readSidebar } from './sidebar.ts'

interface WikiOptions {
  /** `owner/name` of the repository that the wiki belongs to. Inferred from links in the wiki if absent. */
  readonly repository?: string
}

const otherMarkup = /\.(asciidoc|adoc|asc|rst|rest|textile|mediawiki|wiki|org|pod|creole|rdoc)$/i
/** Converts the wiki of a GitHub repository, from a clone or a zip archive, to a Markdown repository. */
export async function githubWikiEntries(
  entries: readonly SourceEntry[],
  { repository }: WikiOptions = {},
): Promise<Conversion> {
  const skipped: Skip[] = []
  const { pages, files, sidebar } = sortFiles(validateEntries(entries), skipped)
  if (pages.length === 0)
    throw invalidSource(
      'SOURCE_WITHOUT_PAGES',
      `The wiki contains no Markdown page${describeSkipped(skipped)}. Write its pages in Markdown.`,
    )
  const read = createTextReader()
  const texts: [WikiPage, string][] = []
  for (const page of pages) texts.push([page, await read(page.entry)])
  const sidebarText = sidebar && (await read(sidebar))
  const allTexts = [...texts.map(([{ entry }, text]) => ({ path: entry.path, text }))]
  const named = namesOf(pages, files)
  const wiki = { ...named, repository: repository?.toLowerCase() ?? guessRepository(named.pages, allTexts) }
  const converted = texts.map(([page, text]) =>
    pageEntry(page.path, page.title, rewriteWikiLinks({ wiki, path: page.entry.path, skipped }, text)),
  )
  const listed = sidebar
    ? readSidebar(
        rewriteWikiLinks({ wiki, path: sidebar.path, skipped }, sidebarText ?? ''),
        sidebar.path,
        new Map(pages.map((page) => [page.path, page.title])),
      )
    : []
  return { entries: [summaryEntry(contentsOf(pages, listed)), ...converted, ...files], skipped }
}

function describeSkipped(skipped: readonly Skip[]): string {
  const [first] = skipped
  return first ? ` (${first.path}: ${first.reason})` : ''
}

interface Sorted {
  readonly pages: readonly WikiPage[]
  readonly files: readonly SourceEntry[]
  readonly sidebar: SourceEntry | undefined
}

function sortFiles(entries: readonly SourceEntry[], skipped: Skip[]): Sorted {
  const pages: WikiPage[] = []
  const files: SourceEntry[] = []
  const sidebars: SourceEntry[] = []
  const paths = new UniquePaths()
  for (const entry of entries) {
    const { path } = entry
    const { name, base } = posix.parse(path)
    const line = lineOfSkipped(path)
    if (line) skipped.push(skipOf(path, line))
    else if (isMarkdown(path) && /^_sidebar$/i.test(name)) sidebars.push(entry)
    else if (isMarkdown(path)) pages.push({ entry, title: titleOfFile(base), path: paths.take(name, '.md') })
    else files.push({ ...entry, path: paths.take(stemOf(path), posix.extname(path)) })
  }
  const [sidebar, ...others] = sidebars.sort((a, b) => a.path.split('/').length - b.path.split('/').length)
  const unused = importLine('IMPORT_WIKI_SIDEBAR', 'only the top-level sidebar is used')
  skipped.push(...others.map(({ path }) => skipOf(path, unused)))
  return { pages, files, sidebar }
}

const stemOf = (path: string) => path.slice(0, path.length - posix.extname(path).length)

function lineOfSkipped(path: string): ImportLine | undefined {
  const { name, ext } = posix.parse(path)
  if (otherMarkup.test(path))
    return importLine('IMPORT_NOT_MARKDOWN', `${ext} is not Markdown; only Markdown pages are imported`, {
      extension: ext,
    })
  if (isMarkdown(path) && /^_(footer|header)$/i.test(name))
    return importLine('IMPORT_WIKI_FRAME', 'a header or footer of the wiki, not a page')
  return undefined
}

/** Indexes pages and files by name. If two pages have the same name, links refer to the first one. */
function namesOf(pages: readonly WikiPage[], entries: readonly SourceEntry[]): Omit<Wiki, 'repository'> {
  const byNameOrPath: [string, string][] = entries.flatMap(({ path }) => [
    [posix.basename(path).toLowerCase(), path],
    [path.toLowerCase(), path],
  ])
  return {
    pages: new Map(pages.toReversed().map((page) => [nameKey(posix.parse(page.entry.path).name), page])),
    files: new Map(byNameOrPath),
  }
}

/** Returns the repository that is most often named in absolute links to pages that exist in this wiki. */
function guessRepository(
  pages: Wiki['pages'],
  texts: readonly { path: string; text: string }[],
): string | undefined {
  const counts = new Map<string, number>()
  for (const { path, text } of texts) {
    if (!text.includes('/wiki')) continue
    for (const url of findUrls(text, parseMarkdown(text, path))) {
      const target = parseAbsoluteUrl(url.text)
      if (target && pages.has(nameKey(target.name)))
        counts.set(target.repository, (counts.get(target.repository) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/**
 * Returns the table of contents: the home page, then the items of the sidebar, then all other pages by title.
 */
function contentsOf(pages: readonly WikiPage[], listed: readonly ContentsItem[]): ContentsItem[] {
  const home = pages.find(({ entry }) => nameKey(posix.parse(entry.path).name) === 'home')
  const inSidebar = new Set(pathsIn(listed))
  const others = pages
    .filter(({ path }) => path !== home?.path && !inSidebar.has(path))
    .sort((a, b) => naturally(a.title, b.title))
    .map(({ title, path }) => ({ title, path, children: [] }))
  if (!home) return [...listed, ...others]
  const { rest, removed } = removeByPath(listed, home.path)
  const first = { title: home.title, path: home.path, children: removed?.children ?? [] }
  return [first, ...rest, ...others]
}

const pathsIn = (items: readonly ContentsItem[]): string[] =>
  items.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsIn(children)])

/** Removes the items with a path. Returns the remaining items, and the first removed one with its children. */
function removeByPath(
  items: readonly ContentsItem[],
  path: string,
): { rest: ContentsItem[]; removed: ContentsItem | undefined } {
  let removed: ContentsItem | undefined
  const without = (level: readonly ContentsItem[]): ContentsItem[] =>
    level.flatMap((item) => {
      if (item.path !== path) return { ...item, children: without(item.children) }
      const isFirst = removed === undefined
      removed ??= { ...item, children: without(item.children) }
      return isFirst ? [] : without(item.children)
    })
  return { rest: without(items), removed }
}
