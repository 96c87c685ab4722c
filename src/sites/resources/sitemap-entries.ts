import { pathOfPage } from '../../modules/published-sites/visible-content/space-pages.ts'
import { isOpenToRobots, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { listedCounts } from './listed-counts.ts'
import { isListedForRobots, listedPages, listedSiteSpaces, readSiteSpaces } from './listed-pages.ts'

/** Maximum URLs of a sitemap. The sitemap protocol allows more, which take long to read. */
export const urlsPerSitemap = 10_000

export interface SitemapEntry {
  readonly location: string
  readonly modified: Date
}

/** The pages that search engines may index. */
export interface SitemapEntries {
  count(): Promise<number>
  /** Yields the entries from a number, counted from 0, to another, without it. */
  between(start: number, end: number): AsyncIterable<SitemapEntry>
}

export const sitemapEntries = (visit: Visit): SitemapEntries => ({
  count: async () => {
    const counts = await robotsCounts(visit)
    return counts.reduce((sum, { count }) => sum + count, 0)
  },
  between: async function* (start, end) {
    let first = 0
    for (const { siteSpace, count } of await robotsCounts(visit)) {
      const [from, to] = [Math.max(start - first, 0), Math.min(end - first, count)]
      first += count
      if (from >= to) continue
      for await (const siteSpacePages of readSiteSpaces(visit, [siteSpace])) {
        const space = visit.address + siteSpacePath(visit, siteSpace)
        for (const page of listedPages(siteSpacePages, isListedForRobots).slice(from, to))
          yield { location: space + pathOfPage(siteSpacePages.pages, page), modified: page.updatedAt }
      }
    }
  },
})

async function robotsCounts(visit: Visit) {
  if (!isOpenToRobots(visit)) return []
  const counts = await listedCounts(visit, listedSiteSpaces(visit))
  return [...counts].map(([siteSpace, { forRobots }]) => ({ siteSpace, count: forRobots }))
}
