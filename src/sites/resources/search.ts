import { type Finding, findablePaths } from '../../modules/published-sites/visible-content/findable-pages.ts'
import { readSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { searchLimits } from '../../modules/search/limits.ts'
import { type PageResult, searchSpaces } from '../../modules/search/service.ts'
import { conditionHolds } from '../../modules/visitors/conditions/condition.ts'
import { distanceFrom, type SearchScope, searchedSiteSpaces } from './search-scope.ts'

export interface FoundPage {
  readonly id: string
  readonly title: string
  /** Path relative to the URL of the site. */
  readonly path: string
  readonly url: string
  readonly space: string
  readonly sections: readonly { readonly title: string; readonly body: string; readonly url: string }[]
}

/** Maximum spaces that one search returns pages of. */
const spacesAtMost = 20

/**
 * Searches the pages that the visitor can open and that are not excluded from search. Those of the current site-space come
 * first, and a page that several variants have is found once, in the nearest of them.
 */
export async function searchSite(visit: Visit, text: string, scope: SearchScope): Promise<FoundPage[]> {
  // PostgreSQL cannot store this character.
  const query = text.replaceAll('\0', ' ').trim().slice(0, searchLimits.query.maxLength)
  const bySpace = searchedSiteSpaces(visit, scope)
  if (query === '' || bySpace.size === 0) return []
  const found = await findPages(visit, query, [...bySpace.keys()], scope)
  const paths = await findablePaths(findingOf(visit), found)
  const shown = found.flatMap((page) => {
    const siteSpace = bySpace.get(page.spaceId)
    const path = paths.get(page)
    return siteSpace && path !== undefined ? [{ page, siteSpace, pathInSpace: path }] : []
  })
  const distance = distanceFrom(visit, scope)
  const nearest = shown.toSorted((one, other) => distance(one.siteSpace) - distance(other.siteSpace))
  return Promise.all(
    withoutRepeated(nearest).map(async ({ page, siteSpace, pathInSpace }) => {
      const path = siteSpacePath(visit, siteSpace) + encodePagePath(pathInSpace)
      const url = visit.base + path
      const sections = (await page.sections()).map(({ title, excerpt, anchor }) => ({
        title,
        body: excerpt,
        url: anchor === null ? url : `${url}#${encodeURIComponent(anchor)}`,
      }))
      return { id: page.pageId, title: page.title, path, url, space: siteSpace.space.title, sections }
    }),
  )
}

/**
 * Returns the pages that match, the best first. The current space is searched by itself, so that its pages are found however
 * many spaces have better ones.
 */
async function findPages(
  { services }: Visit,
  search: string,
  spaceIds: readonly string[],
  { current }: SearchScope,
): Promise<PageResult[]> {
  const others = spaceIds.filter((id) => id !== current?.spaceId)
  const parts = [current ? [current.spaceId] : [], others].filter((part) => part.length > 0)
  const found = await Promise.all(
    parts.map(async (ids) => {
      const spaces = searchSpaces(services, { id: { in: ids } }, { search, first: spacesAtMost })
      const { edges } = await spaces.page()
      return edges.flatMap(({ node }) => node.pages).sort((one, other) => one.place - other.place)
    }),
  )
  return found.flat()
}

interface Shown {
  readonly page: PageResult
  readonly siteSpace: VisibleSiteSpace
  readonly pathInSpace: string
}

/** Leaves out the same page of further variants: by its id, which duplicated spaces share, or by its path. */
function withoutRepeated(found: readonly Shown[]): Shown[] {
  const seen = new Set<string>()
  return found.filter(({ page, siteSpace: { sectionId, id }, pathInSpace }) => {
    const keys = [`${sectionId} id ${page.pageId}`, `${sectionId} path ${pathInSpace}`]
    const isRepeated = keys.some((key) => seen.has(key) && !seen.has(`${key} in ${id}`))
    for (const key of keys) if (!isRepeated) seen.add(key).add(`${key} in ${id}`)
    return !isRepeated
  })
}

const findingOf = (visit: Visit): Finding => ({
  run: visit.services.database.query,
  owner: visit.site.id,
  holds: (condition) => conditionHolds(condition, visit.claims),
  pagesOf: (revisionId) => readSpacePages(visit, revisionId),
})
