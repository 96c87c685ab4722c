import type { Database } from '../../database/client.ts'
import { firstRetrySeconds, longestRetrySeconds, sendingSeconds } from './limits.ts'

/** A mailbox to which only this process sends until the time. */
export interface ClaimedMailbox {
  readonly userId: string
  readonly until: Date
}

type Writes = Pick<Database, 'write'>

/** Claims mailboxes whose mail is due, the longest waiting first. A process that dies has claimed them for a while only. */
export async function claimMailboxes({ write }: Writes, maximum: number): Promise<readonly ClaimedMailbox[]> {
  const rows = await write<{ userId: string; until: Date }>(
    `INSERT INTO "NotificationMailbox" AS box ("userId", "dueAt")
     SELECT n."userId", now() + make_interval(secs => $2)
     FROM "Notification" n LEFT JOIN "NotificationMailbox" b ON b."userId" = n."userId"
     WHERE b."userId" IS NULL OR b."dueAt" <= now()
     GROUP BY n."userId" ORDER BY min(n.id) LIMIT $1
     ON CONFLICT ("userId") DO UPDATE SET "dueAt" = excluded."dueAt" WHERE box."dueAt" <= now()
     RETURNING "userId", "dueAt" AS until`,
    [maximum, sendingSeconds],
  )
  return rows
}

/** Removes what a user was told, and lets the next mail be due after some seconds. Does nothing if the claim has ended. */
export async function settleMailbox(
  { write }: Writes,
  { userId, until }: ClaimedMailbox,
  toldIds: readonly string[],
  nextAfterSeconds: number,
): Promise<void> {
  await write(
    `WITH settled AS (
       UPDATE "NotificationMailbox" SET "dueAt" = now() + make_interval(secs => $4), failures = 0
       WHERE "userId" = $1 AND "dueAt" = $2 RETURNING "userId")
     DELETE FROM "Notification" n USING settled s WHERE n."userId" = s."userId" AND n.id = ANY($3::bigint[])`,
    [userId, until, toldIds, nextAfterSeconds],
  )
}

/** Lets a mailbox be due again later, the later the more often it has failed. */
export async function postponeMailbox({ write }: Writes, { userId, until }: ClaimedMailbox): Promise<void> {
  await write(
    `UPDATE "NotificationMailbox" SET failures = failures + 1,
       "dueAt" = now() + make_interval(secs => least($3 * power(2, least(failures, 20)), $4)::float)
     WHERE "userId" = $1 AND "dueAt" = $2`,
    [userId, until, firstRetrySeconds, longestRetrySeconds],
  )
}

/** Returns the seconds until the next mail is due, or null if there is none to send. */
export async function secondsUntilDue({ write }: Writes): Promise<number | null> {
  const [row] = await write<{ seconds: number | null }>(
    `SELECT extract(epoch FROM min(b."dueAt") - now())::float AS seconds
     FROM "NotificationMailbox" b WHERE EXISTS (SELECT FROM "Notification" n WHERE n."userId" = b."userId")`,
    [],
  )
  return row?.seconds ?? null
}
