import type { Context } from '../../request/context.ts'
import { rateLimited } from './reasons.ts'

/** Counts invitations that are about to be sent. Throws RATE_LIMITED if they are more than an organization may send on a day. */
export async function countInvites(
  { config, database }: Context,
  organizationId: string,
  count: number,
): Promise<void> {
  if (count === 0) return
  const maximum = config.invitesPerDay
  const counted = await database.write(
    `INSERT INTO "EmailInviteDay" AS d ("organizationId", day, sent)
    SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2::int WHERE $2::int <= $3::int
    ON CONFLICT ("organizationId") DO UPDATE
      SET day = excluded.day, sent = excluded.sent + CASE WHEN d.day = excluded.day THEN d.sent ELSE 0 END
    WHERE d.day <> excluded.day OR d.sent + excluded.sent <= $3::int
    RETURNING day`,
    [organizationId, count, maximum],
  )
  if (counted.length === 0) throw rateLimited('TOO_MANY_INVITES', { maximum })
}
