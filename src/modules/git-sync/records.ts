import type { Transaction } from '../../database/transactions.ts'
import type { GitEntry } from '../../formats/git/types.ts'
import { replaceEntries } from './entries.ts'
import { conflict } from './reasons.ts'
import type { Standing, SyncSession } from './session.ts'

/**
 * Records the last common commit and its files, in the transaction that writes. Throws if another process has taken the connection,
 * or somebody has changed it: what this sync knows of it is then over.
 */
export async function recordStanding(
  transaction: Transaction,
  { connection, space }: SyncSession,
  before: readonly GitEntry[],
  { commit, revision, entries, isAhead, aheadAuthors = [] }: Standing,
): Promise<void> {
  if (!connection) return
  const { id, runnerId, updatedAt } = connection
  const found = await transaction.query(
    `UPDATE "GitLink" SET "commitOid" = $3, "revisionId" = $4, "isAhead" = $5, "aheadAuthors" = $7
     WHERE id = $1 AND "runnerId" = $2 AND "updatedAt" = $6 RETURNING id`,
    [id, runnerId, commit ?? null, revision.id, isAhead, updatedAt, aheadAuthors],
  )
  if (found.length === 0) throw conflict('GIT_CONNECTION_CHANGED')
  await replaceEntries(transaction, id, { from: before, to: entries })
  await transaction.query('UPDATE "Space" SET "gitSyncUpdatedAt" = now() WHERE id = $1', [space.id])
}

/** Returns the name of a repository as its server shows it: the path without `.git`. */
export const repositoryName = (url: string): string =>
  new URL(url).pathname.replace(/^\/+/, '').replace(/\.git$/, '')

/** Writes the origin in git into the present rows of the objects whose files changed. It is no content, so that it makes no revision. */
export async function recordOrigins(
  transaction: Transaction,
  branchId: string,
  changed: readonly GitEntry[],
): Promise<void> {
  const models = [
    ['PAGE', 'PageVersion', 'pageId'],
    ['FILE', 'FileVersion', 'fileId'],
    ['REUSABLE', 'ReusableContentVersion', 'reusableId'],
  ] as const
  for (const [kind, table, identity] of models) {
    const rows = changed.filter((entry) => entry.kind === kind && entry.objectId !== null)
    if (rows.length === 0) continue
    await transaction.query(
      // The list of the ids lets PostgreSQL find their rows by the index, and not among all of the branch.
      `UPDATE "${table}" v SET "gitOid" = e.oid, "gitPath" = e.path
       FROM unnest($2::text[], $3::text[], $4::text[]) AS e("objectId", oid, path)
       WHERE v."branchId" = $1 AND v."${identity}" = ANY($2::text[]) AND v."${identity}" = e."objectId"
         AND v."endSequence" IS NULL`,
      [
        branchId,
        rows.map(({ objectId }) => objectId),
        rows.map(({ oid }) => oid),
        rows.map(({ path }) => path),
      ],
    )
  }
}

/** Returns the files that were not there before, or have another content or path. */
export function changedEntries(before: readonly GitEntry[], after: readonly GitEntry[]): GitEntry[] {
  const known = new Map(before.map(({ path, oid }) => [path, oid]))
  return after.filter(({ path, oid }) => known.get(path) !== oid)
}
