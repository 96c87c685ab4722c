import { splitSummaryLabel } from '../body/summary-label.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { inReadingOrder } from '../merge/page-forest.ts'
import { hashOf } from './fingerprint.ts'

/** Returns a hash of what SUMMARY.md says of pages: their order, and what of them no other file says. */
export function fingerprintOfContents(
  pages: ReadonlyMap<string, PageState>,
  pathOf: (objectId: string) => string | undefined,
): string {
  return hashOf(
    inReadingOrder(pages).map((page) => {
      const { pageId, parentId, type, title, slug, emoji, icon, description, target, frontMatter } = page
      const { label } = splitSummaryLabel(frontMatter)
      const path = pathOf(pageId)
      if (path !== undefined) return [pageId, parentId, path, title, label]
      const flags = [page.hidden, page.noIndex, page.noRobotsIndex]
      const { file, page: linked } = (target ?? {}) as { file?: string; page?: string }
      const to = pathOf(file ?? linked ?? '')
      const texts = [emoji, icon, description].map((text) => text || null)
      return [pageId, parentId, type, title, slug, ...texts, ...flags, target, to]
    }),
  )
}
