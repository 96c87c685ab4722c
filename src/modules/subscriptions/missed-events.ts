import type { Database } from '../../database/client.ts'
import type { PlacedEvent } from '../events/feed.ts'

const missed = `
SELECT id, "organizationId", type, "occurredAt", position, "actorUserId", "actorLabel", "spaceId", "siteId", "changeRequestId",
  "jobId", "targetType", "targetId", "personId", changes, "omittedChanges"
FROM "Event" WHERE "organizationId" = $1 AND position > $2::bigint ORDER BY position LIMIT $3`

/** Reads events of an organization that come after a position, in order, at most so many. */
export async function readMissedEvents(
  { query }: Pick<Database, 'query'>,
  organizationId: string,
  position: bigint,
  limit: number,
): Promise<PlacedEvent[]> {
  const rows = await query<Omit<PlacedEvent, 'position'> & { position: string }>(missed, [
    organizationId,
    String(position),
    limit,
  ])
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** Returns the position of the oldest event that is kept, or null if there is none. */
export async function oldestPosition({ query }: Pick<Database, 'query'>): Promise<bigint | null> {
  const [oldest] = await query<{ position: string | null }>(
    'SELECT min(position) AS position FROM "Event"',
    [],
  )
  return oldest?.position == null ? null : BigInt(oldest.position)
}
