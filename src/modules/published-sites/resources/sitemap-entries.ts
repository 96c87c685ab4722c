import { pathOfPage } from '../visible-content/space-pages.ts'
import { isOpenToRobots, siteSpacePath, type Visit } from '../visits/visit.ts'
import { isListedForRobots, listedPages, readSiteSpaces } from './listed-pages.ts'

/** Maximum URLs of a sitemap, by the sitemap protocol. */
export const urlsPerSitemap = 50_000

export interface SitemapEntry {
  readonly location: string
  readonly modified: Date
}

/** Yields the pages that search engines may index. */
export async function* sitemapEntries(visit: Visit): AsyncGenerator<SitemapEntry> {
  if (!isOpenToRobots(visit)) return
  for await (const siteSpacePages of readSiteSpaces(visit)) {
    const space = visit.address + siteSpacePath(visit, siteSpacePages.siteSpace)
    for (const page of listedPages(siteSpacePages, isListedForRobots))
      yield { location: space + pathOfPage(siteSpacePages.pages, page), modified: page.updatedAt }
  }
}
