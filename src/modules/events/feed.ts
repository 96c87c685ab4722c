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

/** Returns the position of the oldest event that is kept, or null if there is none. */
export async function readOldestPosition({ query }: Pick<Database, 'query'>): Promise<bigint | null> {
  const [oldest] = await query<{ position: string | null }>(
    'SELECT min(position) AS position FROM "Event"',
    [],
  )
  return oldest?.position == null ? null : BigInt(oldest.position)
}

/** Returns the highest position that an event has been given. */
export async function readLastPosition({ query }: Pick<Database, 'query'>): Promise<bigint> {
  const [last] = await query<{ position: string }>('SELECT position FROM "EventPosition"', [])
  return BigInt(last?.position ?? 0)
}
