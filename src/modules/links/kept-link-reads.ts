import {
  keyOf,
  linksResolved,
  listRows,
  revisionRow,
  statusOf,
  statusOfAddress,
  targetColumns,
} from './link-rows.ts'

/** The filter of a list of all links of live content. */
export interface KeptFilter {
  /** Whether the list has broken links only, in whatever other way it is filtered. */
  readonly onlyBroken: boolean
  /** SQL condition for a link `i` to be in the list. */
  readonly isListed: string
}

/** SQL: the status of the target `t` for this installation. */
const statusOfKept = `CASE t.kind WHEN 'URL' THEN ${statusOfAddress('t.url', '$7::text')} ELSE t.status::text END`

const kept = (condition: string) =>
  `SELECT t.key, t."dependsOn", t.kind, t.target, t.space, t.anchor, t.url, s.status, s.status = 'BROKEN' AS "brokenBefore"
  FROM "LinkTarget" t CROSS JOIN LATERAL (SELECT ${statusOfKept} AS status) s
  WHERE t."branchId" = list."branchId" AND NOT t.relative AND ${condition}`

/**
 * Returns SQL for the lists of all links of live content from what is kept of it, in the order of an index. The parameters are
 * those of `link-reads.ts`. A list has the column `kept` set if it is of the current revision of primary content whose links are
 * kept. Relative URLs are resolved first; those that lead to a page may have the target of another link. The whole row of a page
 * is selected, because for its body alone the planner reads an index of all pages, of which it expects few.
 */
export function keptStatement({ onlyBroken, isListed }: KeptFilter, backward: boolean): string {
  const revision = revisionRow(false)
  const [after, direction] = backward ? ['<', 'DESC'] : ['>', 'ASC']
  const isBroken = onlyBroken ? `t.status = 'BROKEN'` : 'TRUE'
  const countOf = (condition: string) =>
    `(SELECT count(DISTINCT t.key) FROM "LinkTarget" t WHERE t."branchId" = list."branchId" AND ${condition})`
  const notKept = (condition: string) =>
    `(SELECT count(*) FROM relative_items i WHERE NOT i."isKept" AND ${condition})`
  return `
SELECT b.id IS NOT NULL AS kept, page.* FROM ${listRows}
LEFT JOIN "Branch" b ON b.id = list."branchId" AND b.kind = 'MAIN' AND b."headSequence" = list.sequence AND b."keepsLinks"
LEFT JOIN LATERAL (
WITH RECURSIVE relative_written AS MATERIALIZED (
  SELECT l."pageId", l.ordinal, t."dependsOn" AS relation, NULL::text AS section, NULL::text AS "sectionIn", t.paths, t.kind, t.target, t.space, t.anchor,
    t.url
  FROM "LinkTarget" t JOIN "PageLink" l ON l."linkTargetId" = t.id
  WHERE t."branchId" = list."branchId" AND t.relative),
${linksResolved('relative', revision)},
relative_targets AS MATERIALIZED (
  SELECT ${targetColumns}, bool_or(relation) AS "dependsOn" FROM relative GROUP BY ${targetColumns}),
relative_items AS MATERIALIZED (
  SELECT i.*, i.status = 'BROKEN' AS "brokenBefore", EXISTS (
      SELECT 1 FROM "LinkTarget" t WHERE t."branchId" = list."branchId" AND NOT t.relative AND t.key = i.key) AS "isKept"
  FROM (SELECT i.*, (SELECT ${statusOf('i', '$7::text')} FROM ${revision}) AS status, ${keyOf('i')} AS key
    FROM relative_targets i) i),
kept_items AS MATERIALIZED (
  SELECT DISTINCT ON (i.key) i.* FROM (${kept(isBroken)}) i
  WHERE ${isListed} AND ($10::text IS NULL OR i.key ${after} $10)
  ORDER BY i.key ${direction} LIMIT $11::int),
page AS MATERIALIZED (
  SELECT i.key, ${targetColumns}, i.status, bool_or(i."dependsOn") AS "dependsOn" FROM (
    SELECT key, ${targetColumns}, status, "dependsOn" FROM kept_items
    UNION ALL
    SELECT key, ${targetColumns}, status, "dependsOn" FROM relative_items i
    WHERE ${isListed} AND ($10::text IS NULL OR i.key ${after} $10)) i
  GROUP BY i.key, ${targetColumns}, i.status ORDER BY i.key ${direction} LIMIT $11::int),
targets AS MATERIALIZED (
  SELECT t.key, t.id, t."dependsOn" FROM page i CROSS JOIN LATERAL (
    SELECT * FROM "LinkTarget" t WHERE t."branchId" = list."branchId" AND NOT t.relative AND t.key = i.key OFFSET 0) t),
linked AS MATERIALIZED (
  SELECT t.key, l."pageId", l.ordinal FROM targets t
  CROSS JOIN LATERAL (
    SELECT DISTINCT l."pageId" FROM "PageLink" l WHERE l."linkTargetId" = t.id ORDER BY l."pageId" LIMIT $12::int) f
  CROSS JOIN LATERAL (
    SELECT l."pageId", l.ordinal FROM "PageLink" l WHERE l."linkTargetId" = t.id AND l."pageId" = f."pageId" OFFSET 0) l
  UNION ALL
  SELECT i.key, l."pageId", l.ordinal FROM page i JOIN relative l USING (${targetColumns})),
sources AS (
  SELECT key, "pageId", section, row_number() OVER (PARTITION BY key ORDER BY "pageId", ordinal) AS n
  FROM (
    SELECT i.key, i."pageId", l.section, min(i.ordinal) AS ordinal FROM linked i
    CROSS JOIN LATERAL (
      SELECT v AS page FROM "PageVersion" v
      WHERE v."branchId" = list."branchId" AND v."pageId" = i."pageId" AND v."endSequence" IS NULL OFFSET 0) v
    LEFT JOIN "DocumentLink" l ON l."documentId" = (v.page)."documentId" AND l.ordinal = i.ordinal
    GROUP BY i.key, i."pageId", l.section) s),
shown AS (
  SELECT key, json_agg(json_build_object('pageId', "pageId", 'section', section) ORDER BY n) AS sources
  FROM (SELECT * FROM sources WHERE n <= $12::int ORDER BY n, key LIMIT $13::int) s GROUP BY key)
SELECT
  json_build_object(
    'total', ${countOf('NOT t.relative')} + ${notKept('TRUE')},
    'broken', ${countOf(`t.status = 'BROKEN'`)} + ${notKept(`i.status = 'BROKEN'`)},
    'brokenByChangeRequest', NULL) AS stats,
  (CASE WHEN $8::text[] IS NULL AND $9::text IS NULL THEN ${countOf('NOT t.relative')}
    ELSE (SELECT count(DISTINCT i.key) FROM (${kept(isBroken)}) i WHERE ${isListed}) END + ${notKept(isListed)})::int AS count,
  (SELECT coalesce(json_agg(json_build_object(
     'key', i.key, 'kind', i.kind, 'target', i.target, 'space', i.space, 'anchor', i.anchor, 'url', i.url,
     'status', i.status, 'relation', CASE
       WHEN i."dependsOn" OR EXISTS (SELECT 1 FROM targets t WHERE t.key = i.key AND t."dependsOn") THEN 'DEPENDS_ON'
       ELSE 'REFERENCE' END,
     'sources', coalesce(s.sources, '[]')) ORDER BY i.key ${direction}), '[]')
   FROM page i LEFT JOIN shown s USING (key)) AS rows
) page ON b.id IS NOT NULL ORDER BY list.n`
}
