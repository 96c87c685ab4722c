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

/** A page of the website as it was answered. */
export interface WebPage {
  readonly url: URL
  /** What addresses in it are relative to. */
  readonly base: URL
  readonly answer: WebAnswer
  /** The images that it shows and what it links to, as far as they are content. */
  readonly images: readonly URL[]
  readonly links: readonly URL[]
}

interface Target {
  readonly url: URL
  readonly depth: number
}

/** The pages of a website, in the order of its navigation, and what addresses lead to them. */
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

/** What most sites do not have: that it is missing is no fault. */
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

/** How many addresses are asked for one page: many may be missing or lead to what is known. */
const attempts = 3

class Crawl {
  readonly #start: URL
  readonly #visits: Visits
  readonly #robots: Robots
  readonly #report: Report
  /** Of the first page, where it was found in the end. */
  #folder: string
  /** By every key that leads to them. */
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

  /** What the sitemaps list of this part of the site. */
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

  /** Breadth first: what all pages of one depth link to comes next. */
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

  /** Those that were not met yet, belong to the site and may be read. */
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

  /** Takes in a page and gives what it links to. */
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

  /** The answer, or the reason why it is left out. */
  #check(answer: WebAnswer): WebAnswer | string {
    const final = new URL(answer.finalUrl)
    if (final.origin !== this.#start.origin) return `it redirects to another site: ${final.href}`
    if (!final.pathname.startsWith(this.#folder)) return `it redirects out of ${this.#folder}: ${final.href}`
    if (!this.#robots.allows(final.pathname)) return `it redirects to what robots.txt forbids: ${final.href}`
    return isHtml(answer) ? answer : `it is ${answer.contentType || 'of unknown type'} and no HTML page`
  }

  /** Two addresses of one page are one page, which the first answer is kept of. */
  #add(page: WebPage, asked: URL, stated: URL | undefined): void {
    const canonical = this.#isTrustworthy(stated, page) ? stated : page.url
    const keys = [canonical, page.url, asked].map(pageKey)
    const known = keys.map((key) => this.#pages.get(key)).find((found) => found !== undefined)
    if (!known) this.#found.push(page)
    else if (pageKey(known.url) !== pageKey(page.url))
      this.#visits.skip(asked, `it says that it is the page ${known.url.href}`)
    for (const key of keys) if (!this.#pages.has(key)) this.#pages.set(key, known ?? page)
  }

  /** Many a site says of all its pages that they are the first one, which would leave nothing else. */
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
