import { ancestorsAndSelf } from '../../formats/merge/page-forest.ts'
import { type LocatedPage, locate, withPaths } from './located-content.ts'
import type { RevisionComparison } from './revision-changes.ts'

/** Returns a changed page with those above it in a revision; undefined if the comparison has not read it. */
export function changedPage(
  { pages, after: { spaceId } }: RevisionComparison,
  revisionId: string,
  pageId: string,
): LocatedPage | undefined {
  const ofRevision = pages?.get(revisionId)
  if (!ofRevision) return undefined
  const line = ancestorsAndSelf(ofRevision, pageId).map((page) => locate(page, { spaceId, revisionId }))
  const ancestors = withPaths(line)
  const page = ancestors.pop()
  return page && { ...page, ancestors }
}
