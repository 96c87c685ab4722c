import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Database } from '../../database/client.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Webhook } from '../../generated/prisma/client.ts'
import {
  leaseSeconds,
  listedTries,
  maximumTries,
  maximumTriesOfWebhook,
  pauseAfterHours,
  retryDelays,
  triesOfFailing,
} from './limits.ts'
import { isActiveInSql } from './status.ts'

/** The result of one try. */
export interface Attempt {
  /** In ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  /** Null if there was no answer. */
  readonly responseStatus: number | null
  readonly responseBody: string | null
  /** Null if there was an answer. */
  readonly error: string | null
}

/** A delivery that this process is to try, with its webhook. */
export interface DueDelivery {
  readonly id: string
  readonly leaseId: string
  readonly eventId: string
  readonly objectId: string
  readonly payload: string
  readonly webhook: Pick<Webhook, 'id' | 'url' | 'secret' | 'formerSecret' | 'formerSecretUntil'>
}

/** The time of the database, which the column would round up: into the future, so that it would not be due. */
export const atOnce = `date_trunc('milliseconds', now())`

/**
 * Leases due deliveries for a try. `$1` is the id of the lease, `$2` the number of them, `$3` and `$4` the webhooks to which this
 * process is sending, with the number of tries. Webhooks take turns.
 */
const claim = `
WITH due AS (
  SELECT d.id FROM "Webhook" w CROSS JOIN LATERAL (
    SELECT p.id, p."dueAt", row_number() OVER (ORDER BY p."dueAt") AS ordinal FROM (
      SELECT o.id, o."dueAt" FROM "WebhookDelivery" o WHERE o."webhookId" = w.id AND o."dueAt" <= now()
      ORDER BY o."dueAt" LIMIT ${maximumTriesOfWebhook}) p
  ) d LEFT JOIN unnest($3::text[], $4::int[]) AS busy(id, tries) ON busy.id = w.id
  WHERE ${isActiveInSql} AND ${isExistingOrganization('w."organizationId"')} AND d.ordinal + coalesce(busy.tries, 0)
    <= CASE WHEN w."failingSince" IS NULL THEN ${maximumTriesOfWebhook} ELSE ${triesOfFailing} END
  ORDER BY d.ordinal, d."dueAt", d.id LIMIT $2
)
UPDATE "WebhookDelivery" d SET "leaseId" = $1, "dueAt" = now() + interval '${leaseSeconds} seconds'
FROM "Webhook" w WHERE d.id = ANY(ARRAY(SELECT id FROM due)) AND d."dueAt" <= now() AND w.id = d."webhookId"
RETURNING d.id, d."leaseId", d."eventId", d."objectId", d.payload, w.id AS "webhookId",
  w.url, w.secret, w."formerSecret", w."formerSecretUntil"`

type ClaimedRow = Omit<DueDelivery, 'webhook'> &
  Omit<DueDelivery['webhook'], 'id'> & { readonly webhookId: string }

/** Takes at most so many due deliveries, which no other process then tries until their lease ends. */
export async function claimDeliveries(
  { write }: Pick<Database, 'write'>,
  leaseId: string,
  maximum: number,
  busy: ReadonlyMap<string, number>,
): Promise<readonly DueDelivery[]> {
  const rows = await write<ClaimedRow>(claim, [leaseId, maximum, [...busy.keys()], [...busy.values()]])
  return rows.map(({ webhookId: id, url, secret, formerSecret, formerSecretUntil, ...delivery }) => ({
    ...delivery,
    webhook: { id, url, secret, formerSecret, formerSecretUntil },
  }))
}

/** Matches a delivery only as long as the lease is that of the caller. */
const own = `d.id = $1 AND d."leaseId" = $2 AND d.status = 'PENDING'`

const withAttempt = `attempts = (
  SELECT coalesce(jsonb_agg(kept.value ORDER BY kept.n), '[]') FROM (
    SELECT value, n FROM jsonb_array_elements(d.attempts || $3::jsonb) WITH ORDINALITY AS a(value, n)
    ORDER BY n DESC LIMIT ${listedTries}) kept)`

const succeed = `
UPDATE "WebhookDelivery" d SET status = 'SUCCEEDED', "dueAt" = NULL, "leaseId" = NULL, "completedAt" = now(), ${withAttempt}
WHERE ${own} RETURNING d."webhookId"`

/** `$4` is whether there is no further try in any case. */
const fail = `
UPDATE "WebhookDelivery" d SET tries = d.tries + 1, "leaseId" = NULL, ${withAttempt},
  status = CASE WHEN last THEN 'FAILED' ELSE d.status END,
  "completedAt" = CASE WHEN last THEN now() END,
  "dueAt" = CASE WHEN NOT last THEN now() + make_interval(secs => (ARRAY[${retryDelays.join(',')}])[d.tries + 1]) END
FROM (SELECT o.id, $4::boolean OR o.tries + 1 >= ${maximumTries} AS last FROM "WebhookDelivery" o WHERE o.id = $1) tried
WHERE tried.id = d.id AND ${own} RETURNING d."webhookId", d.status`

/**
 * Locks a webhook before its deliveries change from waiting to due or end, so that the first of each object that has not ended is
 * always due: without it, one that ends and one that is added at the same time would miss each other.
 */
