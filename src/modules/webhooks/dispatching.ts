import { isExistingOrganization } from '../../access/existing-organization.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Webhook } from '../../generated/prisma/client.ts'
import { type PlacedEvent, readEventsAfter } from '../events/feed.ts'
import { lockWebhooks, makeFirstOfObjectsDue } from './delivery-rows.ts'
import { passesFilters } from './event-filter.ts'
import { maximumPending } from './limits.ts'
import { queuePauseMail } from './pause-mail.ts'
import { eventPayload } from './payload.ts'
import { isActiveInSql } from './status.ts'

/** The events of one transaction. */
const batch = 500

/** The row with the position. While it is locked, no other process makes deliveries. */
const lockCursor = 'SELECT position FROM "WebhookCursor" WHERE id = 1 FOR UPDATE SKIP LOCKED'

const activeWebhooks = `
SELECT w.* FROM "Webhook" w WHERE w."organizationId" = ANY($1) AND ${isActiveInSql}
  AND ${isExistingOrganization('w."organizationId"')} ORDER BY w.id`

/**
 * Moves the position over the next events if none of them is of an organization with an active webhook, as nearly always where
 * few have one: it takes one statement in place of a transaction. Returns nothing if there are others, no events, or another
 * process that has locked the position.
 */
const passOver = `
WITH cursor AS (${lockCursor}), next AS (
  SELECT e.position, e."organizationId" FROM cursor CROSS JOIN LATERAL (
    SELECT position, "organizationId" FROM "Event" WHERE position > cursor.position ORDER BY position LIMIT ${batch}) e
)
UPDATE "WebhookCursor" SET position = (SELECT max(position) FROM next)
WHERE id = 1 AND EXISTS (SELECT FROM next) AND NOT EXISTS (
  SELECT FROM "Webhook" w WHERE w."organizationId" = ANY(ARRAY(SELECT DISTINCT "organizationId" FROM next))
    AND ${isActiveInSql})
RETURNING (SELECT count(*)::int FROM next) AS events`

export interface Dispatched {
  /** Whether events passed the filters of webhooks, so that deliveries may be due. */
  readonly hasMatches: boolean
  readonly hasMore: boolean
}

const nothing: Dispatched = { hasMatches: false, hasMore: false }

interface Match {
  readonly webhook: Webhook
  readonly event: PlacedEvent
}

/**
 * Makes deliveries of the next events for the webhooks whose filters they pass. Whether there may be more events is not asked
 * while another process is doing it.
 */
export async function dispatchEvents(database: Pick<Database, 'transaction' | 'write'>): Promise<Dispatched> {
  const [passed] = await database.write<{ events: number }>(passOver, [])
  if (passed) return { ...nothing, hasMore: passed.events === batch }
  return database.transaction(dispatchNext)
}

/** Makes deliveries of the next events in the transaction that moves the position up to which that was done. */
async function dispatchNext(transaction: Transaction): Promise<Dispatched> {
  const { query } = transaction
  const [cursor] = await query<{ position: string }>(lockCursor)
  if (!cursor) return nothing
  const events = await readEventsAfter({ query }, BigInt(cursor.position), batch)
  const last = events.at(-1)
  if (!last) return nothing
  await query('UPDATE "WebhookCursor" SET position = $1::bigint WHERE id = 1', [String(last.position)])
  const organizations = [...new Set(events.map(({ organizationId }) => organizationId))]
  const found = await query<Webhook>(activeWebhooks, [organizations])
  const matches = matchesOf(events, found)
  if (matches.length > 0) await insertDeliveries(transaction, matches)
  return { hasMatches: matches.length > 0, hasMore: events.length === batch }
}

const matchesOf = (events: readonly PlacedEvent[], webhooks: readonly Webhook[]): Match[] =>
  events.flatMap((event) =>
    webhooks
      .filter(
        (webhook) =>
          webhook.organizationId === event.organizationId &&
          // Not by its time: a write that began before the webhook was created may end after it. The driver reads a text.
          event.position > BigInt(webhook.sincePosition) &&
          passesFilters(webhook, event),
      )
      .map((webhook) => ({ webhook, event })),
  )

const insert = `
INSERT INTO "WebhookDelivery" (id, "webhookId", "eventId", "eventType", "objectId", sequence, payload)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
ON CONFLICT ("webhookId", "eventId") DO NOTHING`

async function insertDeliveries(transaction: Transaction, matches: readonly Match[]): Promise<void> {
  const { query } = transaction
  const ids = [...new Set(matches.map(({ webhook }) => webhook.id))]
  const locked = await lockWebhooks(transaction, ids)
  const existing = new Set(locked.map(({ id }) => id))
  const kept = matches.filter(({ webhook }) => existing.has(webhook.id))
  const webhookIds = kept.map(({ webhook }) => webhook.id)
  const objectIds = kept.map(({ event }) => event.targetId)
  await query(insert, [
    kept.map(() => newId('WebhookDelivery')),
    webhookIds,
    kept.map(({ event }) => event.id),
    kept.map(({ event }) => event.type),
    objectIds,
    kept.map(({ event }) => String(event.position)),
    kept.map(({ event }) => eventPayload(event)),
  ])
  await makeFirstOfObjectsDue(query, webhookIds, objectIds)
  for (const id of await pauseOverfull(transaction, ids)) await queuePauseMail(transaction, id)
}

/** Pauses the webhooks for which too many deliveries wait, and returns their ids. They must be locked. */
async function pauseOverfull({ query }: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const paused = await query<{ id: string }>(
    `UPDATE "Webhook" w SET "pausedAt" = now() WHERE w.id = ANY($1) AND w."pausedAt" IS NULL AND $2::int < (
       SELECT count(*) FROM (SELECT 1 FROM "WebhookDelivery" d
         WHERE d."webhookId" = w.id AND d.status = 'PENDING' LIMIT $2::int + 1) waiting)
     RETURNING w.id`,
    [ids, maximumPending],
  )
  return paused.map(({ id }) => id)
}
