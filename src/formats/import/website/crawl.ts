import type { Root } from 'hast'
import { AppError } from '../../../base/errors.ts'
import { invalidSource, problemOfPart } from '../../source-problems.ts'
import { navigationOrder } from '../html/navigation.ts'
import { pageToMarkdown } from '../html/page-to-markdown.ts'
import { parsePage } from '../html/parse-page.ts'
import { decodeHtml } from '../html/text.ts'
import { attributeOf, elementsIn, findElement } from '../html/tree/tree.ts'
import { type ImportLine, importLine } from '../report/lines.ts'
import { type Robots, readRobots } from './robots.ts'
import {
  isLine,
  lineOfError,
  redirectedAway,
  redirectedToDisallowed,
  type SiteFetcher,
  type WebResponse,
} from './site-fetcher.ts'
import { readSitemaps } from './sitemap.ts'
import { canBePage, folderOf, pageKey, pageUrl, resolveWebUrl } from './web-urls.ts'

/** A page of a website with its response. */
export interface WebPage {
  readonly url: URL
  /** The base URL of relative URLs on the page. */
  readonly base: URL
  readonly response: WebResponse
  /** The images and links in the content of the page. */
  readonly images: readonly URL[]
  readonly links: readonly URL[]
}

interface CrawlTarget {
  readonly url: URL
  readonly depth: number
}

/** The pages of a website in the order of its navigation, and a function to look them up by URL. */
export interface CrawledSite {
  readonly folder: string
  readonly pages: readonly WebPage[]
  readonly pageAt: (url: URL) => WebPage | undefined
  readonly robots: Robots
}

type Report = (done: number, total: number) => void

export async function crawlSite(start: URL, fetcher: SiteFetcher, report: Report): Promise<CrawledSite> {
  const robots = await fetchRobots(start, fetcher)
  if (!robots.allows(start.pathname))
    throw invalidSource(
      'SOURCE_DISALLOWED',
      `The robots.txt of ${start.host} disallows ${start.href}. Allow it there, or import an archive of the HTML files.`,
      { host: start.host },
    )
  return new Crawl(start, fetcher, robots, report).run()
}

async function fetchRobots(start: URL, fetcher: SiteFetcher): Promise<Robots> {
  const text = await fetchText(new URL('/robots.txt', start), start, fetcher)
  return readRobots(text ?? '')
}

