import type { Database } from '../../database/client.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { spacesLeaving } from '../collections/space-events.ts'
import { retentionStart } from '../organizations/retention.ts'

const rowsPerStatement = 5000

/** For rows with each of which a trigger writes the same row again: of that, a statement leaves as many dead versions. */
const countedRowsPerStatement = 500

/** Rows of a table by a condition on $1, which is the id of what owns them. */
export interface OwnedRows {
  readonly table: string
  readonly condition: string
  /** Whether each row is counted in its owner, or in the version of the rights of a team. */
  readonly counted?: true
}

const ofBranches = '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)'
const ofSpace = '"spaceId" = $1'

/**
 * Tables with many rows per space, which are deleted in batches before the space. A row goes before what it refers to, so that
 * it takes no others with it.
 */
const bulk: readonly OwnedRows[] = [
  { table: 'PageVersion', condition: ofBranches },
  { table: 'FileVersion', condition: ofBranches },
  { table: 'ReusableContentVersion', condition: ofBranches },
  { table: 'SearchPage', condition: ofSpace },
  { table: 'Comment', condition: ofSpace, counted: true },
  {
    table: 'GitEntry',
    condition: '"connectionId" IN (SELECT id FROM "GitLink" WHERE "spaceId" = $1)',
  },
  { table: 'Job', condition: ofSpace },
  { table: 'ChangeRequest', condition: ofSpace, counted: true },
  {
    table: 'Revision',
    condition: `${ofSpace} AND id <> (SELECT "revisionId" FROM "Space" WHERE id = $1)`,
  },
  { table: 'Branch', condition: `${ofSpace} AND kind = 'CHANGE_REQUEST'` },
  { table: 'ContentPermission', condition: ofSpace, counted: true },
]

/** Deletes the rows of an owner, at most some thousands at a time. Skips those that another transaction is deleting. */
export async function deleteInBatches(
  { write }: Pick<Database, 'write'>,
  { table, condition, counted }: OwnedRows,
  ownerId: string,
  signal?: AbortSignal,
): Promise<void> {
  const limit = counted ? countedRowsPerStatement : rowsPerStatement
  const text = `WITH gone AS (
      DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM "${table}" WHERE ${condition} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING 1)
    SELECT 1 FROM gone LIMIT 1`
  do signal?.throwIfAborted()
  while ((await write(text, [ownerId])).length > 0)
}

/**
 * Permanently deletes spaces after the retention period, with their content, and then the collections that they were in.
 * Deletes in batches; may be interrupted and repeated, and may run concurrently. Returns the number of purged spaces.
 */
export async function purgeDeletedContent(database: Database, now: Date): Promise<number> {
  const deletedBefore = retentionStart(now)
  const purged = await purgeSpaces(database, deletedBefore)
  await purgeCollections(database, deletedBefore)
  return purged
}

async function purgeSpaces(database: Database, deletedBefore: Date): Promise<number> {
  let purged = 0
  for (;;) {
    const spaces = await database.prisma.space.findMany({
      where: { deletedAt: { lt: deletedBefore } },
      select: { id: true },
      orderBy: { deletedAt: 'asc' },
      take: 100,
    })
    if (spaces.length === 0) return purged
    for (const { id } of spaces)
      purged += await purgeSpace(database, { id, deletedAt: { lt: deletedBefore } })
  }
}

/** Permanently deletes a space with its content, if it matches. Returns the number of deleted spaces. */
export async function purgeSpace(
  database: Database,
  where: Prisma.SpaceWhereInput & { readonly id: string },
  signal?: AbortSignal,
): Promise<number> {
  for (const rows of bulk) await deleteInBatches(database, rows, where.id, signal)
  return database.transaction(async (transaction) => {
    await spacesLeaving.publish(transaction, [where.id])
    const { count } = await transaction.space.deleteMany({ where })
    return count
  })
}

/** Purges collections in which no space is left. Those inside were deleted at the same time or before. */
async function purgeCollections({ write }: Database, deletedBefore: Date): Promise<void> {
  await write(
    `DELETE FROM "Collection" c
    WHERE c."deletedAt" < $1
      AND NOT EXISTS (SELECT 1 FROM "Space" s WHERE s."parentId" IS NOT NULL AND s.ancestors @> ARRAY[c.id])`,
    [deletedBefore],
  )
}
