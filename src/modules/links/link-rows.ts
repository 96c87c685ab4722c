import { arrayParameter } from '../../graph/sql/array-parameter.ts'
import { pagesAtRelative } from '../content/relative-links.ts'
import { type RevisionPoint, rowIn, rowsIn, validAt } from '../content/revision-rows.ts'

/**
 * SQL over the links of a revision. A link is a row of kind, target, space, anchor and url. Absent values are empty
 * strings, so that rows can be compared; `space` is empty for the space of the revision.
 */

export const targetColumns = 'kind, target, space, anchor, url'

/** SQL: the kinds of links to a page and to a file. A link to a heading is one to its page. */
export const kindsOfLinksTo = { PAGE: `'PAGE', 'ANCHOR'`, FILE: `'FILE'` } as const

/** SQL: the columns of a link for the reference `c.ref`, which a page has outside of its body. */
const referenceColumns = `
  replace(upper(c.ref->>'kind'), '-', '_')::"LinkKind",
  coalesce(c.ref->>'file', c.ref->>'page', c.ref->>'user', c.ref->>'collection', c.ref->>'reusableContent',
    c.ref->>'spec', CASE c.ref->>'kind' WHEN 'space' THEN c.ref->>'space' END),
  CASE c.ref->>'kind' WHEN 'space' THEN NULL ELSE c.ref->>'space' END,
  c.ref->>'anchor', c.ref->>'url'`

/**
 * Returns SQL for the links as they are written in the pages `pages`, which have the columns "pageId", "documentId", cover and
 * target. `own` is SQL over the page `p` for the id of its space, `columns` SQL for further columns of `p`. OFFSET 0 keeps
 * the planner, which overestimates the number of pages, from reading the links of all spaces.
 */
export const linksWritten = (pages: string, own: string, columns = ''): string => `
    SELECT ${columns} p."pageId", l.ordinal, l.relation, l.section, l.paths, l.names, ${normalized('l', own)}
    FROM ${pages} p
    CROSS JOIN LATERAL (SELECT * FROM "DocumentLink" l WHERE l."documentId" = p."documentId" OFFSET 0) l
    UNION ALL
    SELECT ${columns} p."pageId", l.ordinal, l.relation, NULL, '{}', '{}', ${normalized('l', own)}
    FROM ${pages} p
    CROSS JOIN LATERAL (VALUES
      (-3, 'DEPENDS_ON'::"LinkRelation", p.cover->'ref'), (-2, 'DEPENDS_ON', p.cover->'refDark'),
      (-1, 'REFERENCE', p.target)) c(ordinal, relation, ref)
    CROSS JOIN LATERAL (SELECT c.ordinal, c.relation, ${referenceColumns}) l(
      ordinal, relation, kind, "targetId", "spaceId", anchor, url)
    WHERE jsonb_typeof(c.ref) = 'object'`

/**
 * Returns SQL for links with the targets that relative URLs have in a revision, as recursive common table expressions of which
 * `<name>` has the links. They are read from `<name>_written`, which has a column "sectionIn" besides those of `linksWritten`: the
 * body that tells the section of a link where the row does not.
 */
export const linksResolved = (name: string, revision: string): string => `
  ${pagesAtRelative(name, revision)},
  ${name} AS MATERIALIZED (
    SELECT w."pageId", w.ordinal, w.relation, w.section, w."sectionIn", w.space,
      CASE WHEN f.target IS NULL THEN w.kind WHEN w.anchor = '' THEN 'PAGE' ELSE 'ANCHOR' END AS kind,
      coalesce(f.target, w.target) AS target,
      CASE WHEN w.kind = 'URL' AND f.target IS NULL THEN '' ELSE w.anchor END AS anchor,
      CASE WHEN f.target IS NULL THEN w.url ELSE '' END AS url
    FROM ${name}_written w LEFT JOIN ${name}_found f ON f."pageId" = w."pageId" AND f.paths = w.paths)`

/**
 * Returns SQL for the links of pages, as recursive common table expressions of which `<name>` has the links. `revision`
 * is SQL for a row `r` with the columns of RevisionPoint, `condition` SQL over a page `v`, `own` SQL for the id of the
 * space.
 */
export const linksOfPages = (name: string, revision: string, condition: string, own: string): string => `
  ${name}_pages AS MATERIALIZED (
    SELECT v."pageId", v."documentId", v.cover, v.target
    FROM ${revision} CROSS JOIN LATERAL ${rowsIn('PageVersion', 'r', condition)} v),
  ${name}_written AS MATERIALIZED (${linksWritten(`${name}_pages`, own, sectionIsTold)}),
  ${linksResolved(name, revision)}`

const sectionIsTold = 'NULL::text AS "sectionIn",'

