import type { LocatedPage } from '../../content/located-content.ts'
import type { SiteSpacePages } from '../visible-content/references.ts'
import { isDocument, type PageVisibility, readSiteSpacePages } from '../visible-content/space-pages.ts'
import type { Visit } from '../visits/visit.ts'

/** Reads the pages of one listed site-space after the other, so that no more than one tree is in memory. */
export async function* readSiteSpaces(visit: Visit): AsyncGenerator<SiteSpacePages> {
  for (const siteSpace of visit.structure.siteSpaces.filter(({ hidden }) => !hidden))
    yield { siteSpace, pages: await readSiteSpacePages(visit, siteSpace) }
}

export const listedPages = (
  { pages }: SiteSpacePages,
  isListed: (visibility: PageVisibility) => boolean,
): LocatedPage[] => pages.all.filter((page) => isDocument(page) && isListed(pages.visibility(page)))

export const isListedForMachines = ({ isHidden, isUnlisted }: PageVisibility) => !isHidden && !isUnlisted

export const isListedForRobots = (visibility: PageVisibility) =>
  isListedForMachines(visibility) && !visibility.isUnlistedForRobots