export const lockWebhooks = (
  { query }: Pick<Transaction, 'query'>,
  ids: readonly string[],
): Promise<readonly Webhook[]> =>
  query<Webhook>(`SELECT * FROM "Webhook" WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`, [ids])

const firstOfGiven = `
UPDATE "WebhookDelivery" SET "dueAt" = ${atOnce} WHERE "dueAt" IS NULL AND id = ANY(ARRAY(
  SELECT first.id FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS given("webhookId", "objectId")
  CROSS JOIN LATERAL (
    SELECT p.id FROM "WebhookDelivery" p
    WHERE p."webhookId" = given."webhookId" AND p.status = 'PENDING' AND p."objectId" = given."objectId"
    ORDER BY p.sequence LIMIT 1) first))`

/** Makes the first delivery of objects due that has not ended: each of a webhook, which must be locked. */
export const makeFirstOfObjectsDue = async (
  run: RunStatement,
  webhookIds: readonly string[],
  objectIds: readonly string[],
): Promise<void> => {
  await run(firstOfGiven, [webhookIds, objectIds])
}

const firstOfObjects = `
UPDATE "WebhookDelivery" SET "dueAt" = ${atOnce} WHERE "dueAt" IS NULL AND id = ANY(ARRAY(
  SELECT DISTINCT ON ("objectId") id FROM "WebhookDelivery" WHERE "webhookId" = $1 AND status = 'PENDING'
  ORDER BY "objectId", sequence))`

/** Makes the first delivery of each object due that waits although none is before it. The webhook must be locked. */
export const makeFirstDue = async (run: RunStatement, webhookId: string): Promise<void> => {
  await run(firstOfObjects, [webhookId])
}

/** Queues a delivery that has ended once more, to be tried as often as a new one. The webhook must be locked. */
export async function queueAgain(run: RunStatement, id: string): Promise<void> {
  await run(
    `UPDATE "WebhookDelivery" SET status = 'PENDING', tries = 0, "dueAt" = ${atOnce}, "completedAt" = NULL WHERE id = $1`,
    [id],
  )
}

/** Tries all deliveries at once that have not ended, as often as new ones. The webhook must be locked. */
export async function resumeDeliveries(run: RunStatement, webhookId: string): Promise<void> {
  await run(
    `UPDATE "WebhookDelivery" SET tries = 0, "dueAt" = CASE WHEN "leaseId" IS NULL AND "dueAt" IS NOT NULL THEN ${atOnce} ELSE "dueAt" END
     WHERE "webhookId" = $1 AND status = 'PENDING'`,
    [webhookId],
  )
  await makeFirstDue(run, webhookId)
}

/** Records that a try succeeded: the next delivery of the object is due. */
export async function recordSuccess(
  database: Pick<Database, 'transaction'>,
  { id, leaseId, objectId, webhook }: DueDelivery,
  attempt: Attempt,
): Promise<void> {
  await database.transaction(async ({ query }) => {
    const [locked] = await lockWebhooks({ query }, [webhook.id])
    const [row] = await query(succeed, [id, leaseId, JSON.stringify([attempt])])
    if (!row || !locked) return
    await makeFirstOfObjectsDue(query, [webhook.id], [objectId])
    if (locked.failingSince !== null)
      await query(`UPDATE "Webhook" SET "failingSince" = NULL WHERE id = $1`, [webhook.id])
  })
}

const noteFailure = `
UPDATE "Webhook" w SET "failingSince" = coalesce(w."failingSince", now()),
  "isEnabled" = w."isEnabled" AND NOT $2::boolean,
  "goneAt" = CASE WHEN $2::boolean THEN now() ELSE w."goneAt" END,
  "pausedAt" = CASE WHEN w."failingSince" <= now() - interval '${pauseAfterHours} hours' AND NOT $2::boolean
    THEN coalesce(w."pausedAt", now()) ELSE w."pausedAt" END
WHERE w.id = $1 RETURNING w."pausedAt"`

/**
 * Records that a try failed. The delivery is tried again later, unless that was the last try. The webhook is disabled if its
 * receiver said that it is gone, and paused if nothing has succeeded for too long.
 */
export const recordFailure = (
  database: Pick<Database, 'transaction'>,
  { id, leaseId, objectId, webhook }: DueDelivery,
  attempt: Attempt,
  onPause: (transaction: Transaction) => Promise<void>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    const { query } = transaction
    const [before] = await lockWebhooks(transaction, [webhook.id])
    const isGone = attempt.responseStatus === goneStatus
    const [row] = await query<{ status: string }>(fail, [id, leaseId, JSON.stringify([attempt]), isGone])
    if (!row || !before) return
    if (row.status === 'FAILED') await makeFirstOfObjectsDue(query, [webhook.id], [objectId])
    const [after] = await query<{ pausedAt: Date | null }>(noteFailure, [webhook.id, isGone])
    if (before.pausedAt === null && after?.pausedAt != null) await onPause(transaction)
  })

const goneStatus = 410

/** Lets others try a delivery at once. That this process stops is no failed try. */
export async function releaseDelivery(
  { write }: Pick<Database, 'write'>,
  { id, leaseId }: Pick<DueDelivery, 'id' | 'leaseId'>,
): Promise<void> {
  await write(`UPDATE "WebhookDelivery" d SET "leaseId" = NULL, "dueAt" = ${atOnce} WHERE ${own}`, [
    id,
    leaseId,
  ])
}
