import { AppError } from '../../../../errors.ts'
import { markdownToDocument } from '../../../../page-format/markdown-to-document.ts'
import { type Conversion, FreePaths, refused, relativeAddress, summaryEntry } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { type HtmlPage, pageToMarkdown } from '../html/convert.ts'
import { contentsOfFolders } from '../html/page-folders.ts'
import { describedEntry, ownDescriptions } from '../html/site-pages.ts'
import { titleFromName } from '../outline.ts'
import { type CrawledSite, crawlSite, parseAnswer, type WebPage } from './crawl.ts'
import { type FetchPage, Visits, type WebsiteLimits } from './visits.ts'
import { pageAddress, resolveWeb, segmentsBelow } from './web-address.ts'
import { fetchFiles, fileKey } from './web-files.ts'

export interface CrawlOptions {
  /** Fetches a URL, subject to the outbound limits. */
  readonly fetchPage: FetchPage
  readonly report?: (done: number, total: number) => void
  readonly limits?: Partial<WebsiteLimits>
}

interface Places {
  readonly site: CrawledSite
  /** The paths of the Markdown files. */
  readonly paths: ReadonlyMap<WebPage, string>
  readonly files: ReadonlyMap<string, SourceEntry>
}

/** Converts the pages of a website, at and below the folder of the start page, to a Markdown repository. */
export async function crawlWebsite(start: string, options: CrawlOptions): Promise<Conversion> {
  const visits = new Visits(options.fetchPage, options.limits ?? {})
  const site = await crawlSite(readStart(start), visits, options.report ?? (() => {}))
  const free = new FreePaths()
  const paths = new Map(site.pages.map((page) => [page, free.take(stemOf(site, page), '.md')]))
  const files = await fetchFiles(site, visits, free)
  const pages = ownDescriptions(convertPages({ site, paths, files }, visits))
  const [first] = pages
  if (!first) throw refused(`${start} has no page that could be read.`)
  const contents = contentsOfFolders(
    pages.map(({ page, path, title }, rank) => ({ title, path, rank, segments: segmentsOf(site, page) })),
  )
  const entries = await Promise.all(pages.map((page) => describedEntry(page.path, page)))
  return { entries: [summaryEntry(contents), ...entries, ...files.values()], skipped: visits.skipped }
}

function readStart(start: string): URL {
  const url = URL.parse(start)
  if (!url || !/^https?:$/.test(url.protocol))
    throw refused(
      `${JSON.stringify(start.slice(0, 200))} is no web address. Give one such as https://docs.example.com/.`,
    )
  return pageAddress(url)
}

interface WrittenPage extends Omit<HtmlPage, 'title'> {
  readonly page: WebPage
  readonly path: string
  readonly title: string
}

function convertPages(places: Places, visits: Visits): WrittenPage[] {
  return places.site.pages.flatMap((page) => {
    const path = places.paths.get(page) as string
    try {
      const written = pageToMarkdown(parseAnswer(page.answer), {
        root: 'main',
        rewrite: (address) => rewrite(places, page, path, address),
      })
      markdownToDocument(written.markdown)
      const name = segmentsOf(places.site, page).at(-1) ?? page.url.host
      return [{ ...written, page, path, title: written.title ?? titleFromName(name) }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (page === places.site.pages[0]) throw refused(`${page.url.href}: ${error.message}`)
      visits.skip(page.url, error.message)
      return []
    }
  })
}

/** Rewrites URLs of imported pages and files to relative paths, and all others to absolute URLs. */
function rewrite(
  { site, paths, files }: Places,
  page: WebPage,
  path: string,
  written: string,
): string | undefined {
  if (written.startsWith('#')) return undefined
  const url = resolveWeb(written, page.base)
  if (!url) return undefined
  const target = site.pageAt(url)
  const targetPath = target && paths.get(target)
  if (targetPath !== undefined)
    return target === page && url.hash !== '' ? url.hash : `${relativeAddress(path, targetPath)}${url.hash}`
  const file = files.get(fileKey(url))
  return file ? relativeAddress(path, file.path) : url.href
}

const isIndex = /^(index|default)\.(x?html?|php)$/i

/** Returns the path segments of a page, without extension. Empty for the start page. */
function segmentsOf({ folder }: CrawledSite, { url }: WebPage): string[] {
  const segments = segmentsBelow(folder, url)
  const last = segments.at(-1)
  if (last === undefined) return []
  return isIndex.test(last)
    ? segments.slice(0, -1)
    : [...segments.slice(0, -1), last.replace(/\.(x?html?|php)$/i, '')]
}

/** Maximum nesting of folders. Deeper folders become part of the file name. */
const maximumFolders = 20

function stemOf(site: CrawledSite, page: WebPage): string {
  const segments = segmentsOf(site, page).map((segment) => segment.replaceAll('/', '-'))
  const { pathname } = page.url
  const isFolder =
    segments.length === 0 || pathname.endsWith('/') || isIndex.test(pathname.split('/').at(-1) ?? '')
  const names = isFolder ? [...segments, 'README'] : segments
  return [...names.slice(0, maximumFolders), names.slice(maximumFolders).join('-')].filter(Boolean).join('/')
}
