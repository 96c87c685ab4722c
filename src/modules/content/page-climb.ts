import type { ColumnInSql } from '../../graph/fields/computed/computed.ts'
import { rowIn, rowsIn, validAt } from './revision-rows.ts'

/** The columns of RevisionPoint, which each step of a recursive read passes to the next. */
export const point = (revision: string): string =>
  `${revision}."branchId", ${revision}.sequence, ${revision}."baseBranchId", ${revision}."baseSequence"`

interface Climb {
  /** SQL for the columns that each page gets of where its climb began: over the row of FROM, and their names. */
  readonly passes?: Readonly<Record<string, string>>
  /** Further columns that each page has. */
  readonly columns?: readonly string[]
  /** Whether pages that several climbs lead to are read once. They have no depth then. */
  readonly once?: true
}

/**
 * Returns SQL for pages and those above them, as the recursive common table expression `climb` with "pageId", "parentId", slug, the
 * columns of RevisionPoint, and the depth: 0 where it begins.
 *
 * @param from - SQL to select from, with the revision as the row `r`.
 * @param page - SQL for the id of the page that it begins at.
 */
export function climb(
  from: string,
  page: string,
  { passes = {}, columns: further = [], once }: Climb = {},
): string {
  const columns = ['pageId', 'parentId', 'slug', ...further].map((name) => `u."${name}"`).join(', ')
  const first = Object.entries(passes).map(([name, sql]) => `${sql} AS "${name}", `)
  const next = Object.keys(passes).map((name) => `c."${name}", `)
  return `climb AS (
  SELECT ${first.join('')}${point('r')}, ${columns}${once ? '' : ', 0 AS depth'}
  FROM ${from} CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', page)}) u
  UNION${once ? '' : ' ALL'}
  SELECT ${next.join('')}${point('c')}, ${columns}${once ? '' : ', c.depth + 1'}
  FROM climb c CROSS JOIN LATERAL (${rowIn('PageVersion', 'c', 'c."parentId"')}) u
  WHERE c."parentId" IS NOT NULL)`
}

/** Returns a path as pages have it, which `pageAtPath` finds. */
export const withoutEmptySegments = (path: string): string => path.split('/').filter(Boolean).join('/')

/** Returns SQL for the page at a path, which is SQL for a text, in the revision `r`: an index is read once for each segment. */
export const pageAtPath = (path: string): string => {
  const segments = `string_to_array(${path}, '/')`
  const isNext = `coalesce(v."parentId", '') = coalesce(s."pageId", '') AND v.slug = (${segments})[s.depth + 1]`
  return `WITH RECURSIVE steps AS (
  SELECT 0 AS depth, NULL::text AS "pageId", ${point('r')}
  UNION ALL
  SELECT s.depth + 1, v."pageId", ${point('s')}
  FROM steps s CROSS JOIN LATERAL (SELECT v."pageId" FROM ${rowsIn('PageVersion', 's', isNext)} v OFFSET 0) v
  WHERE s.depth < cardinality(${segments}))
SELECT v.* FROM steps s CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', 's."pageId"')}) v
WHERE s.depth = cardinality(${segments})`
}

/** SQL: the path to the pages of `climb`, the slugs from the root. */
export const slugsOfClimb = `string_agg(slug, '/' ORDER BY depth DESC)`

/** Returns SQL for the path of a page below another, from SQL for its slug. A link has none, and has the path of the page above. */
export const pathBelowInSql = (path: string, slug: string): string =>
  `${path} || coalesce('/' || ${slug}, '')`

/** Returns SQL for the path of the page above one, from SQL for the path and the slug of that; null if its path is not known. */
export const pathAboveInSql = (path: string, slug: string): string =>
  `CASE WHEN ${slug} IS NULL THEN ${path} ELSE regexp_replace(${path}, '/[^/]*$', '') END`

/**
 * Returns SQL for the path of a page, from SQL for its columns. The revision is the row `r`. Only a page that is found alone needs it:
 * lists, and the climb to its ancestors, have the paths of their rows from its own. Here a step reads three columns, and one of
 * that climb eleven.
 */
export const pathInSql = (column: ColumnInSql): string => `CASE
  WHEN ${column('parentId')} IS NULL THEN ${column('slug')}
  ELSE (WITH RECURSIVE ${climb('(VALUES (NULL)) k', column('parentId'))}
    SELECT ${pathBelowInSql(slugsOfClimb, column('slug'))} FROM climb) END`

/**
 * Returns the same SQL as `pathInSql` for a page of primary content, whose revision overlays nothing. OFFSET 0 keeps the planner
 * from reading all pages of the space for each of them.
 */
export const livePathInSql = (column: ColumnInSql): string => {
  const row = (page: string) =>
    `u."pageId" = ${page} AND ${validAt('u', 'r."branchId"', 'r.sequence')} AND NOT u.deleted`
  return `CASE
  WHEN ${column('parentId')} IS NULL THEN ${column('slug')}
  ELSE (WITH RECURSIVE climb AS (
      SELECT u."parentId", u.slug, 0 AS depth FROM "PageVersion" u WHERE ${row(column('parentId'))}
      UNION ALL
      SELECT u."parentId", u.slug, c.depth + 1 FROM climb c CROSS JOIN LATERAL (
        SELECT u."parentId", u.slug FROM "PageVersion" u WHERE ${row('c."parentId"')} OFFSET 0) u)
    SELECT ${pathBelowInSql(slugsOfClimb, column('slug'))} FROM climb) END`
}
