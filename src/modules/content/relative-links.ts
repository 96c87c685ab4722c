import type { RunStatement } from '../../database/rows.ts'
import { pageAndAbove } from './page-climb.ts'
import { rowsIn } from './revision-rows.ts'

/**
 * Returns SQL for the pages that relative URLs lead to in a revision, as recursive common table expressions of which
 * `<name>_found` has the columns "pageId", paths and target. The URLs are the rows of `<name>_written`, which has the id
 * of the page with the URL and the paths of `relativeAddress`; the rule is that of `pageAtRelative`. Nothing is read
 * unless there is a relative URL.
 */
export const pagesAtRelative = (name: string, revision: string): string => `
  ${name}_relative AS MATERIALIZED (
    SELECT DISTINCT "pageId", paths FROM ${name}_written WHERE paths <> '{}'),
  ${name}_above AS MATERIALIZED (
    SELECT u."pageId", s.slugs
    FROM (SELECT DISTINCT "pageId" FROM ${name}_relative) u CROSS JOIN ${revision} CROSS JOIN LATERAL (
      SELECT array_agg(coalesce(t.slug, '') ORDER BY t.distance DESC) AS slugs
      FROM ${pageAndAbove('u."pageId"', ['slug'])} t) s
    WHERE s.slugs IS NOT NULL),
  ${name}_places AS MATERIALIZED (
    SELECT u."pageId", u.paths, b.n AS base, p.n AS form,
      b.slugs[:cardinality(b.slugs) - s.ups] || s.names[s.ups + 1:] AS path
    FROM ${name}_relative u
    JOIN ${name}_above c ON c."pageId" = u."pageId"
    CROSS JOIN LATERAL (
      VALUES (1, c.slugs[:cardinality(c.slugs) - 1]), (2, c.slugs), (3, '{}'::text[])) b(n, slugs)
    CROSS JOIN LATERAL unnest(u.paths) WITH ORDINALITY p(path, n)
    CROSS JOIN LATERAL (SELECT array_remove(string_to_array(p.path, '/'), '') AS names) n
    CROSS JOIN LATERAL (SELECT n.names, cardinality(array_positions(n.names, '..')) AS ups) s
    WHERE s.ups <= cardinality(b.slugs) AND (b.n = 3 OR NOT starts_with(p.path, '/'))),
  ${name}_walk AS (
    SELECT DISTINCT path, 0 AS depth, NULL::text AS page FROM ${name}_places WHERE path <> '{}'
    UNION ALL
    SELECT w.path, w.depth + 1, v."pageId"
    FROM ${name}_walk w CROSS JOIN ${revision}
    CROSS JOIN LATERAL (SELECT v."pageId" FROM ${rowsIn('PageVersion', 'r', isStep)} v OFFSET 0) v
    WHERE w.depth < cardinality(w.path)),
  ${name}_found AS MATERIALIZED (
    SELECT DISTINCT ON (p."pageId", p.paths) p."pageId", p.paths, w.page AS target
    FROM ${name}_places p JOIN ${name}_walk w ON w.path = p.path AND w.depth = cardinality(p.path)
    ORDER BY p."pageId", p.paths, p.base, p.form)`

/** SQL condition: the row `v` is the child of the page `w` with the next name of the path. */
const isStep = `coalesce(v."parentId", '') = coalesce(w.page, '') AND v.slug = w.path[w.depth + 1]`

/** Where relative URLs of a page may lead. */
export interface RelativeLink {
  readonly revisionId: string
  readonly pageId: string
  /** The paths of `relativeAddress`. */
  readonly paths: readonly string[]
}

export const keyOfRelativeLink = ({ revisionId, pageId, paths }: RelativeLink): string =>
  [revisionId, pageId, ...paths].join(' ')

/** Returns the ids of the pages that relative URLs lead to, with one statement for each revision. */
export async function readRelativeTargets(
  run: RunStatement,
  links: readonly RelativeLink[],
): Promise<(string | undefined)[]> {
  const targets = new Map<string, string>()
  for (const [revisionId, written] of Map.groupBy(links, (link) => link.revisionId)) {
    const rows = await run<{ pageId: string; paths: string[]; target: string }>(
      `WITH RECURSIVE at_written AS MATERIALIZED (
         SELECT * FROM json_to_recordset($2::json) AS w("pageId" text, paths text[])),
       ${pagesAtRelative('at', '(SELECT * FROM "Revision" WHERE id = $1) r')}
       SELECT "pageId", paths, target FROM at_found WHERE target IS NOT NULL`,
      [revisionId, JSON.stringify(written.map(({ pageId, paths }) => ({ pageId, paths })))],
    )
    for (const { target, ...row } of rows) targets.set(keyOfRelativeLink({ revisionId, ...row }), target)
  }
  return links.map((link) => targets.get(keyOfRelativeLink(link)))
}
