import type { Database } from '../../database/client.ts'
import { lockWebhooks, makeFirstDue } from './delivery-rows.ts'
import { deliveryDays } from './limits.ts'

/** The deliveries of one transaction. */
const batch = 5000

const removeBatch = `
DELETE FROM "WebhookDelivery" WHERE id IN (
  SELECT id FROM "WebhookDelivery" WHERE "createdAt" < $1 ORDER BY "createdAt" LIMIT ${batch})
RETURNING "webhookId", status`

/** Removes deliveries that are older than they are kept, and returns their number. */
export async function removeOldDeliveries(
  { transaction }: Pick<Database, 'transaction'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - deliveryDays * 86_400_000)
  let removed = 0
  for (;;) {
    const count = await transaction(async ({ query }) => {
      const rows = await query<{ webhookId: string; status: string }>(removeBatch, [before])
      const waiting = rows.filter(({ status }) => status === 'PENDING').map(({ webhookId }) => webhookId)
      for (const { id } of await lockWebhooks({ query }, [...new Set(waiting)])) await makeFirstDue(query, id)
      return rows.length
    })
    removed += count
    if (count < batch) return removed
  }
}
