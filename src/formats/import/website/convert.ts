import { AppError } from '../../../base/errors.ts'
import { markdownToDocument } from '../../page/read/markdown-to-document.ts'
import { invalidSource, problemOfPart } from '../../source-problems.ts'
import { summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { relativeUrl } from '../conversion/markdown-syntax.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { contentsOfFolders } from '../html/page-folders.ts'
import { type HtmlPage, pageToMarkdown } from '../html/page-to-markdown.ts'
import { describedEntry, ownDescriptions } from '../html/site-pages.ts'
import { titleFromName } from '../markdown/repository/outline.ts'
import { type CrawledSite, crawlSite, parseResponse, type WebPage } from './crawl.ts'
import { type FetchPage, lineOfError, SiteFetcher, type WebsiteLimits } from './site-fetcher.ts'
import { fetchFiles, fileKey } from './web-files.ts'
import { pageUrl, resolveWebUrl, segmentsBelow } from './web-urls.ts'

export interface CrawlOptions {
  /** Fetches a URL, subject to the outbound limits. */
  readonly fetchPage: FetchPage
  readonly report?: (done: number, total: number) => void
  readonly limits?: Partial<WebsiteLimits>
}

interface SiteOutput {
  readonly site: CrawledSite
  /** The paths of the Markdown files. */
  readonly paths: ReadonlyMap<WebPage, string>
  readonly files: ReadonlyMap<string, SourceEntry>
}

/** Converts the pages of a website, at and below the folder of the start page, to a Markdown repository. */
export async function crawlWebsite(start: string, options: CrawlOptions): Promise<Conversion> {
  const fetcher = new SiteFetcher(options.fetchPage, options.limits ?? {})
  const site = await crawlSite(readStart(start), fetcher, options.report ?? (() => {}))
  const free = new UniquePaths()
  const paths = new Map(site.pages.map((page) => [page, free.take(stemOf(site, page), '.md')]))
  const files = await fetchFiles(site, fetcher, free)
  const pages = ownDescriptions(convertPages({ site, paths, files }, fetcher))
  const [first] = pages
  if (!first) throw invalidSource('SOURCE_WITHOUT_PAGES', `${start} has no readable page.`)
  const contents = contentsOfFolders(
    pages.map(({ page, path, title }, rank) => ({ title, path, rank, segments: segmentsOf(site, page) })),
  )
  const entries = await Promise.all(pages.map((page) => describedEntry(page.path, page)))
  return { entries: [summaryEntry(contents), ...entries, ...files.values()], skipped: fetcher.skipped }
}

function readStart(start: string): URL {
  const url = URL.parse(start)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidSource(
      'SOURCE_NOT_ADDRESS',
      `${JSON.stringify(start.slice(0, 200))} is not an http or https URL. Use one such as https://docs.example.com/.`,
    )
  return pageUrl(url)
}

interface WrittenPage extends Omit<HtmlPage, 'title'> {
  readonly page: WebPage
  readonly path: string
  readonly title: string
}

function convertPages(output: SiteOutput, fetcher: SiteFetcher): WrittenPage[] {
  return output.site.pages.flatMap((page) => {
    const path = output.paths.get(page) as string
    try {
      const written = pageToMarkdown(parseResponse(page.response), {
        root: 'main',
        rewrite: (url) => rewrite(output, page, path, url),
      })
      markdownToDocument(written.markdown)
      const name = segmentsOf(output.site, page).at(-1) ?? page.url.host
      return [{ ...written, page, path, title: written.title ?? titleFromName(name) }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (page === output.site.pages[0])
        throw invalidSource('SOURCE_PART_UNREADABLE', `${page.url.href}: ${error.message}`, {
          path: page.url.href,
          problem: problemOfPart(error),
        })
      fetcher.skip(page.url, lineOfError(error))
      return []
    }
  })
}

/** Rewrites URLs of imported pages and files to relative paths, and all others to absolute URLs. */
function rewrite(
  { site, paths, files }: SiteOutput,
  page: WebPage,
  path: string,
  written: string,
): string | undefined {
  if (written.startsWith('#')) return undefined
  const url = resolveWebUrl(written, page.base)
  if (!url) return undefined
  const target = site.pageAt(url)
  const targetPath = target && paths.get(target)
  if (targetPath !== undefined)
    return target === page && url.hash !== '' ? url.hash : `${relativeUrl(path, targetPath)}${url.hash}`
  const file = files.get(fileKey(url))
  return file ? relativeUrl(path, file.path) : url.href
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
