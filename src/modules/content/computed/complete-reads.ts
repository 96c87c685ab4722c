import type { RunStatement } from '../../../database/rows.ts'
import type { LocatedPage } from '../located-content.ts'
import { withoutEmptySegments } from '../page-climb.ts'
import { readAllPages, readPageByPath } from '../page-reads.ts'
import { expandComputedPages, hasComputedPages, readComputedPages } from './pages.ts'

/**
 * Reads all pages of revisions in reading order, with computed pages replaced by the pages that they generate. A
 * computed page that generates none is kept.
 */
export async function readCompletePages(
  run: RunStatement,
  revisionIds: readonly string[],
): Promise<(readonly LocatedPage[])[]> {
  const stored = await readAllPages(run, revisionIds)
  if (!stored.some(hasComputedPages)) return stored
  const computed = await readComputedPages(run, revisionIds)
  return stored.map((pages, index) => expandComputedPages(pages, computed[index] ?? new Map()))
}

/** Reads the page at a path of a revision, stored or computed. */
export async function readCompletePageByPath(
  run: RunStatement,
  revisionId: string,
  path: string,
): Promise<LocatedPage | null> {
  const stored = await readPageByPath(run, revisionId, path)
  if (stored) return stored
  const [computed] = await readComputedPages(run, [revisionId])
  const wanted = withoutEmptySegments(path)
  return [...(computed?.values() ?? [])].flat().find(({ path }) => path === wanted) ?? null
}
