import { readCompletePages } from '../../content/computed/complete-reads.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import type { ShownSpace, VisibleSiteSpace } from '../visits/visible-structure.ts'
import { encodePagePath, type Visit } from '../visits/visit.ts'

/** The visibility of a page, by its own settings and those of its ancestors. */
export interface PageVisibility {
  /** The page is in no list. It can be opened by its URL. */
  readonly isHidden: boolean
  /** The page is not found by the site search and not in llms.txt or the sitemap. */
  readonly isUnlisted: boolean
  /** Search engines may not index the page. */
  readonly isUnlistedForRobots: boolean
}

/** The pages of a space as its visitors navigate them. */
export interface SpacePages {
  /** In reading order. */
  readonly all: readonly LocatedPage[]
  readonly byId: ReadonlyMap<string, LocatedPage>
  /** The pages that have a path, by it. */
  readonly byPath: ReadonlyMap<string, LocatedPage>
  readonly children: ReadonlyMap<string | null, readonly LocatedPage[]>
  /** The page shown at the URL of the space itself. */
  readonly first: LocatedPage | undefined
  readonly visibility: (page: LocatedPage) => PageVisibility
}

export const isDocument = ({ type }: LocatedPage): boolean => type === 'DOCUMENT'

/** The parts of a site-space that its pages depend on. */
type PagesOf = Pick<VisibleSiteSpace, 'pageId'> & { readonly space: Pick<ShownSpace, 'revisionId'> }

/** Reads the pages of a site-space. The page that it names as its first is that, if visitors can open it. */
export async function readSiteSpacePages(
  visit: Pick<Visit, 'services' | 'cache' | 'computedVersion'>,
  { space, pageId }: PagesOf,
): Promise<SpacePages> {
  const pages = await readSpacePages(visit, space.revisionId)
  const first = pageId === null ? undefined : pages.byId.get(pageId)
  return first && isDocument(first) ? { ...pages, first } : pages
}

/** The memory that a page takes, about. */
const bytesPerPage = 2000

/** Reads the pages of a revision, which is immutable apart from its computed pages. */
export const readSpacePages = (
  { services, cache, computedVersion }: Pick<Visit, 'services' | 'cache' | 'computedVersion'>,
  revisionId: string,
): Promise<SpacePages> =>
  cache.read(
    `pages ${revisionId} ${computedVersion}`,
    async () => {
      const [all = []] = await readCompletePages(services.database.query, [revisionId])
      // A computed page without content is not shown to visitors.
      return arrangePages(all.filter(({ type }) => type !== 'COMPUTED'))
    },
    ({ all }) => bytesPerPage * (1 + all.length),
  )

function arrangePages(all: readonly LocatedPage[]): SpacePages {
  const visibilities = new Map<string, PageVisibility>()
  for (const page of all) {
    const above = page.parentId === null ? undefined : visibilities.get(page.parentId)
    visibilities.set(page.pageId, {
      isHidden: page.hidden || above?.isHidden === true,
      isUnlisted: page.noIndex || above?.isUnlisted === true,
      isUnlistedForRobots: page.noRobotsIndex || above?.isUnlistedForRobots === true,
    })
  }
  const visibility = ({ pageId }: LocatedPage) => visibilities.get(pageId) as PageVisibility
  const documents = all.filter(isDocument)
  return {
    all,
    byId: new Map(all.map((page) => [page.pageId, page])),
    byPath: new Map(all.filter(({ slug }) => slug !== null).map((page) => [page.path ?? '', page])),
    children: Map.groupBy(all, ({ parentId }) => parentId),
    first: documents.find((page) => !visibility(page).isHidden) ?? documents[0],
    visibility,
  }
}

/** Returns the page at a path, or the first page for an empty path. Link pages have no path. */
export function pageAt(pages: SpacePages, segments: readonly string[]): LocatedPage | undefined {
  if (segments.length === 0) return pages.first
  return pages.byPath.get(segments.join('/'))
}

/** Returns the path of a page relative to its site-space: empty for the first page, else with a leading slash. */
export const pathOfPage = ({ first }: SpacePages, page: LocatedPage): string =>
  page === first ? '' : encodePagePath(page.path ?? '')

/** Returns the first document below a page, in the order of the navigation. */
export function firstDocumentBelow(pages: SpacePages, parent: LocatedPage): LocatedPage | undefined {
  for (const page of pages.children.get(parent.pageId) ?? []) {
    if (pages.visibility(page).isHidden && !pages.visibility(parent).isHidden) continue
    const found = isDocument(page) ? page : firstDocumentBelow(pages, page)
    if (found) return found
  }
  return undefined
}
