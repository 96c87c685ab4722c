import type { ColumnInSql } from '../../graph/fields/computed/computed.ts'
import { rowsAbove, type Steps } from '../../graph/sql/climb.ts'
import { rowIn, rowInPrimaryContent, rowsIn } from './revision-rows.ts'

const columnsOfPoint = ['branchId', 'sequence', 'baseBranchId', 'baseSequence'] as const

const pointOf = (revision: string, nameOf: (column: string, index: number) => string): string =>
  columnsOfPoint.map((column, index) => `${revision}."${column}" AS "${nameOf(column, index)}"`).join(', ')

/** The columns of RevisionPoint, which each step of a recursive read passes to the next. */
export const point = (revision: string): string => pointOf(revision, (column) => column)

/** The name of a column of RevisionPoint where rows of pages, whose columns have the same names, have it. */
const ofRevision = (column: string): string => `revision ${column}`

/** The steps from a page to those above it, in the revision that its keys name. */
const stepsInRevision: Steps = {
  keys: ['parentId', ...columnsOfPoint.map(ofRevision)],
  from: `(SELECT v.*, ${pointOf('r', ofRevision)}
    FROM (SELECT ${columnsOfPoint.map((column, index) => `p.k${index + 1} AS "${column}"`).join(', ')}) r
    CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', 'p.k0')}) v)`,
  condition: 'TRUE',
}

/** The steps from a page to those above it in primary content, which overlays nothing. */
const stepsInPrimaryContent: Steps = {
  keys: ['parentId', ...['branchId', 'sequence'].map(ofRevision)],
  // OFFSET 0 keeps the planner from reading all pages of the space for each of them.
  from: `(SELECT v.*, p.k1 AS "${ofRevision('branchId')}", p.k2 AS "${ofRevision('sequence')}"
    FROM (${rowInPrimaryContent('PageVersion', 'p.k1', 'p.k2', 'p.k0')}) v OFFSET 0)`,
  condition: 'TRUE',
}

/** Returns SQL for the keys `p` of a climb that begins with a page, which is SQL for its id, in the revision `r`. */
const keysFrom = (page: string): string =>
  `(SELECT ${page} AS k0, ${pointOf('r', (_column, index) => `k${index + 1}`)}) p`

/**
 * Returns SQL for columns of a page and of those above it in the revision `r`, each with its distance from the page. Selected
 * from LATERAL.
 */
export const pageAndAbove = (page: string, columns: readonly string[]): string =>
  `(SELECT t.* FROM ${keysFrom(page)} CROSS JOIN LATERAL ${rowsAbove(stepsInRevision, columns)} t)`

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

/** SQL: the path to the page of the rows of a climb `t`, the slugs from the root. */
export const pathOfClimb = `string_agg(t.slug, '/' ORDER BY t.distance DESC)`

/** Returns SQL for the path of a page below another, from SQL for its slug. A link has none, and has the path of the page above. */
export const pathBelowInSql = (path: string, slug: string): string =>
  `${path} || coalesce('/' || ${slug}, '')`

/** Returns SQL for the path of the page above one, from SQL for the path and the slug of that; null if its path is not known. */
export const pathAboveInSql = (path: string, slug: string): string =>
  `CASE WHEN ${slug} IS NULL THEN ${path} ELSE regexp_replace(${path}, '/[^/]*$', '') END`

/**
 * Returns SQL for the path of a page, from SQL for its columns. The revision is the row `r`. Only a page that is found alone needs
 * it: lists, and the climb to its ancestors, have the paths of their rows from its own.
 */
export const pathInSql = (column: ColumnInSql, isPrimary: boolean): string => {
  const above = rowsAbove(isPrimary ? stepsInPrimaryContent : stepsInRevision, ['slug'])
  return `CASE
  WHEN ${column('parentId')} IS NULL THEN ${column('slug')}
  ELSE (
    SELECT ${pathBelowInSql(pathOfClimb, column('slug'))} FROM ${keysFrom(column('parentId'))} CROSS JOIN LATERAL ${above} t) END`
}
