/**
 * Which rows of content hold in a revision. A revision of primary content has the rows of its branch that hold at its
 * number. A revision of a change request has those of its own branch, which hold only what differs, over those of the
 * branch that it stands on: a page that its own branch writes, or marks as deleted, hides the one below.
 */

/** The models of versioned content, with the column that says what a row is a version of. */
export const identityColumns = {
  PageVersion: 'pageId',
  FileVersion: 'fileId',
  ReusableContentVersion: 'reusableId',
} as const

export type ContentModel = keyof typeof identityColumns

/** The columns that say what content is; the others say in which revisions it holds. */
export const contentColumns = {
  PageVersion: `"pageId", type, "parentId", position, title, slug, emoji, icon, description, hidden, "noIndex",
    "noRobotsIndex", layout, cover, target, computed, "computedSeed", "documentId", "gitOid", "gitPath", "createdAt",
    "updatedAt"`,
  FileVersion: `"fileId", name, "contentType", width, height, "gitOid", "gitPath", "blobHash", "createdAt"`,
  ReusableContentVersion: `"reusableId", title, "documentId", "gitOid", "gitPath"`,
} as const satisfies Record<ContentModel, string>

/** Where a revision stands: the number of it on its own branch, and that of what it stands on. */
export interface RevisionPoint {
  readonly branchId: string
  readonly sequence: number
  readonly baseBranchId: string | null
  readonly baseSequence: number | null
}

/** SQL for a column of "Revision". */
type RevisionColumn = (column: keyof RevisionPoint) => string

/** SQL: whether a row of a branch holds at a number of it. */
const holdsAt = (row: string, branch: string, sequence: string) =>
  `${row}."branchId" = ${branch} AND ${row}.sequence <= ${sequence}
   AND (${row}."endSequence" IS NULL OR ${row}."endSequence" > ${sequence})`

function rowsOf(model: ContentModel, column: RevisionColumn, condition: string): string {
  const own = (row: string) => holdsAt(row, column('branchId'), column('sequence'))
  const identity = identityColumns[model]
  return `(
    SELECT v.* FROM "${model}" v WHERE ${own('v')} AND NOT v.deleted AND ${condition}
    UNION ALL
    SELECT v.* FROM "${model}" v
    WHERE ${holdsAt('v', column('baseBranchId'), column('baseSequence'))} AND NOT v.deleted AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM "${model}" o WHERE o."${identity}" = v."${identity}" AND ${own('o')}))`
}

/**
 * SQL: the rows of a model that hold in the revision `revision`, the alias of a row that has the columns of
 * RevisionPoint. `condition` is SQL over a row `v`.
 */
export const rowsIn = (model: ContentModel, revision: string, condition = 'TRUE'): string =>
  rowsOf(model, (column) => `${revision}."${column}"`, condition)

/** SQL: as `rowsIn`, for the revision whose id is the SQL expression `id`. */
export const rowsInRevision = (model: ContentModel, id: string, condition = 'TRUE'): string =>
  rowsOf(model, (column) => `(SELECT r."${column}" FROM "Revision" r WHERE r.id = ${id})`, condition)

/** SQL: the row of one page, file or reusable content in the revision `revision`, if it is there. */
export function rowIn(model: ContentModel, revision: string, identity: string): string {
  const newest = (branch: string, sequence: string) => `
    SELECT * FROM (
      SELECT * FROM "${model}" l
      WHERE l."branchId" = ${branch} AND l."${identityColumns[model]}" = ${identity} AND l.sequence <= ${sequence}
      ORDER BY l.sequence DESC LIMIT 1) l
    WHERE l."endSequence" IS NULL OR l."endSequence" > ${sequence}`
  const own = newest(`${revision}."branchId"`, `${revision}.sequence`)
  const base = newest(`${revision}."baseBranchId"`, `${revision}."baseSequence"`)
  return `SELECT * FROM (
    SELECT own.*, 0 AS layer FROM (${own}) own UNION ALL SELECT base.*, 1 AS layer FROM (${base}) base
    ORDER BY layer LIMIT 1) v WHERE NOT v.deleted`
}

/** SQL: a row `name` with the columns of RevisionPoint, from four parameters beginning with number `first`. */
export const pointRow = (name: string, first: number): string =>
  `(VALUES ($${first}::text, $${first + 1}::int, $${first + 2}::text, $${first + 3}::int))
   AS ${name}("branchId", sequence, "baseBranchId", "baseSequence")`

export const pointParameters = ({ branchId, sequence, baseBranchId, baseSequence }: RevisionPoint) =>
  [branchId, sequence, baseBranchId, baseSequence] as const
