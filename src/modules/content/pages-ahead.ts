import type { Body } from '../../formats/body/documents.ts'
import type { PageVersion } from '../../generated/prisma/client.ts'
import { aheadExtension, aheadOf, type ReadAhead } from '../../graph/declare/prefetch.ts'
import type { Cost } from '../../request/cost.ts'
import { type LocatedPage, locate, locatedPage, withPaths } from './located-content.ts'
import { validAt } from './revision-rows.ts'

// What the statement that reads a page of live content reads with it, for code of the page.

/** Returns SQL for a column of the page, or for what its query adds. */
export type ColumnOfPage = (name: string) => string

/** Returns the SQL condition for a row of a page to be one of the content that the page was read in. */
export const isBeside = (row: string, column: ColumnOfPage): string =>
  `${validAt(row, column('branchId'), column('revisionSequence'))} AND NOT ${row}.deleted`

/** The body of a page; not known for one that is computed. */
export const bodyAhead = {
  [aheadExtension]: {
    inSql: (column) => `CASE
  WHEN ${column('computed')} IS NOT NULL THEN NULL
  WHEN ${column('documentId')} IS NULL THEN json_build_object('markdown', '', 'bytes', 0)
  ELSE (
    SELECT json_build_object('markdown', d.markdown, 'nodes', d.nodes,
      'bytes', octet_length(d.markdown) + coalesce(pg_column_size(d.nodes), 0))
    FROM "Document" d WHERE d.id = ${column('documentId')}) END`,
  } satisfies ReadAhead,
}

/** Returns the body that was read ahead, and counts it; undefined if there is none. */
export function bodyAheadOf(page: PageVersion, cost: Cost | undefined): Body | undefined {
  const found = aheadOf<Body & { readonly bytes: number }>(page)
  if (!found) return undefined
  cost?.readBytes(found.bytes)
  const { markdown, nodes } = found
  return nodes ? { markdown, nodes } : { markdown }
}

/**
 * Returns SQL for the pages above a page, as the common table expression `climb` with their distance. OFFSET 0 keeps the
 * planner from reading all pages of the space for each of them.
 */
const pagesAbove = (column: ColumnOfPage): string => `WITH RECURSIVE climb AS (
    SELECT v.*, 0 AS depth FROM "PageVersion" v
    WHERE v."pageId" = ${column('parentId')} AND ${isBeside('v', column)}
    UNION ALL
    SELECT v.*, c.depth + 1 FROM climb c CROSS JOIN LATERAL (
      SELECT v.* FROM "PageVersion" v WHERE v."pageId" = c."parentId" AND ${isBeside('v', column)} OFFSET 0) v)`

/** Returns SQL for the path of the page `t`; null for a link, which has none. */
export const pathInSql = (column: ColumnOfPage): string => `CASE
  WHEN ${column('parentId')} IS NULL THEN ${column('slug')}
  ELSE (${pagesAbove(column)} SELECT string_agg(slug, '/' ORDER BY depth DESC) || '/' || ${column('slug')} FROM climb) END`

/** The pages above a page, outermost first. */
export const pagesAboveAhead = {
  [aheadExtension]: {
    inSql: (column) => `CASE WHEN ${column('parentId')} IS NULL THEN '[]' ELSE (
  ${pagesAbove(column)} SELECT coalesce(json_agg(c ORDER BY c.depth DESC), '[]') FROM climb c) END`,
  } satisfies ReadAhead,
}

interface PageAbove extends Omit<PageVersion, 'createdAt' | 'updatedAt'> {
  readonly createdAt: string
  readonly updatedAt: string
  readonly depth: number
}

/** Returns the pages above a page that were read ahead, each with its path; undefined if there are none. */
export function pagesAboveAheadOf(page: PageVersion): readonly LocatedPage[] | undefined {
  const above = aheadOf<readonly PageAbove[]>(page)
  if (!above) return undefined
  const { spaceId, revisionId } = locatedPage(page)
  const pages = above.map(({ depth: _, createdAt, updatedAt, ...row }) => {
    const dates = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
    return locate({ ...row, ...dates }, { spaceId, revisionId })
  })
  return withPaths(pages)
}
