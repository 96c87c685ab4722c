import type { RunStatement } from '../../database/rows.ts'
import type { WrittenContent } from '../content/events.ts'

/**
 * Copies the links that are kept of the primary content of a space to a copy of it. The pages, files and reusable contents of both
 * have the same ids, and so have the targets of the same links the same key and status. What names the original itself is
 * different: it leads within the original, and out of the copy. Returns the ids of the pages with such links, of which
 * none was copied; null if nothing was copied, because the links of the original are not kept, or were changed since.
 */
export async function copyLinks(
  run: RunStatement,
  { spaceId, branchId }: Pick<WrittenContent, 'spaceId' | 'branchId'>,
  original: Required<WrittenContent>['copiedFrom'],
): Promise<readonly string[] | null> {
  const [copied] = await run<{ isKept: boolean; left: string[] }>(copyStatement, [
    original.spaceId,
    original.branchId,
    original.sequence,
    spaceId,
    branchId,
  ])
  return copied?.isKept ? copied.left : null
}

const columns =
  '"branchId", relative, key, "dependsOn", kind, target, space, anchor, url, paths, names, status'

/** One statement sees the links as they are with this head of the branch. Targets are read by their ids, not all of a table. */
const copyStatement = `
WITH original AS MATERIALIZED (
  SELECT id FROM "Branch" WHERE id = $2 AND "headSequence" = $3 AND "keepsLinks"),
naming AS MATERIALIZED (
  SELECT v."pageId" FROM "PageVersion" v
  WHERE v."branchId" = $5 AND v."endSequence" IS NULL AND (
    $1 IN (v.target->>'space', v.cover->'ref'->>'space', v.cover->'refDark'->>'space')
    OR EXISTS (
      SELECT 1 FROM "DocumentLink" l
      WHERE l."documentId" = v."documentId" AND (l."spaceId" = $1 OR l.kind = 'SPACE' AND l."targetId" = $1) OFFSET 0))),
link AS MATERIALIZED (
  SELECT l."pageId", l.ordinal, l."linkTargetId"
  FROM original o JOIN "PageLink" l ON l."branchId" = o.id WHERE l."pageId" NOT IN (SELECT "pageId" FROM naming)),
target AS MATERIALIZED (
  SELECT t.*, nextval('"LinkTarget_id_seq"') AS "copyId"
  FROM (SELECT DISTINCT "linkTargetId" FROM link) l
  CROSS JOIN LATERAL (SELECT * FROM "LinkTarget" t WHERE t.id = l."linkTargetId" OFFSET 0) t),
targets AS (
  INSERT INTO "LinkTarget" (id, ${columns}) SELECT "copyId", ${columns.replace('"branchId"', '$5')} FROM target),
links AS (
  INSERT INTO "PageLink" ("branchId", "pageId", ordinal, "linkTargetId")
  SELECT $5, l."pageId", l.ordinal, t."copyId" FROM link l JOIN target t ON t.id = l."linkTargetId"
  ORDER BY l."pageId", l.ordinal),
refers AS (
  INSERT INTO "SpaceReference" ("toSpaceId", "pageId", "spaceId")
  SELECT s."toSpaceId", s."pageId", $4 FROM original
  JOIN "SpaceReference" s ON s."spaceId" = $1 AND s."pageId" NOT IN (SELECT "pageId" FROM naming))
SELECT EXISTS (SELECT 1 FROM original) AS "isKept", ARRAY(SELECT "pageId" FROM naming) AS left`
