import type { LocatedPage } from '../../modules/content/located-content.ts'
import type { SiteSpacePages } from '../../modules/published-sites/visible-content/references.ts'
import {
  isDocument,
  type PageVisibility,
  readSiteSpacePages,
  type SpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'

/** Returns the site-spaces whose pages are in lists. */
export const listedSiteSpaces = ({ structure }: Visit): readonly VisibleSiteSpace[] =>
  structure.siteSpaces.filter(({ hidden }) => !hidden)

/** Reads the pages of one site-space after the other, so that no more than one tree is in memory. */
export async function* readSiteSpaces(
  visit: Visit,
  siteSpaces: readonly VisibleSiteSpace[] = listedSiteSpaces(visit),
): AsyncGenerator<SiteSpacePages> {
  for (const siteSpace of siteSpaces) yield { siteSpace, pages: await readSiteSpacePages(visit, siteSpace) }
}

export const listedPages = (
  { pages }: { readonly pages: SpacePages },
  isListed: (visibility: PageVisibility) => boolean,
): LocatedPage[] => pages.all.filter((page) => isDocument(page) && isListed(pages.visibility(page)))

export const isListedForMachines = ({ isHidden, isUnlisted }: PageVisibility) => !isHidden && !isUnlisted

export const isListedForRobots = (visibility: PageVisibility) =>
  isListedForMachines(visibility) && !visibility.isUnlistedForRobots
