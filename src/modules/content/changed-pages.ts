import { type LocatedPage, locate } from './located-content.ts'
import { ancestorsAndSelf } from './page-forest.ts'
import type { RevisionComparison } from './revision-changes.ts'

/** Returns a changed page with those above it in a revision; undefined if the comparison has not read it. */
export function changedPage(
  { pages, after: { spaceId } }: RevisionComparison,
  revisionId: string,
  pageId: string,
): LocatedPage | undefined {
  const ofRevision = pages?.get(revisionId)
  if (!ofRevision) return undefined
  const slugs: (string | null)[] = []
  const line: LocatedPage[] = []
  for (const page of ancestorsAndSelf(ofRevision, pageId)) {
    slugs.push(page.slug)
    line.push(locate(page, { spaceId, revisionId, path: slugs.join('/'), ancestors: [...line] }))
  }
  return line.at(-1)
}