/**
 * SQL: what is kept of the links of the primary content that `list` is of, or is based on, as common table expressions of which
 * `kept` has the links. They are those of the pages that are current in it. Both tables are read along an index, and joined
 * afterwards, because there may be as many links as in all other branches.
 */
export const linksKept = `
  kept_in AS MATERIALIZED (
    SELECT b.id FROM "Branch" b
    WHERE b.id IN (list."branchId", list."baseBranchId") AND b.kind = 'MAIN' AND b."keepsLinks"),
  kept_links AS MATERIALIZED (
    SELECT l."pageId", l.ordinal, l."linkTargetId" FROM "PageLink" l WHERE l."branchId" = (SELECT id FROM kept_in)),
  kept_targets AS MATERIALIZED (
    SELECT t.id, t."dependsOn", t.paths, t.names, ${targetColumns}
    FROM "LinkTarget" t WHERE t."branchId" = (SELECT id FROM kept_in)),
  kept AS MATERIALIZED (
    SELECT l."pageId", l.ordinal, (CASE WHEN t."dependsOn" THEN 'DEPENDS_ON' ELSE 'REFERENCE' END)::"LinkRelation" AS relation,
      NULL::text AS section, t.paths, t.names, ${targetColumns}
    FROM kept_links l JOIN kept_targets t ON t.id = l."linkTargetId")`

/**
 * Returns SQL for the links of all pages of a revision, like `linksOfPages`. Those of pages whose current links are kept are taken
 * from `kept` of `linksKept`. The pages that a change request overlays are hashed, instead of being looked up for each page.
 */
export const linksOfRevision = (name: string, revision: string, own: string): string => `
  ${name}_own AS MATERIALIZED (${pagesOfBranch(revision, 'r."branchId"', 'r.sequence')}),
  ${name}_pages AS MATERIALIZED (
    SELECT * FROM ${name}_own WHERE NOT deleted
    UNION ALL
    SELECT * FROM (${pagesOfBranch(revision, 'r."baseBranchId"', 'r."baseSequence"')}) v
    WHERE NOT deleted AND ("pageId" IN (SELECT "pageId" FROM ${name}_own)) IS NOT TRUE),
  ${name}_written AS MATERIALIZED (
    ${linksWritten(`(SELECT * FROM ${name}_pages WHERE "isKept" IS NOT TRUE)`, own, sectionIsTold)}
    UNION ALL
    SELECT p."documentId", k.* FROM kept k JOIN ${name}_pages p ON p."pageId" = k."pageId" AND p."isKept"),
  ${linksResolved(name, revision)}`

/** Returns SQL for the pages of a branch, deleted or not, and for whether their links are kept. */
const pagesOfBranch = (revision: string, branch: string, sequence: string) => `
    SELECT v."pageId", v."documentId", v.cover, v.target, v.deleted,
      v."endSequence" IS NULL AND v."branchId" = (SELECT id FROM kept_in) AS "isKept"
    FROM ${revision} JOIN "PageVersion" v ON ${validAt('v', branch, sequence)}`

/** Returns SQL for the key that identifies the target of a link, and orders lists of links. */
export const keyOf = (link: string): string => {
  const [, ...values] = targetColumns.split(', ').map((column) => `${link}.${column}`)
  return `${link}.kind || ':' || encode(sha256(convert_to(json_build_array(${values.join(', ')})::text, 'UTF8')), 'hex')
      COLLATE "C"`
}

/** Returns SQL that adds the page to anchors without one, and turns anchors with only a space into links to the space. */
const normalized = (link: string, own: string) => `
  CASE WHEN ${link}.kind = 'ANCHOR' AND ${link}."targetId" IS NULL AND ${link}."spaceId" IS NOT NULL
    THEN 'SPACE' ELSE ${link}.kind END AS kind,
  coalesce(${link}."targetId",
    CASE WHEN ${link}.kind = 'ANCHOR' THEN coalesce(${link}."spaceId", p."pageId") END, '') AS target,
  CASE WHEN ${link}."targetId" IS NULL THEN '' ELSE coalesce(nullif(${link}."spaceId", ${own}), '') END AS space,
  coalesce(${link}.anchor, '') AS anchor, coalesce(${link}.url, '') AS url`

/** A list of links or backlinks belongs to a revision, and to one of its pages or files unless it is of all pages. */
export interface RevisionList {
  readonly revision: RevisionPoint & { readonly id: string; readonly spaceId: string }
  /** Id of the page or file. */
  readonly id: string | null
}

/** Returns whether any of the lists is of a change request, whose revisions have a base. */
export const hasBase = (lists: readonly RevisionList[]): boolean =>
  lists.some(({ revision }) => revision.baseBranchId !== null)

