import type { RunStatement } from '../../database/rows.ts'
import { decodeCursor, encodeCursor } from '../../graph/declare/cursor.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import { pagesAtRelative } from '../content/relative-links.ts'
import { bodiesOfPages, rowIn, rowsIn } from '../content/revision-rows.ts'
import type { LinkSource } from './link-reads.ts'
import {
  hasBase,
  kindsOfLinksTo,
  listRows,
  parametersOf,
  type RevisionList,
  revisionRow,
} from './link-rows.ts'

/** The options that all lists of one read have in common. */
export interface BacklinkSelection {
  readonly of: 'PAGE' | 'FILE'
  readonly window: Window
}

export interface BacklinkPage {
  readonly count: number
  readonly rows: readonly LinkSource[]
  readonly more: boolean
}

const order = 'backlinks'

export const cursorOf = ({ pageId }: LinkSource): string => encodeCursor(order, [pageId])

const own = 'list."spaceId"'
const target = 'list.id'

/** Returns the SQL condition for a link `l` of a body to refer to the target. Without a space id it refers to its own space. */
const refersToTarget = (kinds: string) =>
  `l."targetId" = ${target} AND l.kind IN (${kinds}) AND (l."spaceId" IS NULL OR l."spaceId" = ${own})`

/**
 * Returns SQL for the links of relative URLs that lead to the page, as recursive common table expressions of which
 * `relative` has their pages and sections. A URL leads to a page only if one of its paths ends with the slug of the page.
 */
const relativeReferences = (revision: string): string => `
relative_bodies AS MATERIALIZED (
  SELECT l."documentId", l.paths, (array_agg(l.section ORDER BY l.ordinal))[1] AS section FROM "DocumentLink" l
  WHERE l.names <> '{}' AND l.names && ARRAY(
    SELECT v.slug FROM ${revision} CROSS JOIN LATERAL (${rowIn('PageVersion', 'r', target)}) v
    WHERE v.slug IS NOT NULL)
  GROUP BY l."documentId", l.paths),
relative_written AS MATERIALIZED (
  SELECT v."pageId", b.paths, b.section FROM ${revision} CROSS JOIN relative_bodies b
  CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', 'v."documentId" = b."documentId"')} v),
${pagesAtRelative('relative', revision)},
relative AS (
  SELECT w."pageId", w.section FROM relative_written w
  JOIN relative_found f ON f."pageId" = w."pageId" AND f.paths = w.paths AND f.target = ${target})`

const noRelativeReferences = `relative AS (SELECT NULL::text AS "pageId", NULL::text AS section WHERE FALSE)`

const pageReference = `v.target->>'page' = ${target} AND coalesce(v.target->>'space', ${own}) = ${own}`

/** Only pages that refer to something outside of their bodies are read, which an index has. */
const fileReference = `(v.cover IS NOT NULL OR v.target IS NOT NULL)
  AND ${target} IN (v.target->>'file', v.cover->'ref'->>'file', v.cover->'refDark'->>'file')`

/**
 * Reads the same window of lists of the distinct pages that refer to a page or file, each with its total count, in one
 * statement.
 */
export async function readBacklinkPages(
  run: RunStatement,
  { of, window }: BacklinkSelection,
  lists: readonly RevisionList[],
): Promise<BacklinkPage[]> {
  const argument = window.backward ? 'before' : 'after'
  const cursor = window.cursor === null ? null : decodeCursor(argument, order, ['text'], window.cursor)[0]
  const rows = await run<{ count: number; rows: LinkSource[] }>(
    statement(of, window.backward, hasBase(lists)),
    [...parametersOf(lists), cursor, window.limit + 1],
  )
  return rows.map((page) => {
    const found = page.rows.slice(0, window.limit)
    if (window.backward) found.reverse()
    return { count: page.count, rows: found, more: page.rows.length > window.limit }
  })
}

/** The bodies from which on it is dearer to look up the pages of each than to read which bodies all pages have. */
const manyBodies = 200

/**
 * Returns SQL for the pages with one of the bodies that refer to the target, as common table expressions of which `written`
 * has their ids and bodies. Those of a page that all others link to are as many as the pages.
 */
const writtenReferences = (revision: string, withBase: boolean, kinds: string): string => `
bodies AS MATERIALIZED (
  SELECT DISTINCT l."documentId" FROM "DocumentLink" l WHERE ${refersToTarget(kinds)}),
${bodiesOfPages('list', withBase, areMany)},
written AS (
  SELECT p."pageId", p."documentId" FROM bodies_of_pages p WHERE p."documentId" IN (SELECT "documentId" FROM bodies)
  UNION ALL
  SELECT v."pageId", v."documentId" FROM ${revision} CROSS JOIN bodies b
  CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', 'v."documentId" = b."documentId"')} v
  WHERE NOT ${areMany})`

const areMany = `(SELECT count(*) > ${manyBodies} FROM bodies)`

/** OFFSET 0 keeps the planner, which knows no page with many links to it, from reading all of these for the sections of some. */
function statement(of: BacklinkSelection['of'], backward: boolean, withBase: boolean): string {
  const revision = revisionRow(withBase)
  const kinds = kindsOfLinksTo[of]
  const reference = of === 'FILE' ? fileReference : pageReference
  const [after, direction] = backward ? ['<', 'DESC'] : ['>', 'ASC']
  return `
SELECT page.* FROM ${listRows} CROSS JOIN LATERAL (
WITH RECURSIVE ${writtenReferences(revision, withBase, kinds)},
${of === 'FILE' ? noRelativeReferences : relativeReferences(revision)},
referring AS (
  SELECT "pageId", "documentId", NULL AS section, 1 AS rank FROM written
  UNION ALL
  SELECT "pageId", NULL, section, 2 FROM relative
  UNION ALL
  SELECT v."pageId", NULL, NULL, 0 FROM ${revision}
  CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', `(${reference})`)} v),
pages AS MATERIALIZED (
  SELECT DISTINCT ON ("pageId") "pageId" COLLATE "C" AS "pageId", "documentId", section
  FROM referring ORDER BY "pageId", rank),
page AS MATERIALIZED (
  SELECT * FROM pages WHERE $7::text IS NULL OR "pageId" ${after} $7
  ORDER BY "pageId" ${direction} LIMIT $8::int),
sections AS MATERIALIZED (
  SELECT DISTINCT ON (l."documentId") l."documentId", l.section
  FROM (SELECT * FROM "DocumentLink" l WHERE l."documentId" = ANY(ARRAY(SELECT "documentId" FROM page)) OFFSET 0) l
  WHERE ${refersToTarget(kinds)} ORDER BY l."documentId", l.ordinal)
SELECT (SELECT count(*)::int FROM pages) AS count,
  (SELECT coalesce(json_agg(json_build_object('pageId', p."pageId", 'section', coalesce(p.section, s.section))
     ORDER BY p."pageId" ${direction}), '[]')
   FROM page p LEFT JOIN sections s ON s."documentId" = p."documentId") AS rows
) page ORDER BY list.n`
}
