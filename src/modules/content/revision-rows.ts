import type { Revision } from '../../generated/prisma/client.ts'

/**
 * SQL for the rows of content that are valid in a revision. A revision of primary content consists of the rows of its
 * branch that are valid at its sequence number. A revision of a change request overlays the rows of its own branch,
 * which has only the differences, on the rows of its base branch: a page that its own branch writes or marks as deleted
 * hides the page of the base.
 */

/** The models of versioned content, with the column that identifies the versioned object. */
export const identityColumns = {
  PageVersion: 'pageId',
  FileVersion: 'fileId',
  ReusableContentVersion: 'reusableId',
} as const

export type ContentModel = keyof typeof identityColumns

/** The columns that hold the content; the other columns hold the revisions in which a row is valid. */
export const contentColumns = {
  PageVersion: `"pageId", type, "parentId", position, title, slug, emoji, icon, description, hidden, "noIndex",
    "noRobotsIndex", layout, cover, target, computed, "computedSeed", "documentId", "frontMatter", heading, "gitOid",
    "gitPath", "createdAt", "updatedAt"`,
  FileVersion: `"fileId", name, "contentType", width, height, "gitOid", "gitPath", "blobHash", "createdAt"`,
  ReusableContentVersion: `"reusableId", title, "documentId", "gitOid", "gitPath"`,
} as const satisfies Record<ContentModel, string>

/** The branch and sequence number of a revision and, for a change request, those of its base revision. */
export type RevisionPoint = Pick<Revision, 'branchId' | 'sequence' | 'baseBranchId' | 'baseSequence'>

/** Returns SQL for a column of "Revision". */
type RevisionColumn = (column: keyof RevisionPoint) => string

/** Returns the SQL condition for a row of a branch to be valid at a sequence number. */
export const validAt = (row: string, branch: string, sequence: string) =>
  `${row}."branchId" = ${branch} AND ${row}.sequence <= ${sequence}
   AND (${row}."endSequence" IS NULL OR ${row}."endSequence" > ${sequence})`

function rowsOf(model: ContentModel, column: RevisionColumn, condition: string): string {
  const own = (row: string) => validAt(row, column('branchId'), column('sequence'))
  const identity = identityColumns[model]
  return `(
    SELECT v.* FROM "${model}" v WHERE ${own('v')} AND NOT v.deleted AND ${condition}
    UNION ALL
    SELECT v.* FROM "${model}" v
    WHERE ${validAt('v', column('baseBranchId'), column('baseSequence'))} AND NOT v.deleted AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM "${model}" o WHERE o."${identity}" = v."${identity}" AND ${own('o')}))`
}

/**
 * Returns SQL for the rows of a model that are valid in the revision `revision`, the alias of a row that has the
 * columns of RevisionPoint. `condition` is SQL over a row `v`.
 */
export const rowsIn = (model: ContentModel, revision: string, condition = 'TRUE'): string =>
  rowsOf(model, (column) => `${revision}."${column}"`, condition)

/** Returns the same SQL as `rowsIn` for the revision whose id is the SQL expression `id`. */
export const rowsInRevision = (model: ContentModel, id: string, condition = 'TRUE'): string =>
  `(SELECT v.* FROM "Revision" r CROSS JOIN LATERAL ${rowsIn(model, 'r', condition)} v WHERE r.id = ${id})`

/**
 * Returns the rows of `rowsInRevision` as parts of a list, with further columns in SQL over a row `v`: those of the branch of the
 * revision, and those of its base that it does not overlay.
 */
export const layersInRevision = (
  model: ContentModel,
  id: string,
  columns: string,
): ((rest: string) => string)[] => {
  const layer = (condition: string) => (rest: string) =>
    `SELECT t.* FROM "Revision" r CROSS JOIN LATERAL (
      SELECT t.* FROM (SELECT v.*, ${columns} FROM "${model}" v WHERE ${condition} AND NOT v.deleted) t
      WHERE ${rest}) t WHERE r.id = ${id}`
  const own = (row: string) => validAt(row, 'r."branchId"', 'r.sequence')
  return [
    layer(own('v')),
    layer(`${validAt('v', 'r."baseBranchId"', 'r."baseSequence"')} AND NOT EXISTS (
        SELECT 1 FROM "${model}" o WHERE o."${identityColumns[model]}" = v."${identityColumns[model]}" AND ${own('o')})`),
  ]
}

