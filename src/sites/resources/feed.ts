import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pathOfPage } from '../../modules/published-sites/visible-content/space-pages.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { languageOfVariant } from '../pages/page-variants.ts'
import { siteTitle } from '../render/page-head.ts'
import { textsOf, withTextsIn } from '../render/texts.ts'
import { isListedForMachines, listedPages, readSiteSpaces } from './listed-pages.ts'
import { type PageUpdate, readUpdates } from './page-updates.ts'
import { escapeXml } from './sitemap.ts'

/** Maximum pages in a feed. */
const maximumItems = 30

interface Item {
  readonly title: string
  readonly description: string | null
  readonly url: string
  readonly changed: Date
}

/**
 * Returns an RSS feed of the pages that changed last, or of the updates in those that have some. Its own texts are in the
 * language of the first page of the site.
 */
export async function changesFeed(visit: Visit): Promise<string> {
  const first = resolvePath(visit.structure, [])?.siteSpace
  const language = (first && languageOfVariant(visit, first)) ?? visit.settings.internationalization.locale
  const texts = textsOf(withTextsIn(visit.settings, language))
  let items: Item[] = []
  for await (const siteSpacePages of readSiteSpaces(visit)) {
    const space = visit.address + siteSpacePath(visit, siteSpacePages.siteSpace)
    const urlOf = (page: LocatedPage) => space + pathOfPage(siteSpacePages.pages, page)
    const pages = listedPages(siteSpacePages, isListedForMachines)
    const updates = await readUpdates(visit, pages)
    const told = new Set(updates.map(({ page }) => page))
    const changed = pages.filter((page) => !told.has(page))
    items = [
      ...items,
      ...updates.map((update) => itemOfUpdate(update, urlOf)),
      ...changed.map((page) => itemOfPage(page, urlOf)),
    ]
      .sort(latestFirst)
      .slice(0, maximumItems)
  }
  const title = `${siteTitle(visit)}: ${texts.recentChanges}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(title)}</title><link>${escapeXml(visit.address)}</link>`,
    `<description>${escapeXml(title)}</description>`,
    `<language>${language}</language>`,
    `<atom:link href="${escapeXml(visit.address)}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items.map(itemXml),
    '</channel></rss>\n',
  ].join('\n')
}

type UrlOf = (page: LocatedPage) => string

const itemOfPage = (page: LocatedPage, urlOf: UrlOf): Item => ({
  title: page.title,
  description: page.description,
  url: urlOf(page),
  changed: page.updatedAt,
})

const itemOfUpdate = ({ page, title, text, date, anchor }: PageUpdate, urlOf: UrlOf): Item => ({
  title,
  description: text || null,
  url: anchor === undefined ? urlOf(page) : `${urlOf(page)}#${encodeURIComponent(anchor)}`,
  changed: date,
})

const latestFirst = (one: Item, other: Item) => other.changed.getTime() - one.changed.getTime()

/** Each change of a page is an item of its own to readers of the feed. */
function itemXml({ title, description, url, changed }: Item): string {
  const id = `${url}${url.includes('#') ? ' ' : '#'}${changed.toISOString()}`
  const about = description === null ? '' : `<description>${escapeXml(description)}</description>`
  return `<item><title>${escapeXml(title)}</title><link>${escapeXml(url)}</link><guid isPermaLink="false">${escapeXml(id)}</guid><pubDate>${changed.toUTCString()}</pubDate>${about}</item>`
}
