import type { Root } from 'hast'
import { AppError } from '../../../../errors.ts'
import { refused } from '../conversion.ts'
import { pageToMarkdown } from '../html/convert.ts'
import { decodeHtml } from '../html/html-text.ts'
import { navigationOrder } from '../html/navigation.ts'
import { parsePage } from '../html/parse-page.ts'
import { attributeOf, elementsIn, findElement } from '../html-tree.ts'
import { type Robots, readRobots } from './robots.ts'
import { readSitemaps } from './sitemap.ts'
import type { Visits, WebAnswer } from './visits.ts'
import { folderOf, mayBePage, pageAddress, pageKey, resolveWeb } from './web-address.ts'

/** A page of a website with its response. */
export interface WebPage {
  readonly url: URL
  /** The base URL of relative URLs on the page. */
  readonly base: URL
  readonly answer: WebAnswer
  /** The images and links in the content of the page. */
  readonly images: readonly URL[]
  readonly links: readonly URL[]
}

interface Target {
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

export async function crawlSite(start: URL, visits: Visits, report: Report): Promise<CrawledSite> {
  const robots = await fetchRobots(start, visits)
  if (!robots.allows(start.pathname))
    throw refused(
      `The robots.txt of ${start.host} forbids reading ${start.href}. Allow it there, or import an archive of the HTML files.`,
    )
  return new Crawl(start, visits, robots, report).run()
}

async function fetchRobots(start: URL, visits: Visits): Promise<Robots> {
  const text = await fetchText(new URL('/robots.txt', start), start, visits)
  return readRobots(text ?? '')
}

/** Fetches an optional text file. Returns undefined if it is missing. */
async function fetchText(url: URL, start: URL, visits: Visits): Promise<string | undefined> {
  try {
    const { body, contentType, finalUrl } = await visits.fetch(url)
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
  readonly #visits: Visits
  readonly #robots: Robots
  readonly #report: Report
  /** The folder of the start page, after redirects. */
  #folder: string
  /** Pages by all of their keys. */
  readonly #pages = new Map<string, WebPage>()
  readonly #found: WebPage[] = []
  readonly #seen = new Set<string>()
  #visited = 0

  constructor(start: URL, visits: Visits, robots: Robots, report: Report) {
    this.#start = start
    this.#visits = visits
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
    const order = navigationOrder(tree, (address) => {
      const url = resolveWeb(address, first.base)
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
    const answer = await this.#visits.fetch(start)
    const url = new URL(answer.finalUrl)
    if (url.origin !== start.origin)
      throw refused(`${start.href} redirects to ${url.href}. Import from that address.`)
    if (!this.#robots.allows(url.pathname))
      throw refused(`${start.href} redirects to ${url.href}, which robots.txt forbids to read.`)
    this.#folder = folderOf(url)
    if (!isHtml(answer))
      throw refused(
        `${start.href} is ${answer.contentType || 'of unknown type'} and no HTML page. Import from the address of a page.`,
      )
    try {
      const { page: first, tree } = readPage(url, answer)
      this.#seen.add(pageKey(start))
      this.#add(first, start, canonicalOf(tree, first))
      return { first, tree }
    } catch (error) {
      if (error instanceof AppError) throw refused(`${start.href}: ${error.message}`)
      throw error
    }
  }

  /** Returns the URLs in the sitemaps that are in this part of the site. */
  async #listed(): Promise<URL[]> {
    const stated = this.#robots.sitemaps.map((address) => URL.parse(address, this.#start))
    const own = stated.filter((url): url is URL => url?.origin === this.#start.origin)
    const candidates = own.length > 0 ? own : [new URL('/sitemap.xml', this.#start)]
    return readSitemaps(
      (url) => fetchText(url, this.#start, this.#visits),
      candidates,
      (url) => this.#isInScope(url),
    )
  }

  #isInScope(url: URL): boolean {
    return url.origin === this.#start.origin && url.pathname.startsWith(this.#folder)
  }

  /** Visits pages breadth-first: the links of all pages of one depth are visited next. */
  async #visitAll(first: readonly Target[], followsLinks: boolean): Promise<void> {
    const { pages } = this.#visits.limits
    let level = this.#unseen(first)
    while (level.length > 0) {
      const next: Target[] = []
      for (let place = 0; place < level.length; place += this.#visits.limits.atOnce) {
        const room = Math.max(0, Math.min(pages - this.#found.length, pages * attempts - this.#visited))
        const targets = level.slice(place, place + this.#visits.limits.atOnce)
        for (const { url } of targets.slice(room)) this.#visits.skip(url, this.#tooMany())
        const visited = targets.slice(0, room)
        this.#visited += visited.length
        const answers = await this.#visits.tryAll(visited.map(({ url }) => url))
        for (const [index, answer] of answers.entries()) {
          const linked = this.#take(visited[index] as Target, answer)
          if (followsLinks) next.push(...this.#unseen(linked))
        }
        this.#report(this.#found.length, Math.min(pages, this.#seen.size))
      }
      level = next
    }
  }

  #tooMany(): string {
    return `the import ends after ${this.#visits.limits.pages} pages; import the site in parts`
  }

  /** Returns the targets that are new, belong to the site and are allowed by robots.txt. */
  #unseen(targets: readonly Target[]): Target[] {
    const { addresses, depth: maximumDepth } = this.#visits.limits
    return targets.flatMap(({ url, depth }) => {
      const key = pageKey(url)
      if (!this.#isInScope(url) || !mayBePage(url) || this.#seen.has(key) || this.#pages.has(key)) return []
      if (this.#seen.size >= addresses) return []
      this.#seen.add(key)
      const reason =
        depth > maximumDepth
          ? `it is more than ${maximumDepth} links away from the first page`
          : this.#robots.allows(url.pathname)
            ? undefined
            : 'robots.txt forbids to read it'
      if (reason !== undefined) this.#visits.skip(url, reason)
      return reason === undefined ? [{ url: pageAddress(url), depth }] : []
    })
  }

  /** Adds a page and returns its links. */
  #take({ url, depth }: Target, given: WebAnswer | string): Target[] {
    const answer = typeof given === 'string' ? given : this.#check(given)
    if (typeof answer === 'string') {
      this.#visits.skip(url, answer)
      return []
    }
    try {
      const { page, tree } = readPage(new URL(answer.finalUrl), answer)
      this.#add(page, url, canonicalOf(tree, page))
      return targetsIn(tree, page, depth + 1)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#visits.skip(url, error.message)
      return []
    }
  }

  /** Returns the response, or the reason to skip it. */
  #check(answer: WebAnswer): WebAnswer | string {
    const final = new URL(answer.finalUrl)
    if (final.origin !== this.#start.origin) return `it redirects to another site: ${final.href}`
    if (!final.pathname.startsWith(this.#folder)) return `it redirects out of ${this.#folder}: ${final.href}`
    if (!this.#robots.allows(final.pathname)) return `it redirects to what robots.txt forbids: ${final.href}`
    return isHtml(answer) ? answer : `it is ${answer.contentType || 'of unknown type'} and no HTML page`
  }

  /** Adds a page under all of its URLs. If one of them is already known, the first page is kept. */
  #add(page: WebPage, asked: URL, stated: URL | undefined): void {
    const canonical = this.#isTrustworthy(stated, page) ? stated : page.url
    const keys = [canonical, page.url, asked].map(pageKey)
    const known = keys.map((key) => this.#pages.get(key)).find((found) => found !== undefined)
    if (!known) this.#found.push(page)
    else if (pageKey(known.url) !== pageKey(page.url))
      this.#visits.skip(asked, `it says that it is the page ${known.url.href}`)
    for (const key of keys) if (!this.#pages.has(key)) this.#pages.set(key, known ?? page)
  }

  /**
   * Returns whether a canonical URL is plausible. Some sites declare the start page as the canonical URL of all
   * pages, which would leave no other page.
   */
  #isTrustworthy(stated: URL | undefined, page: WebPage): stated is URL {
    const [first] = this.#found
    if (stated?.origin !== this.#start.origin) return false
    return !first || pageKey(stated) !== pageKey(first.url) || pageKey(page.url) === pageKey(first.url)
  }
}

const isHtml = ({ contentType }: WebAnswer) => /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)

export const parseAnswer = ({ body, contentType }: WebAnswer): Root =>
  parsePage(decodeHtml(body, contentType))

function readPage(url: URL, answer: WebAnswer): { page: WebPage; tree: Root } {
  const tree = parseAnswer(answer)
  const stated = findElement(tree, ({ tagName }) => tagName === 'base')
  const base = (stated && resolveWeb(attributeOf(stated, 'href') ?? '', url)) ?? url
  const images: URL[] = []
  const links: URL[] = []
  pageToMarkdown(tree, {
    root: 'main',
    rewrite: (address, kind) => {
      const target = resolveWeb(address, base)
      if (target) (kind === 'image' ? images : links).push(target)
      return undefined
    },
  })
  return { page: { url: pageAddress(url), base, answer, images, links }, tree }
}

function canonicalOf(tree: Root, { base }: WebPage): URL | undefined {
  const link = findElement(
    tree,
    (node) => node.tagName === 'link' && `${node.properties.rel ?? ''}`.toLowerCase() === 'canonical',
  )
  return link && resolveWeb(attributeOf(link, 'href') ?? '', base)
}

function targetsIn(tree: Root, { base }: WebPage, depth: number): Target[] {
  const urls = [...elementsIn(tree)].flatMap((node) => {
    const href = node.tagName === 'a' ? attributeOf(node, 'href') : undefined
    return (href === undefined ? undefined : resolveWeb(href, base)) ?? []
  })
  return urls.map((url) => ({ url, depth }))
}
