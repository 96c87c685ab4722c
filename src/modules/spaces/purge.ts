import type { Database } from '../../database/client.ts'
import { spacesLeaving } from '../collections/space-events.ts'
import { retentionStart } from './retention.ts'

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
 * Permanently deletes spaces after the retention period, with their content. Deletes in batches; may be interrupted and
 * repeated, and may run concurrently. Returns the number of purged spaces.
 */
export async function purgeDeletedSpaces(database: Database, now: Date): Promise<number> {
  const deletedBefore = retentionStart(now)
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
