import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { relativeUrl } from '../conversion/markdown-syntax.ts'
import { validateEntries } from '../conversion/source-entries.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { imageExtension } from '../files/image-extension.ts'
import { titleFromName } from '../markdown/repository/outline.ts'
import { parseRelativeUrl } from '../markdown/repository/urls.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { navigationOrder } from './navigation.ts'
import { contentsOfFolders } from './page-folders.ts'
import { pageToMarkdown } from './page-to-markdown.ts'
import { htmlLimits, parsePage } from './parse-page.ts'
import { describedEntry, ownDescriptions, withPagePrefix } from './site-pages.ts'
import { decodeHtml } from './text.ts'

/** The maximum size of all pages in total. */
const maximumBytes = 100 * 1024 * 1024

interface HtmlFile {
  readonly entry: SourceEntry
  /** The path of the Markdown file. */
  readonly path: string
  /** The folders and the name of the page. */
  readonly segments: readonly string[]
}

interface Site {
  /** The common folder of all files, which is the base of URLs with a leading slash. */
  readonly root: string
  readonly pages: ReadonlyMap<string, HtmlFile>
  readonly assets: ReadonlyMap<string, SourceEntry>
  readonly paths: UniquePaths
  /** The assets that are referenced by pages, with their new paths. */
  readonly used: Map<SourceEntry, string>
  /** Embedded images, by their data URLs. */
  readonly embedded: Map<string, SourceEntry>
  readonly skipped: Skip[]
}

const isHtml = (path: string) => /\.x?html?$/i.test(path)
/** Matches pages that generators create for navigation and search. */
const generatedPage = /^(404|search|genindex|py-modindex|print|toc|_print)\.x?html?$/i
const isIndex = (path: string) => /^(index|default|readme)\.x?html?$/i.test(posix.basename(path))

/** Converts a folder of HTML files to a Markdown repository. */
export async function htmlEntries(entries: readonly SourceEntry[]): Promise<Conversion> {
  const files = validateEntries(entries)
  const site = openSite(files)
  if (site.pages.size === 0)
    throw invalidSource(
      'SOURCE_WITHOUT_PAGES',
      'The source contains no HTML page. Import .html files, or a zip archive of them.',
    )
  const read = createHtmlReader()
  const ranks = await getPageRanks(site, files, read)
  const converted: { file: HtmlFile; title: string; description?: string | undefined; markdown: string }[] =
    []
  for (const file of site.pages.values()) {
    const { path } = file.entry
    const html = await read(file.entry)
    const page = withPagePrefix(path, () =>
      pageToMarkdown(parsePage(html), { root: 'main', rewrite: (url) => rewrite(site, file, url) }),
    )
    converted.push({ ...page, file, title: page.title ?? titleFromName(file.segments.at(-1) ?? 'index') })
  }
  const contents = contentsOfFolders(
    converted.map(({ file, title }) => ({ ...file, title, rank: ranks.get(file) ?? ranks.size })),
  )
  const pages = await Promise.all(
    ownDescriptions(converted).map((page) => describedEntry(page.file.path, page)),
  )
  const assets = [...site.used].map(([entry, path]) => ({ ...entry, path, read: () => entry.read() }))
  const images = site.embedded.values()
  return { entries: [summaryEntry(contents), ...pages, ...assets, ...images], skipped: site.skipped }
}

function openSite(files: readonly SourceEntry[]): Site {
  const root = commonFolder(files.map(({ path }) => path))
  const paths = new UniquePaths()
  const pages = new Map<string, HtmlFile>()
  const assets = new Map<string, SourceEntry>()
  const skipped: Skip[] = []
  for (const entry of files) {
    const { path } = entry
    if (!isHtml(path)) assets.set(path, entry)
    else if (generatedPage.test(posix.basename(path)) && files.length > 1)
      skipped.push(skipOf(path, importLine('IMPORT_FOR_NAVIGATION', 'generated for navigation or search')))
    else pages.set(path, { entry, ...outputOf(path, root, paths) })
  }
  return { root, pages, assets, paths, used: new Map(), embedded: new Map(), skipped }
}

function outputOf(path: string, root: string, paths: UniquePaths): Pick<HtmlFile, 'path' | 'segments'> {
  const inside = root === '' ? path : path.slice(root.length + 1)
  const stem = inside.replace(/\.x?html?$/i, '')
  const segments = stem.split('/')
  if (!isIndex(path)) return { path: paths.take(stem, '.md'), segments }
  const folder = posix.dirname(inside)
  return { path: paths.take(posix.join(folder, 'README'), '.md'), segments: segments.slice(0, -1) }
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = posix.dirname(first)
  while (folder !== '.' && others.some((path) => !path.startsWith(`${folder}/`)))
    folder = posix.dirname(folder)
  return folder === '.' ? '' : folder
}

