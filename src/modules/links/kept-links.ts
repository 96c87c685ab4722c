import type { RunStatement } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { WrittenContent } from '../content/events.ts'
import { copyLinks } from './copied-links.ts'
import { keyOf, linksWritten, statusOf } from './link-rows.ts'

// The links of the pages of primary content are kept in PageLink, and their targets in LinkTarget, so that lists of them are read
// in the order of an index. A link is a row of its page, which is written with the page. What all links to a target share,
// such as whether they are broken, is in the one row of the target.

/** Content of which the links are to be kept: the given pages, or all pages of the branches. */
interface Written {
  readonly branchIds: readonly string[]
  /** Ids of pages that were written or removed; null for all pages. */
  readonly pageIds: readonly string[] | null
  /** Ids of the pages, files and reusable contents that were written or removed; null for all. */
  readonly ids: readonly string[] | null
}

/** Keeps the links of pages that a revision changed, in its transaction, and the status of the links to what it changed. */
export async function keepWrittenLinks(transaction: Transaction, content: WrittenContent): Promise<void> {
  const run = transaction.query
  const { branchId, fileIds, reusableIds, copiedFrom } = content
  const copied = copiedFrom ? await copyLinks(run, content, copiedFrom) : null
  const pageIds = copied ?? content.pageIds
  const ids = [...pageIds, ...fileIds, ...reusableIds]
  if (ids.length > 0) await keepLinks(run, { branchIds: [branchId], pageIds, ids })
}

/** The branches whose links a transaction keeps at most. */
export interface BranchesAtOnce {
  readonly branches: number
  /** The pages after which no further branch is begun, because nobody can write to the branches meanwhile. */
  readonly pages: number
}

const nextBranches = `
WITH unkept AS MATERIALIZED (
  SELECT b.id, (SELECT count(*) FROM "PageVersion" v WHERE v."branchId" = b.id AND v."endSequence" IS NULL) AS pages
  FROM "Branch" b WHERE NOT b."keepsLinks" AND b.kind = 'MAIN' ORDER BY b.id LIMIT $1)
SELECT id FROM "Branch" WHERE NOT "keepsLinks" AND id IN (
  SELECT id FROM (SELECT id, sum(pages) OVER (ORDER BY id) - pages AS before FROM unkept) u WHERE before < $2)
FOR NO KEY UPDATE SKIP LOCKED`

/**
 * Keeps the links of branches that do not keep them yet. Others write their content before or after this. Skips branches in
 * which others write. Returns the number of branches.
 */
export async function keepLinksOfBranches(
  transaction: Transaction,
  { branches: mostBranches, pages }: BranchesAtOnce,
): Promise<number> {
  const run = transaction.query
  const branches = await run<{ id: string }>(nextBranches, [mostBranches, pages])
  const branchIds = branches.map(({ id }) => id)
  if (branchIds.length === 0) return 0
  await keepLinks(run, { branchIds, pageIds: null, ids: null })
  await run('UPDATE "Branch" SET "keepsLinks" = TRUE WHERE id = ANY($1::text[])', [branchIds])
  return branchIds.length
}

/** Makes a job keep the links anew of all branches with a page that has one of the bodies. */
export async function forgetLinksOf(transaction: Transaction, documentIds: readonly string[]): Promise<void> {
  await transaction.query(
    `UPDATE "Branch" SET "keepsLinks" = FALSE
     WHERE "keepsLinks" AND id IN (
       SELECT "branchId" FROM "PageVersion" WHERE "documentId" = ANY($1::text[]) AND "endSequence" IS NULL)`,
    [documentIds],
  )
}

async function keepLinks(run: RunStatement, { branchIds, pageIds, ids }: Written): Promise<void> {
  let formerTargets: readonly string[] = []
  if (pageIds?.length !== 0) {
    const given = pageIds === null ? [branchIds] : [branchIds, pageIds]
    const [former] = await run<{ targets: string[] }>(writeLinks(pageIds === null ? 'ALL' : 'GIVEN'), given)
    formerTargets = former?.targets ?? []
  }
  const of = ids === null ? 'ALL' : 'GIVEN'
  await run(updateTargets(of), [branchIds, formerTargets, ...(ids === null ? [] : [ids])])
}

/** Whether a statement is about objects whose ids are a parameter, or about all of the branches. */
type Objects = 'GIVEN' | 'ALL'

const isOf = (of: Objects, row: string) =>
  `${row}."branchId" = ANY($1::text[])${of === 'GIVEN' ? ` AND ${row}."pageId" = ANY($2::text[])` : ''}`

const identity = '"branchId", relative, key, "dependsOn"'

const isSame = (one: string, other: string) =>
  identity
    .split(', ')
    .map((name) => `${one}.${name} = ${other}.${name}`)
    .join(' AND ')

/** Returns SQL for the status of the target `t` in the current revision of its branch. That of a relative URL is not kept. */
const currentStatus = (sequence: string) => `CASE WHEN NOT t.relative THEN (
  SELECT (${statusOf('t', `''`)})::"LinkStatus"
  FROM (VALUES (t."branchId", ${sequence}, NULL::text, NULL::int)) r("branchId", sequence, "baseBranchId", "baseSequence")) END`

