import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type { GitContent } from '../../formats/git/types.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { readDocumentBodies } from '../content/body-reads.ts'
import type { RevisionPoint } from '../content/revision-rows.ts'
import { validAt } from '../content/revision-rows.ts'
import { readSnapshots } from '../content/snapshots.ts'

/** A revision of a space, whose content can be read. */
export type RevisionOfContent = RevisionPoint & Pick<Revision, 'id' | 'variables'>

export async function contentAt(run: RunStatement, revision: RevisionOfContent): Promise<GitContent> {
  const [snapshot] = await readSnapshots(run, [revision])
  return { snapshot, variables: variablesOf(revision) }
}

export async function bodiesOf(
  run: RunStatement,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Body>> {
  const bodies = await readDocumentBodies(run, ids)
  return new Map(ids.map((id, index) => [id, bodies[index] as Body]))
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
