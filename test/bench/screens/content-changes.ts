import { array, literal, members, object, text } from '../sql-json.ts'

// What a change request `q` changes, from the rows of its own branch: only objects with such a row can differ from the
// base. The statement finds the changes and their order, and returns the texts that code compares.

/** Returns the condition for a row to be valid at a sequence number of a branch. */
const validAt = (row: string, branch: string, sequence: string): string =>
  `${row}."branchId" = ${branch} AND ${row}.sequence <= ${sequence}
   AND (${row}."endSequence" IS NULL OR ${row}."endSequence" > ${sequence})`

/** Returns the row of a page in a revision, which may be one of a change request. */
export const pageIn = (revision: string, page: string, condition = 'true'): string => `(
  SELECT * FROM (
    SELECT v.*, 0 AS layer FROM "PageVersion" v
    WHERE v."pageId" = ${page} AND ${condition} AND ${validAt('v', `${revision}."branchId"`, `${revision}.sequence`)}
    UNION ALL
    SELECT v.*, 1 FROM "PageVersion" v
    WHERE v."pageId" = ${page} AND ${validAt('v', `${revision}."baseBranchId"`, `${revision}."baseSequence"`)}
    ORDER BY layer LIMIT 1) v
  WHERE NOT v.deleted)`

/** Returns the rows `n` of the change request, the rows `b` that they replace, and the row `s` to show, if there is one. */
const rowsOf = (table: string, identity: string): string => `
  q JOIN "${table}" n ON ${validAt('n', 'q."branchId"', 'q.sequence')}
  LEFT JOIN "${table}" b ON b."${identity}" = n."${identity}" AND NOT b.deleted
    AND ${validAt('b', 'q."baseBranchId"', 'q."baseSequence"')}
  CROSS JOIN LATERAL (SELECT n.* WHERE NOT n.deleted UNION ALL SELECT b.* WHERE n.deleted AND b.id IS NOT NULL) s`

/** The bodies `e` and `d` before and after, if they differ. */
const bodies = `
  LEFT JOIN "Document" e ON e.id = b."documentId" AND (n.deleted OR n."documentId" IS DISTINCT FROM b."documentId")
  LEFT JOIN "Document" d ON d.id = n."documentId" AND NOT n.deleted AND n."documentId" IS DISTINCT FROM b."documentId"`

const differ = (...columns: string[]): string =>
  `(${columns.map((column) => `n."${column}"`).join()}) IS DISTINCT FROM (${columns.map((column) => `b."${column}"`).join()})`

/** Returns the kinds of changes `k` of a row, with whether their body differs. */
const kindsOf = (name: string, edited: string, rewritten: string, moved = 'false'): string => `
  CROSS JOIN LATERAL (VALUES
    ('${name}_CREATED', b.id IS NULL, true),
    ('${name}_DELETED', n.deleted, true),
    ('${name}_EDITED', NOT n.deleted AND b.id IS NOT NULL AND ${edited}, ${rewritten}),
    ('${name}_MOVED', NOT n.deleted AND b.id IS NOT NULL AND ${moved}, false)) k(kind, applies, "hasBody")`

const pageColumns = [
  'title',
  'slug',
  'description',
  'emoji',
  'icon',
  'documentId',
  'cover',
  'layout',
  'target',
  'hidden',
  'noIndex',
  'noRobotsIndex',
]

/** The type of the page `t`. */
const typeName = `CASE t.type WHEN 'DOCUMENT' THEN '"DocumentPage"' WHEN 'GROUP' THEN '"GroupPage"'
  WHEN 'LINK' THEN '"LinkPage"' ELSE '"ComputedPage"' END`

/** Returns the id of an object in the revision that the change `t` shows it in. */
const idOf = (column: string): string =>
  `to_json(${column} || '@' || CASE WHEN t.kind LIKE '%DELETED' THEN q."baseId" ELSE q."revisionId" END)::text`

const titleChange = `CASE WHEN t.kind NOT LIKE '%EDITED' THEN 'null' WHEN t.title = t."titleBefore" THEN '{"title":null}'
  ELSE ${object({ title: object({ before: text('t."titleBefore"'), after: text('t.title') }) })} END`