/**
 * Writes the links of the current pages that differ from those that are kept, with new targets, and to which spaces the pages
 * refer. Returns the ids of the targets that the pages had before. No other transaction adds targets meanwhile. The links of a
 * page are stored beside each other, so that all links of a branch are read from few blocks.
 */
const writeLinks = (of: Objects) => `
WITH pages AS MATERIALIZED (
  SELECT v."branchId", b."spaceId", b."headSequence", v."pageId", v."documentId", v.cover, v.target
  FROM "PageVersion" v JOIN "Branch" b ON b.id = v."branchId"
  WHERE ${isOf(of, 'v')} AND v."endSequence" IS NULL AND NOT v.deleted),
written AS MATERIALIZED (
  SELECT w.*, w.paths <> '{}' AS relative, w.relation = 'DEPENDS_ON' AS "dependsOn", ${keyOf('w')} AS key
  FROM (${linksWritten('pages', 'p."spaceId"', 'p."branchId", p."spaceId" AS own, p."headSequence",')}) w),
targets AS MATERIALIZED (SELECT DISTINCT ON (${identity}) * FROM written),
known AS MATERIALIZED (SELECT t.id, w."branchId", w.relative, w.key, w."dependsOn" FROM targets w JOIN "LinkTarget" t ON ${isSame('t', 'w')}),
added AS (
  INSERT INTO "LinkTarget" (${identity}, kind, target, space, anchor, url, paths, names, status)
  SELECT ${identity}, kind, target, space, anchor, url, paths, names, ${currentStatus('t."headSequence"')}
  FROM targets t WHERE NOT EXISTS (SELECT 1 FROM known k WHERE ${isSame('k', 't')})
  RETURNING id, ${identity}),
wanted AS MATERIALIZED (
  SELECT w."branchId", w."pageId", w.ordinal, t.id
  FROM written w JOIN (SELECT * FROM known UNION ALL SELECT * FROM added) t ON ${isSame('t', 'w')}),
removed AS (
  DELETE FROM "PageLink" l WHERE ${isOf(of, 'l')} AND NOT EXISTS (
    SELECT 1 FROM wanted w
    WHERE w."branchId" = l."branchId" AND w."pageId" = l."pageId" AND w.ordinal = l.ordinal)),
kept AS (
  INSERT INTO "PageLink" AS l ("branchId", "pageId", ordinal, "linkTargetId")
  SELECT * FROM wanted ORDER BY "branchId", "pageId", ordinal
  ON CONFLICT ("branchId", "pageId", ordinal) DO UPDATE SET "linkTargetId" = excluded."linkTargetId"
  WHERE l."linkTargetId" <> excluded."linkTargetId"),
referred AS MATERIALIZED (
  SELECT DISTINCT "toSpaceId", "pageId", own AS "spaceId"
  FROM (SELECT w.*, CASE kind WHEN 'SPACE' THEN target ELSE space END AS "toSpaceId" FROM written w) w
  WHERE "toSpaceId" NOT IN ('', own) AND ordinal >= -1),
unreferred AS (
  DELETE FROM "SpaceReference" s
  WHERE s."spaceId" IN (SELECT "spaceId" FROM "Branch" WHERE id = ANY($1::text[]))
    ${of === 'GIVEN' ? `AND s."pageId" = ANY($2::text[])` : ''} AND NOT EXISTS (
      SELECT 1 FROM referred r
      WHERE r."toSpaceId" = s."toSpaceId" AND r."pageId" = s."pageId" AND r."spaceId" = s."spaceId")),
refers AS (
  INSERT INTO "SpaceReference" ("toSpaceId", "pageId", "spaceId") SELECT * FROM referred ON CONFLICT DO NOTHING)
SELECT ARRAY(SELECT DISTINCT l."linkTargetId"::text FROM "PageLink" l WHERE ${isOf(of, 'l')}) AS targets`

/**
 * Deletes targets of the second parameter to which nothing links any more, and updates the status of those whose object was
 * written or removed. The third parameter has the ids of such objects.
 */
const updateTargets = (of: Objects) => `
WITH deleted AS (
  DELETE FROM "LinkTarget" t
  WHERE t.id = ANY($2::bigint[]) AND NOT EXISTS (SELECT 1 FROM "PageLink" l WHERE l."linkTargetId" = t.id)),
checked AS MATERIALIZED (
  SELECT t.id, ${currentStatus('b."headSequence"')} AS status
  FROM "LinkTarget" t JOIN "Branch" b ON b.id = t."branchId"
  WHERE t."branchId" = ANY($1::text[])${of === 'GIVEN' ? ' AND t.target = ANY($3::text[])' : ''}
    AND EXISTS (SELECT 1 FROM "PageLink" l WHERE l."linkTargetId" = t.id))
UPDATE "LinkTarget" t SET status = c.status FROM checked c WHERE c.id = t.id AND c.status IS DISTINCT FROM t.status`
