import { searchLimits } from '../../search/limits.ts'
import { searchSpaces } from '../../search/service.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import { type Finding, findablePaths } from '../visible-content/findable-pages.ts'
import { readSpacePages } from '../visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, siteSpacePath, type Visit } from '../visits/visit.ts'

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

/** Searches the pages that the visitor can open and that are not excluded from search. */
export async function searchSite(visit: Visit, text: string): Promise<FoundPage[]> {
  // PostgreSQL cannot store this character.
  const query = text.replaceAll('\0', ' ').trim().slice(0, searchLimits.query.maxLength)
  const bySpace = new Map<string, VisibleSiteSpace>()
  for (const siteSpace of visit.structure.siteSpaces)
    if (!siteSpace.hidden && !bySpace.has(siteSpace.spaceId)) bySpace.set(siteSpace.spaceId, siteSpace)
  if (query === '' || bySpace.size === 0) return []
  const found = searchSpaces(
    visit.services,
    { id: { in: [...bySpace.keys()] } },
    { search: query, first: spacesAtMost },
  )
  const spaces = (await found.page()).edges.map(({ node }) => node)
  const pages = spaces.flatMap((space) => space.pages)
  const paths = await findablePaths(findingOf(visit), pages)
  const shown = pages.flatMap((page) => {
    const siteSpace = bySpace.get(page.spaceId)
    const path = paths.get(page)
    return siteSpace && path !== undefined ? [{ page, siteSpace, pathInSpace: path }] : []
  })
  return Promise.all(
    shown.map(async ({ page, siteSpace, pathInSpace }) => {
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

const findingOf = (visit: Visit): Finding => ({
  run: visit.services.database.query,
  owner: visit.site.id,
  holds: (condition) => conditionHolds(condition, visit.claims),
  pagesOf: (revisionId) => readSpacePages(visit, revisionId),
})
