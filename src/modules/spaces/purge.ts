import type { Database } from '../../database/client.ts'
import { retentionStart } from '../collections/retention.ts'
import { spacesLeaving } from '../collections/space-events.ts'

const rowsPerStatement = 5000

/** Tables with many rows per space, with the condition for the space $1. They are deleted in batches before the space. */
const bulk = [
  { table: 'PageVersion', condition: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)' },
  { table: 'FileVersion', condition: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)' },
  {
    table: 'ReusableContentVersion',
    condition: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)',
  },
  { table: 'SearchPage', condition: '"spaceId" = $1' },
  { table: 'Comment', condition: '"spaceId" = $1' },
] as const

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
    for (const { id } of spaces) purged += await purgeSpace(database, id, deletedBefore)
  }
}

async function purgeSpace(database: Database, id: string, deletedBefore: Date): Promise<number> {
  for (const { table, condition } of bulk) {
    const text = `DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM "${table}" WHERE ${condition} LIMIT ${rowsPerStatement}))`
    while (((await database.writePool.query(text, [id])).rowCount ?? 0) > 0);
  }
  return database.prisma.$transaction(async (transaction) => {
    await spacesLeaving.publish(transaction, [id])
    const where = { id, deletedAt: { lt: deletedBefore } }
    const { count } = await transaction.space.deleteMany({ where })
    return count
  })
}

/** Purges collections in which no space is left. Those inside were deleted at the same time or before. */
async function purgeCollections({ prisma }: Database, deletedBefore: Date): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM "Collection" c
    WHERE c."deletedAt" < ${deletedBefore}
      AND NOT EXISTS (SELECT 1 FROM "Space" s WHERE s."parentId" IS NOT NULL AND s.ancestors @> ARRAY[c.id])`
}
