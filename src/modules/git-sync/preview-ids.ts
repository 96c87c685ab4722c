import { idsOfEntries } from '../../formats/git/tree-ids.ts'
import type { EntryKind, GitEntry } from '../../formats/git/types.ts'
import type { CommonContent, KnownId } from './head-content.ts'
import type { SyncSession } from './session.ts'

const rowsOf = (kind: EntryKind, table: string, identity: string) =>
  `SELECT '${kind}' AS kind, v."${identity}" AS "objectId", v."gitPath" AS path, p."createdAt"
   FROM "GitPreview" p JOIN "ChangeRequest" c ON c.id = p."changeRequestId" AND c.status <> 'ARCHIVED'
   JOIN "${table}" v ON v."branchId" = c."branchId" AND v."endSequence" IS NULL AND NOT v.deleted
   WHERE p."connectionId" = $1 AND v."gitPath" IS NOT NULL`

const shownFiles = `SELECT kind, "objectId", path FROM (
  ${rowsOf('PAGE', 'PageVersion', 'pageId')}
  UNION ALL ${rowsOf('FILE', 'FileVersion', 'fileId')}
  UNION ALL ${rowsOf('REUSABLE', 'ReusableContentVersion', 'reusableId')}
) AS shown ORDER BY "createdAt" DESC`

/**
 * Returns the function that gives files which are new on the branch the ids that they have in the change request of a preview: a pull
 * request that is merged brings the pages that its preview shows. They are then there once, also if both are merged.
 */
export async function idsOfPreviews(
  { database, connection }: SyncSession,
  { content: { snapshot }, entries }: CommonContent,
): Promise<KnownId> {
  const rows = await database.query<Pick<GitEntry, 'kind' | 'objectId' | 'path'>>(shownFiles, [
    connection?.id,
  ])
  const known = new Set([...snapshot.pages.keys(), ...snapshot.files.keys(), ...snapshot.reusable.keys()])
  const shown = rows.filter(({ objectId }) => objectId !== null && !known.has(objectId))
  const [idOfEntry, idOfShown] = [idsOfEntries(entries), idsOfEntries(shown)]
  return (path, kind) => idOfEntry(kind, path) ?? idOfShown(kind, path)
}
