import type { LocatedPage } from '../../modules/content/located-content.ts'

/** The parts of a page that are shown. All of them are unless the page says otherwise. */
export interface PageLayout {
  readonly cover: boolean
  readonly title: boolean
  readonly description: boolean
  readonly tableOfContents: boolean
  readonly outline: boolean
  readonly pagination: boolean
  readonly metadata: boolean
  readonly isWide: boolean
  readonly hasFullCover: boolean
}

/** Returns the layout of a page, or of content that is no page. */
export function layoutOf(page: LocatedPage | null): PageLayout {
  const stored = (page?.layout ?? {}) as Record<string, unknown>
  const shows = (part: string) => stored[part] !== false
  return {
    cover: shows('cover'),
    title: shows('title'),
    description: shows('description'),
    tableOfContents: shows('tableOfContents'),
    outline: shows('outline'),
    pagination: shows('pagination'),
    metadata: shows('metadata'),
    isWide: stored.width === 'wide',
    hasFullCover: stored.coverSize === 'full',
  }
}
