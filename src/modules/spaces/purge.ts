import type { Database } from '../../database/client.ts'
import { spacesLeaving } from '../collections/space-events.ts'
import { endOfRetention } from './retention.ts'

const rowsPerStatement = 5000

/** What a space may have much of, by the column that leads to it: removed in portions before the space itself. */
const bulk = [
  { table: 'PageVersion', scope: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)' },
  { table: 'FileVersion', scope: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)' },
  { table: 'ReusableContentVersion', scope: '"branchId" IN (SELECT id FROM "Branch" WHERE "spaceId" = $1)' },
  { table: 'SearchPage', scope: '"spaceId" = $1' },
  { table: 'Comment', scope: '"spaceId" = $1' },
] as const

/**
 * Removes for good what was deleted longer ago than the retention, with everything in it. No statement is large,
 * and it may be interrupted and run again, or run twice at once. Returns how many spaces it removed.
 */
export async function purgeDeletedSpaces(database: Database, now: Date): Promise<number> {
  const deletedBefore = endOfRetention(now)
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
  for (const { table, scope } of bulk) {
    const text = `DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM "${table}" WHERE ${scope} LIMIT ${rowsPerStatement}))`
    while (((await database.pool.query(text, [id])).rowCount ?? 0) > 0);
  }
  return database.prisma.$transaction(async (transaction) => {
    await spacesLeaving.publish(transaction, [id])
    const where = { id, deletedAt: { lt: deletedBefore } }
    const { count } = await transaction.space.deleteMany({ where })
    return count
  })
}
