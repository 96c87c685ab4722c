import type { Database } from '../../database/client.ts'
import type { Event } from '../../generated/prisma/client.ts'

/** Tells of new events. It only wakes: the table of events tells which there are. */
export interface EventFeed {
  /**
   * Calls a listener whenever events have been given positions, with a position up to which there are some, which may be one that
   * it was called with before. Returns the function that ends it.
   */
  onNew(listener: (through: bigint) => void): () => void
}

/** An event that has been given a position. */
export interface PlacedEvent extends Omit<Event, 'number' | 'position' | 'changes'> {
  readonly position: bigint
  readonly changes: readonly EventChange[]
}

/** A change of one object, as an event tells it. */
export interface EventChange {
  readonly objectType: string
  readonly objectId: string | null
  /** Values that changed, or all of a deleted object. Null for a new one. */
  readonly before: Readonly<Record<string, string | number | boolean | null>> | null
  /** Values that changed, or all of a new object. Null for a deleted one. */
  readonly after: Readonly<Record<string, string | number | boolean | null>> | null
  /** The names of values that are not told, because they are bodies or may be long. */
  readonly omitted: readonly string[]
  /** The user whose membership, team or permission it is. */
  readonly userId?: string
}

const columns = `id, "organizationId", type, "occurredAt", position, "actorUserId", "actorLabel", "spaceId", "siteId",
  "changeRequestId", "jobId", "targetType", "targetId", "personId", changes, "omittedChanges"`

const after = `SELECT ${columns} FROM "Event" WHERE position > $1::bigint ORDER BY position LIMIT $2`

const ofOrganizationAfter = `
SELECT ${columns} FROM "Event" WHERE "organizationId" = $3 AND position > $1::bigint ORDER BY position LIMIT $2`

/** Reads events of all organizations, or of one, that come after a position, in order, at most so many. */
export async function readEventsAfter(
  { query }: Pick<Database, 'query'>,
  position: bigint,
  limit: number,
  organizationId?: string,
): Promise<PlacedEvent[]> {
  const [text, others] = organizationId === undefined ? [after, []] : [ofOrganizationAfter, [organizationId]]
  const rows = await query<Omit<PlacedEvent, 'position'> & { position: string }>(text, [
    String(position),
    limit,
    ...others,
  ])
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** Returns the position of the oldest event that is kept, or null if there is none, and whether there is one at a position. */
export async function readKept(
  { query }: Pick<Database, 'query'>,
  position: bigint,
): Promise<{ readonly oldest: bigint | null; readonly has: boolean }> {
  const [kept] = await query<{ oldest: string | null; has: boolean }>(
    `SELECT (SELECT min(position) FROM "Event") AS oldest, EXISTS(SELECT FROM "Event" WHERE position = $1::bigint) AS has`,
    [String(position)],
  )
  return { oldest: kept?.oldest == null ? null : BigInt(kept.oldest), has: kept?.has ?? false }
}

/** Returns the highest position that an event has been given. */
export async function readLastPosition({ query }: Pick<Database, 'query'>): Promise<bigint> {
  const [last] = await query<{ position: string }>('SELECT position FROM "EventPosition"', [])
  return BigInt(last?.position ?? 0)
}

/**
 * Lets the next events have higher positions than any that was given before, also to events that a restored backup does not have:
 * those who know such a position would take it for that of another event. Positions are then as high as the microseconds of the
 * time, which is more than events that can have happened.
 */
export async function skipPositions({ write }: Pick<Database, 'write'>): Promise<void> {
  await write(
    `INSERT INTO "EventPosition" AS p (id, position) VALUES (1, floor(extract(epoch FROM now()) * 1000000)::bigint)
     ON CONFLICT (id) DO UPDATE SET position = greatest(p.position, EXCLUDED.position)`,
    [],
  )
}
