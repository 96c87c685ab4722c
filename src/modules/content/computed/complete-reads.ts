import type { Pool } from 'pg'
import type { PlacedPage } from '../page-places.ts'
import { readAllPages, readPageByPath } from '../page-reads.ts'
import { holdsComputed, readComputedPages, withComputedPages } from './pages.ts'

/**
 * All pages of revisions in reading order, with those that computed pages stand for in their places. A computed page
 * that stands for nothing stays.
 */
export async function readCompletePages(
  pool: Pool,
  revisionIds: readonly string[],
): Promise<(readonly PlacedPage[])[]> {
  const stored = await readAllPages(pool, revisionIds)
  if (!stored.some(holdsComputed)) return stored
  const computed = await readComputedPages(pool, revisionIds)
  return stored.map((pages, index) => withComputedPages(pages, computed[index] ?? new Map()))
}

/** The page at a path of a revision, stored or computed. */
export async function readCompletePageByPath(
  pool: Pool,
  revisionId: string,
  path: string,
): Promise<PlacedPage | null> {
  const stored = await readPageByPath(pool, revisionId, path)
  if (stored) return stored
  const [computed] = await readComputedPages(pool, [revisionId])
  const wanted = path.split('/').filter(Boolean).join('/')
  return [...(computed?.values() ?? [])].flat().find(({ place }) => place.path === wanted) ?? null
}
