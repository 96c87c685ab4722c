import type { Database } from '../../database/client.ts'

const dayMs = 86_400_000

/** The events of one transaction. */
const batch = 5000

/** Ids begin with the time: the first of a UUID of version 7 are the milliseconds since 1970. */
const removeBatch = `
DELETE FROM "AuditEvent" WHERE id IN (SELECT id FROM "AuditEvent" WHERE id < $1 ORDER BY id LIMIT ${batch})
RETURNING 1`

/** Removes the events that are older than so many days, and returns their number. With 0 days all are kept. */
export async function removeOldAuditEvents(database: Database, days: number, now: Date): Promise<number> {
  if (days === 0) return 0
  const first = firstIdAt(new Date(now.getTime() - days * dayMs))
  let removed = 0
  for (;;) {
    const count = await database.transaction(async (transaction) => {
      await transaction.query("SELECT set_config('lectern.audit_sweep', 'on', TRUE)")
      return (await transaction.query(removeBatch, [first])).length
    })
    removed += count
    if (count < batch) return removed
  }
}

/** Returns the lowest id that an event of this time can have. */
function firstIdAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}
