import type { PageVersion } from '../../generated/prisma/client.ts'

/**
 * Where a page was read. A row of content holds in many revisions, so the row alone does not say which pages are
 * below it or what its path is.
 */
export interface PagePlace {
  readonly spaceId: string
  readonly revisionId: string
  /** Known where the whole tree was read. */
  readonly path?: string
  /** All pages that its computed page stands for, in reading order; absent for what is stored. */
  readonly computedWith?: readonly PlacedPage[]
  /** What is computed was to be left as it is. */
  readonly leavesComputed?: true
}

export type PlacedPage = PageVersion & { readonly place: PagePlace }

export const placed = (page: PageVersion, place: PagePlace): PlacedPage => ({ ...page, place })

export const placeOf = (page: PageVersion): PagePlace => placedPage(page).place

/** The page, known to have been read with its place. */
export function placedPage(page: PageVersion): PlacedPage {
  if (!(page as Partial<PlacedPage>).place)
    throw new Error(`page ${page.pageId} was read without its revision`)
  return page as PlacedPage
}
