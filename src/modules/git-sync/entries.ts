import type { RunStatement } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { EntryKind, GitEntry } from '../../formats/git/types.ts'

/** Reads the files of the last common commit of a connection. */
export async function readEntries(run: RunStatement, connectionId: string | undefined): Promise<GitEntry[]> {
  if (connectionId === undefined) return []
  const rows = await run<GitEntry & { kind: EntryKind }>(
    `SELECT path, oid, kind, "objectId", coalesce(fingerprint, '') AS fingerprint FROM "GitEntry"
     WHERE "connectionId" = $1 ORDER BY path`,
    [connectionId],
  )
  return [...rows]
}

/** Limits the rows per statement, because PostgreSQL limits the size of one JSON value. */
const rowsPerStatement = 5000

const keyOf = ({ oid, kind, objectId, fingerprint }: GitEntry) =>
  JSON.stringify([oid, kind, objectId, fingerprint])

/** Writes the files of a commit in place of those of another. Those that are equal are not written. */
export async function replaceEntries(
  transaction: Transaction,
  connectionId: string,
  { from, to }: { readonly from: readonly GitEntry[]; readonly to: readonly GitEntry[] },
): Promise<void> {
  const before = new Map(from.map((entry) => [entry.path, keyOf(entry)]))
  const after = new Set(to.map(({ path }) => path))
  const gone = from.filter(({ path }) => !after.has(path)).map(({ path }) => path)
  const written = to.filter((entry) => before.get(entry.path) !== keyOf(entry))
  if (gone.length > 0)
    await transaction.query(`DELETE FROM "GitEntry" WHERE "connectionId" = $1 AND path = ANY($2::text[])`, [
      connectionId,
      gone,
    ])
  for (let start = 0; start < written.length; start += rowsPerStatement)
    await transaction.query(
      `INSERT INTO "GitEntry" ("connectionId", path, oid, kind, "objectId", fingerprint)
       SELECT $1, e.path, e.oid, e.kind::"GitEntryKind", e."objectId", nullif(e.fingerprint, '')
       FROM json_to_recordset($2::json) AS e(path text, oid text, kind text, "objectId" text, fingerprint text)
       ON CONFLICT ("connectionId", path) DO UPDATE SET oid = EXCLUDED.oid, kind = EXCLUDED.kind,
         "objectId" = EXCLUDED."objectId", fingerprint = EXCLUDED.fingerprint`,
      [connectionId, JSON.stringify(written.slice(start, start + rowsPerStatement))],
    )
}
