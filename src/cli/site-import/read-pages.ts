import type { ReadFolder } from '../../modules/imports/service.ts'

type Pages = ReadFolder['read']['content']['pages']

/** A page of what was read, and its path among the pages. */
export interface PlacedPage {
  readonly page: Pages[number]
  readonly address: string
}

/** Yields pages with all pages below them, in reading order. */
export function* pagesBelow(pages: Pages, above = ''): Generator<PlacedPage> {
  for (const page of pages) {
    const address = [above, page.slug ?? ''].filter((segment) => segment !== '').join('/')
    yield { page, address }
    yield* pagesBelow(page.pages ?? [], address)
  }
}