/** Creates a reader for pages. It throws once the pages exceed `maximumBytes` in total. */
function createHtmlReader(): (entry: SourceEntry) => Promise<string> {
  let bytes = 0
  const seen = new Set<string>()
  return async (entry) => {
    if (entry.size > htmlLimits.bytes)
      throw invalidSource(
        'SOURCE_FILE_TOO_LARGE',
        `${entry.path} is larger than ${htmlLimits.bytes} bytes. Split it into several pages.`,
        { path: entry.path },
      )
    if (!seen.has(entry.path)) bytes += entry.size
    seen.add(entry.path)
    if (bytes > maximumBytes)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The pages are larger than ${maximumBytes} bytes in total, at ${entry.path}. Import them in parts.`,
      )
    const html = decodeHtml(await entry.read())
    if (html.slice(0, 8000).includes('\0'))
      throw invalidSource('SOURCE_NOT_HTML', `${entry.path} is not an HTML page.`, { path: entry.path })
    return html
  }
}

/**
 * Returns the positions of pages in the navigation of the first page, or in the table of contents that a
 * generator created.
 */
async function getPageRanks(
  site: Site,
  files: readonly SourceEntry[],
  read: (entry: SourceEntry) => Promise<string>,
): Promise<Map<HtmlFile, number>> {
  const listing = files.find(({ path }) => posix.join(site.root, 'toc.html') === path)
  const first = [...site.pages.values()].find(({ segments }) => segments.length === 0)
  let order: readonly HtmlFile[] = []
  for (const entry of [first?.entry, listing]) {
    if (!entry) continue
    const html = await read(entry)
    const page = withPagePrefix(entry.path, () => parsePage(html))
    const found = navigationOrder(page, (url) => {
      const target = parseRelativeUrl(url)
      return target && target.path !== '' ? findPage(site, entry.path, target.path) : undefined
    })
    if (found.length > order.length) order = found
  }
  return new Map(order.map((file, index) => [file, index]))
}

function* pathsOf({ root }: Site, from: string, url: string): Generator<string> {
  const bases = url.startsWith('/') ? [root, ''] : [posix.dirname(from)]
  for (const base of new Set(bases)) {
    const path = posix.join(base, url).replace(/\/$/, '')
    yield path
    for (const name of ['index.html', 'index.htm', 'index.xhtml']) yield posix.join(path, name)
    for (const extension of ['.html', '.htm', '.xhtml']) yield `${path}${extension}`
  }
}

function findPage(site: Site, from: string, url: string): HtmlFile | undefined {
  for (const path of pathsOf(site, from, url)) {
    const page = site.pages.get(path)
    if (page) return page
  }
  return undefined
}

/** Returns the new URL of a link or an image on a page. */
function rewrite(site: Site, file: HtmlFile, original: string): string | null | undefined {
  if (original.startsWith('data:')) return embeddedImageUrl(site, file, original)
  const target = parseRelativeUrl(original)
  if (!target || target.path === '') return undefined
  const from = file.entry.path
  const page = findPage(site, from, target.path)
  const anchor = target.anchor === '' ? '' : `#${target.anchor}`
  if (page) return page === file && anchor !== '' ? anchor : `${relativeUrl(file.path, page.path)}${anchor}`
  for (const path of pathsOf(site, from, target.path)) {
    const asset = site.assets.get(path)
    if (asset && !/\.(md|markdown)$/i.test(path))
      return `${relativeUrl(file.path, pathOfAsset(site, asset))}${anchor}`
  }
  const line = importLine('IMPORT_LINK_WITHOUT_TARGET', 'link target not found')
  site.skipped.push(skipOf(`${from}: ${original}`, line, 'LINK'))
  return null
}

const maximumImageBytes = 1024 * 1024

/** Converts an embedded image to an asset. */
function embeddedImageUrl(site: Site, file: HtmlFile, url: string): string | null {
  const known = site.embedded.get(url)
  if (known) return relativeUrl(file.path, known.path)
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const isReadable = /^data:image\/[\w.+-]+;base64,/i.test(url) && bytes.length <= maximumImageBytes
  const extension = isReadable ? imageExtension(bytes) : undefined
  if (extension === undefined) {
    const line = importLine(
      'IMPORT_IMAGE_UNREADABLE',
      'an embedded image that is larger than 1 MB or cannot be read',
    )
    site.skipped.push(skipOf(`${file.entry.path}: ${url.slice(0, 40)}…`, line))
    return null
  }
  const path = site.paths.take(`assets/embedded${site.embedded.size + 1}`, `.${extension}`)
  site.embedded.set(url, { path, size: bytes.length, read: async () => bytes })
  return relativeUrl(file.path, path)
}

function pathOfAsset({ root, used, paths }: Site, asset: SourceEntry): string {
  const inside = root === '' ? asset.path : asset.path.slice(root.length + 1)
  const extension = posix.extname(inside)
  const path = used.get(asset) ?? paths.take(inside.slice(0, inside.length - extension.length), extension)
  used.set(asset, path)
  return path
}