/** SQL: the base revision of `list`, as the row `r`. It has no base itself. Nothing is valid in it if `list` has none. */
export const baseRow = `(VALUES (list."baseBranchId", list."baseSequence", NULL::text, NULL::int))
  AS r("branchId", sequence, "baseBranchId", "baseSequence")`

/** Returns SQL for the revision of `list`, as the row `r`. For lists without a base, PostgreSQL plans half as much. */
export const revisionRow = (withBase: boolean): string => `
  (VALUES (list."branchId", list.sequence, ${withBase ? 'list."baseBranchId", list."baseSequence"' : 'NULL::text, NULL::int'}))
  AS r("branchId", sequence, "baseBranchId", "baseSequence")`

/** SQL: the rows `list`, in the order `list.n`, of the first six parameters, which `parametersOf` returns. */
export const listRows = `
  unnest(${arrayParameter('$1')}, ${arrayParameter('$2', 'int')}, ${arrayParameter('$3')}, ${arrayParameter('$4', 'int')}, ${arrayParameter('$5')}, ${arrayParameter('$6')}) WITH ORDINALITY
  AS list("branchId", sequence, "baseBranchId", "baseSequence", "spaceId", id, n)`

export const parametersOf = (lists: readonly RevisionList[]) => [
  lists.map(({ revision }) => revision.branchId),
  lists.map(({ revision }) => revision.sequence),
  lists.map(({ revision }) => revision.baseBranchId),
  lists.map(({ revision }) => revision.baseSequence),
  lists.map(({ revision }) => revision.spaceId),
  lists.map(({ id }) => id),
]

/**
 * Returns SQL for the status OK, HEALED, BROKEN or IN_APP of the link `link` in the revision `r`. `baseURL` is SQL for the base
 * URL of this installation.
 */
export const statusOf = (link: string, baseURL: string): string => `
  CASE
    WHEN ${link}.kind = 'URL' THEN ${statusOfAddress(`${link}.url`, baseURL)}
    WHEN ${link}.space <> '' OR ${link}.kind IN ('USER', 'COLLECTION', 'SPACE', 'OPENAPI') THEN 'IN_APP'
    WHEN CASE ${link}.kind
      WHEN 'FILE' THEN EXISTS (${rowIn('FileVersion', 'r', `${link}.target`)})
      WHEN 'REUSABLE_CONTENT' THEN EXISTS (${rowIn('ReusableContentVersion', 'r', `${link}.target`)})
      WHEN 'PAGE' THEN EXISTS (${rowIn('PageVersion', 'r', `${link}.target`)})
      ELSE EXISTS (
        SELECT 1 FROM (${rowIn('PageVersion', 'r', `${link}.target`)}) v
        JOIN "Document" d ON d.id = v."documentId"
        WHERE d."linksReadAt" IS NULL OR ${link}.anchor = ANY(d.anchors)
          OR ${lettersOf(`${link}.anchor`)} IN (nullif(${lettersOf('v.title')}, ''), nullif(${lettersOf('v.heading')}, '')))
    END THEN 'OK'
    WHEN ${link}.kind = 'ANCHOR' AND EXISTS (
      SELECT 1 FROM (${rowIn('PageVersion', 'r', `${link}.target`)}) v
      JOIN "Document" d ON d.id = v."documentId"
      WHERE ${foldedAnchor(`${link}.anchor`)} = ANY(d."foldedAnchors")) THEN 'HEALED'
    ELSE 'BROKEN'
  END`

/**
 * Returns SQL for the letters and digits of a text, by which an anchor is compared with a title: repositories link to the
 * heading above a page, in whose place the title of the page stands here, and so to its beginning.
 */
const lettersOf = (text: string) => `regexp_replace(lower(${text}), '[[:space:][:punct:]]+', '', 'g')`

/** Returns SQL for what `foldAnchor` makes of an anchor. */
const foldedAnchor = (anchor: string) =>
  `regexp_replace(regexp_replace(lower(normalize(${anchor}, NFKC)), '[[:space:][:punct:]]+', '', 'g'), '^id(?=[0-9])', '')`

/** Returns the SQL condition for a path of the workspace. */
const inWorkspace = (path: string) => `${path} ~ '^/[ocs]/[A-Za-z0-9]'`

/** Returns SQL for the status of a URL. External URLs are not checked. A relative URL that leads to no page is broken. */
export const statusOfAddress = (url: string, baseURL: string) => `
  CASE
    WHEN ${inWorkspace(url)} THEN 'IN_APP'
    WHEN lower(left(${url}, length(${baseURL}))) = lower(${baseURL})
      AND ${inWorkspace(`substr(${url}, length(${baseURL}) + 1)`)} THEN 'IN_APP'
    WHEN ${url} ~* '^([a-z][a-z0-9+.-]*:|//|#$)' THEN 'OK'
    ELSE 'BROKEN'
  END`
