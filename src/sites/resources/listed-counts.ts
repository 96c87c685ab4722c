import { validAt } from '../../modules/content/revision-rows.ts'
import { readSpacePages, type SpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { isListedForMachines, isListedForRobots, listedPages } from './listed-pages.ts'

/** How many pages of a space are listed. */
export interface ListedCount {
  /** In texts for machines and in feeds. */
  readonly forMachines: number
  /** In sitemaps. */
  readonly forRobots: number
}

/** The memory that a count takes, about. */
const bytesPerCount = 100

const keyOf = ({ computedVersion }: Visit, revisionId: string) => `listed ${revisionId} ${computedVersion}`

/**
 * Counts the listed pages of site-spaces without reading them. A count is kept for its revision, so that after a change those
 * of the other spaces are known.
 */
export async function listedCounts(
  visit: Visit,
  siteSpaces: readonly VisibleSiteSpace[],
): Promise<ReadonlyMap<VisibleSiteSpace, ListedCount>> {
  const { cache } = visit
  const known = new Map<string, ListedCount>()
  for (const { space } of siteSpaces) {
    const kept = cache.get(keyOf(visit, space.revisionId))
    if (kept) known.set(space.revisionId, kept as ListedCount)
  }
  const missing = siteSpaces.map(({ space }) => space.revisionId).filter((id) => !known.has(id))
  for (const [id, count] of missing.length === 0 ? [] : await readCounts(visit, missing)) {
    known.set(id, count)
    cache.set(keyOf(visit, id), count, bytesPerCount)
  }
  const none = { forMachines: 0, forRobots: 0 }
  return new Map(siteSpaces.map((siteSpace) => [siteSpace, known.get(siteSpace.space.revisionId) ?? none]))
}

interface CountRow {
  readonly revisionId: string
  readonly documents: number
  readonly withheldFromMachines: number
  readonly withheldFromRobots: number
  readonly hasComputed: boolean
}

const isWithheldFromMachines = '(v.hidden OR v."noIndex")'

/** Revisions of primary content overlay no others. */
const isPageOf = (revision: string) =>
  `${validAt('v', `${revision}."branchId"`, `${revision}.sequence`)} AND NOT v.deleted`

/** Counts documents, and those that are in no list because they or a page above them are withheld: few, and found from the top. */
const countsOfRevisions = `WITH RECURSIVE
    revision AS (SELECT r.id, r."branchId", r.sequence FROM "Revision" r WHERE r.id = ANY($1::text[])),
    withheld AS (
      SELECT r.id, r."branchId", r.sequence, v."pageId", v.type, ${isWithheldFromMachines} AS "fromMachines"
      FROM revision r JOIN "PageVersion" v ON ${isPageOf('r')}
      WHERE ${isWithheldFromMachines} OR v."noRobotsIndex"
      UNION
      SELECT w.id, w."branchId", w.sequence, v."pageId", v.type, w."fromMachines" OR ${isWithheldFromMachines}
      FROM withheld w JOIN "PageVersion" v ON v."parentId" = w."pageId" AND ${isPageOf('w')}),
    without AS (
      SELECT id, count(DISTINCT "pageId") FILTER (WHERE "fromMachines") AS machines, count(DISTINCT "pageId") AS robots
      FROM withheld WHERE type = 'DOCUMENT' GROUP BY id)
  SELECT r.id AS "revisionId", p.documents, p."hasComputed", coalesce(o.machines, 0)::int AS "withheldFromMachines",
    coalesce(o.robots, 0)::int AS "withheldFromRobots"
  FROM revision r
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE v.type = 'DOCUMENT')::int AS documents,
      coalesce(bool_or(v.type = 'COMPUTED'), FALSE) AS "hasComputed"
    FROM "PageVersion" v WHERE ${isPageOf('r')}) p
  LEFT JOIN without o ON o.id = r.id`

async function readCounts(
  visit: Visit,
  revisionIds: readonly string[],
): Promise<ReadonlyMap<string, ListedCount>> {
  const rows = await visit.services.database.query<CountRow>(countsOfRevisions, [revisionIds])
  const counts = new Map<string, ListedCount>()
  for (const row of rows)
    counts.set(
      row.revisionId,
      // Pages that others generate are no rows.
      row.hasComputed ? countOf(await readSpacePages(visit, row.revisionId)) : countOfRow(row),
    )
  return counts
}

const countOfRow = ({ documents, withheldFromMachines, withheldFromRobots }: CountRow): ListedCount => ({
  forMachines: documents - withheldFromMachines,
  forRobots: documents - withheldFromRobots,
})

const countOf = (pages: SpacePages): ListedCount => ({
  forMachines: listedPages({ pages }, isListedForMachines).length,
  forRobots: listedPages({ pages }, isListedForRobots).length,
})