/** Fetches an optional text file. Returns undefined if it is missing. */
async function fetchText(url: URL, start: URL, fetcher: SiteFetcher): Promise<string | undefined> {
  try {
    const { body, contentType, finalUrl } = await fetcher.fetch(url)
    const isText = !/html/i.test(contentType) && new URL(finalUrl).origin === start.origin
    return isText ? body.toString('utf8') : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Maximum requests per imported page. Pages can be missing, or redirect to known pages. */
const attempts = 3

class Crawl {
  readonly #start: URL
  readonly #fetcher: SiteFetcher
  readonly #robots: Robots
  readonly #report: Report
  /** The folder of the start page, after redirects. */
  #folder: string
  /** Pages by all of their keys. */
  readonly #pages = new Map<string, WebPage>()
  readonly #found: WebPage[] = []
  readonly #seen = new Set<string>()
  #visited = 0

  constructor(start: URL, fetcher: SiteFetcher, robots: Robots, report: Report) {
    this.#start = start
    this.#fetcher = fetcher
    this.#robots = robots
    this.#report = report
    this.#folder = folderOf(start)
  }

  async run(): Promise<CrawledSite> {
    const { first, tree } = await this.#readFirst()
    const listed = await this.#listed()
    const isListed = listed.length > 1
    const next = isListed ? listed.map((url) => ({ url, depth: 1 })) : targetsIn(tree, first, 1)
    await this.#visitAll(next, !isListed)
    const order = navigationOrder(tree, (href) => {
      const url = resolveWebUrl(href, first.base)
      return url ? this.#pageAt(url) : undefined
    })
    const pages = [...new Set([first, ...order, ...this.#found])]
    return { folder: this.#folder, pages, pageAt: (url) => this.#pageAt(url), robots: this.#robots }
  }

  #pageAt(url: URL): WebPage | undefined {
    return url.origin === this.#start.origin ? this.#pages.get(pageKey(url)) : undefined
  }

  async #readFirst(): Promise<{ first: WebPage; tree: Root }> {
    const start = this.#start
    const response = await this.#fetcher.fetch(start)
    const url = new URL(response.finalUrl)
    if (url.origin !== start.origin)
      throw invalidSource(
        'SOURCE_REDIRECTED',
        `${start.href} redirects to ${url.href}. Import from that URL.`,
        { address: url.href },
      )
    if (!this.#robots.allows(url.pathname))
      throw invalidSource(
        'SOURCE_DISALLOWED',
        `${start.href} redirects to ${url.href}, which robots.txt disallows.`,
        { host: url.host },
      )
    this.#folder = folderOf(url)
    if (!isHtml(response))
      throw invalidSource(
        'SOURCE_NOT_HTML',
        `${start.href} is ${response.contentType || 'of unknown type'} and not an HTML page. Import from the URL of a page.`,
        { path: start.href },
      )
    try {
      const { page: first, tree } = readPage(url, response)
      this.#seen.add(pageKey(start))
      this.#add(first, start, canonicalOf(tree, first))
      return { first, tree }
    } catch (error) {
      if (error instanceof AppError)
        throw invalidSource('SOURCE_PART_UNREADABLE', `${start.href}: ${error.message}`, {
          path: start.href,
          problem: problemOfPart(error),
        })
      throw error
    }
  }

  /** Returns the URLs in the sitemaps that are in this part of the site. */
  async #listed(): Promise<URL[]> {
    const stated = this.#robots.sitemaps.map((href) => URL.parse(href, this.#start))
    const own = stated.filter((url): url is URL => url?.origin === this.#start.origin)
    const candidates = own.length > 0 ? own : [new URL('/sitemap.xml', this.#start)]
    return readSitemaps(
      (url) => fetchText(url, this.#start, this.#fetcher),
      candidates,
      (url) => this.#isInSite(url),
    )
  }

  #isInSite(url: URL): boolean {
    return url.origin === this.#start.origin && url.pathname.startsWith(this.#folder)
  }

  /** Visits pages breadth-first: the links of all pages of one depth are visited next. */
  async #visitAll(first: readonly CrawlTarget[], followsLinks: boolean): Promise<void> {
    const { pages } = this.#fetcher.limits
    let level = this.#unseen(first)
    while (level.length > 0) {
      const next: CrawlTarget[] = []
      for (let offset = 0; offset < level.length; offset += this.#fetcher.limits.concurrency) {
        const room = Math.max(0, Math.min(pages - this.#found.length, pages * attempts - this.#visited))
        const targets = level.slice(offset, offset + this.#fetcher.limits.concurrency)
        for (const { url } of targets.slice(room)) this.#fetcher.skip(url, this.#tooMany())
        const visited = targets.slice(0, room)
        this.#visited += visited.length
        const responses = await this.#fetcher.tryAll(visited.map(({ url }) => url))
        for (const [index, response] of responses.entries()) {
          const linked = this.#take(visited[index] as CrawlTarget, response)
          if (followsLinks) next.push(...this.#unseen(linked))
        }
        this.#report(this.#found.length, Math.min(pages, this.#seen.size))
      }
      level = next
    }
  }

  #tooMany(): ImportLine {
    const { pages: maximum } = this.#fetcher.limits
    const text = `the import ends after ${maximum} pages; import the site in parts`
    return importLine('IMPORT_TOO_MANY_PAGES', text, { maximum })
  }

  /** Returns the targets that are new, belong to the site and are allowed by robots.txt. */
  #unseen(targets: readonly CrawlTarget[]): CrawlTarget[] {
    const { urls, depth: maximumDepth } = this.#fetcher.limits
    return targets.flatMap(({ url, depth }) => {
      const key = pageKey(url)
      if (!this.#isInSite(url) || !canBePage(url) || this.#seen.has(key) || this.#pages.has(key)) return []
      if (this.#seen.size >= urls) return []
      this.#seen.add(key)
      const line = depth > maximumDepth ? tooFar(maximumDepth) : this.#disallowed(url)
      if (line) this.#fetcher.skip(url, line)
      return line ? [] : [{ url: pageUrl(url), depth }]
    })
  }

  #disallowed({ pathname }: URL): ImportLine | undefined {
    return this.#robots.allows(pathname)
      ? undefined
      : importLine('IMPORT_URL_DISALLOWED', 'disallowed by robots.txt')
  }

  /** Adds a page and returns its links. */
  #take({ url, depth }: CrawlTarget, result: WebResponse | ImportLine): CrawlTarget[] {
    const response = isLine(result) ? result : this.#check(result)
    if (isLine(response)) {
      this.#fetcher.skip(url, response)
      return []
    }
    try {
      const { page, tree } = readPage(new URL(response.finalUrl), response)
      this.#add(page, url, canonicalOf(tree, page))
      return targetsIn(tree, page, depth + 1)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#fetcher.skip(url, lineOfError(error))
      return []
    }
  }

  /** Returns the response, or the reason to skip it. */
  #check(response: WebResponse): WebResponse | ImportLine {
    const final = new URL(response.finalUrl)
    if (final.origin !== this.#start.origin) return redirectedAway('to another site', final.href)
    if (!final.pathname.startsWith(this.#folder)) return redirectedAway(`out of ${this.#folder}`, final.href)
    if (!this.#robots.allows(final.pathname)) return redirectedToDisallowed(final.href)
    return isHtml(response) ? response : notHtml(response.contentType)
  }

  /** Adds a page under all of its URLs. If one of them is already known, the first page is kept. */
  #add(page: WebPage, requested: URL, stated: URL | undefined): void {
    const canonical = this.#isPlausibleCanonical(stated, page) ? stated : page.url
    const keys = [canonical, page.url, requested].map(pageKey)
    const known = keys.map((key) => this.#pages.get(key)).find((found) => found !== undefined)
    if (!known) this.#found.push(page)
    else if (pageKey(known.url) !== pageKey(page.url))
      this.#fetcher.skip(requested, duplicateOf(known.url.href))
    for (const key of keys) if (!this.#pages.has(key)) this.#pages.set(key, known ?? page)
  }

  /**
   * Returns whether a canonical URL is plausible. Some sites declare the start page as the canonical URL of all
   * pages, which would leave no other page.
   */
  #isPlausibleCanonical(stated: URL | undefined, page: WebPage): stated is URL {
    const [first] = this.#found
    if (stated?.origin !== this.#start.origin) return false
    return !first || pageKey(stated) !== pageKey(first.url) || pageKey(page.url) === pageKey(first.url)
  }
}

const tooFar = (maximum: number) =>
  importLine('IMPORT_URL_TOO_FAR', `it is more than ${maximum} links away from the first page`, { maximum })

const notHtml = (type: string) =>
  type === ''
    ? importLine('IMPORT_URL_WITHOUT_TYPE', 'it is of unknown type and not an HTML page')
    : importLine('IMPORT_URL_NOT_HTML', `it is ${type} and not an HTML page`, { type })

const duplicateOf = (address: string) =>
  importLine('IMPORT_URL_DUPLICATE', `it is a duplicate of ${address}`, { address })

const isHtml = ({ contentType }: WebResponse) =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)

export const parseResponse = ({ body, contentType }: WebResponse): Root =>
  parsePage(decodeHtml(body, contentType))

function readPage(url: URL, response: WebResponse): { page: WebPage; tree: Root } {
  const tree = parseResponse(response)
  const stated = findElement(tree, ({ tagName }) => tagName === 'base')
  const base = (stated && resolveWebUrl(attributeOf(stated, 'href') ?? '', url)) ?? url
  const images: URL[] = []
  const links: URL[] = []
  pageToMarkdown(tree, {
    root: 'main',
    rewrite: (href, kind) => {
      const target = resolveWebUrl(href, base)
      if (target) (kind === 'image' ? images : links).push(target)
      return undefined
    },
  })
  return { page: { url: pageUrl(url), base, response, images, links }, tree }
}

function canonicalOf(tree: Root, { base }: WebPage): URL | undefined {
  const link = findElement(
    tree,
    (node) => node.tagName === 'link' && `${node.properties.rel ?? ''}`.toLowerCase() === 'canonical',
  )
  return link && resolveWebUrl(attributeOf(link, 'href') ?? '', base)
}

function targetsIn(tree: Root, { base }: WebPage, depth: number): CrawlTarget[] {
  const urls = [...elementsIn(tree)].flatMap((node) => {
    const href = node.tagName === 'a' ? attributeOf(node, 'href') : undefined
    return (href === undefined ? undefined : resolveWebUrl(href, base)) ?? []
  })
  return urls.map((url) => ({ url, depth }))
}
