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
}

export type PlacedPage = PageVersion & { readonly place: PagePlace }

export const placed = (page: PageVersion, place: PagePlace): PlacedPage => ({ ...page, place })

export function placeOf(page: PageVersion): PagePlace {
  const { place } = page as PlacedPage
  if (!place) throw new Error(`page ${page.pageId} was read without its revision`)
  return place
}