/**
 * Returns the same SQL as `rowsInRevision` for a revision of primary content, which overlays nothing. It can be read in the
 * order of an index.
 */
export const rowsInPrimaryRevision = (model: ContentModel, id: string, condition = 'TRUE'): string =>
  `(SELECT v.* FROM "Revision" r JOIN "${model}" v ON ${validAt('v', 'r."branchId"', 'r.sequence')}
    WHERE r.id = ${id} AND NOT v.deleted AND ${condition})`

/**
 * Returns SQL for the ids of the pages of a revision with those of their bodies, as common table expressions of which
 * `bodies_of_pages` has them. An index alone has them, in one range for all pages of a branch. `revision` is the alias of a
 * row with the columns of RevisionPoint, `condition` SQL for whether they are read at all.
 */
export const bodiesOfPages = (revision: string, withBase: boolean, condition: string): string => `
own_bodies AS MATERIALIZED (
  SELECT * FROM (${bodiesOfBranch(`${revision}."branchId"`, `${revision}.sequence`)}) v WHERE ${condition}),
bodies_of_pages AS (
  SELECT "pageId", "documentId" FROM own_bodies WHERE NOT deleted${
    withBase
      ? `
  UNION ALL
  SELECT "pageId", "documentId" FROM (${bodiesOfBranch(`${revision}."baseBranchId"`, `${revision}."baseSequence"`)}) v
  WHERE NOT deleted AND ("pageId" IN (SELECT "pageId" FROM own_bodies)) IS NOT TRUE AND ${condition}`
      : ''
  })`

/** The rows that no later row replaces and those that one replaces later are two ranges of the index. */
const bodiesOfBranch = (branch: string, sequence: string): string => {
  const rows = (end: string) => `
    SELECT v."pageId", v."documentId", v.deleted FROM "PageVersion" v
    WHERE v."branchId" = ${branch} AND v."endSequence" ${end} AND v.sequence <= ${sequence}`
  return `${rows('IS NULL')} UNION ALL ${rows(`> ${sequence}`)}`
}

/** Returns SQL for the row of one page, file or reusable content that is valid at a sequence number of a branch, deleted or not. */
export const rowOfBranch = (
  model: ContentModel,
  branch: string,
  sequence: string,
  identity: string,
): string => `
    SELECT * FROM (
      SELECT * FROM "${model}" l
      WHERE l."branchId" = ${branch} AND l."${identityColumns[model]}" = ${identity} AND l.sequence <= ${sequence}
      ORDER BY l.sequence DESC LIMIT 1) l
    WHERE l."endSequence" IS NULL OR l."endSequence" > ${sequence}`

/** Returns SQL for the row of one page, file or reusable content in the revision `revision`; no row if it has none. */
export function rowIn(model: ContentModel, revision: string, identity: string): string {
  const own = rowOfBranch(model, `${revision}."branchId"`, `${revision}.sequence`, identity)
  const base = rowOfBranch(model, `${revision}."baseBranchId"`, `${revision}."baseSequence"`, identity)
  return `SELECT * FROM (
    SELECT own.*, 0 AS layer FROM (${own}) own UNION ALL SELECT base.*, 1 AS layer FROM (${base}) base
    ORDER BY layer LIMIT 1) v WHERE NOT v.deleted`
}

/** Returns SQL for the row of one page, file or reusable content in primary content, which overlays nothing. No row if it has none. */
export const rowInPrimaryContent = (
  model: ContentModel,
  branch: string,
  sequence: string,
  identity: string,
): string =>
  `SELECT v.* FROM "${model}" v WHERE ${validAt('v', branch, sequence)} AND NOT v.deleted AND v."${identityColumns[model]}" = ${identity}`

/** Returns SQL for a row `name` with the columns of RevisionPoint, from four parameters starting at number `first`. */
export const pointRow = (name: string, first: number): string =>
  `(VALUES ($${first}::text, $${first + 1}::int, $${first + 2}::text, $${first + 3}::int))
   AS ${name}("branchId", sequence, "baseBranchId", "baseSequence")`

export const pointParameters = ({ branchId, sequence, baseBranchId, baseSequence }: RevisionPoint) =>
  [branchId, sequence, baseBranchId, baseSequence] as const
