import { isExistingOrganization } from '../../access/existing-organization.ts'
import type { Database } from '../../database/client.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { GitLink } from '../../generated/prisma/client.ts'
import { leaseSeconds, pushDelaySeconds } from './limits.ts'

const take = `UPDATE "GitLink" SET "runnerId" = $1, "leaseUntil" = now() + interval '${leaseSeconds} seconds'`

const isFree = '(c."leaseUntil" IS NULL OR c."leaseUntil" < now())'

/** The time after which edits are pushed that go on and on. */
const longestPushDelaySeconds = 40

/** Matches connections `c` of spaces `s` with changes that are not pushed: soon after the last edit, and not after a failure. */
const hasEdits = `c.push AND c.failures = 0 AND c."commitOid" IS NOT NULL AND c."revisionId" IS DISTINCT FROM s."revisionId"
  AND (s."updatedAt" < now() - interval '${pushDelaySeconds} seconds'
    OR c."checkedAt" < now() - interval '${longestPushDelaySeconds} seconds')`

const claimDue = `${take} WHERE id = (
  SELECT c.id FROM "GitLink" c JOIN "Space" s ON s.id = c."spaceId"
  WHERE s."deletedAt" IS NULL AND ${isExistingOrganization('s."organizationId"')} AND ${isFree}
    AND (c."dueAt" <= now() OR (${hasEdits}))
  ORDER BY c."dueAt" NULLS LAST LIMIT 1 FOR UPDATE OF c SKIP LOCKED
) RETURNING *`

/** Takes a connection whose sync is due. Returns undefined if there is none. No other process syncs it until it is released. */
export async function claimDueConnection(
  { write }: Database,
  runnerId: string,
): Promise<GitLink | undefined> {
  const [connection] = await write<GitLink>(claimDue, [runnerId])
  return connection
}

/** Takes the connection of a space. Returns undefined if another sync of it goes on, or there is none. */
export async function claimConnection(
  { write }: Database,
  runnerId: string,
  spaceId: string,
): Promise<GitLink | undefined> {
  const [connection] = await write<GitLink>(
    `${take} WHERE id = (SELECT c.id FROM "GitLink" c WHERE c."spaceId" = $2 AND ${isFree}
       FOR UPDATE OF c SKIP LOCKED) RETURNING *`,
    [runnerId, spaceId],
  )
  return connection
}

/** Says that a sync goes on. Returns false if it is taken for lost, or the connection is gone. */
export async function keepLease({ write }: Database, id: string, runnerId: string): Promise<boolean> {
  const kept = await write(
    `UPDATE "GitLink" SET "leaseUntil" = now() + interval '${leaseSeconds} seconds'
     WHERE id = $1 AND "runnerId" = $2 RETURNING id`,
    [id, runnerId],
  )
  return kept.length === 1
}

/** Lets others sync a connection, without a state. */
export async function releaseLease(run: RunStatement, id: string, runnerId: string | null): Promise<void> {
  await run(`UPDATE "GitLink" SET "runnerId" = NULL, "leaseUntil" = NULL WHERE id = $1 AND "runnerId" = $2`, [
    id,
    runnerId,
  ])
}
