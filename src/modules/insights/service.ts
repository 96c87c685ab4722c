import { inExistingOrganization } from '../../access/existing-organization.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../request/context.ts'
import { loadSite, type SiteAddress } from '../sites/service.ts'
import { maximumCounts, maximumCountsOfDay, toleratedAge } from './limits.ts'

/** An event of a visitor, as far as it is counted. */
export interface SiteEvent {
  readonly type: string
  readonly location: { readonly space?: string | null; readonly page?: string | null }
  readonly timestamp?: Date | string | null
  readonly feedback?: { readonly rating: PageRating } | null
}

/** A rating of a page by a reader, as in the published contract. */
export type PageRating = (typeof pageRatings)[number]

export const pageRatings = ['bad', 'ok', 'good'] as const

/** The number of events of a type on a day. */
export interface EventCount {
  readonly day: string
  readonly type: string
  readonly spaceId: string | null
  readonly pageId: string | null
  /** Null for events that are no ratings. */
  readonly rating: PageRating | null
  readonly count: number
}

/**
 * SQL that counts events of today. Events of spaces that the site does not show, and of pages that a space does not
 * have, are left out. A space with computed pages may have any page. A site keeps a limited number of counts of a day.
 */
const countEvents = `
WITH given AS (
  SELECT e.type, e.space, e.page, e.rating, count(*)::int AS count
  FROM unnest($2::text[], $3::text[], $4::text[], $6::text[]) AS e(type, space, page, rating) GROUP BY 1, 2, 3, 4),
known AS (
  SELECT g.* FROM given g WHERE (g.space = '' AND g.page = '') OR EXISTS (
    SELECT 1 FROM "SiteSpace" s JOIN "Branch" b ON b."spaceId" = s."spaceId" AND b.kind = 'MAIN'
    WHERE s."siteId" = $1 AND s."spaceId" = g.space AND (g.page = '' OR EXISTS (
      SELECT 1 FROM "PageVersion" v
      WHERE v."branchId" = b.id AND (v."pageId" = g.page OR v.type = 'COMPUTED')))))
INSERT INTO "SiteEventCount" AS c ("siteId", day, type, "spaceId", "pageId", rating, count)
SELECT $1, (now() AT TIME ZONE 'UTC')::date, k.type, k.space, k.page, k.rating, k.count FROM known k
WHERE (SELECT count(*) FROM "SiteEventCount" o
       WHERE o."siteId" = $1 AND o.day = (now() AT TIME ZONE 'UTC')::date) < $5
ORDER BY k.type, k.space, k.page, k.rating
ON CONFLICT ("siteId", day, type, "spaceId", "pageId", rating) DO UPDATE SET count = c.count + EXCLUDED.count`

/**
 * Counts events of visitors. Returns how many are recent. Throws NOT_FOUND for a site that is not published, or that the
 * caller may not read, if they are a user.
 */
export async function recordEvents(
  context: Context,
  { siteId, organizationId }: SiteAddress,
  events: readonly SiteEvent[],
): Promise<number> {
  const { viewer } = context
  if (viewer?.kind === 'member') await loadSite(context, siteId, organizationId)
  else await assertPublished(context, { siteId, organizationId })
  const recent = events.filter(isRecent)
  if (recent.length > 0) await addEvents(context, siteId, recent)
  return recent.length
}

/** Counts events of today, of a visitor whom the site has admitted. */
export async function addEvents(
  { database }: Pick<Context, 'database'>,
  siteId: string,
  events: readonly SiteEvent[],
): Promise<void> {
  await database.write(countEvents, [
    siteId,
    events.map(({ type }) => type),
    events.map(({ location }) => location.space ?? ''),
    events.map(({ location }) => location.page ?? ''),
    maximumCountsOfDay,
    events.map(({ feedback }) => feedback?.rating ?? ''),
  ])
}

async function assertPublished(
  { database: { prisma } }: Context,
  { siteId, organizationId }: SiteAddress,
): Promise<void> {
  const where = {
    id: siteId,
    published: true,
    ...inExistingOrganization,
    ...(organizationId != null && { organizationId }),
  }
  if ((await prisma.site.count({ where })) === 0) throw notFound()
}

const isRecent = ({ timestamp }: SiteEvent): boolean =>
  timestamp == null || Math.abs(Date.now() - new Date(timestamp).getTime()) <= toleratedAge

/** The events that are counted: of the last days, and of some types or of all. */
export interface EventPeriod {
  readonly days: number
  readonly types?: readonly string[] | null | undefined
}

/** Returns the counts of the last days, the newest and largest first. */
export async function readEventCounts(
  { database }: Context,
  siteId: string,
  { days, types }: EventPeriod,
): Promise<readonly EventCount[]> {
  return database.query<EventCount>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, type, nullif("spaceId", '') AS "spaceId",
       nullif("pageId", '') AS "pageId", nullif(rating, '') AS rating, count
     FROM "SiteEventCount"
     WHERE "siteId" = $1 AND day > (now() AT TIME ZONE 'UTC')::date - $2::int AND ($4::text[] IS NULL OR type = ANY($4))
     ORDER BY day DESC, count DESC, type, "spaceId", "pageId", rating LIMIT $3`,
    [siteId, days, maximumCounts, types ?? null],
  )
}
