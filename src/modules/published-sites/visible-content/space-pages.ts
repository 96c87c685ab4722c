import type { Pool } from 'pg'
import { readCompletePages } from '../../content/computed/complete-reads.ts'
import type { LocatedPage } from '../../content/located-pages.ts'

/** What a page and the pages above it say of who should come across it. */
export interface PageStanding {
  /** Left out of every list; there for whoever knows its address. */
  readonly isHidden: boolean
  /** Not to be found by the search of the site, nor to be listed for machines. */
  readonly isUnlisted: boolean
  /** Not to be found by the robots of search engines. */
  readonly isUnlistedForRobots: boolean
}

/** The pages of a space as its readers go through them. */
export interface SpacePages {
  /** In reading order. */
  readonly all: readonly LocatedPage[]
  readonly byId: ReadonlyMap<string, LocatedPage>
  readonly children: ReadonlyMap<string | null, readonly LocatedPage[]>
  /** What is shown at the address of the space itself. */
  readonly first: LocatedPage | undefined
  readonly standing: (page: LocatedPage) => PageStanding
}

export const isDocument = ({ type }: LocatedPage): boolean => type === 'DOCUMENT'

export async function readSpacePages(pool: Pool, revisionId: string): Promise<SpacePages> {
  const [all = []] = await readCompletePages(pool, [revisionId])
  // A computed page that stands for nothing is nothing to a visitor.
  return arrangePages(all.filter(({ type }) => type !== 'COMPUTED'))
}

function arrangePages(all: readonly LocatedPage[]): SpacePages {
  const standings = new Map<string, PageStanding>()
  for (const page of all) {
    const above = page.parentId === null ? undefined : standings.get(page.parentId)
    standings.set(page.pageId, {
      isHidden: page.hidden || above?.isHidden === true,
      isUnlisted: page.noIndex || above?.isUnlisted === true,
      isUnlistedForRobots: page.noRobotsIndex || above?.isUnlistedForRobots === true,
    })
  }
  const standing = ({ pageId }: LocatedPage) => standings.get(pageId) as PageStanding
  const documents = all.filter(isDocument)
  return {
    all,
    byId: new Map(all.map((page) => [page.pageId, page])),
    children: Map.groupBy(all, ({ parentId }) => parentId),
    first: documents.find((page) => !standing(page).isHidden) ?? documents[0],
    standing,
  }
}

/** The page at a path, or what is first at the address of the space; links have no path of their own. */
export function pageAt(pages: SpacePages, segments: readonly string[]): LocatedPage | undefined {
  if (segments.length === 0) return pages.first
  const path = segments.join('/')
  return pages.all.find((page) => page.slug !== null && page.location.path === path)
}

/** The first document that stands below a page in the lists. */
export function firstDocumentBelow(pages: SpacePages, parent: LocatedPage): LocatedPage | undefined {
  for (const page of pages.children.get(parent.pageId) ?? []) {
    if (pages.standing(page).isHidden && !pages.standing(parent).isHidden) continue
    const found = isDocument(page) ? page : firstDocumentBelow(pages, page)
    if (found) return found
  }
  return undefined
}
