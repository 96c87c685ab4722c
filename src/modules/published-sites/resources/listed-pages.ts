import type { LocatedPage } from '../../content/located-pages.ts'
import type { SiteSpacePages } from '../visible-content/references.ts'
import { isDocument, type PageStanding, readSpacePages } from '../visible-content/space-pages.ts'
import type { Visit } from '../visits/visit.ts'

/** Reads the pages of one site-space after the other, so that no more than one tree is in memory. */
export async function* readSiteSpaces({ structure, scope }: Visit): AsyncGenerator<SiteSpacePages> {
  for (const siteSpace of structure.siteSpaces)
    yield { siteSpace, pages: await readSpacePages(scope.database.pool, siteSpace.space.revisionId) }
}

export const listedPages = (
  { pages }: SiteSpacePages,
  isListed: (standing: PageStanding) => boolean,
): LocatedPage[] => pages.all.filter((page) => isDocument(page) && isListed(pages.standing(page)))

export const isListedForMachines = ({ isHidden, isUnlisted }: PageStanding) => !isHidden && !isUnlisted

export const isListedForRobots = (standing: PageStanding) =>
  isListedForMachines(standing) && !standing.isUnlistedForRobots
