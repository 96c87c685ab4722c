import type { Database } from '../../database/client.ts'

/** The events of one transaction. */
const batch = 5000

/** Events are in the order of their positions, but for a little, in that of their times too. */
const removeBatch = `
DELETE FROM "Event" WHERE id IN (
  SELECT id FROM (SELECT id, "occurredAt" FROM "Event" WHERE position IS NOT NULL ORDER BY position LIMIT ${batch}) oldest
  WHERE "occurredAt" < now() - make_interval(days => $1))
RETURNING 1`

/** Removes the events that are older than so many days, and returns their number. */
export async function removeOldEvents({ write }: Pick<Database, 'write'>, days: number): Promise<number> {
  let removed = 0
  for (;;) {
    const count = (await write(removeBatch, [days])).length
    removed += count
    if (count < batch) return removed
  }
}
