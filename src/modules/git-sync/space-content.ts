import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type { GitContent } from '../../formats/git/types.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { RevisionPoint } from '../content/revision-rows.ts'
import { validAt } from '../content/revision-rows.ts'
import { readSnapshots } from '../content/snapshots.ts'

/** A revision of a space, whose content can be read. */
export type RevisionOfContent = RevisionPoint & Pick<Revision, 'id' | 'variables'>

/** Reads the contents of revisions. What they share is the same object in each. */
export async function contentsAt(
  run: RunStatement,
  revisions: readonly RevisionOfContent[],
): Promise<GitContent[]> {
  const snapshots = await readSnapshots(run, revisions)
  return revisions.map((revision, index) => ({
    snapshot: snapshots[index] as GitContent['snapshot'],
    variables: variablesOf(revision),
  }))
}

/** Reads the content of one revision. */
export async function contentAt(run: RunStatement, revision: RevisionOfContent): Promise<GitContent> {
  const [content] = await contentsAt(run, [revision])
  return content as GitContent
}

/** Reads bodies by the ids of their documents. */
export async function bodiesOf(
  run: RunStatement,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Body>> {
  if (ids.length === 0) return new Map()
  const rows = await run<{ id: string; markdown: string; nodes: object | null }>(
    'SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1::text[])',
    [ids],
  )
  return new Map(rows.map(({ id, markdown, nodes }) => [id, { markdown, nodes: nodes ?? undefined }]))
}

/** Reads the ids of the pages and reusable contents of a revision whose bodies link to any of these objects. */
export async function linkersOf(
  run: RunStatement,
  { branchId, sequence }: RevisionPoint,
  objectIds: readonly string[],
): Promise<readonly string[]> {
  if (objectIds.length === 0) return []
  const rows = await run<{ id: string }>(
    `WITH linking AS (SELECT DISTINCT "documentId" FROM "DocumentLink" WHERE "targetId" = ANY($1::text[]))
     SELECT v."pageId" AS id FROM "PageVersion" v JOIN linking l ON l."documentId" = v."documentId"
     WHERE ${validAt('v', '$2', '$3::int')} AND NOT v.deleted
     UNION SELECT v."reusableId" FROM "ReusableContentVersion" v JOIN linking l ON l."documentId" = v."documentId"
     WHERE ${validAt('v', '$2', '$3::int')} AND NOT v.deleted`,
    [objectIds, branchId, sequence],
  )
  return rows.map(({ id }) => id)
}
