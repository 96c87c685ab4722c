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
  const counted = await database.prisma.$executeRaw`
    INSERT INTO "EmailInviteDay" AS d ("organizationId", day, sent)
    SELECT ${organizationId}, (now() AT TIME ZONE 'UTC')::date, ${count}::int WHERE ${count}::int <= ${maximum}::int
    ON CONFLICT ("organizationId") DO UPDATE
      SET day = excluded.day, sent = excluded.sent + CASE WHEN d.day = excluded.day THEN d.sent ELSE 0 END
    WHERE d.day <> excluded.day OR d.sent + excluded.sent <= ${maximum}::int`
  if (counted === 0) throw rateLimited('TOO_MANY_INVITES', { maximum })
}