/** Returns the change `t` as a row of the table of all changes. Its place is after those of the pages above it. */
const record = (part: string, place: string, shown: Readonly<Record<string, string>>): string =>
  `${part} AS part, ${place} AS place, t.kind, ${members({ type: 'to_json(t.kind)::text', ...shown })} AS head`

/** Common table expressions of which `changes` has the changes, and `q` the change request with its revisions. */
export const withChanges = `WITH RECURSIVE
  q AS MATERIALIZED (
    SELECT q.*, h.sequence, h."baseBranchId", h."baseSequence", i.id AS "baseId"
    FROM "ChangeRequest" q JOIN "Revision" h ON h.id = q."revisionId"
    JOIN "Revision" i ON i.id = coalesce(q."revisionMergedAncestorId", q."revisionInitialId")
    WHERE q.id = $2 AND q."spaceId" = $1),
  pages AS MATERIALIZED (
    SELECT s."pageId", s.type, s.title, s."parentId", s.position, n.deleted, k.kind, b.title AS "titleBefore",
      CASE WHEN k."hasBody" AND b.type = 'DOCUMENT' THEN coalesce(e.markdown, '') END AS before,
      CASE WHEN k."hasBody" AND n.type = 'DOCUMENT' AND NOT n.deleted THEN coalesce(d.markdown, '') END AS after
    FROM ${rowsOf('PageVersion', 'pageId')} ${bodies}
    ${kindsOf('PAGE', differ(...pageColumns), differ('documentId'), differ('parentId', 'position'))}
    WHERE k.applies),
  climb AS (
    SELECT DISTINCT "pageId" AS start, "pageId", "parentId", position, title, deleted, 0 AS depth FROM pages
    UNION ALL
    SELECT c.start, v."pageId", v."parentId", v.position, v.title, c.deleted, c.depth + 1
    FROM climb c CROSS JOIN q CROSS JOIN LATERAL ${pageIn('q', 'c."parentId"', 'NOT c.deleted')} v),
  files AS (
    SELECT s."fileId", s.name, k.kind FROM ${rowsOf('FileVersion', 'fileId')}
    ${kindsOf('FILE', differ('name', 'contentType', 'blobHash'), 'false')} WHERE k.applies),
  reusable AS (
    SELECT s."reusableId", s.title, k.kind, b.title AS "titleBefore",
      CASE WHEN k."hasBody" AND b.id IS NOT NULL THEN coalesce(e.markdown, '') END AS before,
      CASE WHEN k."hasBody" AND NOT n.deleted THEN coalesce(d.markdown, '') END AS after
    FROM ${rowsOf('ReusableContentVersion', 'reusableId')} ${bodies}
    ${kindsOf('REUSABLE_CONTENT', differ('title', 'documentId'), differ('documentId'))} WHERE k.applies),
  changes AS MATERIALIZED (
    SELECT ${record('CASE WHEN t.deleted THEN 2 ELSE 1 END', 'a.place', {
      page: object({
        __typename: typeName,
        id: idOf('t."pageId"'),
        title: text('t.title'),
        ancestors: array(
          object({
            id: idOf('g."pageId"'),
            title: text('g.title'),
          }),
          'climb g WHERE g.start = t."pageId" AND g.depth > 0 ORDER BY g.depth DESC',
        ),
      }),
      file: literal(null),
      attributes: titleChange,
    })}, t.before, t.after
    FROM q CROSS JOIN pages t CROSS JOIN LATERAL (
      SELECT string_agg(g.position || E'\\x01' || g."pageId", E'\\x01' ORDER BY g.depth DESC) AS place
      FROM climb g WHERE g.start = t."pageId") a
    UNION ALL
    SELECT ${record('3', 't."fileId"', {
      page: literal(null),
      file: object({ id: idOf('t."fileId"'), name: text('t.name') }),
      attributes: `CASE WHEN t.kind LIKE '%EDITED' THEN '{"title":null}' ELSE 'null' END`,
    })}, NULL, NULL FROM q CROSS JOIN files t
    UNION ALL
    SELECT ${record('4', 't."reusableId"', {
      page: literal(null),
      file: literal(null),
      attributes: titleChange,
    })}, t.before, t.after FROM q CROSS JOIN reusable t)`
