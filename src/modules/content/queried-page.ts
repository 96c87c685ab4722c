import type { PageVersion } from '../../generated/prisma/client.ts'
import { PlannedRow, type QueriedRow } from '../../graph/declare/planned-read.ts'
import { compileWhere, type Where } from '../../graph/sql/where.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { idOfPageInSql } from './content-ids.ts'
import { type LocatedPage, locate } from './located-content.ts'
import { pathInSql } from './pages-ahead.ts'
import type { RevisionAddress } from './policy.ts'
import { validAt } from './revision-rows.ts'
import type { ComputedOption } from './service.ts'

/** A page of the live content of a space, as the query of `plannedPage` finds it. */
interface LivePage extends PageVersion {
  readonly spaceId: string
  readonly revisionId: string
  readonly revisionSequence: string
  readonly sharesContentIds: boolean
}

/** How a page of live content is found in the statement that reads what is selected of it. */
export const queriedPage: QueriedRow = {
  table: 'PageVersion',
  adds: { spaceId: 'String', revisionId: 'String', revisionSequence: 'String', sharesContentIds: 'Json' },
  keys: ['revisionId'],
  derived: {
    id: ({ column }) =>
      idOfPageInSql(`CASE WHEN ${column('sharesContentIds')} THEN ${column('spaceId')} END`, true),
    path: ({ column }) => pathInSql(column),
  },
  attach: ({ spaceId, revisionId, revisionSequence: _, sharesContentIds, ...page }: LivePage): LocatedPage =>
    locate(page, { spaceId, revisionId, sharesContentIds, readAs: 'LIVE' }),
}

/**
 * Returns how a stored page of live content would be read. Undefined for other content, for pages without what is computed,
 * and for visitors of a site, who see parts of bodies.
 */
export function plannedPage(
  context: Context,
  { spaceId, revisionId, changeRequestId, computed }: RevisionAddress & ComputedOption,
  pageId: string,
): PlannedRow | undefined {
  const viewer = viewerOf(context)
  if (revisionId || changeRequestId || computed === false || viewer.kind === 'visitor') return undefined
  return new PlannedRow(
    { spaceId, pageId },
    () => ({}),
    // The active revision of a space is one of primary content, which overlays nothing.
    (valueFor, parameters) => `
SELECT v.*, r.id AS "revisionId", s.id AS "spaceId", r.sequence AS "revisionSequence", s."sharesContentIds"
FROM "Space" s JOIN "Revision" r ON r.id = s."revisionId"
JOIN "PageVersion" v ON ${validAt('v', 'r."branchId"', 'r.sequence')} AND NOT v.deleted
WHERE s.id = ${valueFor('spaceId')} AND v."pageId" = ${valueFor('pageId')} AND ${compileWhere('Space', readableSpaces(viewer) as Where, 's', parameters)}`,
  )
}
